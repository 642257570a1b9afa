/** The actions on a run: pause, resume, retry, export, remove. */
import { FileSpreadsheet, FileText, Pause, Play, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Run } from '../../../../shared/domain/screening/bulk-screening.ts';
import { Button, Checkbox, ConfirmDialog } from '../../../components/index.ts';
import { exportRun, pauseRun, removeRun, resumeRun, retryFailed } from './actions.ts';
import { canResume, goesOn, lacksRows } from './run-state.ts';
import { useBulk } from './store.ts';

function RetryDialog({ run, isOpen, onClose }: { run: Run; isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('bulk');
  const { failed, unavailable } = run.counts;
  const [also, setAlso] = useState(failed === 0);
  const withSources = unavailable > 0 && also;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => void retryFailed(run.id, withSources)}
      title={t('retry.title')}
      confirmLabel={t('retry.confirm', { count: failed + (withSources ? unavailable : 0) })}
    >
      <div className="ui-dialog-form">
        <p>{t('retry.words')}</p>
        {unavailable > 0 && failed > 0 && (
          <Checkbox isSelected={also} onChange={setAlso}>
            {t('retry.unavailable', { count: unavailable })}
          </Checkbox>
        )}
      </div>
    </ConfirmDialog>
  );
}

export function RunActs({ run, removable = false }: { run: Run; removable?: boolean }) {
  const { t } = useTranslation('bulk');
  const exporting = useBulk((state) => state.exporting.has(run.id));
  const [asked, setAsked] = useState<'retry' | 'remove' | null>(null);
  const close = () => setAsked(null);
  const { id, fileName: name, counts } = run;
  const incomplete = run.state === 'preparing' || lacksRows(run);
  return (
    <div className="ui-line">
      {goesOn(run) && (
        <Button size="small" icon={Pause} aria-label={t('acts.pauseName', { name })} onPress={() => void pauseRun(id)}>
          {t('acts.pause')}
        </Button>
      )}
      {canResume(run) && (
        <Button size="small" icon={Play} aria-label={t('acts.resumeName', { name })} onPress={() => void resumeRun(id)}>
          {t('acts.resume')}
        </Button>
      )}
      {counts.failed + counts.unavailable > 0 && !incomplete && (
        <Button size="small" icon={RotateCcw} aria-label={t('acts.retryName', { name })} onPress={() => setAsked('retry')}>
          {t('acts.retry')}
        </Button>
      )}
      <span className="ui-help">{t('acts.exportAs')}</span>
      <Button
        size="small"
        icon={FileText}
        isPending={exporting}
        isDisabled={incomplete}
        aria-label={t('acts.csvName', { name })}
        onPress={() => void exportRun(id, 'csv')}
      >
        {t('acts.csv')}
      </Button>
      <Button
        size="small"
        icon={FileSpreadsheet}
        isPending={exporting}
        isDisabled={incomplete}
        aria-label={t('acts.xlsxName', { name })}
        onPress={() => void exportRun(id, 'xlsx')}
      >
        {t('acts.xlsx')}
      </Button>
      {removable && (
        <Button size="small" variant="quiet" icon={Trash2} aria-label={t('acts.removeName', { name })} onPress={() => setAsked('remove')}>
          {t('acts.remove')}
        </Button>
      )}
      {asked === 'retry' && <RetryDialog run={run} isOpen onClose={close} />}
      <ConfirmDialog
        isOpen={asked === 'remove'}
        onClose={close}
        onConfirm={() => void removeRun(id)}
        title={t('remove.title', { name })}
        confirmLabel={t('remove.confirm')}
        danger
      >
        <p>{t('remove.loss', { count: run.rows })}</p>
        {goesOn(run) && <p>{t('remove.running')}</p>}
        <p>{t('remove.stays')}</p>
      </ConfirmDialog>
    </div>
  );
}
