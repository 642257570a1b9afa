/** Rows of the file as they will be screened. */
import { useTranslation } from 'react-i18next';
import type { CheckedRow } from '../../../../../shared/domain/bulk-screening.ts';
import { amount } from '../words.ts';

export function RowTable({ label, rows, faults = false }: { label: string; rows: readonly CheckedRow[]; faults?: boolean }) {
  const { t } = useTranslation('bulk');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrows must reach it
    <section className="bulk-scroll bulk-scroll-short" aria-label={label} tabIndex={0}>
      <table className="bulk-table">
        <thead>
          <tr>
            <th scope="col">{t('column.number')}</th>
            <th scope="col">{t('column.name')}</th>
            <th scope="col">{t('column.identification')}</th>
            {faults && <th scope="col">{t('column.faults')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number}>
              <td className="bulk-number">{amount(row.number)}</td>
              <td title={row.name}>{row.name || <span className="bulk-quiet">{t('column.none')}</span>}</td>
              <td title={row.identification}>{row.identification || <span className="bulk-quiet">{t('column.none')}</span>}</td>
              {faults && <td className="bulk-wrap">{row.faults.map((fault) => t(`fault.${fault}`)).join(', ')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
