/** The state in large text, the address that the provider calls, and the time of its last call. */
import { Copy, Settings } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServiceState } from '../../../../shared/domain/web-service.ts';
import { Button, IconButton } from '../../../components/index.ts';
import { fullTime, timeWords } from '../../../i18n/formats.ts';
import { isTransitional, stateLooks } from '../../../state/web-service.ts';
import { copy } from '../actions.ts';

export function StatusCard({ service, onOpenSettings }: { service: ServiceState; onOpenSettings: () => void }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'service' });
  const { state, urls, since, users, lastToken, lastPush, lastFetch, certificateEnds } = service;
  const { tone, icon: Icon } = stateLooks[state];
  const last = (at: string | null) => (at === null ? t('never') : timeWords(at));
  const facts = [
    ['users', t('users', { count: users })],
    ['lastToken', last(lastToken)],
    ['lastPush', last(lastPush)],
    ['lastFetch', last(lastFetch)],
    ...(certificateEnds === null ? [] : [['certificateEnds', fullTime(certificateEnds)] as const]),
  ] as const;
  return (
    <section className="inbox-status" aria-label={t('title')}>
      <div className={`inbox-status-head inbox-status-${tone}`}>
        <Icon size={34} strokeWidth={1.8} aria-hidden="true" className={isTransitional(state) ? 'ui-tag-spin' : ''} />
        <div role="status">
          <h2>{t(`state.${state}`)}</h2>
          <p>{since === null ? t(`stateHelp.${state}`) : t('since', { at: fullTime(since) })}</p>
        </div>
        <Button icon={Settings} onPress={onOpenSettings}>
          {t('settings')}
        </Button>
      </div>
      {urls.length > 0 && (
        <ul className="inbox-urls" aria-label={t('address')}>
          {urls.map((url) => (
            <li key={url}>
              <code>{url}</code>
              <IconButton icon={Copy} size="small" aria-label={t('copy', { url })} onPress={() => void copy(url)} />
            </li>
          ))}
        </ul>
      )}
      <dl className="inbox-status-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`fact.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
