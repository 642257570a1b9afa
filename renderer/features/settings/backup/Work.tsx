/** How far a backup is written, or unpacked and compared, and a button that stops it. */
import { useTranslation } from 'react-i18next';
import type { BackupState } from '../../../../shared/domain/settings/backup.ts';
import { Button, ProgressBar } from '../../../components/index.ts';
import { sizeWords } from '../../../i18n/formats.ts';
import { stop } from './actions.ts';

export function Work({ state: { work }, kind }: { state: BackupState; kind: 'backup' | 'restore' }) {
  const { t } = useTranslation(['backup', 'ui']);
  if (work?.kind !== kind) return null;
  const { done, total } = work;
  return (
    <div className="backup-work">
      <ProgressBar
        label={t(kind === 'backup' ? 'write.running' : 'restore.running')}
        done={done}
        total={total}
        valueLabel={total === 0 ? t('beginning') : t('progress', { done: sizeWords(done), total: sizeWords(total) })}
      />
      <div>
        <Button size="small" onPress={stop}>
          {t('ui:stop')}
        </Button>
      </div>
    </div>
  );
}
