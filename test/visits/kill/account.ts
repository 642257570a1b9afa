/** What the parent knows about the visits: actions begun, and answers of the station. */
import type { Deed, Tried, VisitTold } from './protocol.ts';

export type Acknowledged = { deed: Deed; mark: string; id: string; files: number; keys: string[] };

export type VisitAccount = {
  hear(told: VisitTold): void;
  /** The station is gone: what it had not answered is now of the past. Answers what that was. */
  killed(): Deed[];
  /** What a visit has to hold; a visit that was removed is not there. */
  visits: Map<string, Acknowledged[]>;
  /** Visits that are gone for certain, with their records, and those that may be. */
  removed: Map<string, string[]>;
  perhapsRemoved: Set<string>;
  /** Everything that was ever begun, by its mark. */
  begun: Map<string, Tried>;
  answered: number;
  /** Codes of what was refused, with how often. */
  refused: Map<string, number>;
};

export function createVisitAccount(): VisitAccount {
  const underWay = new Map<string, Tried>();
  const account: VisitAccount = {
    visits: new Map(),
    removed: new Map(),
    perhapsRemoved: new Set(),
    begun: new Map(),
    answered: 0,
    refused: new Map(),
    hear(told) {
      if (told.kind === 'trying') {
        underWay.set(told.mark, told);
        account.begun.set(told.mark, told);
        if (told.deed === 'remove') account.perhapsRemoved.add(told.visit);
      } else if (told.kind === 'refused') {
        // That it may be removed stays: another clerk may be at it too.
        underWay.delete(told.mark);
        account.refused.set(told.code, (account.refused.get(told.code) ?? 0) + 1);
      } else if (told.kind === 'done') {
        const { mark, visit, id, files, keys } = told;
        const deed = underWay.get(mark)?.deed;
        if (!deed) throw new Error('answered without having been begun');
        underWay.delete(mark);
        account.answered += 1;
        if (deed === 'remove') gone(visit);
        // An event of a removed visit happened before its removal.
        else if (!account.removed.has(visit)) account.visits.set(visit, [...known(visit), { deed, mark, id, files, keys }]);
        else if (id !== '') account.removed.get(visit)?.push(id);
      }
    },
    killed() {
      const cutOff = [...underWay.values()].map(({ deed }) => deed);
      underWay.clear();
      return cutOff;
    },
  };
  const known = (visit: string) => account.visits.get(visit) ?? [];
  const gone = (visit: string) => {
    account.removed.set(
      visit,
      known(visit).flatMap(({ id }) => (id === '' ? [] : [id])),
    );
    account.visits.delete(visit);
    account.perhapsRemoved.delete(visit);
  };
  return account;
}
