/** Asks before a saved place of a signature is removed. */
import { useTranslation } from 'react-i18next';
import type { Preset } from '../../../shared/domain/placement/placement.ts';
import { call } from '../../bridge.ts';
import { ConfirmDialog } from '../../components/index.ts';
import { attempt } from '../../state/attempt.ts';
import { presets } from './store.ts';

async function remove(id: string): Promise<void> {
  const all = await attempt(call('presets.remove', { id }));
  if (all) presets.set(all);
}

export function RemovePosition({ preset: { id, name }, onClose }: { preset: Preset; onClose: () => void }) {
  const { t } = useTranslation('dialogs');
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => void remove(id)}
      title={t('position.removeTitle', { name })}
      confirmLabel={t('position.removeConfirm')}
      danger
    >
      {t('position.removeLoss')}
    </ConfirmDialog>
  );
}
