/** Shown over a list: nothing is received or fetched, because the service is not running. */
import { CircleAlert, PowerOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/index.ts';
import { useServiceState } from '../../state/web-service.ts';
import { showTab } from './store.ts';

export function ServiceNotice() {
  const { t } = useTranslation('inbox', { keyPrefix: 'notice' });
  const state = useServiceState(({ value }) => value?.state);
  if (state !== 'off' && state !== 'failed') return null;
  return (
    <div className={`inbox-notice inbox-notice-${state}`}>
      {state === 'failed' ? <CircleAlert size={17} aria-hidden="true" /> : <PowerOff size={17} aria-hidden="true" />}
      <p>{t(state)}</p>
      <Button size="small" onPress={() => showTab('service')}>
        {t('show')}
      </Button>
    </div>
  );
}
