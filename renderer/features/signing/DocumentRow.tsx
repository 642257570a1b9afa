/** One document in the list. Its height never changes, so nothing jumps when a result comes in. */
import { Lock, Move, PenLine, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { StationDocument } from '../../../shared/domain/document.ts';
import { documentRemarks } from '../../../shared/domain/document-remarks.ts';
import { canSendAgain } from '../../../shared/domain/job-status.ts';
import { FileName } from '../../components/index.ts';
import { sizeWords } from '../../i18n/formats.ts';
import { useProblemWords } from '../../i18n/problem-words.ts';
import { useJobs } from '../../state/jobs.ts';
import { referenceOf, type ShownStatus, shownStatus } from './derive.ts';
import { isSharedFault } from './faults.ts';
import { DocumentStatusTag, toneOf, useReason } from './JobStatusTag.tsx';
import { ReferenceField } from './ReferenceField.tsx';
import { useSigning } from './store.ts';

export const rowHeight = 76;

/** Pages, size and what is special about the file. */
function Facts({ document, ownPlacement }: { document: StationDocument; ownPlacement: boolean }) {
  const { t } = useTranslation('signing');
  const { facts } = document;
  const signatures = facts?.signatures.length ?? 0;
  return (
    <span className="sign-row-facts">
      <span className="truncate">
        {[...(facts && facts.pages.length > 0 ? [t('row.pages', { count: facts.pages.length })] : []), sizeWords(document.size)].join(
          ' · ',
        )}
      </span>
      {signatures > 0 && (
        <span className="sign-row-mark">
          <PenLine size={12} aria-hidden="true" /> {t('row.signatures', { count: signatures })}
        </span>
      )}
      {documentRemarks(facts).length > 0 && (
        <span className="sign-row-mark">
          <TriangleAlert size={12} aria-hidden="true" /> {t('row.remarks')}
        </span>
      )}
      {facts && facts.protection !== 'none' && (
        <span className="sign-row-mark">
          <Lock size={12} aria-hidden="true" /> {t('row.protected')}
        </span>
      )}
      {ownPlacement && (
        <span className="sign-row-mark">
          <Move size={12} aria-hidden="true" /> {t('row.ownPlacement')}
        </span>
      )}
    </span>
  );
}

export const DocumentRow = memo(function DocumentRow({ document }: { document: StationDocument }) {
  const job = useJobs((state) => state.jobs[document.id]);
  const draft = useSigning((state) => state.drafts[document.id]);
  const fault = useSigning(
    (state) => state.faults?.find((found) => found.documentId === document.id && !isSharedFault(found, state.drafts))?.problem,
  );
  const problemWords = useProblemWords();
  const isSent = job !== undefined && !canSendAgain(job);
  const status: ShownStatus = shownStatus(document, job);
  const reasonOf = useReason();
  const problem = fault ?? document.problem;
  const reason = (!fault && job && reasonOf(job)) || (problem ? problemWords(problem).what : '');
  const tone = fault ? 'bad' : toneOf(status);
  return (
    <div className="sign-row">
      <FileName name={document.name} />
      {document.problem && !job ? (
        <Facts document={document} ownPlacement={false} />
      ) : (
        <ReferenceField
          documentId={document.id}
          documentName={document.name}
          reference={isSent ? job.reference : referenceOf(document, draft)}
          isReadOnly={isSent}
        />
      )}
      <DocumentStatusTag status={status} />
      {reason ? (
        <span className={`sign-row-reason sign-tone-${tone} truncate`} title={reason}>
          {reason}
        </span>
      ) : (
        <Facts document={document} ownPlacement={draft?.rule !== undefined} />
      )}
    </div>
  );
});
