/**
 * Shows who is connected to which provider, and the connection state. Practice mode is impossible to overlook: what is signed there is
 * worth nothing.
 */
import { CircleDashed, CloudOff, GraduationCap, Hourglass, Keyboard, type LucideIcon, Pause, Plug, ShieldCheck, Wifi } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Problem } from '../../shared/errors.ts';
import { Button, IconButton, StatusTag, type Tone } from '../components/index.ts';
import { part } from '../components/part.tsx';
import { useScreeningProblem } from '../features/screening/store.ts';
import { useProfileName } from '../features/settings/store.ts';
import { type ConnectionShown, connectionShown } from '../features/signing/queue/derive.ts';
import { useProblemWords } from '../i18n/problem-words.ts';
import { useHubState } from '../state/hub.ts';
import { useInfoStore } from '../state/info.ts';
import { useQueue } from '../state/jobs.ts';
import { goTo, showShortcuts, useView } from './view.ts';

const looks: Record<ConnectionShown, { tone: Tone; icon: LucideIcon }> = {
  unknown: { tone: 'quiet', icon: CircleDashed },
  online: { tone: 'good', icon: Wifi },
  busy: { tone: 'doubt', icon: Hourglass },
  offline: { tone: 'bad', icon: CloudOff },
  paused: { tone: 'doubt', icon: Pause },
};

function WaitingScreenings() {
  const problem = useScreeningProblem();
  return <Suspense fallback={null}>{problem && <WaitTag problem={problem} />}</Suspense>;
}

function WaitTag({ problem }: { problem: Problem }) {
  const { t } = useTranslation('app');
  const { what, why } = useProblemWords()(problem);
  return (
    <span className="app-connection" title={[what, why].filter(Boolean).join(' ')}>
      <StatusTag tone="doubt" icon={Hourglass}>
        {t('connection.screenings')}
      </StatusTag>
    </span>
  );
}

function SigningConnection() {
  const { t } = useTranslation('app');
  const queue = useQueue((current) => current);
  if (!queue) return null;
  const shown = connectionShown(queue);
  return (
    <span className="app-connection" title={t(`connection.help.${shown}`)}>
      <span className="sr-only">{t('connection.label')}</span>
      <StatusTag tone={looks[shown].tone} icon={looks[shown].icon}>
        {t(`connection.state.${shown}`)}
      </StatusTag>
    </span>
  );
}

/**
 * Shows the connection state of the provider in the bar: icon, word and colour. The state comes from signing, so in the
 * screening area it would describe another service: there only what blocks screenings is shown.
 */
function ConnectionStatus() {
  const view = useView((state) => state.view);
  return view === 'screen' ? <WaitingScreenings /> : <SigningConnection />;
}

const HubTag = part(async () => (await import('./HubTag.tsx')).HubTag);

/** Nothing where the station is not enrolled. */
function HubStatus() {
  const state = useHubState(({ value }) => value);
  return state === null || state.state === 'none' ? null : <HubTag state={state} is={state.state} />;
}

export function TopBar() {
  const { t } = useTranslation('app');
  const practice = useInfoStore(({ info }) => info?.practice ?? null);
  const profile = useProfileName();
  return (
    <header className="app-bar">
      <span className="app-bar-name">{t('name')}</span>
      {practice !== null && (
        <Button variant="quiet" size="small" icon={Plug} onPress={() => goTo('settings')} className="app-bar-profile">
          <span className="truncate">{practice ? t('bar.practiceProvider') : (profile ?? t('bar.noProfile'))}</span>
        </Button>
      )}
      {practice && (
        <p className="app-practice">
          <GraduationCap size={16} aria-hidden="true" />
          <strong>{t('bar.practice')}</strong>
          <span className="app-practice-why">{t('bar.practiceWhy')}</span>
        </p>
      )}
      <span className="app-bar-space" />
      <HubStatus />
      <ConnectionStatus />
      <IconButton icon={ShieldCheck} size="small" aria-label={t('bar.verify')} shortcut="mod+6" onPress={() => goTo('verify')} />
      <IconButton icon={Keyboard} size="small" aria-label={t('bar.shortcuts')} shortcut="f1" onPress={() => showShortcuts(true)} />
    </header>
  );
}
