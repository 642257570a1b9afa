/** Which provider a command talks to: `--practice`, `--profile-file`, or the stored active profile. */
import { dirname, resolve } from 'node:path';
import { type SecretName, secretNames } from '../../../shared/domain/closed-lists.ts';
import { isSendable, type Profile, profileSchema, secretAddresses } from '../../../shared/domain/settings/profile.ts';
import { type ProblemCode, StationError } from '../../../shared/errors.ts';
import { naming, type ProviderChoice } from '../../app/accounts.ts';
import type { Station } from '../../app/station.ts';
import { environmentSecrets, secretVariables } from '../../platform/keychain/environment-secrets.ts';
import type { CommandIo } from './io.ts';
import { faultIn, readJsonFileOption } from './json-file-option.ts';
import { secretsFromFiles } from './secrets.ts';
import { WrongUse } from './wrong-use.ts';

/** The sections of a profile, each with its secret. */
export const sections = ['signing', 'search', 'validation'] as const;
type Section = (typeof sections)[number];
export const secretOf = {
  signing: 'clientSecret',
  search: 'searchApiKey',
  validation: 'validationApiKey',
} as const satisfies Record<Section, SecretName>;
const notSetUp = {
  signing: 'signing-not-set-up',
  search: 'search-not-set-up',
  validation: 'validation-not-set-up',
} as const satisfies Record<Section, ProblemCode>;

/**
 * @param offline there will be no call, so no secret is needed
 * @throws WrongUse for a profile file that cannot be used, or whose secret is not in the environment; for a key that cannot be sent
 */
export async function chooseProvider(
  {
    practice,
    profileFile,
    section = 'signing',
    offline = false,
  }: { practice: boolean | undefined; profileFile: string | undefined; section?: Section; offline?: boolean },
  io: Pick<CommandIo, 'env' | 'cwd'>,
): Promise<ProviderChoice> {
  const secrets = await takeSecrets(io);
  if (practice && profileFile !== undefined) throw new WrongUse('both-providers');
  if (practice) return { kind: 'practice' };
  if (profileFile === undefined) return { kind: 'stored', secrets };
  const profile = await readProfile('--profile-file', resolve(io.cwd, profileFile));
  const secret = secretOf[section];
  if (profile[section] && !secrets[secret] && !offline) throw new WrongUse('secret-not-set', { variable: secretVariables[secret] });
  return { kind: 'external', profile, secrets };
}

/** Reads the secrets of the environment, also from the files of `…_FILE`, and deletes them from it. @throws WrongUse */
export async function takeSecrets(io: Pick<CommandIo, 'env' | 'cwd'>): Promise<Partial<Record<SecretName, string>>> {
  const setAs = await secretsFromFiles(Object.values(secretVariables), io);
  const secrets = environmentSecrets(io.env);
  for (const name of secretNames) {
    const value = secrets[name];
    if (value && !isSendable(name, value)) throw new WrongUse('secret-not-for-header', { variable: setAs(secretVariables[name]) });
  }
  return secrets;
}

/**
 * For commands that make no call. Without an account, documents that they return to the queue keep theirs. Secrets are removed from the environment
 * anyway.
 */
export const noProvider = ({ env }: Pick<CommandIo, 'env'>): ProviderChoice => ({
  kind: 'external',
  profile: profileSchema.parse({ name: 'none' }),
  secrets: environmentSecrets(env),
});

/**
 * Requires the stored profile and its secret before anything else is done: no person can type it, and practice must not sign in its
 * place. Offline needs no secret.
 * @throws WrongUse, StationError `profile-unknown`, `signing-not-set-up`, `keychain-unavailable`, `secret-missing`, `secret-for-other-address`,
 * `system-transport-missing`
 */
export async function demandStoredProfile(station: Station, choice: ProviderChoice, offline = false): Promise<void> {
  if (choice.kind === 'stored') await demandSection(station, choice, 'signing', offline);
  else if (choice.kind === 'external' && !offline) demandTransport(station, choice.profile);
}

/** Likewise for one section, which the profile of `--profile-file` must have too. @throws like `demandStoredProfile`, `search-not-set-up`, `validation-not-set-up` */
export async function demandSection(station: Station, choice: ProviderChoice, section: Section, offline = false): Promise<void> {
  const { settings, vault } = station;
  if (choice.kind === 'practice') return;
  if (choice.kind === 'external') {
    if (!choice.profile[section]) throw new StationError(notSetUp[section]);
    demandTransport(station, choice.profile);
    return;
  }
  const id = settings.settings().activeProfileId;
  if (id === null) throw new WrongUse('no-profile');
  const profile = settings.profile(id);
  if (!profile[section]) throw new StationError(notSetUp[section]);
  if (offline) return;
  demandTransport(station, profile);
  if (choice.secrets?.[secretOf[section]]) return;
  const closed = await vault.keychainProblem();
  if (closed) throw new StationError(closed.code, closed.detail);
  await naming(profile, (name) => vault.secret(id, name, secretAddresses(profile)[name]))(secretOf[section]);
}

/** @throws StationError `system-transport-missing` */
function demandTransport({ hasSystemNetwork }: Station, { network }: Profile): void {
  if (network.transport === 'system' && !hasSystemNetwork) throw new StationError('system-transport-missing');
}

/** A relative `network.caFile` counts from the folder of the file. @param source what names the file, for messages @throws WrongUse */
export async function readProfile(source: string, path: string): Promise<Profile> {
  const value = await readJsonFileOption(source, path);
  const parsed = profileSchema.safeParse(value);
  if (!parsed.success) {
    const fault = faultIn(parsed.error, value);
    if (/url$/i.test(fault.field) && fault.context === undefined)
      throw new WrongUse('profile-file-address', { option: source, field: fault.field });
    throw new WrongUse('json-file-invalid', { option: source, ...fault });
  }
  const unknown = unknownMember(value, parsed.data);
  if (unknown !== null) throw new WrongUse('json-file-invalid', { option: source, field: unknown, context: 'unknown' });
  const { network } = parsed.data;
  return { ...parsed.data, network: { ...network, caFile: network.caFile && resolve(dirname(path), network.caFile) } };
}

/** Returns the path of the first member that the schema dropped: a mistyped one would leave a default, such as that of the placement. */
function unknownMember(given: unknown, read: unknown): string | null {
  if (typeof given !== 'object' || given === null || typeof read !== 'object' || read === null) return null;
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(read, name)) return name;
    const inner = unknownMember(value, Reflect.get(read, name));
    if (inner !== null) return `${name}.${inner}`;
  }
  return null;
}
