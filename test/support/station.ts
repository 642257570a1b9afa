/** A whole station on a temporary data folder, with a practice provider over a socket. */
import { randomBytes } from 'node:crypto';
import { closing } from './closing.ts';
import { createStation, type Station, type StationOptions } from './doors/app.ts';
import { type Profile, profileSchema, type SigningProfile } from './doors/domain.ts';
import { memoryKeychain } from './doors/keychain.ts';
import { type Practice, type PracticeOptions, startPractice } from './doors/practice.ts';
import type { RetryPolicy } from './doors/runtime.ts';
import { startSwitchedLine } from './network/switched-line.ts';
import { asKilled } from './storage/as-killed.ts';
import { sameFile } from './storage/file-identity.ts';
import { tempDir } from './temp-dir.ts';

/** Short backoff, and a circuit breaker that opens after three failures. */
export const quickRetry: RetryPolicy = { base: 20, cap: 200, openAfter: 3 };

/** Options of the station that replace those of the builder. */
type OpenOptions = Partial<Omit<StationOptions, 'dataDir' | 'provider'>> & { profile?: Profile };

export type BuildOptions = Omit<OpenOptions, 'profile'> & {
  dataDir?: string;
  /** Options of the practice provider that is started for this station. */
  practice?: PracticeOptions;
  /** A running provider; or none, and then no connection is set up. */
  provider?: Practice | 'none';
  /** Starts a proxy between the station and the provider: gets the provider's address and returns its own. */
  through?: (origin: string) => Promise<string>;
  signing?: Partial<SigningProfile>;
  profile?: Partial<Profile>;
  /** Stores the profile and makes it the active one, instead of passing it to the station at its start. */
  stored?: boolean | 'without-secrets';
};

/** The station; after `reopen`, the next one. Sets of actions are added by `withSigningActions` and the like. */
export type TestStation = Station & {
  /** For documents and other files that the station reads. */
  folder: string;
  dataDir: string;
  vaultKey: Buffer;
  provider: Practice;
  profile: Profile;
  /** Of the profile that is stored. */
  profileId: string;
  /** Closes the station and opens the next one on the same data folder. */
  reopen(options?: OpenOptions, whileClosed?: () => Promise<void> | void): Promise<void>;
  /** Copies the data folder (or that one) as a process that is killed at this moment leaves it. */
  asKilled(folder?: string): string;
  /** Opens another station on such a copy. */
  openOn(dataDir: string, options?: OpenOptions): Promise<Station>;
};

/** Without options: automatic sending, quick retries, a vault key, and a keychain in memory. Closed when the test ends. */
export async function buildStation(options: BuildOptions = {}): Promise<TestStation> {
  const { practice, provider: running, through, signing, profile: changes, stored, dataDir: chosen, ...rest } = options;
  const [folder, dataDir] = [await tempDir(), chosen ?? (await tempDir())];
  const provider = running === 'none' ? null : (running ?? (await startProvider(practice)));
  const base = provider && profileThrough(provider, (await through?.(provider.origin)) ?? provider.origin);
  const profile = base && { ...base, ...changes, ...(base.signing && { signing: { ...base.signing, ...signing } }) };
  const vaultKey = rest.vaultKey ?? randomBytes(32);
  const common = { retry: quickRetry, fileIdentity: sameFile, ...(!rest.keychain && { keychain: memoryKeychain(), vaultKey }), ...rest };

  const openOn: TestStation['openOn'] = async (at, { profile: other = profile, ...more } = {}) => {
    const secrets = provider && stored !== 'without-secrets' ? provider.secrets : null;
    const connection: StationOptions =
      other && secrets && !stored
        ? { dataDir: at, provider: { kind: 'external', profile: other, secrets } }
        : { dataDir: at, provider: { kind: 'stored', ...(secrets && { secrets }) } };
    return closing(await createStation({ ...common, ...more, ...connection }));
  };
  const first = await openOn(dataDir);
  const profileId = stored && profile ? first.settings.saveProfile(profile).id : null;
  if (profileId) first.settings.change({ activeProfileId: profileId });

  const station: TestStation = {
    ...first,
    folder,
    dataDir,
    vaultKey,
    get profileId() {
      return profileId ?? missing();
    },
    get provider() {
      return provider ?? missing();
    },
    get profile() {
      return profile ?? missing();
    },
    async reopen(more, whileClosed) {
      await station.close();
      await whileClosed?.();
      Object.assign(station, await openOn(dataDir, more));
    },
    asKilled: (from = dataDir) => asKilled(from),
    openOn,
  };
  return station;
}

/** The practice provider's profile, with every address at `origin`. */
function profileThrough(provider: Practice, origin: string): Profile {
  const { signing, validation, search, ...rest } = profileSchema.parse(provider.profile);
  return {
    ...rest,
    ...(signing && { signing: { ...signing, authUrl: origin, baseUrl: origin } }),
    ...(validation && { validation: { ...validation, baseUrl: origin } }),
    ...(search && { search: { ...search, url: search.url.replace(provider.origin, origin) } }),
  };
}

function missing(): never {
  throw new Error('the station was built without it');
}

/** A practice provider that is closed when the test ends. */
export async function startProvider(options?: PracticeOptions): Promise<Practice> {
  return closing(await startPractice(options));
}

/** A station that reaches its provider through `line`, which can be switched off. */
export async function buildSwitchedStation({ practice, provider: running, ...options }: BuildOptions & { provider?: Practice } = {}) {
  const provider = running ?? (await startProvider(practice));
  const line = closing(await startSwitchedLine(provider.origin));
  return Object.assign(await buildStation({ ...options, provider, through: async () => line.origin }), { line });
}
