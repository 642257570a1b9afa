/** The connections: practice first, then each profile with its secret's state, and which one is in use. */
import { CircleCheck, GraduationCap, KeyRound, Plug, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecretName } from '../../../shared/domain/closed-lists.ts';
import type { StoredProfile } from '../../../shared/domain/settings/profile.ts';
import type { ProfileView } from '../../../shared/ipc/settings.ts';
import { focusWhenLost, isFocusLost } from '../../components/focus-when-lost.ts';
import { Banner, Button, ConfirmButton, ProblemBanner, StatusTag } from '../../components/index.ts';
import { useInfo } from '../../state/info.ts';
import { chooseProfile, removeProfile, startEdit, startNew, takeSystemNetwork, test } from './actions.ts';
import { openPlacementTest } from './placement-test/store.ts';
import { systemNetworkAdvice } from './profile-form.ts';
import { profiles, useSettings } from './store.ts';

function Card({
  id,
  icon,
  name,
  about,
  active,
  children,
}: {
  id?: string;
  icon: ReactNode;
  name: string;
  about: ReactNode;
  active: boolean;
  children?: ReactNode;
}) {
  const { t } = useTranslation('settings');
  const heading = useRef<HTMLHeadingElement>(null);
  const wasActive = useRef(active);
  useEffect(() => {
    const isChosen = active && !wasActive.current;
    wasActive.current = active;
    // The button that chose it is gone.
    return isChosen ? focusWhenLost(() => heading.current) : undefined;
  }, [active]);
  return (
    <li className={active ? 'set-card set-card-active' : 'set-card'} data-profile={id}>
      <span className="set-card-icon">{icon}</span>
      <div className="set-card-words">
        <h2 ref={heading} tabIndex={-1}>
          {name}
        </h2>
        <div className="ui-help">{about}</div>
      </div>
      {active && (
        <StatusTag tone="busy" icon={CircleCheck}>
          {t('profiles.inUse')}
        </StatusTag>
      )}
      {children}
    </li>
  );
}

/** After a test that failed on the proxy's credentials or on an unknown authority. */
function SystemNetworkOffer({ id, advice }: { id: string; advice: 'offer' | 'conflict' }) {
  const { t } = useTranslation('settings');
  const parts = { tone: 'quiet', what: t('test.systemMay'), why: t('test.systemWhy') } as const;
  if (advice === 'conflict') return <Banner {...parts} do={t('test.systemConflict')} />;
  return (
    <Banner
      {...parts}
      actions={
        <Button size="small" onPress={() => void takeSystemNetwork(id)}>
          {t('test.useSystem')}
        </Button>
      }
    />
  );
}

function TestOutcome({ profile: { id, network } }: { profile: StoredProfile }) {
  const { t } = useTranslation('settings');
  const result = useSettings((state) => state.tests[id]);
  const done = result?.state === 'done' ? result : null;
  const advice = done?.problem ? systemNetworkAdvice(done.problem, network) : null;
  const unread = done?.unread?.length ? done.unread : null;
  return (
    // Present from the start, so that text appearing in it is read out.
    <div className={result ? 'set-card-below' : 'sr-only'} role="status">
      {result?.state === 'testing' && <p className="ui-help">{t('test.running')}</p>}
      {done?.problem && <ProblemBanner problem={done.problem} />}
      {advice && <SystemNetworkOffer id={id} advice={advice} />}
      {done && !done.problem && <Banner tone="good" what={t('test.good')} why={t('test.goodWhy')} />}
      {unread && (
        <Banner tone="quiet" what={t('test.unread', { members: unread.join(', ') })} why={t('test.unreadWhy')} do={t('test.unreadDo')} />
      )}
    </div>
  );
}

function ProfileCard({ view }: { view: ProfileView }) {
  const { t } = useTranslation('settings');
  const { settings, keychainProblem } = useInfo();
  const { activeProfileId } = settings;
  const place = keychainProblem ? t('secret.inMemory') : t('secret.stored');
  const testing = useSettings((state) => state.tests[view.profile.id]?.state === 'testing');
  const isSaved = useSettings((state) => state.saved === view.profile.id);
  const { id, name, signing, validation, search } = view.profile;
  const active = activeProfileId === id;
  const set = view.secretsSet.includes('clientSecret');
  const elsewhere = (name: SecretName) =>
    view.secretsElsewhere.includes(name) ? t('secret.elsewhere', { name: t(`secret.names.${name}.label`) }) : null;
  const missing = [
    ...(validation && !view.secretsSet.includes('validationApiKey') ? [elsewhere('validationApiKey') ?? t('secret.missingKey')] : []),
    ...(search && !view.secretsSet.includes('searchApiKey') ? [elsewhere('searchApiKey') ?? t('secret.missingSearchKey')] : []),
  ];
  const about = (
    <>
      <span className="truncate">{signing?.baseUrl ?? t('profiles.noSigning')}</span>
      <span className={set && !keychainProblem ? 'set-secret' : 'set-secret set-secret-missing'}>
        <KeyRound size={12} aria-hidden="true" /> {set ? place : (elsewhere('clientSecret') ?? t('secret.missing'))}
      </span>
      {missing.map((words) => (
        <span key={words} className="set-secret set-secret-missing">
          <KeyRound size={12} aria-hidden="true" /> {words}
        </span>
      ))}
    </>
  );
  return (
    <Card id={id} icon={<Plug size={18} aria-hidden="true" />} name={name} about={about} active={active}>
      <div className="ui-acts set-card-buttons">
        {!active && (
          <Button size="small" aria-label={t('profiles.useName', { name })} onPress={() => void chooseProfile(id, name)}>
            {t('profiles.use')}
          </Button>
        )}
        <Button size="small" aria-label={t('profiles.testName', { name })} isPending={testing} onPress={() => void test(id)}>
          {t('profiles.test')}
        </Button>
        {signing && (
          <Button size="small" aria-label={t('placementTest.openName', { name })} onPress={() => openPlacementTest(id)}>
            {t('placementTest.open')}
          </Button>
        )}
        <Button size="small" aria-label={t('profiles.editName', { name })} onPress={() => startEdit(id)}>
          {t('profiles.edit')}
        </Button>
        <ConfirmButton
          size="small"
          variant="quiet"
          aria-label={t('profiles.removeName', { name })}
          label={t('remove')}
          title={t('profiles.removeTitle', { name })}
          confirmLabel={t('profiles.removeConfirm')}
          onConfirm={() => void removeProfile(id)}
          danger
        >
          <p>{t('profiles.removeLoss')}</p>
          {active && <p>{t('profiles.removeActive')}</p>}
        </ConfirmButton>
      </div>
      {isSaved && (
        <div className="set-card-below">
          <Banner tone="quiet" what={t('profile.saved', { name })} do={set && signing ? t('profile.savedDo') : undefined} />
        </div>
      )}
      <TestOutcome profile={view.profile} />
    </Card>
  );
}

export function ProfileList() {
  const { t } = useTranslation('settings');
  const { value: listed, problem: loadProblem } = profiles.use();
  const { settings } = useInfo();
  const practice = settings.activeProfileId === null;
  const heading = useRef<HTMLHeadingElement>(null);
  const cards = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const { left } = useSettings.getState();
    useSettings.setState({ left: null });
    if (!isFocusLost()) return;
    // The focused form is gone. What can be done with its profile comes next.
    const card = left === null ? null : cards.current?.querySelector<HTMLElement>(`[data-profile="${CSS.escape(left)}"] h2`);
    (card ?? heading.current)?.focus();
  }, []);
  useEffect(() => () => useSettings.setState({ saved: null }), []);
  return (
    <>
      <div className="set-head">
        <h1 ref={heading} tabIndex={-1}>
          {t('profiles.title')}
        </h1>
        <Button icon={Plus} onPress={startNew}>
          {t('profiles.new')}
        </Button>
      </div>
      <p className="ui-help">{t('profiles.help')}</p>
      {loadProblem && <ProblemBanner problem={loadProblem} alert />}
      <ul className="ui-stack" ref={cards}>
        <Card
          icon={<GraduationCap size={18} aria-hidden="true" />}
          name={t('profiles.practice')}
          about={t('profiles.practiceHelp')}
          active={practice}
        >
          <div className="ui-acts set-card-buttons">
            {!practice && (
              <Button
                size="small"
                aria-label={t('profiles.useName', { name: t('profiles.practice') })}
                onPress={() => void chooseProfile(null, t('profiles.practice'))}
              >
                {t('profiles.use')}
              </Button>
            )}
          </div>
        </Card>
        {listed?.map((view) => (
          <ProfileCard key={view.profile.id} view={view} />
        ))}
      </ul>
      {listed === null && !loadProblem && <p className="ui-help">{t('profiles.loading')}</p>}
      {listed?.length === 0 && <p className="set-none">{t('profiles.none')}</p>}
    </>
  );
}
