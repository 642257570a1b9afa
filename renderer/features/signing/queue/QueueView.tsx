/** The queue: its head, the group filter, the list, and the details of the chosen document. */
import './details.css';
import './queue.css';
import { FileWarning, ListOrdered, SearchX } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { countOf, filters, type GroupCounts, noFilter, type QueueFilter } from '../../../../shared/domain/signing/queue-list.ts';
import type { Texts } from '../../../../shared/i18n/texts.ts';
import { isFocusLost } from '../../../components/focus-when-lost.ts';
import { Button, EmptyState, type EmptyStateProps, FilterCount, FilterGroup, ProblemBanner, TwoPanes } from '../../../components/index.ts';
import { amount, timeWords } from '../../../i18n/formats.ts';
import { loadQueue, useQueue, useQueueLoad, useQueueSummary } from '../../../state/jobs.ts';
import { SentBeforeDialog } from '../SentBeforeDialog.tsx';
import { answerReason, retry } from './actions.ts';
import { DetailsPane } from './DetailsPane.tsx';
import { list, useQueueList } from './list.ts';
import { QueueHead } from './QueueHead.tsx';
import { QueueList } from './QueueList.tsx';
import { useQueueView } from './store.ts';

/** In place of the rows. Takes the focus that was in the last of them, or on the control that settled it. */
function NoRows({ children, ...state }: EmptyStateProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFocusLost()) place.current?.querySelector('button')?.focus();
  }, []);
  return (
    <div className="queue-nothing" ref={place}>
      <EmptyState {...state}>{children}</EmptyState>
    </div>
  );
}

type Props = {
  onOpenSign: () => void;
  onOpenVisit: (visitId: string) => void;
  /** Asks for the reason that the visit of a document needs before it is sent. */
  renderReason: (about: { visitId: string | null; clientInfo: string; onReason: (given: boolean) => void }) => ReactNode;
};

function Rows({ onDetails, onOpenVisit }: { onDetails: () => void } & Pick<Props, 'onOpenVisit'>) {
  const { t } = useTranslation(['queue', 'signing']);
  const { items, total, problem } = useQueueList();
  if (problem) {
    return (
      <div className="queue-pad">
        <ProblemBanner problem={problem} alert onAgain={list.reload} />
      </div>
    );
  }
  if (items.length > 0) return <QueueList onDetails={onDetails} onOpenVisit={onOpenVisit} />;
  if (total !== 0) return <p className="ui-note">{t('list.loading')}</p>;
  const showAll = <Button onPress={() => list.filterBy(noFilter)}>{t('signing:list.showAll')}</Button>;
  return <NoRows icon={SearchX} title={t('list.noneFound')} actions={showAll} />;
}

const tones: Partial<Record<QueueFilter['group'], 'bad' | 'doubt'>> = { blocked: 'bad', failed: 'bad', doubt: 'doubt', delivery: 'doubt' };

/** The filter by group, each with its count. */
function FilterChips({ counts }: { counts: GroupCounts }) {
  const { t } = useTranslation(['queue', 'signing']);
  const chosen = useQueueList((state) => state.filter.group);
  return (
    <FilterGroup
      label={t('signing:filter.label')}
      names={filters}
      chosen={chosen}
      onChoose={(group) => list.filterBy({ group })}
      className="queue-filters"
    >
      {(name) => {
        const count = countOf(counts, name);
        return (
          <>
            {t(`filter.${name}`)} <FilterCount tone={count > 0 ? tones[name] : 'quiet'}>{amount(count)}</FilterCount>
          </>
        );
      }}
    </FilterGroup>
  );
}

function Listed({ counts, onOpenVisit }: Pick<Props, 'onOpenVisit'> & { counts: GroupCounts }) {
  const { t } = useTranslation('queue');
  const details = useRef<HTMLElement>(null);
  return (
    <>
      <FilterChips counts={counts} />
      <TwoPanes className="queue-panes" first={t('list.label')} second={t('details.label')}>
        <section className="queue-listed" data-pane='[role="grid"]' aria-label={t('list.title')}>
          <Rows onDetails={() => details.current?.querySelector<HTMLElement>('h2')?.focus()} onOpenVisit={onOpenVisit} />
        </section>
        <section className="queue-details" data-pane="" aria-label={t('details.label')} ref={details}>
          <DetailsPane onOpenVisit={onOpenVisit} />
        </section>
      </TwoPanes>
    </>
  );
}

function Body({ onOpenSign, onOpenVisit }: Omit<Props, 'renderReason'>) {
  const { t } = useTranslation('queue');
  const summary = useQueueSummary((current) => current);
  const { loaded, problem: loadProblem } = useQueueLoad();
  if (loadProblem) {
    return (
      <div className="queue-pad">
        <ProblemBanner problem={loadProblem} alert onAgain={() => void loadQueue()} />
      </div>
    );
  }
  if (!loaded || !summary) return <p className="ui-note">{t('list.loading')}</p>;
  if (countOf(summary.groups, 'all') > 0) return <Listed counts={summary.groups} onOpenVisit={onOpenVisit} />;
  return (
    <NoRows icon={ListOrdered} title={t('empty.title')} actions={<Button onPress={onOpenSign}>{t('empty.sign')}</Button>}>
      {t('empty.words')}
    </NoRows>
  );
}

function AskReasonFor({ renderReason }: Pick<Props, 'renderReason'>) {
  const subject = useQueueView(({ reasonFor, sentBefore }) => (sentBefore === null ? reasonFor?.subjects[0] : undefined));
  if (!subject) return null;
  const { visitId, clientInfo, documentId } = subject;
  return <Fragment key={documentId}>{renderReason({ visitId, clientInfo, onReason: (given) => void answerReason(given) })}</Fragment>;
}

function AskSentBefore() {
  const repeated = useQueueView((state) => state.sentBefore);
  if (!repeated) return null;
  const ids = repeated.faults.flatMap(({ documentId }) => documentId ?? []);
  return (
    <SentBeforeDialog
      faults={repeated.faults}
      others={0}
      onClose={() => useQueueView.setState({ sentBefore: null })}
      onSend={() => void retry(ids, repeated.resend, true)}
    />
  );
}

type Kind = keyof Texts['queue']['quarantine']['kinds'];

/** Stored data that could not be opened: quarantined unchanged, and shown until a person has looked at it. */
function Quarantined() {
  const { t, i18n } = useTranslation('queue');
  const hasText = (kind: string): kind is Kind => i18n.exists(`queue:quarantine.kinds.${kind}`);
  const found = useQueue((queue) => queue?.quarantined) ?? [];
  if (found.length === 0) return null;
  // Only their place in the list distinguishes two of one kind and time.
  const rows = found.map(({ kind, at }, index) => ({
    key: `${index} ${at}`,
    words: `${t(`quarantine.kinds.${hasText(kind) ? kind : 'other'}`)} · ${timeWords(at)}`,
  }));
  return (
    <section className="queue-quarantine" aria-label={t('quarantine.label')}>
      <FileWarning size={17} aria-hidden="true" />
      <details>
        <summary>{t('quarantine.what', { count: found.length })}</summary>
        <p>{t('quarantine.why')}</p>
        <p>{t('quarantine.do')}</p>
        <ul>
          {rows.map((row) => (
            <li key={row.key}>{row.words}</li>
          ))}
        </ul>
      </details>
    </section>
  );
}

export function QueueView({ onOpenSign, onOpenVisit, renderReason }: Props) {
  // Changes before the first read are not reported row by row.
  useEffect(list.reload, []);
  return (
    <div className="queue">
      <QueueHead />
      <Quarantined />
      <Body onOpenSign={onOpenSign} onOpenVisit={onOpenVisit} />
      <AskSentBefore />
      <AskReasonFor renderReason={renderReason} />
    </div>
  );
}
