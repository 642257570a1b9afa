/** The first rows as they are read now, with the role of each column. */
import { useTranslation } from 'react-i18next';
import type { Draft } from './draft.ts';
import { useColumnName } from './use-columns.ts';

export function PreviewTable({ draft: { preview, mapping } }: { draft: Draft }) {
  const { t } = useTranslation('bulk');
  const columnName = useColumnName(preview);
  const use = (column: number): string | null => {
    const place = mapping.name.indexOf(column);
    if (place >= 0) return mapping.name.length === 1 ? t('column.name') : t('column.namePart', { number: place + 1 });
    return mapping.identification === column ? t('column.identification') : null;
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table scrolls, so the arrow keys must reach it
    <section className="bulk-scroll" aria-label={t('reading.preview')} tabIndex={0}>
      <table className="bulk-table">
        <thead>
          <tr>
            {preview.columns.map((_, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the index identifies a column
              <th key={column} scope="col" className={use(column) ? 'bulk-used' : undefined}>
                {columnName(column)}
                {use(column) && <span className="bulk-use">{use(column)}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.sample.slice(0, 8).map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
            <tr key={row}>
              {preview.columns.map((_, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
                <td key={column} title={cells[column]}>
                  {cells[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
