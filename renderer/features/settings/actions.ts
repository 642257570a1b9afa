/** Everything that a press in the settings starts. */
import i18next from 'i18next';
import { secretNames } from '../../../shared/domain/closed-lists.ts';
import { maxProviderRules, type RootFacts, type VerificationSettings } from '../../../shared/domain/verification/verification-settings.ts';
import type { Policy, RuleName } from '../../../shared/domain/visits/policy.ts';
import { problemOf } from '../../../shared/errors.ts';
import type { RequestOf } from '../../../shared/ipc/contract.ts';
import { call } from '../../bridge.ts';
import { announce } from '../../components/index.ts';
import { attempt, refusalOf, succeeded } from '../../state/attempt.ts';
import { useInfoStore } from '../../state/info.ts';
import { emptyForm, type FormFaults, formOf, type ProfileField, type ProfileForm, profileOf, type TypedSecrets } from './profile-form.ts';
import { withStoredSince } from './search-form.ts';
import { type Editing, profiles, type TestResult, useSettings } from './store.ts';
import { typedSecrets } from './typed-secrets.ts';

export const change = (part: RequestOf<'settings.set'>): Promise<unknown> => attempt(call('settings.set', part));

/** Saves the typed name of the person at this computer. What cannot be saved, and what was typed since, stays in the field. */
export async function saveClerk(): Promise<void> {
  const { clerk } = useSettings.getState();
  if (clerk === null) return;
  const isSame = clerk.trim() === useInfoStore.getState().info?.settings.clerk;
  if (!isSame && !(await succeeded(call('settings.set', { clerk: clerk.trim() })))) return;
  useSettings.setState(({ clerk: now }) => (now === clerk ? { clerk: null } : {}));
}

/** Uses a profile from now on; null: the practice provider. */
export async function chooseProfile(id: string | null, name: string): Promise<void> {
  if (await succeeded(call('settings.set', { activeProfileId: id }))) announce(i18next.t('profiles.used', { ns: 'settings', name }));
}

let changing: Promise<void> = Promise.resolve();

/** Sends the rules as a whole: each change waits for the previous one, so that it does not revert it. */
export function changeRule<Name extends RuleName>(name: Name, part: Partial<Policy[Name]>): Promise<void> {
  changing = changing.then(async () => {
    const policy = useInfoStore.getState().info?.settings.policy;
    if (policy) await change({ policy: { ...policy, [name]: { ...policy[name], ...part } } });
  });
  return changing;
}

const opened = (id: string | null, form: ProfileForm, caFile: string): Editing => ({
  id,
  form,
  caFile: { path: caFile, choice: 'keep' },
  openedRules: { search: form.searchRules, provider: form.verification.rules },
  faults: {},
  touched: false,
});

export const startNew = (): void => useSettings.setState({ editing: opened(null, emptyForm(), '') });

export function startEdit(id: string): void {
  const view = profiles.value()?.find(({ profile }) => profile.id === id);
  if (view) useSettings.setState({ editing: opened(id, formOf(view.profile), view.profile.network.caFile) });
}

export const stopEdit = (): void => useSettings.setState(({ editing }) => ({ editing: null, left: editing?.id ?? null }));

export function type(part: Partial<ProfileForm>): void {
  useSettings.setState(({ editing }) => {
    if (!editing) return {};
    const faults = { ...editing.faults };
    for (const field of Object.keys(part) as ProfileField[]) delete faults[field];
    if ('proxy' in part) delete faults.transport; // it may be about the proxy
    return { editing: { ...editing, form: { ...editing.form, ...part }, faults, touched: true } };
  });
}

/**
 * Saves the form and the typed secrets, and closes it. After a failure, which is shown, it stays open with its input; so it does when
 * something was typed since the save began, in a form that was left and entered again.
 */
export async function save(): Promise<void> {
  const { editing } = useSettings.getState();
  if (!editing) return;
  const secrets = typedSecrets();
  const result = profileOf({ ...editing.form, ...(await rulesToSave(editing)) }, secrets, editing.caFile.path !== '');
  if (!result.ok) return mark(result.faults);
  const answer = call('profiles.save', {
    profile: result.profile,
    caFile: editing.caFile.choice,
    ...(editing.id === null ? {} : { id: editing.id }),
  });
  const refusal = await refusalOf(answer);
  if (refusal?.detail?.context === 'named') return mark({ name: 'named' });
  const saved = await attempt(answer);
  if (!saved) return;
  const { id } = saved.profile;
  // From here on the profile exists: a secret that is refused must not create a second one.
  const after = opened(id, formOf(saved.profile), saved.profile.network.caFile);
  useSettings.setState(({ editing: now }) => (isSameForm(now, editing) ? { editing: withTypedSince(editing, now, after) } : {}));
  let stored = true;
  for (const name of secretNames) {
    if (await setSecret(id, name, secrets[name])) continue;
    stored = false;
    // Before anything else is awaited: a person who reads the refusal may cancel at once, and is asked.
    useSettings.setState(({ editing: now }) => (isSameForm(now, after) ? { editing: { ...now, touched: true } } : {}));
  }
  await profiles.reload();
  forgetTest(id);
  if (!stored) return;
  announce(i18next.t('profile.saved', { ns: 'settings', name: saved.profile.name }));
  const { editing: now } = useSettings.getState();
  if (!isSameForm(now, after) || now.touched || typedSecrets() !== secrets) return;
  stopEdit();
  useSettings.setState({ saved: id });
}

const mark = (faults: FormFaults): void => useSettings.setState(({ editing }) => ({ editing: editing && { ...editing, faults } }));

/** Whether it is the form that was opened as the other one, and not closed since. */
const isSameForm = (now: Editing | null, { openedRules }: Editing): now is Editing => now?.openedRules === openedRules;

/** Returns the form as it was saved, with the fields that differ from those that were sent. */
function withTypedSince(sent: Editing, now: Editing, saved: Editing): Editing {
  const names = Object.keys(now.form) as (keyof ProfileForm)[];
  const typed = names.filter((name) => now.form[name] !== sent.form[name]).map((name) => [name, now.form[name]]);
  const hasOtherFile = now.caFile !== sent.caFile;
  return {
    ...saved,
    form: { ...saved.form, ...Object.fromEntries(typed) },
    ...(hasOtherFile ? { caFile: now.caFile } : {}),
    touched: typed.length > 0 || hasOtherFile,
  };
}

/** Preserves rules that were made from an answer or an unverified document while the form was open. */
async function rulesToSave({ id, form, openedRules }: Editing): Promise<Pick<ProfileForm, 'searchRules' | 'verification'>> {
  if (id !== null) await profiles.reload();
  const current = profiles.value()?.find(({ profile }) => profile.id === id)?.profile;
  const rules = withStoredSince(form.verification.rules, openedRules.provider, current?.signing?.verification.rules ?? []);
  return {
    searchRules: withStoredSince(form.searchRules, openedRules.search, current?.search?.rules ?? []),
    verification: { ...form.verification, rules: rules.slice(0, maxProviderRules) },
  };
}

/** Saves a secret. Returns whether no input is left to be saved. */
async function setSecret(profileId: string, name: keyof TypedSecrets, value = ''): Promise<boolean> {
  return value === '' || (await succeeded(call('secrets.set', { profileId, name, value })));
}

export async function removeSecret(profileId: string, name: keyof TypedSecrets): Promise<void> {
  await attempt(call('secrets.remove', { profileId, name }));
  await profiles.reload();
  forgetTest(profileId);
}

export async function removeProfile(id: string): Promise<void> {
  if (!(await succeeded(call('profiles.remove', { id })))) return;
  if (useSettings.getState().editing?.id === id) stopEdit();
  await profiles.reload();
}

/** Drops a test result for settings that the profile no longer has. */
const forgetTest = (id: string): void =>
  useSettings.setState(({ tests }) => ({ tests: Object.fromEntries(Object.entries(tests).filter(([key]) => key !== id)) }));

const setTest = (id: string, result: TestResult): void => useSettings.setState(({ tests }) => ({ tests: { ...tests, [id]: result } }));

export async function test(id: string): Promise<void> {
  useSettings.setState({ saved: null });
  setTest(id, { state: 'testing' });
  try {
    setTest(id, { state: 'done', ...(await call('profiles.test', { id })) });
  } catch (thrown) {
    setTest(id, { state: 'done', problem: problemOf(thrown) });
  }
}

/** Changes a stored profile to the system's network, and tests it again. */
export async function takeSystemNetwork(id: string): Promise<void> {
  await profiles.reload();
  const profile = profiles.value()?.find((view) => view.profile.id === id)?.profile;
  if (!profile) return;
  const saved = await succeeded(
    call('profiles.save', { id, profile: { ...profile, network: { ...profile.network, transport: 'system' } } }),
  );
  if (!saved) return;
  await profiles.reload();
  await test(id);
}

export async function renewKey(): Promise<void> {
  useSettings.setState({ renewal: { state: 'testing' } });
  try {
    await call('secrets.renewKey');
    useSettings.setState({ renewal: { state: 'done', problem: null } });
  } catch (thrown) {
    useSettings.setState({ renewal: { state: 'done', problem: problemOf(thrown) } });
  }
}

export async function chooseCaFile(): Promise<void> {
  const answer = await attempt(call('profiles.chooseCaFile'));
  if (answer?.path) setCaFile({ path: answer.path, choice: 'chosen' });
}

/** Returns the roots of the profile and those of the chosen file; null when none was chosen. */
export const chooseRoots = async (roots: string): Promise<RootFacts[] | null> =>
  (await attempt(call('profiles.chooseRoots', { roots }))) ?? null;

export const typeVerification = (part: Partial<VerificationSettings>): void => {
  const verification = useSettings.getState().editing?.form.verification;
  if (verification) type({ verification: { ...verification, ...part } });
};

export const clearCaFile = (): void => setCaFile({ path: '', choice: 'none' });

function setCaFile(caFile: Editing['caFile']): void {
  useSettings.setState(({ editing }) => {
    if (!editing) return {};
    // Its fault may be about the file.
    const { transport: _, ...faults } = editing.faults;
    return { editing: { ...editing, caFile, faults, touched: true } };
  });
}
