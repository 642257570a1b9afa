/** The visits, last changed first. A press or Enter opens one. */

import { memo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitSummary } from '../../../../shared/domain/visits/visit.ts';
import { IdentityLine } from '../../../components/IdentityLine.tsx';
import { LongList } from '../../../components/index.ts';
import { timeWords } from '../../../i18n/formats.ts';
import { showVisit } from '../actions.ts';
import { titleOf } from '../derive.ts';
import { MarkTag, useMarkWords } from '../MarkTag.tsx';
import { type Mark, markColumns, marksInLine, marksOf } from '../marks.ts';
import { useVisitList, visitList } from '../store.ts';

/** Pixels; at 200 % (`list.css`) rows are taller. */
const rowHeights = { usual: 62, narrow: 94 };
const narrow = matchMedia('(width < 700px)');

function followWidth(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}

function Column({ marks }: { marks: readonly Mark[] }) {
  return (
    <span className="cust-row-marks">
      {marks.map((mark) => (
        <MarkTag key={mark.kind} mark={mark} />
      ))}
    </span>
  );
}

/** Returns the identification; empty where the title is it. */
const identificationBeside = (title: string, { identification }: VisitSummary): string => (identification === title ? '' : identification);

/** One visit of the list: name, last change, and state. Its height does not depend on them. */
const VisitItem = memo(function VisitItem({ visit }: { visit: VisitSummary }) {
  const { t } = useTranslation('customers');
  const title = titleOf(visit);
  const marks = marksOf(visit);
  const others = [
    ...(visit.transaction !== '' && visit.transaction !== title ? [t('row.transaction', { transaction: visit.transaction })] : []),
    ...(visit.name === '' && title !== '' ? [t('row.noName')] : []),
  ];
  return (
    <div className="cust-row">
      <span className="cust-row-who">
        <span className="cust-row-name" title={title}>
          {title === '' ? t('row.unknown') : title}
        </span>
        <IdentityLine className="cust-row-facts" identification={identificationBeside(title, visit)} others={others} />
      </span>
      <span className="cust-row-stand">
        {markColumns.map((column) => (
          <Column key={column} marks={marks[column]} />
        ))}
      </span>
      <span className="cust-row-when">{timeWords(visit.changedAt)}</span>
    </div>
  );
});

/** The headings of the columns. A row that is read aloud says its marks in full, so they are only seen. */
function Headings() {
  const { t } = useTranslation('customers');
  return (
    <div className="cust-row cust-headings" aria-hidden="true">
      <span>{t('headings.customer')}</span>
      <span className="cust-row-stand">
        {markColumns.map((column) => (
          <span key={column}>{t(`headings.${column}`)}</span>
        ))}
      </span>
      <span className="cust-row-when">{t('headings.changedAt')}</span>
    </div>
  );
}

export function VisitList() {
  const { t } = useTranslation('customers');
  const { items, total, loading } = useVisitList();
  const markWords = useMarkWords();
  const isNarrow = useSyncExternalStore(followWidth, () => narrow.matches);
  return (
    <div className="cust-list">
      <Headings />
      <LongList
        items={items}
        total={total}
        loading={loading}
        onMore={visitList.loadMore}
        rowHeight={isNarrow ? rowHeights.narrow : rowHeights.usual}
        textOf={titleOf}
        labelOf={(visit) => {
          const title = titleOf(visit);
          const who = [title || t('row.unknown'), identificationBeside(title, visit)].filter(Boolean);
          return [...who, ...marksInLine(marksOf(visit)).map(markWords)].join(', ');
        }}
        aria-label={t('list.label')}
        selectionMode="none"
        onAction={(key) => showVisit(String(key))}
      >
        {(visit) => <VisitItem visit={visit} />}
      </LongList>
    </div>
  );
}
