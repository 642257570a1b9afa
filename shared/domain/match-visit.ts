/** The one rule on which visit a document, a pushed record or typed details belong to: by transaction number, else by person. Pure. */

export type MatchableVisit = { id: string; identification: string; transaction: string; changedAt: string };

/** A transaction number as it is compared: blanks around it and case do not count. Empty for none. */
export const transactionKey = (text: string): string => text.normalize('NFKC').trim().toLowerCase();

/** Visits by the keys of their numbers. Each list has those that changed last first; empty for an empty key. */
export type VisitIndex<V extends MatchableVisit = MatchableVisit> = {
  ofTransaction(transaction: string): readonly V[];
  ofPerson(identification: string): readonly V[];
};

/** An index that asks another one once for each key: for many questions in one moment. */
export function rememberedIndex<V extends MatchableVisit>(index: VisitIndex<V>): VisitIndex<V> {
  const remembered = (ask: (key: string) => readonly V[]) => {
    const known = new Map<string, readonly V[]>();
    return (key: string): readonly V[] => {
      const found = known.get(key) ?? ask(key);
      known.set(key, found);
      return found;
    };
  };
  return { ofTransaction: remembered(index.ofTransaction), ofPerson: remembered(index.ofPerson) };
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
