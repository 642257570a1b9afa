/** What is shown while the service does not run: a notice over a list, and the text of a tab with nothing in it. */
import { CircleAlert, PowerOff, RadioTower } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, EmptyState } from '../../components/index.ts';
import { useServiceState } from '../../state/web-service.ts';
import { showTab, useInbox } from './store.ts';

/** Shown over a list: nothing is received or fetched, because the service is not running; or a push was not stored. */
export function ServiceNotice() {
  const { t } = useTranslation('inbox', { keyPrefix: 'notice' });
  const notice = useServiceState(({ value }) => {
    if (value?.state === 'off' || value?.state === 'failed') return value.state;
    return value?.problem?.code === 'push-not-stored' ? 'notStored' : null;
  });
  if (notice === null) return null;
  return (
    <div className={`ui-notice inbox-notice tone-${notice === 'off' ? 'quiet' : 'bad'}`}>
      {notice === 'off' ? <PowerOff size={17} aria-hidden="true" /> : <CircleAlert size={17} aria-hidden="true" />}
      <p>{t(notice)}</p>
      <Button size="small" onPress={() => showTab('service')}>
        {t('show')}
      </Button>
    </div>
  );
}

/** Shown while the service is off: what it is for, and a link to switch it on. */
export function ServiceEmpty({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation('inbox');
  const { tab } = useInbox();
  const { value: service } = useServiceState();
  const failed = service?.state === 'failed';
  return (
    <EmptyState
      icon={RadioTower}
      title={t(`service.state.${failed ? 'failed' : 'off'}`)}
      actions={
        <>
          {failed && tab !== 'service' && <Button onPress={() => showTab('service')}>{t('off.why')}</Button>}
          <Button variant="primary" onPress={onOpenSettings}>
            {t('service.settings')}
          </Button>
        </>
      }
    >
      {t('off.words')}
    </EmptyState>
  );
}
