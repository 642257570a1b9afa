/** Finds the visits related to a document, a pushed record or typed details: by transaction number, else by identification. Pure. */

import { dayMs } from '../../../../shared/domain/day.ts';
import { transactionKey } from '../../../../shared/domain/text-folding.ts';

export type MatchableVisit = { id: string; identification: string; transaction: string; changedAt: string };

/** Finds visits by the keys of their numbers. Each list has the most recently changed first; it is empty for an empty key. */
export type VisitIndex<V extends MatchableVisit = MatchableVisit> = {
  ofTransaction(transaction: string): readonly V[];
  ofPerson(identification: string): readonly V[];
};

/** An index that queries another index once per key: for many lookups at one moment. */
export function memoizedIndex<V extends MatchableVisit>(index: VisitIndex<V>): VisitIndex<V> {
  const memoized = (find: (key: string) => readonly V[]) => {
    const known = new Map<string, readonly V[]>();
    return (key: string): readonly V[] => {
      const found = known.get(key) ?? find(key);
      known.set(key, found);
      return found;
    };
  };
  return { ofTransaction: memoized(index.ofTransaction), ofPerson: memoized(index.ofPerson) };
}

/** Finds the visit of a document with this client info: by its transaction number, else by its identification. */
export const visitForDocument = <V extends MatchableVisit>(clientInfo: string, index: VisitIndex<V>): V | null =>
  index.ofTransaction(clientInfo)[0] ?? index.ofPerson(clientInfo)[0] ?? null;

/** Whether documents with this client info, sent from `visit`, belong to another visit, for which the policy was not evaluated. */
export function isOfAnotherVisit(visit: MatchableVisit, clientInfo: string, index: VisitIndex): boolean {
  const same = index.ofTransaction(clientInfo);
  return same.length > 0 && !same.some(({ id }) => id === visit.id);
}

/** Milliseconds for which a visit without a transaction number takes a record of the same identification. */
const sameVisitMs = dayMs;

/**
 * Finds the visit of a pushed record: that of its earlier versions, whatever this one says about the person; else by transaction
 * number (`TransactionId`, else `Uid`); else the one with the same identification that changed within a day and has no transaction
 * number; null when there is none.
 * @param earlier the visit of earlier versions of the record; null without one
 */
export function visitForRecord<V extends MatchableVisit>(
  record: { uid: string | null; transaction: string | null; identification: string },
  index: VisitIndex<V>,
  now: Date,
  earlier: V | null = null,
): V | null {
  if (earlier) return earlier;
  const ofNumber = index.ofTransaction(record.transaction ?? '')[0] ?? index.ofTransaction(record.uid ?? '')[0];
  const isRecent = ({ changedAt }: V) => now.getTime() - Date.parse(changedAt) < sameVisitMs;
  const ofPerson = index.ofPerson(record.identification).find((visit) => transactionKey(visit.transaction) === '' && isRecent(visit));
  return ofNumber ?? ofPerson ?? null;
}

/** Finds all visits of the same transaction or person as these details, or as this client info; each once. */
export function relatedVisits<V extends MatchableVisit>(
  { transaction, identification }: Pick<MatchableVisit, 'transaction' | 'identification'>,
  index: VisitIndex<V>,
  clientInfo = '',
): V[] {
  const found = [
    ...index.ofTransaction(transaction),
    ...index.ofPerson(identification),
    ...index.ofTransaction(clientInfo),
    ...index.ofPerson(clientInfo),
  ];
  return [...new Map(found.map((visit) => [visit.id, visit])).values()];
}
