/** What a person says of a visit, and what follows from it. Pure. */

import type { VisitDetails, VisitView } from '../../../shared/domain/visit.ts';
import type { PublicationKey } from '../../../shared/domain/web-service.ts';

export const noDetails: VisitDetails = { name: '', identification: '', transaction: '' };

export const trimmed = ({ name, identification, transaction }: VisitDetails): VisitDetails => ({
  name: name.trim(),
  identification: identification.trim(),
  transaction: transaction.trim(),
});

/** A visit is somebody's: one of the three is there. */
export const saysNothing = (details: VisitDetails): boolean => Object.values(trimmed(details)).every((text) => text === '');

/** What a visit is called by; empty when nothing is known of it. */
export const titleOf = ({ name, identification, transaction }: VisitDetails): string => name || identification || transaction;

/** What is signed with (endpoint D, `clientInfo`): the transaction number where there is one. */
export const clientInfoOf = ({ name, identification, transaction }: VisitDetails): string => transaction || identification || name;

/** For whom a document of the visit is published, as far as that is known. */
export function keysOfVisit(details: VisitDetails): PublicationKey[] {
  const { identification, transaction } = trimmed(details);
  const keys: PublicationKey[] = [
    { kind: 'identification', value: identification },
    { kind: 'transaction', value: transaction },
  ];
  return keys.filter(({ value }) => value !== '');
}

export type Step = 'fetch' | 'screen' | 'sign';

/** What a visit lacks next, in the order of the counter: the record, the search, the signature. Null while a rule stops that. */
export function nextStep(
  { records, screenings, stops }: Pick<VisitView, 'records' | 'screenings' | 'stops'>,
  can: { fetch: boolean; search: boolean },
): Step | null {
  if (can.fetch && records.length === 0) return 'fetch';
  if (can.search && screenings.length === 0) return 'screen';
  return stops === 0 ? 'sign' : null;
}
