/** Shown while the service is off: what it is for, and a link to switch it on. */
import { RadioTower } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, EmptyState } from '../../components/index.ts';
import { useServiceState } from '../../state/web-service.ts';
import { showTab, useInbox } from './store.ts';

export function ServiceEmpty({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'off' });
  const { tab } = useInbox();
  const { value: service } = useServiceState();
  const failed = service?.state === 'failed';
  return (
    <EmptyState
      icon={RadioTower}
      title={t(failed ? 'failed' : 'title')}
      actions={
        <>
          {failed && tab !== 'service' && <Button onPress={() => showTab('service')}>{t('why')}</Button>}
          <Button variant="primary" onPress={onOpenSettings}>
            {t('settings')}
          </Button>
        </>
      }
    >
      {t('words')}
    </EmptyState>
  );
}
