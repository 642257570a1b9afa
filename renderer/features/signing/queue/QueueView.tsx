/** The queue: its head, the group filter, the list, and the details of the chosen document. */
import './details.css';
import './queue.css';
import { ListOrdered, SearchX } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { countOf, type GroupCounts, noFilter } from '../../../../shared/domain/queue-list.ts';
import { Button, EmptyState, ProblemBanner } from '../../../components/index.ts';
import { loadQueue, useQueueLoad, useQueueSummary } from '../../../state/jobs.ts';
import { SentBeforeDialog } from '../SentBeforeDialog.tsx';
import { retry } from './actions.ts';
import { Chosen } from './Chosen.tsx';
import { FilterChips } from './FilterChips.tsx';
import { ForgetDialog } from './ForgetDialog.tsx';
import { list, useQueueList } from './list.ts';
import { QueueHead } from './QueueHead.tsx';
import { QueueList } from './QueueList.tsx';
import { SetAside } from './SetAside.tsx';
import { useQueueView } from './store.ts';

function NothingFound() {
  const { t } = useTranslation('queue');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The last row, or the control that settled it, had the focus.
    if (document.activeElement === document.body) place.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div className="queue-nothing" ref={place}>
      <EmptyState
        icon={SearchX}
        title={t('list.noneFound')}
        actions={<Button onPress={() => list.filterBy(noFilter)}>{t('list.showAll')}</Button>}
      />
    </div>
  );
}

type Props = { onOpenSign: () => void; onOpenVisit: (visitId: string) => void };

function Rows({ onDetails }: { onDetails: () => void }) {
  const { t } = useTranslation('queue');
  const { items, total, problem } = useQueueList();
  if (problem) {
    return (
      <div className="queue-pad">
        <ProblemBanner problem={problem} alert actions={<Button onPress={list.reload}>{t('list.tryAgain')}</Button>} />
      </div>
    );
  }
  if (items.length > 0) return <QueueList onDetails={onDetails} />;
  return total === 0 ? <NothingFound /> : <p className="queue-note">{t('list.loading')}</p>;
}

function Listed({ counts, onOpenVisit }: Pick<Props, 'onOpenVisit'> & { counts: GroupCounts }) {
  const { t } = useTranslation('queue');
  const details = useRef<HTMLElement>(null);
  return (
    <>
      <FilterChips counts={counts} />
      <div className="queue-panes">
        <section className="queue-listed" aria-label={t('list.title')}>
          <Rows onDetails={() => details.current?.querySelector<HTMLElement>('h2')?.focus()} />
        </section>
        <section className="queue-details" aria-label={t('details.label')} ref={details}>
          <Chosen onOpenVisit={onOpenVisit} />
        </section>
      </div>
    </>
  );
}

function Body({ onOpenSign, onOpenVisit }: Props) {
  const { t } = useTranslation('queue');
  const summary = useQueueSummary((current) => current);
  const { loaded, problem: loadProblem } = useQueueLoad();
  if (loadProblem) {
    return (
      <div className="queue-pad">
        <ProblemBanner problem={loadProblem} alert actions={<Button onPress={() => void loadQueue()}>{t('list.tryAgain')}</Button>} />
      </div>
    );
  }
  if (!loaded || !summary) return <p className="queue-note">{t('list.loading')}</p>;
  if (countOf(summary.groups, 'all') > 0) return <Listed counts={summary.groups} onOpenVisit={onOpenVisit} />;
  return (
    <EmptyState icon={ListOrdered} title={t('empty.title')} actions={<Button onPress={onOpenSign}>{t('empty.sign')}</Button>}>
      {t('empty.words')}
    </EmptyState>
  );
}

function AskSentBefore() {
  const repeated = useQueueView((state) => state.sentBefore);
  const ids = repeated?.faults.flatMap(({ documentId }) => documentId ?? []) ?? [];
  return (
    <SentBeforeDialog
      faults={repeated?.faults ?? null}
      others={0}
      onClose={() => useQueueView.setState({ sentBefore: null })}
      onSendOthers={() => undefined}
      onSendAll={() => void retry(ids, repeated?.release ?? false, true)}
    />
  );
}

export function QueueView({ onOpenSign, onOpenVisit }: Props) {
  // Changes before the first read are not reported row by row.
  useEffect(list.reload, []);
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
