/** Authenticates callers of the client's web service (interface description, endpoint A; Authentication). */
import type { ServiceUser } from '../../../../shared/domain/web-service.ts';

/** An authenticated user. `guest`: the user of the self-test. */
export type Caller = { id: string; name: string; guest: boolean };

/** `refused`: wrong name or password, without saying which. `locked`: too many wrong attempts, for that number of seconds. */
export type TokenAnswer =
  | { kind: 'issued'; token: string; minutes: number; issued: Date; expires: Date; caller: Caller }
  | { kind: 'refused' }
  | { kind: 'locked'; retryAfter: number };

export type WithPassword = { user: ServiceUser; password: string };

export type Access = {
  /**
   * The password grant. An unknown name takes as long as a wrong password; while the address, or the name from it, is throttled,
   * the right password is refused too. The token is on the disk, as a hash, when it resolves.
   * @param address the caller's, for the login throttle
   * @throws StationError `disk-full`, `service-busy` (answered 503 with Retry-After: its detail `retryAfter`, in seconds)
   */
  token(username: string, password: string, address: string): Promise<TokenAnswer>;
  /** Null for a token that is unknown, expired, revoked, or of a removed user. */
  callerOf(token: string): Caller | null;

  users(): ServiceUser[];
  /** Adds a user with a generated password, which is shown once. @throws StationError `service-user-taken`, `disk-full` */
  add(username: string): Promise<WithPassword>;
  /**
   * From the environment: made when there is none of that name. A password that is neither the one in force nor the one that came
   * from there last becomes the one in force; those before then end after so many hours (0, at once, when nothing is said).
   * @throws StationError `wrong-use` for a name or password that cannot be one, `disk-full`
   */
  provide(username: string, password: string, hours?: number): Promise<void>;
  /** A new password; those before end after so many hours. @throws StationError `service-user-unknown` */
  renew(id: string, hours: number): Promise<WithPassword>;
  /** Revokes every token of the user; returns how many were valid. @throws StationError `service-user-unknown` */
  revoke(id: string): number;
  /** Removes the user with all tokens. @throws StationError `service-user-unknown` */
  remove(id: string): void;

  /** A user of this run alone, in memory, until `end`; listed nowhere. Its tokens end with it. */
  guest(): Promise<{ username: string; password: string; end(): void }>;
};
