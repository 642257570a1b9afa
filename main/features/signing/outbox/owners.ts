/** The owners that encrypted files of open jobs and attempts name. A job at rest and an ended attempt have no such files. */
import { type Attempt, filesOf, type OutboxJob } from './outbox.ts';

export function fileOwners(jobs: readonly OutboxJob[], attempts: readonly Attempt[]): Set<string> {
  // A received file may be named after its attempt, and outlive it.
  const ofJobs = jobs.flatMap(({ original, received }) => [original, ...received.map(({ encrypted }) => encrypted)]);
  const ofAttempts = attempts.flatMap(({ answer }) => (answer === null ? [] : filesOf(answer)));
  return new Set([...ofJobs, ...ofAttempts].flatMap((file) => (file ? [file.owner] : [])));
}
