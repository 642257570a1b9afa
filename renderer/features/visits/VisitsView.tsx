/**
 * Customers: the list, over it the open visit, over that the open record. Covered layers keep their state and
 * cannot be reached; going back restores the focus.
 */
import './list/list.css';
import { useEffect, useRef } from 'react';
import { focusWhenLost } from '../../components/focus-when-lost.ts';
import { isCovered, isTyping, useWindowKeys } from '../../components/use-window-keys.ts';
import { RecordPage } from '../records/RecordPage.tsx';
import { NewVisitDialog } from './forms/NewVisitDialog.tsx';
import { ListPanel } from './list/ListPanel.tsx';
import { VisitPage, type VisitPageProps } from './page/VisitPage.tsx';
import { closeVisit, openRecord, useVisits } from './store.ts';

export type VisitsViewProps = Omit<VisitPageProps, 'covered'>;

/** Escape returns to the list, unless it repeats, or a field or a layer over the visit handles it. A record handles Escape itself. */
function useEscapeBack(): void {
  const isOfRecord = useRef(false);
  // Runs before the record handles the key and closes.
  useWindowKeys(
    () => {
      isOfRecord.current = useVisits.getState().recordId !== null;
    },
    { capture: true },
  );
  useWindowKeys((event) => {
    if (event.key !== 'Escape' || event.repeat || event.defaultPrevented || isOfRecord.current || isCovered() || isTyping(event)) return;
    if (useVisits.getState().openId !== null) closeVisit();
  });
}

/** Returns the focus to the row or button that opened the closed layer; otherwise to the heading there. */
function useFocusBack(openId: string | null, recordId: string | null) {
  const place = useRef<HTMLDivElement>(null);
  const before = useRef({ openId, recordId });
  useEffect(() => {
    const was = before.current;
    before.current = { openId, recordId };
    const to = (...selectors: string[]) => {
      const find = () => selectors.map((selector) => place.current?.querySelector<HTMLElement>(selector)).find((one) => one != null);
      find()?.focus();
      focusWhenLost(find);
    };
    if (was.recordId !== null && recordId === null && openId === was.openId)
      to(`[data-record="${CSS.escape(was.recordId)}"]`, '.cust-page h1');
    if (was.openId !== null && openId === null) to(`[data-key="${CSS.escape(was.openId)}"]`, '.cust-head input');
  }, [openId, recordId]);
  return place;
}

export function VisitsView(props: VisitsViewProps) {
  const { openId, recordId } = useVisits();
  const place = useFocusBack(openId, recordId);
  useEscapeBack();
  return (
    <div className="cust" ref={place}>
      <ListPanel covered={openId !== null} />
      {openId !== null && <VisitPage key={openId} covered={recordId !== null} {...props} />}
      {recordId !== null && (
        <div className="cust-layer">
          <RecordPage key={recordId} recordId={recordId} onBack={() => openRecord(null)} />
        </div>
      )}
      <NewVisitDialog onOpenSettings={props.onOpenSettings} />
    </div>
  );
}
