/** Overrides policy findings on behalf of a person, with a reason. */
import type { Finding } from '../../../shared/domain/policy.ts';
import { StationError } from '../../../shared/errors.ts';
import type { NewVisitEvent } from './visit-book.ts';
import type { VisitRow } from './visit-row.ts';

/**
 * @param findings those of the visit now
 * @param at ISO 8601
 * @returns the overrides that the visit gets, and their entry in its log
 * @throws StationError `reason-missing`, `state-changed`, `policy-not-overridable`
 */
export function overrideFindings(
  findings: readonly Finding[],
  keys: readonly string[],
  { by, at, reason }: { by: string; at: string; reason: string },
): { added: VisitRow['overrides']; event: NewVisitEvent } {
  const text = reason.trim();
  if (text === '') throw new StationError('reason-missing');
  const meant = findings.filter(({ key }) => keys.includes(key));
  if (meant.length < new Set(keys).size) throw new StationError('state-changed');
  if (meant.some(({ overridable }) => !overridable)) throw new StationError('policy-not-overridable');
  const rules = meant.map(({ rule }) => rule).join(', ');
  return { added: meant.map(({ key }) => ({ key, by, at, reason: text })), event: { kind: 'overridden', by, detail: { rules, text } } };
}
