/** The first rows of a long part of a visit, and the button for more: drawing hundreds of them would block the window at each change. */
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { VisitView } from '../../../../shared/domain/visits/visit.ts';
import { Button } from '../../../components/index.ts';

/** Rows that are drawn at first. */
const first = 20;
/** Rows that each press adds. */
const stretch = 100;

/** Returns whether a finding is about a row: its key names what was evaluated. */
export const isFoundIn =
  ({ findings }: VisitView) =>
  ({ id }: { id: string }): boolean =>
    findings.some(({ key }) => key.includes(id));

type Latest<Row, Place> = {
  /** The rows to draw; a row that arrives later is added to them, and takes none away. */
  shown: Row[];
  /** Null when every row is drawn. */
  more: ReactNode;
  /** For the element around the `li` of the rows. */
  place: RefObject<Place | null>;
};

/**
 * @param rows the latest first
 * @param title names the part for a screen reader
 * @param isNeeded whether a row is drawn wherever it is
 */
export function useLatest<Row, Place extends HTMLElement>(
  rows: readonly Row[],
  title: string,
  isNeeded: (row: Row) => boolean = () => false,
): Latest<Row, Place> {
  const { t } = useTranslation('ui');
  const [old, setOld] = useState(() => rows.length - first);
  const place = useRef<Place>(null);
  const drawn = Math.max(first, rows.length - old);
  const shown = rows.filter((row, index) => index < drawn || isNeeded(row));
  const showMore = () => {
    flushSync(() => setOld(old - stretch));
    const next = place.current?.querySelectorAll('li')[drawn];
    if (!next) return;
    // The button may be gone, and reading continues with the first row that it added.
    next.tabIndex = -1;
    (next.querySelector('button') ?? next).focus();
  };
  const count = rows.length - shown.length;
  const more = count > 0 && (
    <Button size="small" of={title} className="cust-more" onPress={showMore}>
      {t('tree.more', { count })}
    </Button>
  );
  return { shown, more: more || null, place };
}
