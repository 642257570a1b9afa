/** Evaluates the branch's policy on the facts of a visit; pure. The reasons for each rule are in docs/decisions/0012. */

import { foldedText, identificationKey } from '../../../../shared/domain/text-folding.ts';
import type { Finding, Policy, RuleName } from '../../../../shared/domain/visits/policy.ts';
import { hasTrait, type Problem, problem } from '../../../../shared/errors.ts';
import type { VisitFacts } from '../visit-repository.ts';

/** See `visitFactsSchema`: `asked` is in the order of the answers, `record` is the latest. */
export type PolicyFacts = Pick<VisitFacts, 'asked' | 'record'> & {
  /** Screenings of all visits of the same person or transaction, in the order of the answers; without it, those of this visit. */
  ofPerson?: VisitFacts['asked'];
};
type Asked = VisitFacts['asked'][number];

export type Override = { key: string; by: string; at: string; reason: string };

/**
 * Returns the findings of the rules that are not met; one rule may have several.
 * @param facts null for no visit; then only the rules that require a record or a screening are not met
 */
export function evaluatePolicy(policy: Policy, facts: PolicyFacts | null, overrides: readonly Override[], now: Date): Finding[] {
  const found: (Finding | null)[] = [
    facts && finding(policy, 'blockedPerson', personBlocked(facts), overrides),
    facts && finding(policy, 'sameIdentification', otherIdentification(facts), overrides),
    finding(policy, 'clearScreening', facts ? notClear(facts, policy.clearScreening.hours, now) : noVisit, overrides),
    finding(policy, 'approvedFace', facts ? faceNotApproved(facts) : noVisit, overrides),
    facts && finding(policy, 'recordAlerts', alertsOf(facts, policy), overrides),
    facts && finding(policy, 'recordAlerts', otherName(facts), overrides),
  ];
  return found.filter((one) => one !== null);
}

export const isBlocking = ({ level, overridden }: Finding): boolean => level === 'stop' && overridden === null;

type Fault = { problem: Problem; about: string };
const noVisit: Fault = { problem: problem('policy-no-visit'), about: '' };

function finding(policy: Policy, rule: RuleName, fault: Fault | null, overrides: readonly Override[]): Finding | null {
  const { level, override } = policy[rule];
  if (fault === null || level === 'off') return null;
  const key = `${rule}:${fault.problem.code}:${fault.about}`;
  // Without a visit, no override can exist.
  const overridable = override && fault !== noVisit;
  const made = overrides.findLast((one) => one.key === key);
  const overridden = overridable && made ? { by: made.by, at: made.at, reason: made.reason } : null;
  const needsReason = overridable && overridden === null && level === 'warn' && hasTrait(fault.problem, 'reason');
  return { rule, level, overridable, needsReason, key, problem: fault.problem, overridden };
}

/** Returns the latest answer about each screened person: a later one about the same person replaces it. */
function latestOfEach(asked: readonly Asked[]): Asked[] {
  const latest = new Map(asked.map((one) => [JSON.stringify([foldedText(one.name), identificationKey(one.identification)]), one]));
  return [...latest.values()];
}

/** A blocked person stays blocked until an answer says otherwise: a screening that failed, or lacks a source, does not count. */
const isConclusive = ({ block, outcome }: Asked): boolean => block === true || (block === false && outcome !== 'unavailable');

/** Returns the screenings of persons with a latest answer of `block`. */
export const screeningsOfBlocked = (asked: readonly Asked[]): string[] =>
  latestOfEach(asked.filter(isConclusive))
    .filter(({ block }) => block === true)
    .map(({ id }) => id);

function personBlocked(facts: PolicyFacts): Fault | null {
  const about = screeningsOfBlocked(facts.ofPerson ?? facts.asked);
  return about.length === 0 ? null : { problem: problem('policy-blocked'), about: about.join(',') };
}

/** Compares only where both exist; other rules require them. A missing number is not known to be equal. */
function otherIdentification({ asked, record }: PolicyFacts): Fault | null {
  const latest = asked.at(-1);
  if (!latest || !record) return null;
  const [searched, validated] = [identificationKey(latest.identification), identificationKey(record.identification)];
  const about = `${record.id},${latest.id}`;
  if (searched === '' || validated === '') return { problem: problem('policy-identification-missing'), about };
  return searched === validated ? null : { problem: problem('policy-other-identification'), about };
}

const isClear = ({ outcome, verdict }: Asked): boolean => outcome === 'clear' || (outcome === 'match' && verdict === 'false-positive');

/** Returns the first moment at which time alone changes the findings, milliseconds since 1970; null when there is none after `now`. */
export function unchangedUntil(
  { clearScreening: { level, hours } }: Policy,
  { asked }: Pick<VisitFacts, 'asked'>,
  now: Date,
): number | null {
  const latest = asked.at(-1);
  if (level === 'off' || !latest || !isClear(latest)) return null;
  const old = Date.parse(latest.answeredAt) + hours * 3_600_000 + 1;
  return old > now.getTime() ? old : null;
}

function notClear({ asked }: PolicyFacts, hours: number, now: Date): Fault | null {
  const latest = asked.at(-1);
  if (!latest) return { problem: problem('policy-not-screened'), about: '' };
  if (!isClear(latest)) return { problem: problem('policy-not-clear'), about: latest.id };
  const age = now.getTime() - Date.parse(latest.answeredAt);
  if (age <= hours * 3_600_000) return null;
  return { problem: problem('policy-screening-old', { hours }), about: latest.id };
}

function faceNotApproved({ record }: PolicyFacts): Fault | null {
  if (!record) return { problem: problem('policy-no-record'), about: '' };
  return record.face === 'approved' ? null : { problem: problem('policy-face-not-approved'), about: record.id };
}

/** What the latest record warns of. The face is left to its own rule where that is in use. */
function alertsOf({ record }: PolicyFacts, { approvedFace }: Policy): Fault | null {
  if (!record) return null;
  const about = `${record.id},${record.face},${record.alerts}`;
  if (record.face === 'not-approved' && approvedFace.level === 'off') return { problem: problem('policy-face-not-approved'), about };
  return record.alerts === 0 ? null : { problem: problem('policy-record-alerts', { count: record.alerts }), about };
}

/** A warning of its own: a reason for the alerts says nothing about the name. */
function otherName({ record }: PolicyFacts): Fault | null {
  return record?.otherName ? { problem: problem('policy-other-name'), about: record.id } : null;
}
