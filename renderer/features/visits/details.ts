/** The details that a person enters for a visit, and what follows from them. Pure. */

import type { VisitDetails, VisitView } from '../../../shared/domain/visit.ts';
import type { PublicationKey } from '../../../shared/domain/web-service.ts';

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

export type Step = 'fetch' | 'screen' | 'sign';

/** Returns the next missing step, in the order of the counter: the record, the screening, the signature. Null while a rule blocks it. */
export function nextStep(
  { records, screenings, blocking }: Pick<VisitView, 'records' | 'screenings' | 'blocking'>,
  can: { fetch: boolean; search: boolean },
): Step | null {
  if (can.fetch && records.length === 0) return 'fetch';
  if (can.search && screenings.length === 0) return 'screen';
  return blocking === 0 ? 'sign' : null;
}
