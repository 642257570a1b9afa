/** The profiles as main reported them, and the current form. Never a secret. */
import { create } from 'zustand';
import type { TokenMember } from '../../../shared/domain/provider/token.ts';
import type { TextRule } from '../../../shared/domain/text-rules.ts';
import type { ProviderRule } from '../../../shared/domain/verification/provider-rule.ts';
import type { Problem } from '../../../shared/errors.ts';
import type { CaFileChoice } from '../../../shared/ipc/settings.ts';
import { call } from '../../bridge.ts';
import { useInfoStore } from '../../state/info.ts';
import { createRemote } from '../../state/remote.ts';
import type { FormFaults, ProfileForm } from './profile-form.ts';

/** The result of a connection test, or of a key rotation. `unread`: members of the token's answer that could not be read. */
export type TestResult = { state: 'testing' } | { state: 'done'; problem: Problem | null; unread?: readonly TokenMember[] };

/** The form on screen; `id` null for a profile that is not saved yet. */
export type Editing = {
  id: string | null;
  form: ProfileForm;
  /** The CA file is chosen in main's dialog; its path is only shown here. */
  caFile: { path: string; choice: CaFileChoice };
  /** The rules when the form was opened. */
  openedRules: { search: readonly TextRule[]; provider: readonly ProviderRule[] };
  faults: FormFaults;
  touched: boolean;
};

export const sections = ['connections', 'visits', 'service', 'hub', 'backup', 'general', 'about'] as const;
export type Section = (typeof sections)[number];

type SettingsState = {
  section: Section;
  editing: Editing | null;
  /** The profile whose form was left, until the list is shown again. */
  left: string | null;
  tests: Readonly<Record<string, TestResult>>;
  /** The profile that was saved last, until it is tested or the list is left. */
  saved: string | null;
  /** As typed, of a station that is not enrolled yet. */
  hubAddress: string;
  /** The name of the person at this computer, as typed; null when it is saved. */
  clerk: string | null;
  /** Null when not requested since the start. */
  renewal: TestResult | null;
};

export const useSettings = create<SettingsState>(() => ({
  section: 'connections',
  editing: null,
  left: null,
  tests: {},
  saved: null,
  hubAddress: '',
  clerk: null,
  renewal: null,
}));

export const showServiceSettings = (): void => useSettings.setState({ section: 'service' });
export const showHubSettings = (): void => useSettings.setState({ section: 'hub' });

export const profiles = createRemote(() => call('profiles.list'));

/** Returns the name of the profile in use; null in practice. */
export function useProfileName(): string | null {
  const active = useInfoStore(({ info }) => info?.settings.activeProfileId);
  return profiles.use(({ value }) => value?.find(({ profile }) => profile.id === active)?.profile.name ?? null);
}
