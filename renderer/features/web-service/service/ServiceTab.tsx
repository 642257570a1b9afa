/** The state of the service: where it listens, the latest events, errors, and a test. */
import { fullTime } from '../../../i18n/formats.ts';
import './service.css';
import { Settings } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceState } from '../../../../shared/domain/web-service.ts';
import { Banner, Button, ProblemBanner } from '../../../components/index.ts';
import { certificateExpiry, serviceState, useServiceState } from '../../../state/web-service.ts';
import { ServiceEmpty } from '../ServiceEmpty.tsx';
import { Counts } from './Counts.tsx';
import { Errors } from './Errors.tsx';
import { SelfTestCard } from './SelfTestCard.tsx';
import { StatusCard } from './StatusCard.tsx';

function CertificateBanner({ ends }: { ends: string }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'service.certificate' });
  const { state, days } = certificateExpiry(ends, Date.now());
  if (state === 'fine') return null;
  const what = state === 'ended' ? t('ended', { at: fullTime(ends) }) : t('soon', { count: days, at: fullTime(ends) });
  return <Banner tone={state === 'ended' ? 'bad' : 'doubt'} what={what} do={t('do')} />;
}

function Whole({ service, onOpenSettings }: { service: ServiceState; onOpenSettings: () => void }) {
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
        <ProblemBanner problem={problem} alert actions={<Button onPress={() => void serviceState.reload()}>{t('list.again')}</Button>} />
      </div>
    );
  }
  if (!service) return <p className="inbox-note">{t('list.loading')}</p>;
  if (service.state === 'off') return <ServiceEmpty onOpenSettings={onOpenSettings} />;
  return <Whole service={service} onOpenSettings={onOpenSettings} />;
}
