/** The state of the service: where it listens, the latest events, errors, and a test. */
import { amount, fullTime, timeWords } from '../../../i18n/formats.ts';
import './service.css';
import { CircleCheck, Copy, Settings } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { serviceEventKinds } from '../../../../shared/domain/closed-lists.ts';
import type { ServiceEvent, ServiceState } from '../../../../shared/domain/web-service/web-service.ts';
import { copyText } from '../../../components/copy-text.ts';
import { FactList } from '../../../components/FactList.tsx';
import { Banner, Button, IconButton, ProblemBanner } from '../../../components/index.ts';
import { certificateExpiry, isTransitional, serviceState, stateLooks, useServiceState } from '../../../state/web-service.ts';
import { ServiceEmpty } from '../ServiceNotice.tsx';
import { SelfTestCard } from './SelfTestCard.tsx';

function CertificateBanner({ ends }: { ends: string }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'service.certificate' });
  const { state, days } = certificateExpiry(ends, Date.now());
  if (state === 'fine') return null;
  const what = state === 'ended' ? t('ended', { at: fullTime(ends) }) : t('soon', { count: days, at: fullTime(ends) });
  return <Banner tone={state === 'ended' ? 'bad' : 'doubt'} what={what} do={t('do')} />;
}

/** Event counts since the station was opened; events that never occurred are not listed. */
function Counts({ counts }: Pick<ServiceState, 'counts'>) {
  const { t } = useTranslation('inbox', { keyPrefix: 'service' });
  const some = serviceEventKinds.filter((kind) => (counts[kind] ?? 0) > 0);
  return (
    <section className="inbox-block" aria-label={t('counts')}>
      <h3>{t('counts')}</h3>
      {some.length === 0 ? (
        <p className="ui-help">{t('noCounts')}</p>
      ) : (
        <FactList className="inbox-counts" facts={some.map((kind) => [t(`kind.${kind}`), amount(counts[kind])])} />
      )}
    </section>
  );
}

/** Lists the latest errors: time, kind, response and caller. */
function Errors({ errors }: { errors: readonly ServiceEvent[] }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'service' });
  return (
    <section className="inbox-block" aria-label={t('errors')}>
      <h3>{t('errors')}</h3>
      {errors.length === 0 ? (
        <p className="inbox-fine">
          <CircleCheck size={15} aria-hidden="true" />
          {t('noErrors')}
        </p>
      ) : (
        <ol className="inbox-errors">
          {errors.map(({ at, kind, status, user }, place) => (
            // Several of one kind may occur in the same millisecond.
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing else distinguishes them
            <li key={`${at} ${place}`}>
              <span className="inbox-error-what">{t(`kind.${kind}`)}</span>
              <span className="ui-fine">
                {[
                  timeWords(at),
                  status === null ? t('closed') : t('status', { status }),
                  ...(user === null ? [] : [t('user', { user })]),
                ].join(' · ')}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The state in large text, the address that the provider calls, and the time of its last call. */
function StatusCard({ service, onOpenSettings }: { service: ServiceState; onOpenSettings: () => void }) {
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
      <div className="inbox-status-head">
        <Icon size={34} strokeWidth={1.8} aria-hidden="true" className={`tone-${tone} ${isTransitional(state) ? 'ui-spin' : ''}`} />
        <div role="status">
          <h2>{t(`state.${state}`)}</h2>
          <p>{since === null ? t(`stateHelp.${state}`) : t('since', { at: fullTime(since) })}</p>
        </div>
        <Button icon={Settings} onPress={onOpenSettings}>
          {t('settings')}
        </Button>
      </div>
      {urls.length > 0 && (
        <ul className="ui-card-head inbox-urls" aria-label={t('address')}>
          {urls.map((url) => (
            <li key={url}>
              <code>{url}</code>
              <IconButton icon={Copy} size="small" aria-label={t('copy', { url })} onPress={() => void copyText(url)} />
            </li>
          ))}
        </ul>
      )}
      <FactList className="inbox-status-facts" facts={facts.map(([name, value]) => [t(`fact.${name}`), value])} />
    </section>
  );
}

function ServiceOverview({ service, onOpenSettings }: { service: ServiceState; onOpenSettings: () => void }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'service' });
  return (
    <div className="inbox-service">
      <StatusCard service={service} onOpenSettings={onOpenSettings} />
      {service.problem && (
        <ProblemBanner
          problem={service.problem}
          tone={service.state === 'failed' ? 'bad' : 'doubt'}
          actions={
            <Button size="small" icon={Settings} onPress={onOpenSettings}>
              {t('settings')}
            </Button>
          }
        />
      )}
      {service.certificateEnds !== null && <CertificateBanner ends={service.certificateEnds} />}
      {service.watching && <ProblemBanner problem={service.watching} tone="doubt" />}
      <SelfTestCard running={service.state === 'running'} />
      <div className="inbox-service-columns">
        <Errors errors={service.errors} />
        <Counts counts={service.counts} />
      </div>
    </div>
  );
}

export function ServiceTab({ onOpenSettings }: { onOpenSettings: () => void }) {
  const { t } = useTranslation('inbox');
  const { value: service, problem } = useServiceState();
  useEffect(() => void serviceState.reload(), []);
  if (problem && !service) {
    return (
      <div className="inbox-pad">
        <ProblemBanner problem={problem} alert onAgain={() => void serviceState.reload()} />
      </div>
    );
  }
  if (!service) return <p className="ui-note">{t('list.loading')}</p>;
  if (service.state === 'off') return <ServiceEmpty onOpenSettings={onOpenSettings} />;
  return <ServiceOverview service={service} onOpenSettings={onOpenSettings} />;
}
