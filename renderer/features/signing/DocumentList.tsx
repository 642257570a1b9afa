/** The document list: a click or an arrow shows a document, Ctrl and Shift select several. */

import { Lock, Move, PenLine, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, memo } from 'react';
import type { Selection } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { StationDocument } from '../../../shared/domain/document.ts';
import { documentRemarks } from '../../../shared/domain/document-remarks.ts';
import { canSendAgain } from '../../../shared/domain/job-status.ts';
import { FileName, FilterCount, FilterGroup, LongList } from '../../components/index.ts';
import { sizeWords } from '../../i18n/formats.ts';
import { useProblemWords } from '../../i18n/problem-words.ts';
import { useJobs } from '../../state/jobs.ts';
import { referenceOf, type ShownStatus, shownStatus } from './derive.ts';
import { isSharedFault } from './faults.ts';
import { DocumentStatusTag, toneOf, useReason } from './JobStatusTag.tsx';
import { ReferenceField } from './ReferenceField.tsx';
import { type Filter, filters } from './state.ts';
import { useSigning } from './store.ts';

type Props = { documents: readonly StationDocument[]; onRemove: (ids: string[]) => void };

function select(selection: Selection, documents: readonly StationDocument[]): void {
  const ids = selection === 'all' ? documents.map(({ id }) => id) : [...selection].map(String);
  const { currentId, selectedIds } = useSigning.getState();
  const added = ids.filter((id) => !selectedIds.has(id)).at(-1);
  const stays = currentId !== null && ids.includes(currentId) && ids.length > 1;
  useSigning.setState({ selectedIds: new Set(ids), currentId: stays ? currentId : (added ?? ids.at(-1) ?? currentId) });
}

const rowHeight = 76;

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

/** One document in the list. Its height never changes, so nothing jumps when a result comes in. */
const DocumentRow = memo(function DocumentRow({ document }: { document: StationDocument }) {
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

export function DocumentList({ documents, onRemove }: Props) {
  const { t } = useTranslation('signing');
  const selectedIds = useSigning((state) => state.selectedIds);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    const ids = documents.filter(({ id }) => selectedIds.has(id)).map(({ id }) => id);
    if (event.key === 'Delete' && ids.length > 0) onRemove(ids);
    if (event.key === 'F2') useSigning.setState(({ currentId }) => ({ editingReference: currentId }));
  };

  return (
    // Handles keys of the rows before controls inside a row do.
    <div className="sign-list-keys" role="presentation" onKeyDownCapture={onKeyDown}>
      <LongList
        items={documents}
        rowHeight={rowHeight}
        textOf={({ name }) => name}
        aria-label={t('list.label')}
        selectionMode="multiple"
        selectionBehavior="replace"
        disallowEmptySelection
        keyboardNavigationBehavior="tab"
        selectedKeys={selectedIds}
        onSelectionChange={(selection) => select(selection, documents)}
      >
        {(document) => <DocumentRow document={document} />}
      </LongList>
    </div>
  );
}

/** The filter by state, each state with its count. */
export function FilterBar({ counts }: { counts: Record<Filter, number> }) {
  const { t } = useTranslation('signing');
  const chosen = useSigning((state) => state.filter);
  return (
    <FilterGroup
      label={t('filter.label')}
      names={filters}
      chosen={chosen}
      onChoose={(filter) => useSigning.setState({ filter })}
      className="sign-filters"
    >
      {(name) => (
        <>
          <FilterCount tone={name === 'attention' && counts.attention > 0 ? 'bad' : undefined}>{counts[name]}</FilterCount>
          {t(`filter.${name}`)}
        </>
      )}
    </FilterGroup>
  );
}
