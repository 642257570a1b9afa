/** The validation records of a visit, latest first, with the query in progress for another. */

import { CircleStop, FileSearch, GitCompare, LoaderCircle, TriangleAlert, UserX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isOfOtherName } from '../../../../shared/domain/names.ts';
import { isPracticeRecord, type RecordSummary } from '../../../../shared/domain/records/record.ts';
import { isNewVersion } from '../../../../shared/domain/records/record-version.ts';
import type { VisitView } from '../../../../shared/domain/visits/visit.ts';
import { Button, ProblemBanner, StatusTag } from '../../../components/index.ts';
import { sizeWords } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { useInfo } from '../../../state/info.ts';
import { stopFetch } from '../actions.ts';
import { MarkTag } from '../MarkTag.tsx';
import { unreadable } from '../marks.ts';
import { noFetch, openRecord, useVisits } from '../store.ts';
import { distinctTimes } from './distinct-times.ts';
import { Elsewhere } from './Elsewhere.tsx';
import { Section } from './Section.tsx';
import { isFoundIn, useLatest } from './use-latest.tsx';

/** The query in progress in the background, and the last one that failed. */
function Fetching({ id }: { id: string }) {
  const { t } = useTranslation('customers');
  const { running, problem } = useVisits(({ fetches }) => fetches[id] ?? noFetch);
  if (running) {
    return (
      <div className="ui-notice cust-fetching tone-quiet">
        <LoaderCircle size={16} aria-hidden="true" className="ui-spin cust-fetching-mark" />
        <p>
          <span>{t('fetch.running')}</span>{' '}
          <span className="cust-running-bytes">{running.bytes > 0 && t('fetch.bytes', { size: sizeWords(running.bytes) })}</span>
        </p>
        <Button size="small" icon={CircleStop} onPress={() => void stopFetch(id)}>
          {t('fetch.stop')}
        </Button>
      </div>
    );
  }
  return problem && <ProblemBanner problem={problem} actions={<span className="ui-help">{t('fetch.staysHere')}</span>} />;
}

function Row({ record, time, view }: { record: RecordSummary; time: string; view: VisitView }) {
  const { t } = useTranslation('customers');
  const problemWords = useProblemWords();
  const when = t(record.source === 'pushed' ? 'records.pushed' : 'records.fetched', { time });
  const facts = [
    when,
    ...(record.by === '' ? [] : [record.by]),
    ...(record.caller === null ? [] : [t('records.caller', { name: record.caller })]),
    ...(isPracticeRecord(record) ? [t('records.practice')] : []),
    ...(record.files > 0 ? [t('records.files', { count: record.files })] : []),
  ];
  const hasOtherName = isOfOtherName(record, view);
  const who = [record.name, record.identification].filter((text) => text !== '').join(' · ');
  return (
    <li>
      <button type="button" className="cust-entry" data-record={record.id} onClick={() => openRecord(record.id)}>
        <span className="ui-tags cust-entry-tags">
          {isNewVersion(record) && (
            <StatusTag tone="doubt" icon={GitCompare}>
              {t('records.version', { version: record.version })}
            </StatusTag>
          )}
          {record.problem === null && <MarkTag mark={{ kind: `face-${record.face}` }} />}
          {record.mismatches.length > 0 && (
            <StatusTag tone="bad" icon={TriangleAlert}>
              {t('records.mismatches', { count: record.mismatches.length })}
            </StatusTag>
          )}
          {hasOtherName && (
            <StatusTag tone="doubt" icon={UserX}>
              {t('records.otherName')}
            </StatusTag>
          )}
          {record.problem && <MarkTag mark={unreadable} />}
        </span>
        <span className="cust-entry-name">{who || titleWithout(record, view) || t('records.noName')}</span>
        <span className="ui-fine cust-entry-facts">{facts.join(' · ')}</span>
        {hasOtherName && <span className="cust-entry-reason">{t('records.otherNameWhy', { name: view.name })}</span>}
        {isNewVersion(record) && <span className="cust-entry-reason">{t('records.versionWhy')}</span>}
        {record.problem && <span className="cust-entry-reason">{problemWords(record.problem).what}</span>}
      </button>
    </li>
  );
}

/** A record without a name is titled by its own number, unless the visit already shows it. */
const titleWithout = ({ uid }: RecordSummary, { transaction }: VisitView): string => (uid !== null && uid !== transaction ? uid : '');

export function Records({ view, onOpenSettings }: { view: VisitView; onOpenSettings: () => void }) {
  const { t } = useTranslation(['customers', 'screening']);
  const { validation } = useInfo();
  const { running, problem } = useVisits(({ fetches }) => fetches[view.id] ?? noFetch);
  const title = t('records.title');
  const { shown, ...latest } = useLatest<RecordSummary, HTMLUListElement>(view.records, title, isFoundIn(view));
  const times = distinctTimes(shown.map(({ receivedAt }) => receivedAt));
  // A query in progress or failed is shown above.
  const hasStatus = running !== null || problem !== null;
  const empty = validation ? (
    !hasStatus && t('records.none')
  ) : (
    <>
      {t('fetch.notSetUp')}{' '}
      <Button variant="link" onPress={onOpenSettings}>
        {t('screening:openSettings')}
      </Button>
    </>
  );
  const above = (
    <>
      <Elsewhere visitId={view.id} />
      <Fetching id={view.id} />
    </>
  );
  return (
    <Section icon={FileSearch} title={title} count={view.records.length} empty={empty} above={above} {...latest}>
      {shown.map((record, index) => (
        <Row key={record.id} record={record} time={times[index] ?? ''} view={view} />
      ))}
    </Section>
  );
}
