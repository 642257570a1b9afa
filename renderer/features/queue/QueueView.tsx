/** The queue: its head, the groups to choose from, the list, and what is known of the chosen. */
import './details.css';
import './queue.css';
import { ListOrdered, SearchX } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { loadJobs, SentBeforeDialog, useJobs } from '../../jobs/index.ts';
import { Button, EmptyState, ProblemBanner } from '../../ui/index.ts';
import { retry } from './actions.ts';
import { Chosen } from './Chosen.tsx';
import { countByGroup, shownGroups } from './derive.ts';
import { FilterChips } from './FilterChips.tsx';
import { ForgetDialog } from './ForgetDialog.tsx';
import { QueueHead } from './QueueHead.tsx';
import { QueueList } from './QueueList.tsx';
import { SetAside } from './SetAside.tsx';
import { useQueueView } from './store.ts';

function NothingFound() {
  const { t } = useTranslation('queue');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The last row, or what it was settled with, had the focus.
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div className="queue-nothing" ref={place}>
      <EmptyState
        icon={SearchX}
        title={t('list.noneFound')}
        actions={<Button onPress={() => useQueueView.setState({ filter: 'all', search: '' })}>{t('list.showAll')}</Button>}
      />
    </div>
  );
}

type Props = { onOpenSign: () => void; onOpenVisit: (caseId: string) => void };

function Listed({ onOpenVisit }: Pick<Props, 'onOpenVisit'>) {
  const { t } = useTranslation('queue');
  const jobs = useJobs((state) => state.jobs);
  const { filter, search, selectedIds } = useQueueView();
  const counts = useMemo(() => countByGroup(jobs), [jobs]);
  const shown = useMemo(() => shownGroups(jobs, filter, search), [jobs, filter, search]);
  const details = useRef<HTMLElement>(null);
  const chosen = shown.flatMap((group) => group.jobs).filter(({ documentId }) => selectedIds.has(documentId));
  return (
    <>
      <FilterChips counts={counts} />
      <div className="queue-panes">
        <section className="queue-listed" aria-label={t('list.title')}>
          {shown.length === 0 ? (
            <NothingFound />
          ) : (
            <QueueList groups={shown} onDetails={() => details.current?.querySelector<HTMLElement>('h2')?.focus()} />
          )}
        </section>
        <section className="queue-details" aria-label={t('details.label')} ref={details}>
          <Chosen jobs={chosen} onOpenVisit={onOpenVisit} />
        </section>
      </div>
    </>
  );
}

function Body({ onOpenSign, onOpenVisit }: Props) {
  const { t } = useTranslation('queue');
  const { jobs, loaded, loadProblem } = useJobs();
  if (loadProblem) {
    return (
      <div className="queue-pad">
        <ProblemBanner problem={loadProblem} alert actions={<Button onPress={() => void loadJobs()}>{t('list.tryAgain')}</Button>} />
      </div>
    );
  }
  if (!loaded) return <p className="queue-note">{t('list.loading')}</p>;
  if (Object.keys(jobs).length > 0) return <Listed onOpenVisit={onOpenVisit} />;
  return (
    <EmptyState icon={ListOrdered} title={t('empty.title')} actions={<Button onPress={onOpenSign}>{t('empty.sign')}</Button>}>
      {t('empty.words')}
    </EmptyState>
  );
}

function AskSentBefore() {
  const asked = useQueueView((state) => state.sentBefore);
  const ids = asked?.faults.flatMap(({ documentId }) => documentId ?? []) ?? [];
  return (
    <SentBeforeDialog
      faults={asked?.faults ?? null}
      others={0}
      onClose={() => useQueueView.setState({ sentBefore: null })}
      onSendOthers={() => undefined}
      onSendAll={() => void retry(ids, asked?.release ?? false, true)}
    />
  );
}

export function QueueView({ onOpenSign, onOpenVisit }: Props) {
  return (
    <div className="queue">
      <QueueHead />
      <SetAside />
      <Body onOpenSign={onOpenSign} onOpenVisit={onOpenVisit} />
      <ForgetDialog />
      <AskSentBefore />
    </div>
  );
}
