/** Overrides policy findings of a visit on behalf of a person, with a reason. */
import { StationError } from '../../../shared/errors.ts';
import { changeVisit, emitFindingsAfterwards } from './change-visit.ts';
import { findingsOf } from './evaluate-visit.ts';
import type { VisitContext } from './visit-context.ts';

/**
 * @param keys of findings that the person saw
 * @throws StationError `reason-missing`, `state-changed`, `policy-not-overridable`, and those of `changeVisit`
 */
export function overrideFindings(context: VisitContext, id: string, keys: readonly string[], reason: string): void {
  const text = reason.trim();
  if (text === '') throw new StationError('reason-missing');
  const chosen = findingsOf(context, context.visits.get(id)).filter(({ key }) => keys.includes(key));
  if (chosen.length < new Set(keys).size) throw new StationError('state-changed');
  if (chosen.some(({ overridable }) => !overridable)) throw new StationError('policy-not-overridable');
  const by = context.clerk();
  const at = context.now().toISOString();
  const added = chosen.map(({ key }) => ({ key, by, at, reason: text }));
  const rules = chosen.map(({ rule }) => rule).join(', ');
  changeVisit(context, id, ({ overrides }) => ({ overrides: [...overrides, ...added] }), {
    kind: 'overridden',
    by,
    detail: { rules, text },
  });
  emitFindingsAfterwards(context);
}
