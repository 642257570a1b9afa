/** Builds a query from the cells of a row. Pure. */
import type { ColumnMapping } from '../../../../shared/domain/bulk-screening.ts';

export type RowQuery = { name: string; identification: string };

/** Given names first, then surnames (endpoint F, `Name`); blanks put in order. Empty where the row has nothing. */
export function queryOfRow(cells: readonly string[], mapping: ColumnMapping): RowQuery {
  const cell = (at: number): string => {
    const text = tidy(cells[at] ?? '');
    return mapping.empty.some((mark) => tidy(mark) === text) ? '' : text;
  };
  const { surnameFirstWhere: where } = mapping;
  const reorder = mapping.surnameFirst && (where === null || tidy(cells[where.column] ?? '') === tidy(where.value));
  const parts = mapping.name.map(cell).map((part) => (reorder ? givenFirst(part) : part));
  return {
    name: tidy(parts.join(' ')),
    identification: mapping.identification === null ? '' : cell(mapping.identification),
  };
}

/** "PÉREZ GÓMEZ, Ana, hija" becomes "Ana hija PÉREZ GÓMEZ"; what holds no comma stays as it is. */
function givenFirst(name: string): string {
  const at = name.indexOf(',');
  return at < 0 ? name : `${name.slice(at + 1).replaceAll(',', ' ')} ${name.slice(0, at)}`;
}

/** Marks that cannot be seen (a soft hyphen, a byte order mark within a text) stand between nobody's names. */
const tidy = (text: string): string =>
  text
    .replace(/[\u00ad\u200b\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
