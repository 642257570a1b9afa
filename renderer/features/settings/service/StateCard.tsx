/** The state of the service, its problem, and the switch. */
import { Copy, Power } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServiceState, ServiceTransport } from '../../../../shared/domain/web-service/web-service.ts';
import { copyText } from '../../../components/copy-text.ts';
import { Banner, Button, IconButton, ProblemBanner, StatusTag } from '../../../components/index.ts';
import { dayWords, momentWords } from '../../../i18n/formats.ts';
import { useBusy } from '../../../state/use-busy.ts';
import { certificateExpiry, isTransitional, stateLooks } from '../../../state/web-service.ts';
import { switchOff, tryAgain } from './actions.ts';
import { useServiceSettings } from './store.ts';

/** The addresses that the provider, or the reverse proxy, calls. */
function Addresses({ urls, transport }: { urls: readonly string[]; transport: ServiceTransport }) {
  const { t } = useTranslation('service');
  return (
    <dl className="set-facts">
      <div className="svc-addresses">
        <dt>{t(`state.address.${transport}`)}</dt>
        {urls.map((url) => (
          <dd key={url} className="svc-url">
            <code>{url}</code>
            <IconButton icon={Copy} size="small" aria-label={t('state.copy', { url })} onPress={() => void copyText(url)} />
          </dd>
        ))}
      </div>
    </dl>
  );
}

/** `onSwitchOn` saves the input first. */
export function StateCard({ state, dirty, onSwitchOn }: { state: ServiceState; dirty: boolean; onSwitchOn: () => Promise<unknown> }) {
  const { t } = useTranslation(['service', 'ui']);
  const { enabled = false, transport = 'none' } = useServiceSettings() ?? {};
  const { busy, run } = useBusy();
  const { problem } = state;
  const failed = state.state === 'failed';
  return (
    <section className="set-group set-state" aria-label={t('state.title')}>
      <div className="set-state-line">
        <div role="status">
          <StatusTag {...stateLooks[state.state]} spin={isTransitional(state.state)}>
            {t(`state.is.${state.state}`)}
          </StatusTag>
        </div>
        <p className="ui-help">
          {state.state === 'running' && state.since !== null
            ? t(transport === 'none' ? 'state.sinceHere' : 'state.since', { since: momentWords('since', state.since) })
            : t(`state.means.${state.state}`)}
        </p>
        {enabled ? (
          <Button icon={Power} isPending={busy} onPress={() => void run(switchOff)}>
            {t('state.switchOff')}
          </Button>
        ) : (
          <Button icon={Power} variant="primary" isPending={busy} onPress={() => void run(onSwitchOn)}>
            {t(dirty ? 'state.saveAndSwitchOn' : 'state.switchOn')}
          </Button>
        )}
      </div>
      {problem && (
        <ProblemBanner
          problem={problem}
          tone={failed ? 'bad' : 'doubt'}
          alert
          actions={
            failed && (
              <Button size="small" isPending={busy} onPress={() => void run(tryAgain)}>
                {t('ui:again')}
              </Button>
            )
          }
        />
      )}
      {state.certificateEnds !== null && certificateExpiry(state.certificateEnds, Date.now()).state !== 'fine' && (
        <Banner
          tone="doubt"
          what={t('state.certificateSoon', { day: dayWords(state.certificateEnds) })}
          why={t('state.certificateSoonWhy')}
        />
      )}
      {state.state === 'running' && (
        <>
          <Addresses urls={state.urls} transport={transport} />
          <p className="ui-help">{t('state.test')}</p>
        </>
      )}
    </section>
  );
}
