/** Whether a profile's signing section works with its stored secret. */

import type { TokenMember } from '../../shared/domain/provider/token.ts';
import { type Problem, problem, problemOf } from '../../shared/errors.ts';
import type { Account } from '../platform/provider/account.ts';
import { signingTarget } from '../platform/provider/sign-documents.ts';

/** `unread`: members of the token's answer that are missing or could not be read; they do not stop signing. */
export type ConnectionTest = { problem: Problem | null; unread: TokenMember[] };

/** Opens a new connection, so that no stored token makes a wrong profile look right. */
export async function testAccount(account: () => Account): Promise<ConnectionTest> {
  try {
    const target = signingTarget(account());
    if (!target) return failed(problem('signing-not-set-up'));
    const connection = target.connect();
    try {
      return { problem: null, ...(await connection.testSigning()) };
    } finally {
      await connection.close();
    }
  } catch (thrown) {
    return failed(problemOf(thrown));
  }
}

const failed = (found: Problem): ConnectionTest => ({ problem: found, unread: [] });
