/** The documents of a visit, in the order queued. A document that was removed from the queue is still listed, without a link. */
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fileKind, type JobStatus, jobStatus } from '../../../../shared/domain/signing/job-status.ts';
import type { VisitDocument, VisitView } from '../../../../shared/domain/visits/visit.ts';
import { FileName } from '../../../components/index.ts';
import { timeWords } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { useJobs } from '../../../state/jobs.ts';
import { JobStatusTag, useReason } from '../../signing/JobStatusTag.tsx';
import { ReportButton } from '../../verification/CheckSummary.tsx';
import { Section } from './Section.tsx';

/** The status of a document that was removed from the queue. */
function statusOf({ status, warning, fileRelease, closed, verification }: VisitDocument): JobStatus {
  if (closed) return 'closed';
  if (fileRelease) return 'released';
  if (status !== 'signed') return status;
  if (warning) return 'signed-to-check';
  return verification?.bottomLine === 'signed-with-remarks' ? 'signed-with-remarks' : 'signed';
}

function Words({ document }: { document: VisitDocument }) {
  const { t } = useTranslation('customers');
  const job = useJobs(({ jobs }) => jobs[document.documentId]);
  const reasonOf = useReason();
  const problemWords = useProblemWords();
  const problem = document.problem ?? document.warning;
  const { fileRelease, closed } = document;
  const known = fileRelease
    ? t('documents.released', { by: fileRelease.by, reason: fileRelease.reason })
    : (closed?.note ?? (problem ? problemWords(problem).what : ''));
  const reason = job ? reasonOf(job) : known;
  const status = job ? jobStatus(job) : statusOf(document);
  // A reference is initially the file's name; it is not shown twice.
  const facts = [
    ...(document.name.startsWith(document.reference) ? [] : [document.reference]),
    t('documents.changed', { time: timeWords(document.changedAt) }),
    ...(document.signedName === null ? [] : [t(`documents.file.${fileKind(document)}`, { name: document.signedName })]),
    ...(job ? [] : [t('documents.notInQueue')]),
  ];
  return (
    <>
      <span className="ui-tags cust-entry-tags">
        <JobStatusTag status={status} />
      </span>
      <span className="cust-entry-name">
        <FileName name={document.name} />
      </span>
      <span className="ui-fine cust-entry-facts">{facts.join(' · ')}</span>
      {reason !== '' && <span className="cust-entry-reason">{reason}</span>}
    </>
  );
}

function Row({ document, visitId, onOpen }: { document: VisitDocument; visitId: string; onOpen: (documentId: string) => void }) {
  const queued = useJobs(({ jobs }) => jobs[document.documentId] !== undefined);
  const words: ReactNode = <Words document={document} />;
  const { documentId, name, verification } = document;
  return (
    <li>
      {queued ? (
        <button type="button" className="cust-entry" onClick={() => onOpen(document.documentId)}>
          {words}
        </button>
      ) : (
        <div className="cust-entry">{words}</div>
      )}
      {verification && (
        <div className="cust-entry-check">
          <ReportButton checked={{ documentId, visitId, name }} />
        </div>
      )}
    </li>
  );
}

export function Documents({ view, onOpen }: { view: VisitView; onOpen: (documentId: string) => void }) {
  const { t } = useTranslation('customers');
  return (
    <Section icon={FileText} title={t('headings.documents')} count={view.documents.length} empty={t('documents.none')}>
      {view.documents.map((document) => (
        <Row key={document.documentId} document={document} visitId={view.id} onOpen={onOpen} />
      ))}
    </Section>
  );
}
