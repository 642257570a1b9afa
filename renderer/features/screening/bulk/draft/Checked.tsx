/** The contents of the whole file: rows, faults with examples, blank lines. */
import { ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { rowFaults } from '../../../../../shared/domain/screening.ts';
import { Banner, Button } from '../../../../components/index.ts';
import { amount } from '../words.ts';
import { check } from './actions.ts';
import type { Draft } from './draft.ts';
import { RowTable } from './RowTable.tsx';

/** Only these faults prevent a row from being screened. */
const stopping = new Set(['name-missing', 'name-too-long', 'name-several-lines']);

export function Checked({ draft: { checking, lastCheck } }: { draft: Draft }) {
  const { t } = useTranslation('bulk');
  const running = checking?.state === 'checking';
  return (
    <div className="bulk-checked" aria-busy={running}>
      <div className="bulk-line">
        <Button size="small" icon={ListChecks} isPending={running} onPress={() => void check(true)}>
          {t('check.run')}
        </Button>
        <p className="bulk-quiet">{running ? t('check.running') : checking?.state === 'failed' ? t('check.failed') : ''}</p>
      </div>
      {lastCheck && (
        <>
          <ul className="bulk-counts">
            <li>
              <b>{amount(lastCheck.rows)}</b> {t('count.rows', { count: lastCheck.rows })}
            </li>
            <li>
              <b>{amount(lastCheck.askable)}</b> {t('check.askable', { count: lastCheck.askable })}
            </li>
            {lastCheck.blankLines > 0 && (
              <li>
                <b>{amount(lastCheck.blankLines)}</b> {t('check.blank', { count: lastCheck.blankLines })}
              </li>
            )}
            {rowFaults.map(
              (fault) =>
                lastCheck.faults[fault] > 0 && (
                  <li key={fault} className={stopping.has(fault) ? 'bulk-count-failed' : 'bulk-count-unavailable'}>
                    <b>{amount(lastCheck.faults[fault])}</b> {t(`fault.${fault}`)}
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
