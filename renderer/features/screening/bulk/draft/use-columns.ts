/** Returns the titles of columns: their header, otherwise their position. */
import { useTranslation } from 'react-i18next';
import type { TablePreview } from '../../../../../shared/domain/bulk-screening.ts';

export function useColumnName({ columns }: TablePreview): (column: number) => string {
  const { t } = useTranslation('bulk');
  return (column) => {
    const name = columns[column]?.trim();
    return name ? t('column.named', { number: column + 1, name }) : t('column.unnamed', { number: column + 1 });
  };
}
