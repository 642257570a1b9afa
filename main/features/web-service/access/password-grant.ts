/** The password grant (interface description, endpoint A), over the users, the throttle and the tokens of a station or of the hub. */
import type { Attempt, LoginAttempt } from './login-throttle.ts';
import type { PasswordChecks } from './password-checks.ts';
import { nameKey, type UserRow, validPasswords } from './user-repository.ts';

/** An authenticated user. `guest`: the user of the self-test. */
export type Caller = { id: string; name: string; guest: boolean };

/** `refused`: wrong name or password, without saying which. `locked`: too many wrong attempts, for that number of seconds. */
export type TokenAnswer =
  | { kind: 'issued'; token: string; minutes: number; issued: Date; expires: Date; caller: Caller }
  | { kind: 'refused' }
  | { kind: 'locked'; retryAfter: number };

type Awaitable<T> = T | Promise<T>;

export type PasswordGrantDeps = {
  checks: PasswordChecks;
  now(): Date;
  userNamed(username: string): Awaitable<UserRow | null>;
  users(): Awaitable<readonly UserRow[]>;
  isGuest(user: UserRow): boolean;
  /** Seconds to wait; 0: the attempt may begin. */
  wait(attempt: LoginAttempt): Awaitable<number>;
  /** `wait` and the begin in one step, so that attempts at one time count. */
  begin(attempt: LoginAttempt): Awaitable<number | Attempt>;
  issue(user: UserRow): Awaitable<TokenAnswer>;
};

/** See `Access.token`. */
export async function grantToken(deps: PasswordGrantDeps, username: string, password: string, address: string): Promise<TokenAnswer> {
  const user = await deps.userNamed(username);
  // Only the self-test knows the name of a guest: its deliberate failures do not count against this computer.
  const attempted = { name: nameKey(username), userId: user?.id ?? null, address: user && deps.isGuest(user) ? null : address };
  // Checked before the wait for a turn, so that a locked caller takes no place, and again after it.
  const retryAfter = await deps.wait(attempted);
  if (retryAfter > 0) return { kind: 'locked', retryAfter };
  return deps.checks.inTurn(async () => {
    const attempt = await deps.begin(attempted);
    if (typeof attempt === 'number') return { kind: 'locked', retryAfter: attempt };
    let outcome: Parameters<typeof attempt.end>[0] = 'none';
    try {
      const known = await checkPassword(deps, username, password);
      outcome = known ? 'right' : 'wrong';
      return known ? await deps.issue(known) : { kind: 'refused' };
    } finally {
      await attempt.end(outcome);
    }
  });
}

/** Null for a wrong name or password. @throws StationError `service-busy` */
async function checkPassword(deps: PasswordGrantDeps, username: string, password: string): Promise<UserRow | null> {
  const { now, checks } = deps;
  const user = await deps.userNamed(username);
  const at = now();
  const all = (await deps.users()).map((one) => validPasswords(one, at));
  const found = await checks.find(password, user ? validPasswords(user, at) : [], all);
  // The user may have been removed, or the password may have expired, during the check.
  const current = found && (await deps.userNamed(username));
  const isValid = current?.id === user?.id && current && validPasswords(current, now()).some(({ hash }) => hash === found.hash);
  return isValid ? current : null;
}
