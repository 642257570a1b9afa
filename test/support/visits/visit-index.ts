/** An index of visits in memory, with which that of the database is compared. */
import { identificationKey, transactionKey } from '../doors/domain.ts';
import type { MatchableVisit, VisitIndex } from '../doors/visits.ts';

export function createVisitIndex<V extends MatchableVisit>(visits: readonly V[]): VisitIndex<V> {
  const latestFirst = visits.toSorted((a, b) => (a.changedAt < b.changedAt ? 1 : a.changedAt > b.changedAt ? -1 : 0));
  const byTransaction = Map.groupBy(latestFirst, ({ transaction }) => transactionKey(transaction));
  const byPerson = Map.groupBy(latestFirst, ({ identification }) => identificationKey(identification));
  const find = (groups: Map<string, V[]>, key: string): readonly V[] => (key === '' ? [] : (groups.get(key) ?? []));
  return {
    ofTransaction: (transaction) => find(byTransaction, transactionKey(transaction)),
    ofPerson: (identification) => find(byPerson, identificationKey(identification)),
  };
}
