/** What keeps documents from being queued, document by document. */
import type { BatchFault } from '../../shared/domain/signing.ts';
import { hasTrait, type Problem, StationError } from '../../shared/errors.ts';

/**
 * A document's own fault comes before one of the whole batch, such as a rule of the branch, which is then every document's;
 * the first of several stays.
 * @throws StationError of settings, without which no document can be sent
 */
export function noteFaults(faults: readonly BatchFault[], ids: readonly string[], problems: Map<string, Problem>): void {
  if (ids.length === 0) return;
  const note = (id: string, why: Problem) => problems.has(id) || problems.set(id, why);
  for (const { documentId, problem } of faults) if (documentId !== null) note(documentId, problem);
  for (const { documentId, problem } of faults) {
    if (documentId !== null) continue;
    if (hasTrait(problem, 'settings')) throw new StationError(problem.code, problem.detail);
    for (const id of ids) note(id, problem);
  }
}
