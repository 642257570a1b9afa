/** What would be screened: the queries of the first rows, and the check of the whole file (rows, faults with examples, blank lines). */
import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CheckedRow } from '../../../../../shared/domain/screening/bulk-screening.ts';
import { rowFaults } from '../../../../../shared/domain/screening/screening.ts';
import { Banner, Button, ProblemBanner } from '../../../../components/index.ts';
import { amount } from '../../../../i18n/formats.ts';
import { check } from './actions.ts';
import type { Draft } from './draft.ts';

/** Rows of the file as they will be screened. */
function RowTable({ label, rows, faults = false }: { label: string; rows: readonly CheckedRow[]; faults?: boolean }) {
  const { t } = useTranslation(['bulk', 'results']);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the arrows must reach it
    <section className="bulk-scroll" aria-label={label} tabIndex={0}>
      <table className="bulk-table">
        <thead>
          <tr>
            <th scope="col" className="bulk-number">
              {t('results:column.number')}
            </th>
            <th scope="col">{t('results:column.name')}</th>
            <th scope="col">{t('column.identification')}</th>
            {faults && <th scope="col">{t('column.faults')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number}>
              <td className="bulk-number">{amount(row.number)}</td>
              <td>{row.name || <span className="ui-help">{t('column.none')}</span>}</td>
              <td>{row.identification || <span className="ui-help">{t('column.none')}</span>}</td>
              {faults && <td>{row.faults.map((fault) => t(`results:fault.${fault}`)).join(', ')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function FileCheck({ draft: { checking, lastCheck } }: { draft: Draft }) {
  const { t } = useTranslation(['bulk', 'results']);
  const running = checking?.state === 'checking';
  return (
    <div className="bulk-checked" aria-busy={running}>
      <div className="bulk-line">
        <Button size="small" icon={ListChecks} isPending={running} onPress={() => void check(true)}>
          {t('check.run')}
        </Button>
        <p className="ui-help">{running ? t('check.running') : checking?.state === 'failed' ? t('check.failed') : ''}</p>
      </div>
      {lastCheck && (
        <>
          <ul className="bulk-counts">
            <li>
              <b>{amount(lastCheck.rows)}</b> {t('count.rows', { count: lastCheck.rows })}
            </li>
            <li>
              <b>{amount(lastCheck.screenable)}</b> {t('check.screenable', { count: lastCheck.screenable })}
            </li>
            {lastCheck.blankLines > 0 && (
              <li>
                <b>{amount(lastCheck.blankLines)}</b> {t('check.blank', { count: lastCheck.blankLines })}
              </li>
            )}
            {rowFaults.map(
              (fault) =>
                lastCheck.faults[fault] > 0 && (
                  <li key={fault}>
                    <b className="tone-doubt">{amount(lastCheck.faults[fault])}</b> {t(`results:fault.${fault}`)}
                  </li>
                ),
            )}
          </ul>
          {lastCheck.faulty.length > 0 ? (
            <>
              <p className="ui-help">{t('check.examples')}</p>
              <RowTable label={t('check.faulty')} rows={lastCheck.faulty} faults />
            </>
          ) : (
            <Banner tone="quiet" what={t('check.none')} />
          )}
        </>
      )}
    </div>
  );
}

/** Previews the queries of the first rows, next to the columns they are made of. */
export function QueryPreview({ draft: { checking, lastCheck } }: { draft: Draft }) {
  const { t } = useTranslation('bulk');
  return (
    <div className="bulk-asked" aria-busy={checking?.state === 'checking'}>
      <h4>{t('asked.title')}</h4>
      <p className="ui-help">{t('asked.help')}</p>
      {checking?.state === 'failed' && <ProblemBanner problem={checking.problem} />}
      {lastCheck ? (
        <RowTable label={t('asked.title')} rows={lastCheck.first.slice(0, 12)} />
      ) : (
        checking?.state === 'checking' && <p className="ui-note">{t('check.running')}</p>
      )}
    </div>
  );
}
