/** Derives from a visit: its details and title, the next step, the order of its findings. Pure. */

import type { Finding } from '../../../shared/domain/visits/policy.ts';
import type { VisitDetails, VisitView } from '../../../shared/domain/visits/visit.ts';
import type { PublicationKey } from '../../../shared/domain/web-service/web-service.ts';

export const noDetails: VisitDetails = { name: '', identification: '', transaction: '' };

export const trimmed = ({ name, identification, transaction }: VisitDetails): VisitDetails => ({
  name: name.trim(),
  identification: identification.trim(),
  transaction: transaction.trim(),
});

/** Whether all three details are blank: a visit needs at least one of them. */
export const saysNothing = (details: VisitDetails): boolean => Object.values(trimmed(details)).every((text) => text === '');

/** Returns the title of a visit; empty when nothing is known of it. */
export const titleOf = ({ name, identification, transaction }: VisitDetails): string => name || identification || transaction;

/** Returns the title of a visit with its number, which tells it from another one of the same name. */
export const namedVisit = (visit: VisitDetails): string =>
  [...new Set([titleOf(visit), visit.identification || visit.transaction])].filter((text) => text !== '').join(' · ');

/** Returns the `clientInfo` for signing (endpoint D): the transaction number where there is one. */
export const clientInfoOf = ({ name, identification, transaction }: VisitDetails): string => transaction || identification || name;

/** Returns the keys under which a document of the visit is published, as far as they are known. */
export function keysOfVisit(details: VisitDetails): PublicationKey[] {
  const { identification, transaction } = trimmed(details);
  const keys: PublicationKey[] = [
    { kind: 'identification', value: identification },
    { kind: 'transaction', value: transaction },
  ];
  return keys.filter(({ value }) => value !== '');
}

export type Step = 'fetch' | 'screen' | 'read' | 'sign' | 'evidence';

/**
 * Returns the next missing step, in the order of the counter: the record, the screening, what needs reading, the signature, the
 * evidence. Null when all is done.
 */
export function nextStep(
  {
    records,
    screenings,
    documents,
    findings,
    blocking,
    events,
  }: Pick<VisitView, 'records' | 'screenings' | 'documents' | 'findings' | 'blocking' | 'events'>,
  can: { fetch: boolean; screen: boolean },
): Step | null {
  if (can.fetch && records.length === 0) return 'fetch';
  if (can.screen && screenings.length === 0) return 'screen';
  if (documents.length === 0) return blocking > 0 || findings.some((finding) => finding.needsReason) ? 'read' : 'sign';
  return events.some(({ kind }) => kind === 'evidence') ? null : 'evidence';
}

/** Whether a person may override it with a reason. A finding that only warns needs none, unless main asks for one. */
export const canOverride = (finding: Finding): boolean =>
  finding.needsReason || (finding.level === 'stop' && finding.overridable && finding.overridden === null);

const rank = ({ level, overridden }: Finding): number => (overridden ? 2 : level === 'stop' ? 0 : 1);

/** Orders findings: blocking, then warning, then overridden. */
export const inOrder = (findings: readonly Finding[]): Finding[] => findings.toSorted((a, b) => rank(a) - rank(b));
