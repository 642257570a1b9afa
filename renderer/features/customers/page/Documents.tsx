/** The documents of a visit, in the order queued. One that the queue has forgotten is listed still, but leads nowhere. */
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseDocument, CaseView } from '../../../../shared/domain/case.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { JobStatusTag, jobStatus, timeWords, useJobs, useReason } from '../../../jobs/index.ts';
import { FileName } from '../../../ui/index.ts';
import { Section } from './Section.tsx';

function Words({ document }: { document: CaseDocument }) {
  const { t } = useTranslation('customers');
  const job = useJobs(({ jobs }) => jobs[document.documentId]);
  const reasonOf = useReason();
  const problemWords = useProblemWords();
  const problem = document.problem ?? document.warning;
  const reason = job ? reasonOf(job) : problem ? problemWords(problem).what : '';
  const status = job ? jobStatus(job) : document.status === 'signed' && document.warning ? 'signed-to-check' : document.status;
  // At first a reference is the file's name; to say it twice tells nothing.
  const facts = [
    ...(document.name.startsWith(document.reference) ? [] : [document.reference]),
    t('documents.changed', { time: timeWords(document.changedAt) }),
    ...(document.signedName === null ? [] : [t('documents.signed', { name: document.signedName })]),
    ...(job ? [] : [t('documents.notInQueue')]),
  ];
  return (
    <>
      <span className="cust-entry-tags">
        <JobStatusTag status={status} />
      </span>
      <span className="cust-entry-name">
        <FileName name={document.name} />
      </span>
      <span className="cust-entry-facts">{facts.join(' · ')}</span>
      {reason !== '' && <span className="cust-entry-reason">{reason}</span>}
    </>
  );
}

function Row({ document, onOpen }: { document: CaseDocument; onOpen: (documentId: string) => void }) {
  const queued = useJobs(({ jobs }) => jobs[document.documentId] !== undefined);
  const words: ReactNode = <Words document={document} />;
  return (
    <li>
      {queued ? (
        <button type="button" className="cust-entry" onClick={() => onOpen(document.documentId)}>
          {words}
        </button>
      ) : (
        <div className="cust-entry cust-entry-still">{words}</div>
      )}
    </li>
  );
}

export function Documents({ view, onOpen }: { view: CaseView; onOpen: (documentId: string) => void }) {
  const { t } = useTranslation('customers');
  return (
    <Section icon={FileText} title={t('documents.title')} count={view.documents.length} empty={t('documents.none')}>
      {view.documents.map((document) => (
        <Row key={document.documentId} document={document} onOpen={onOpen} />
      ))}
    </Section>
  );
}
