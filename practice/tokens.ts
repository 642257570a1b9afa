/** The tokens issued by endpoint C and their validity at endpoint D. */
import { randomBytes } from 'node:crypto';

export type TokenState = 'valid' | 'expired' | 'unknown';

export type Tokens = {
  /** Issues a token that is valid for N seconds. */
  issue(lifetime: number): string;
  state(token: string): TokenState;
  spoil(how: 'expired' | 'unknown'): void;
};

/** Maximum number of tokens, enough for any demonstration. Beyond it the oldest one becomes unknown. */
const maxTokens = 10_000;

export function createTokens(): Tokens {
  const expiries = new Map<string, number>();
  return {
    issue(lifetime) {
      const token = randomBytes(24).toString('base64url');
      expiries.set(token, Date.now() + lifetime * 1000);
      const [oldest] = expiries.keys();
      if (expiries.size > maxTokens && oldest !== undefined) expiries.delete(oldest);
      return token;
    },
    state(token) {
      const expiry = expiries.get(token);
      if (expiry === undefined) return 'unknown';
      return Date.now() < expiry ? 'valid' : 'expired';
    },
    spoil(how) {
      if (how === 'unknown') expiries.clear();
      else for (const token of expiries.keys()) expiries.set(token, 0);
    },
  };
}
