/**
 * The document list: a click or an arrow shows a document, Ctrl and Shift select several. Earlier customers are rows under the current
 * one's documents, folded.
 */

import { ChevronDown, ChevronRight, Lock, Move, PenLine, TriangleAlert } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, memo, type RefObject, useEffect, useMemo, useRef } from 'react';
import { Button, type Selection } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useShallow } from 'zustand/react/shallow';
import type { StationDocument } from '../../../shared/domain/documents/document.ts';
import { documentRemarks } from '../../../shared/domain/documents/document-remarks.ts';
import { canSendAgain } from '../../../shared/domain/signing/job-status.ts';
import { focusWhenLost } from '../../components/focus-when-lost.ts';
import { FileName, FilterCount, FilterGroup, LongList } from '../../components/index.ts';
import { rowOf, showRowMenu } from '../../components/row-menu.ts';
import { sizeWords } from '../../i18n/formats.ts';
import { useProblemWords } from '../../i18n/problem-words.ts';
import { useJobs } from '../../state/jobs.ts';
import { placeOrShow } from './actions.ts';
import { documentsOf, nameOf } from './customers.ts';
import { countByFilter, referenceOf, type ShownStatus, shownStatus } from './derive.ts';
import { documentActs } from './document-acts.ts';
import { isSharedFault } from './faults.ts';
import { DocumentStatusTag, toneOf, useReason } from './JobStatusTag.tsx';
import { ReferenceField } from './ReferenceField.tsx';
import { type EarlierCustomer, filters } from './state.ts';
import { editReference, useSigning } from './store.ts';

type Props = { documents: readonly StationDocument[]; onRemove: (ids: string[]) => void };

/** A row: a document, or an earlier customer. */
type Row = { id: string; document: StationDocument } | { id: string; customer: EarlierCustomer };

/** The id of a customer's row; a document's row has the document's id. */
const customerKey = (id: string): string => `customer ${id}`;

function rowsOf(own: readonly StationDocument[], earlier: readonly EarlierCustomer[], all: readonly StationDocument[]): Row[] {
  const rowOf = (document: StationDocument): Row => ({ id: document.id, document });
  return [
    ...own.map(rowOf),
    ...earlier.flatMap((customer): Row[] => [
      { id: customerKey(customer.id), customer },
      ...(customer.isOpen ? documentsOf(customer, all).map(rowOf) : []),
    ]),
  ];
}

function select(selection: Selection, documents: readonly StationDocument[]): void {
  const known = new Set(documents.map(({ id }) => id));
  const ids = selection === 'all' ? [...known] : [...selection].map(String).filter((id) => known.has(id));
  // The row of a customer shows no document.
  if (ids.length === 0) return;
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
    <span className="ui-fine sign-row-facts">
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
        <span className={`sign-row-reason tone-${tone} truncate`} title={reason}>
          {reason}
        </span>
      ) : (
        <Facts document={document} ownPlacement={draft?.rule !== undefined} />
      )}
    </div>
  );
});

/** On a small display a document that was pressed is shown in place of the list. */
function showPage({ target }: MouseEvent): void {
  if (target instanceof Element && target.closest('.sign-row') && !target.closest('input')) useSigning.setState({ pane: 'page' });
}

const toggle = (id: string): void =>
  useSigning.setState(({ earlier }) => ({ earlier: earlier.map((one) => (one.id === id ? { ...one, isOpen: !one.isOpen } : one)) }));

/** An earlier customer: the name, how it ended, and a button that shows the documents. */
function CustomerRow({ customer }: { customer: EarlierCustomer }) {
  const { t } = useTranslation('signing');
  const documents = useSigning((state) => state.documents);
  const jobs = useJobs((state) => state.jobs);
  const own = documentsOf(customer, documents);
  const counts = countByFilter(own, jobs);
  const name = nameOf(customer) || t('customers.unnamed');
  const Chevron = customer.isOpen ? ChevronDown : ChevronRight;
  return (
    <Button
      className="sign-customer"
      excludeFromTabOrder
      aria-expanded={customer.isOpen}
      aria-label={t(customer.isOpen ? 'customers.fold' : 'customers.open', { name })}
      onPress={() => toggle(customer.id)}
    >
      <Chevron size={16} aria-hidden="true" />
      <span className="sign-customer-name truncate">{name}</span>
      <span className="sign-customer-facts">
        <span>{t('customers.documents', { count: own.length })}</span>
        {filters.map(
          (filter) =>
            filter !== 'all' &&
            counts[filter] > 0 && (
              <span key={filter} className={filter === 'attention' ? 'tone-bad' : undefined}>
                {t(`customers.outcomes.${filter}`, { count: counts[filter] })}
              </span>
            ),
        )}
      </span>
    </Button>
  );
}

/** In place of the list where a small display does not show it. */
const pagesOnScreen = () => document.querySelector<HTMLElement>('.sign-page .viewer-scroll');

/** Frames within which a row is drawn. */
const framesToDraw = 20;

/** Moves the focus to the row of the document on the page when it is wanted there, once the row is drawn. */
function useListFocus(): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const takesFocus = useSigning((state) => state.listTakesFocus);
  useEffect(() => {
    if (!takesFocus) return;
    let frame = 0;
    const focus = (left: number) => {
      const { currentId } = useSigning.getState();
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[role="row"]') ?? [])];
      const shown = rows.find((one) => one.dataset.key === currentId);
      // A row out of sight is not drawn; the list itself goes to it.
      const grid = left === 0 ? list.current?.querySelector<HTMLElement>('[role="grid"]') : null;
      const target = list.current && !list.current.checkVisibility({ visibilityProperty: true }) ? pagesOnScreen() : (shown ?? grid);
      if (!target && left > 0) {
        frame = requestAnimationFrame(() => focus(left - 1));
        return;
      }
      target?.focus();
      useSigning.setState({ listTakesFocus: false });
    };
    focus(framesToDraw);
    return () => cancelAnimationFrame(frame);
  }, [takesFocus]);
  return list;
}

export function DocumentList({ documents, onRemove }: Props) {
  const { t } = useTranslation('signing');
  const selectedIds = useSigning((state) => state.selectedIds);
  const earlier = useSigning((state) => state.earlier);
  const all = useSigning((state) => state.documents);
  const rows = useMemo(() => rowsOf(documents, earlier, all), [documents, earlier, all]);
  const listed = useMemo(() => rows.flatMap((row) => ('document' in row ? [row.document] : [])), [rows]);

  const list = useListFocus();
  // The area is shown again: the arrow keys go on from its document.
  useEffect(() => focusWhenLost(() => list.current?.querySelector<HTMLElement>('[role="row"][aria-selected="true"]')), [list]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement) return;
    const ids = listed.filter(({ id }) => selectedIds.has(id)).map(({ id }) => id);
    if (event.key === 'Delete' && !event.repeat && ids.length > 0) onRemove(ids);
    if (event.key === 'F2') editReference(useSigning.getState().currentId);
  };

  const onContextMenu = (event: MouseEvent) => {
    const document = documents.find(({ id }) => id === rowOf(event));
    if (!document) return;
    useSigning.setState({ selectedIds: new Set([document.id]), currentId: document.id });
    void showRowMenu(event, documentActs(document, t, onRemove));
  };

  return (
    // Handles keys of the rows before controls inside a row do.
    // biome-ignore lint/a11y/noStaticElementInteractions: the rows are pressed; keys have Enter
    <div
      ref={list}
      className="sign-list-keys"
      role="presentation"
      onKeyDownCapture={onKeyDown}
      onContextMenuCapture={onContextMenu}
      onClick={showPage}
    >
      <LongList
        // A new list for each customer: its focus begins at the document that is on the page.
        key={`${earlier.length} ${earlier[0]?.id}`}
        items={rows}
        rowHeight={rowHeight}
        textOf={(row) => ('document' in row ? row.document.name : nameOf(row.customer))}
        aria-label={t('list.label')}
        selectionMode="multiple"
        selectionBehavior="replace"
        disallowEmptySelection
        keyboardNavigationBehavior="tab"
        selectedKeys={selectedIds}
        onSelectionChange={(selection) => select(selection, listed)}
        onAction={(key) => {
          const row = rows.find(({ id }) => id === key);
          if (row && 'customer' in row) toggle(row.customer.id);
          else placeOrShow();
        }}
      >
        {(row) => ('document' in row ? <DocumentRow document={row.document} /> : <CustomerRow customer={row.customer} />)}
      </LongList>
    </div>
  );
}

/** The filter by state, each state with its count. */
export function FilterBar({ documents }: { documents: readonly StationDocument[] }) {
  const { t } = useTranslation('signing');
  const counts = useJobs(useShallow(({ jobs }) => countByFilter(documents, jobs)));
  const chosen = useSigning((state) => state.filter);
  return (
    <FilterGroup
      label={t('filter.label')}
      names={filters}
      chosen={chosen}
      onChoose={(filter) => useSigning.setState({ filter, only: null })}
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
