/** Whether a profile's signing section works with its stored secret. */
import { type Problem, problem, problemOf } from '../shared/errors.ts';
import type { Account, SystemProxy } from './lines.ts';
import { connectProvider } from './provider/connect-provider.ts';

/** A fresh connection, so that nothing remembered makes a wrong profile look right. */
export async function testAccount(account: () => Account, systemProxy: SystemProxy | undefined): Promise<Problem | null> {
  try {
    const { profile, secret } = account();
    if (!profile.signing) return problem('signing-not-set-up');
    const provider = connectProvider({
      signing: profile.signing,
      network: profile.network,
      secret: () => secret('clientSecret'),
      ...(systemProxy && { systemProxy }),
    });
    try {
      await provider.testSigning();
      return null;
    } finally {
      await provider.close();
    }
  } catch (thrown) {
    return problemOf(thrown);
  }
}
