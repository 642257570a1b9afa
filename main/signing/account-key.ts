/** Which provider account a document was queued for: it is never sent to another one by itself. */
import { createHash } from 'node:crypto';
import type { SigningProfile } from '../../shared/domain/profile.ts';

/** What is queued for practice is signed by practice alone, and practice signs nothing else. */
export const practiceAccount = 'practice';

/**
 * By account and project, which the provider knows the agreement by; addresses and credentials may be corrected
 * while documents wait. A hash, since it stands in clear beside the sealed record.
 */
export function accountKey({ accountId, projectId }: Pick<SigningProfile, 'accountId' | 'projectId'>): string {
  return createHash('sha256')
    .update(JSON.stringify([accountId, projectId]))
    .digest('hex')
    .slice(0, 32);
}
