/** One visit of the list: name, last change, and state. Its height never changes. */
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { VisitSummary } from '../../../../shared/domain/visit.ts';
import { timeWords } from '../../../i18n/formats.ts';
import { titleOf } from '../details.ts';
import { MarkTag } from '../MarkTag.tsx';
import { type Mark, type Marks, marksOf } from '../marks.ts';

export const rowHeight = 62;

function Column({ name, marks }: { name: keyof Marks; marks: readonly Mark[] }) {
  return (
    <span className={`cust-row-marks cust-row-${name}`}>
      {marks.map((mark) => (
        <MarkTag key={mark.kind} mark={mark} />
      ))}
    </span>
  );
}

export const VisitItem = memo(function VisitItem({ visit }: { visit: VisitSummary }) {
  const { t } = useTranslation('customers');
  const title = titleOf(visit);
  const { face, search, documents, stands } = marksOf(visit);
  const facts = [
    ...(visit.identification !== '' && visit.identification !== title ? [visit.identification] : []),
    ...(visit.transaction !== '' && visit.transaction !== title ? [t('row.transaction', { transaction: visit.transaction })] : []),
    ...(visit.name === '' && title !== '' ? [t('row.noName')] : []),
  ].join(' · ');
  return (
    <div className="cust-row">
      <span className="cust-row-who">
        <span className="cust-row-name truncate" title={title}>
          {title === '' ? t('row.unknown') : title}
        </span>
        <span className="cust-row-facts truncate" title={facts}>
          {facts}
        </span>
      </span>
      <span className="cust-row-stand">
        <Column name="stands" marks={stands} />
        <Column name="face" marks={face} />
        <Column name="search" marks={search} />
        <Column name="documents" marks={documents} />
      </span>
      <span className="cust-row-when">{visit.changedAt === '' ? '' : timeWords(visit.changedAt)}</span>
    </div>
  );
});
