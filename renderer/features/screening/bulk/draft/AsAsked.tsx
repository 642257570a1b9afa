/** Previews the queries of the first rows, next to the columns they are made of. */
import { useTranslation } from 'react-i18next';
import { ProblemBanner } from '../../../../components/index.ts';
import type { Draft } from './draft.ts';
import { RowTable } from './RowTable.tsx';

export function AsAsked({ draft: { checking, lastCheck } }: { draft: Draft }) {
  const { t } = useTranslation('bulk');
  return (
    <div className="bulk-asked" aria-busy={checking?.state === 'checking'}>
      <h4>{t('asked.title')}</h4>
      <p className="ui-help">{t('asked.help')}</p>
      {checking?.state === 'failed' && <ProblemBanner problem={checking.problem} />}
      {lastCheck ? (
        <RowTable label={t('asked.title')} rows={lastCheck.first.slice(0, 12)} />
      ) : (
        checking?.state === 'checking' && <p className="bulk-note">{t('check.running')}</p>
      )}
    </div>
  );
}
