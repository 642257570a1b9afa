/** The compared members as a typed list, and those that the interface names for each kind of key. Pure. */
import type { PublicationKeyKind } from '../../../../shared/domain/web-service.ts';
import { entriesOf } from './addresses.ts';

/** Fields of the transaction record that may contain it; the members of `JsonTransaction` itself are not shown (endpoint B, use 1). */
export const suggested: Record<PublicationKeyKind, readonly string[]> = {
  identification: ['IdNumber', 'IdNumberFromClient'],
  transaction: ['TransactionId', 'ProcessId', 'SessionId'],
  uid: ['Uid'],
  customer: ['CustomerIdFromClient'],
};

export const listed = (names: readonly string[]): string => names.join(', ');

/** Returns the list with one name added or removed. */
export function toggled(text: string, name: string): string {
  const names = entriesOf(text);
  return listed(names.includes(name) ? names.filter((one) => one !== name) : [...names, name]);
}
