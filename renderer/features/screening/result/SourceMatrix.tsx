/** The result of each source: icon, word and colour. "Not asked" and "no answer" never look like clear. */
import './matrix.css';
import { useTranslation } from 'react-i18next';
import { type SourceResult, sourceNames } from '../../../../shared/domain/screening.ts';
import { sourceLooks } from '../looks.ts';

export function SourceMatrix({ sources }: { sources: readonly SourceResult[] }) {
  const { t } = useTranslation('screening');
  const rows = sourceNames.flatMap((name) => sources.find(({ source }) => source === name) ?? []);
  return (
    <table className="scr-matrix">
      <caption className="sr-only">{t('matrix.title')}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t('matrix.source')}</th>
          <th scope="col">{t('matrix.state')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ source, state, count, text }) => {
          const { icon: Icon, tone } = sourceLooks[state];
          return (
            <tr key={source}>
              <th scope="row">{t(`source.${source}`)}</th>
              <td className={`scr-tone-${tone}`}>
                <span className="scr-matrix-state">
                  <Icon size={15} strokeWidth={2.2} aria-hidden="true" />
                  {t(`sourceState.${state}`)}
                  {state === 'hit' && <span className="scr-matrix-count">{t('matrix.count', { count })}</span>}
                </span>
                {text && <span className="scr-matrix-text">{t('matrix.says', { text })}</span>}
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
