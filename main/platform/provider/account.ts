/** A provider account: its profile and its secrets, and the key by which stored work is only ever sent to the same account. */
import { createHash } from 'node:crypto';
import type { Profile, SearchProfile, SecretName, SigningProfile } from '../../../shared/domain/profile.ts';

/**
 * Returns the proxies that the operating system names for an address, in the order in which to try them: `http://host:port`,
 * `https://host:port`, `socks5://host:port`; null for a direct connection. Empty: a direct connection.
 */
export type SystemProxy = (url: string) => Promise<readonly (string | null)[]>;

/** `id` distinguishes profiles of the same content. */
export type Account = {
  id: string;
  profile: Profile;
  /** @throws StationError `secret-missing` */
  secret: (name: SecretName) => Promise<string>;
  /** Undefined: `proxy: system` follows HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  systemProxy: SystemProxy | undefined;
};

/** The key of the practice provider: work stored for practice is sent to practice only, and no other work is. */
export const practiceAccount = 'practice';

/**
 * Identifies a signing agreement by its account and project, as the provider does; addresses and credentials may be
 * corrected while documents wait. 32 lower-case hex digits of a hash.
 */
export const accountKey = ({ accountId, projectId }: Pick<SigningProfile, 'accountId' | 'projectId'>): string =>
  hashOf([accountId, projectId]);

/** Identifies a search agreement by its project name, as the service does. */
export const searchAccountKey = ({ projectName }: Pick<SearchProfile, 'projectName'>): string => hashOf(['search', projectName]);

const hashOf = (parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
