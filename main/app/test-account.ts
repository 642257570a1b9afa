/** Whether a profile's signing section works with its stored secret. */

import type { TokenMember } from '../../shared/domain/provider/token.ts';
import { type Problem, problem, problemOf } from '../../shared/errors.ts';
import { connectProvider } from '../platform/provider/connect-provider.ts';
import type { Account, SystemProxy } from '../platform/provider/lines.ts';

/** `unread`: members of the token's answer that are missing or could not be read; they do not stop signing. */
export type ConnectionTest = { problem: Problem | null; unread: TokenMember[] };

/** A fresh connection, so that nothing remembered makes a wrong profile look right. */
export async function testAccount(account: () => Account, systemProxy: SystemProxy | undefined): Promise<ConnectionTest> {
  try {
    const { profile, secret } = account();
    if (!profile.signing) return failed(problem('signing-not-set-up'));
    const provider = connectProvider({
      signing: profile.signing,
      network: profile.network,
      secret: () => secret('clientSecret'),
      ...(systemProxy && { systemProxy }),
    });
    try {
      return { problem: null, ...(await provider.testSigning()) };
    } finally {
      await provider.close();
    }
  } catch (thrown) {
    return failed(problemOf(thrown));
  }
}

const failed = (found: Problem): ConnectionTest => ({ problem: found, unread: [] });
