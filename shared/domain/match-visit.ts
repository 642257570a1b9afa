/** The one rule on which visit a document, a pushed record or typed details belong to: by transaction number, else by person. Pure. */
import { identificationKey } from './names.ts';

export type MatchableVisit = { id: string; identification: string; transaction: string; changedAt: string };

/** A transaction number as it is compared: blanks around it and case do not count. Empty for none. */
export const transactionKey = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Visits by the keys of their numbers. Each list has those that changed last first; empty for an empty key. */
export type VisitIndex<V extends MatchableVisit = MatchableVisit> = {
  ofTransaction(transaction: string): readonly V[];
  ofPerson(identification: string): readonly V[];
};

export type LiveVisitIndex<V extends MatchableVisit> = VisitIndex<V> & {
  /** In place of what it was; null: was not there before, or no longer is. */
  change(before: V | null, after: V | null): void;
};

export function createVisitIndex<V extends MatchableVisit>(visits: readonly V[] = []): LiveVisitIndex<V> {
  const byTransaction = createGroups<V>();
  const byPerson = createGroups<V>();
  const index: LiveVisitIndex<V> = {
    ofTransaction: (transaction) => byTransaction.find(transactionKey(transaction)),
    ofPerson: (identification) => byPerson.find(identificationKey(identification)),
    change(before, after) {
      if (before) {
        byTransaction.remove(transactionKey(before.transaction), before);
        byPerson.remove(identificationKey(before.identification), before);
      }
      if (after) {
        byTransaction.add(transactionKey(after.transaction), after);
        byPerson.add(identificationKey(after.identification), after);
      }
    },
  };
  for (const visit of visits) index.change(null, visit);
  return index;
}

/** The visit that a document for this client info belongs to: the one of its transaction number, else of its identification. */
export const visitForDocument = <V extends MatchableVisit>(clientInfo: string, index: VisitIndex<V>): V | null =>
  index.ofTransaction(clientInfo)[0] ?? index.ofPerson(clientInfo)[0] ?? null;

/** Whether documents for this client info, sent from `visit`, belong to another visit: its rules were not evaluated. */
export function isOfAnotherVisit(visit: MatchableVisit, clientInfo: string, index: VisitIndex): boolean {
  const same = index.ofTransaction(clientInfo);
  return same.length > 0 && !same.some(({ id }) => id === visit.id);
}

/** Milliseconds for which a visit without a transaction number takes a record of the same identification. */
const sameVisitMs = 24 * 3_600_000;

/**
 * The visit that a pushed record belongs to: the one of its transaction number (`TransactionId`, else `Uid`), else one of the
 * same identification that changed within a day and has no transaction number; null when there is none.
 */
export function visitForRecord<V extends MatchableVisit>(
  record: { uid: string | null; transaction: string | null; identification: string },
  index: VisitIndex<V>,
  now: Date,
): V | null {
  const ofNumber = index.ofTransaction(record.transaction ?? '')[0] ?? index.ofTransaction(record.uid ?? '')[0];
  const isRecent = ({ changedAt }: V) => now.getTime() - Date.parse(changedAt) < sameVisitMs;
  const ofPerson = index.ofPerson(record.identification).find((visit) => transactionKey(visit.transaction) === '' && isRecent(visit));
  return ofNumber ?? ofPerson ?? null;
}

/** All visits of the same transaction or person as these details, or as this client info; each once. */
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

function createGroups<V extends MatchableVisit>() {
  const groups = new Map<string, Map<string, V>>();
  return {
    find: (key: string): V[] =>
      [...(groups.get(key)?.values() ?? [])].toSorted((a, b) => (a.changedAt < b.changedAt ? 1 : a.changedAt > b.changedAt ? -1 : 0)),
    add(key: string, visit: V): void {
      if (key === '') return;
      const group = groups.get(key) ?? new Map<string, V>();
      groups.set(key, group.set(visit.id, visit));
    },
    remove(key: string, { id }: V): void {
      const group = groups.get(key);
      if (group?.delete(id) && group.size === 0) groups.delete(key);
    },
  };
}
