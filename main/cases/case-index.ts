/** Visits by transaction number and by person, kept up to date with each change of one. */
import { identificationKey } from '../../shared/domain/names.ts';
import type { KeptCase } from './kept-case.ts';
import { type CaseIndex, transactionKey } from './whose.ts';

export type LiveIndex = CaseIndex & {
  /** In place of what it was; null: not there before, or not any more. */
  change(before: KeptCase | null, after: KeptCase | null): void;
};

type Group = Map<string, KeptCase>;

const lastChangedFirst = (a: KeptCase, b: KeptCase) => (a.changedAt < b.changedAt ? 1 : a.changedAt > b.changedAt ? -1 : 0);

export function createCaseIndex(): LiveIndex {
  const byTransaction = new Map<string, Group>();
  const byPerson = new Map<string, Group>();

  function put(groups: Map<string, Group>, key: string, visit: KeptCase): void {
    if (key === '') return;
    const group = groups.get(key) ?? new Map<string, KeptCase>();
    groups.set(key, group.set(visit.id, visit));
  }
  function take(groups: Map<string, Group>, key: string, { id }: KeptCase): void {
    const group = groups.get(key);
    if (group?.delete(id) && group.size === 0) groups.delete(key);
  }
  const found = (groups: ReadonlyMap<string, Group>, key: string): KeptCase[] =>
    key === '' ? [] : [...(groups.get(key)?.values() ?? [])].toSorted(lastChangedFirst);

  return {
    ofTransaction: (transaction) => found(byTransaction, transactionKey(transaction)),
    ofPerson: (identification) => found(byPerson, identificationKey(identification)),
    change(before, after) {
      if (before) {
        take(byTransaction, transactionKey(before.transaction), before);
        take(byPerson, identificationKey(before.identification), before);
      }
      if (after) {
        put(byTransaction, transactionKey(after.transaction), after);
        put(byPerson, identificationKey(after.identification), after);
      }
    },
  };
}
