/** The outcomes of a run's rows, in numbers: those that need a person first. */
import { useTranslation } from 'react-i18next';
import type { Run } from '../../../../shared/domain/bulk-screening.ts';
import { countNames } from './run-state.ts';
import { amount } from './words.ts';

export function Counts({ run }: { run: Run }) {
  const { t } = useTranslation('bulk');
  return (
    <ul className="bulk-counts">
      <li>
        <b>{amount(run.rows)}</b> {t('count.rows', { count: run.rows })}
      </li>
      {countNames.map(
        (name) =>
          run.counts[name] > 0 && (
            <li key={name} className={`bulk-count-${name}`}>
              <b>{amount(run.counts[name])}</b> {t(`count.${name}`, { count: run.counts[name] })}
            </li>
          ),
      )}
    </ul>
  );
}
