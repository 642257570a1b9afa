/** Data of sources without a described structure: as a tree, under the provider's own names. */
import { useTranslation } from 'react-i18next';
import type { SourceResult } from '../../../../shared/domain/screening.ts';
import { DataTree } from '../../../components/index.ts';

export function SourceData({ sources }: { sources: readonly SourceResult[] }) {
  const { t } = useTranslation('screening');
  const withData = sources.filter(({ source, data }) => source !== 'lists' && data !== null && data !== undefined);
  return withData.map(({ source, data }) => (
    <section key={source} className="scr-section" aria-label={t(`source.${source}`)}>
      <h3>{t('data.title', { source: t(`source.${source}`) })}</h3>
      <DataTree value={data} label={t(`source.${source}`)} />
    </section>
  ));
}
