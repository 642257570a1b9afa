/** Which provider account something was kept for: it is never sent to another one by itself. */
import { createHash } from 'node:crypto';
import type { SearchProfile, SigningProfile } from '../../../shared/domain/profile.ts';

/** What is kept for practice is asked of practice alone, and practice answers nothing else. */
export const practiceAccount = 'practice';

/**
 * By account and project, which the provider knows the agreement by; addresses and credentials may be corrected
 * while documents wait. 32 lower-case hex digits of a hash.
 */
export const accountKey = ({ accountId, projectId }: Pick<SigningProfile, 'accountId' | 'projectId'>): string =>
  hashOf([accountId, projectId]);

/** Of the search service, which knows the agreement by its project name. */
export const searchAccountKey = ({ projectName }: Pick<SearchProfile, 'projectName'>): string => hashOf(['search', projectName]);

const hashOf = (parts: string[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
