/** A provider account: its profile and its secrets, and the key by which stored work is only ever sent to the same account. */
import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { SecretName } from '../../../shared/domain/closed-lists.ts';
import type { Profile, SearchProfile, SigningProfile } from '../../../shared/domain/settings/profile.ts';

/** The network of the operating system, which only Electron reaches. */
export type SystemNetwork = {
  /**
   * Returns the proxies for an address, in the order in which to try them: `http://host:port`, `https://host:port`, `socks5://host:port`;
   * null for a direct connection. Empty: a direct connection.
   */
  proxies(url: string): Promise<readonly (string | null)[]>;
  /** Begins a request by Electron's `net`. */
  request(options: SystemRequestOptions): SystemRequest;
  /** Chromium was started with a switch by which it trusts any certificate. */
  isUnchecked: boolean;
  /** The switch or variable of this start by which others can read pages or connections; null without one. */
  exposedBy: string | null;
};

export type SystemRequestOptions = {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Whether its connection may have served others before. */
  reuse: boolean;
  /** Resolves when nothing more comes of the request. */
  finished: Promise<void>;
};

/** What the station uses of Electron's `ClientRequest`; the desktop checks that it is one. */
export type SystemRequest = {
  /** Sends the body in pieces, as they are written. May be set before the first `write`. */
  chunkedEncoding: boolean;
  on(event: 'response', listener: (response: SystemResponse) => void): unknown;
  on(event: 'redirect', listener: (status: number) => void): unknown;
  on(event: 'login', listener: (info: { isProxy: boolean }, callback: () => void) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  /** `callback` is called when the network has taken the piece; of the first piece that is after it has connected. */
  write(piece: Uint8Array, encoding: undefined, callback: () => void): unknown;
  end(body?: string): unknown;
  /** `started`: the network took a part of a body that is not sent in pieces, so it has connected. */
  getUploadProgress(): { started: boolean };
  abort(): void;
};

export type SystemResponse = Readable & { statusCode: number; headers: IncomingHttpHeaders };

/** `id` distinguishes profiles of the same content. */
export type Account = {
  id: string;
  profile: Profile;
  /** @throws StationError `secret-missing` */
  secret: (name: SecretName) => Promise<string>;
  /** Undefined outside of Electron: `proxy: system` follows HTTP_PROXY, HTTPS_PROXY and NO_PROXY. */
  system: SystemNetwork | undefined;
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

const hashOf = (parts: string[]): string => hash('sha256', JSON.stringify(parts)).slice(0, 32);
