/** What the parent knows about the visits: actions begun, and answers of the station. */
import type { Action, Tried, VisitReport } from './protocol.ts';

export type Acknowledged = { action: Action; mark: string; id: string; files: number; keys: string[] };

export type VisitAccount = {
  hear(report: VisitReport): void;
  /** The station is gone: what it had not answered is now of the past. Answers what that was. */
  killed(): Action[];
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
    hear(report) {
      if (report.kind === 'trying') {
        underWay.set(report.mark, report);
        account.begun.set(report.mark, report);
        if (report.action === 'remove') account.perhapsRemoved.add(report.visit);
      } else if (report.kind === 'refused') {
        // That it may be removed stays: another clerk may be at it too.
        underWay.delete(report.mark);
        account.refused.set(report.code, (account.refused.get(report.code) ?? 0) + 1);
      } else if (report.kind === 'done') {
        const { mark, visit, id, files, keys } = report;
        const action = underWay.get(mark)?.action;
        if (!action) throw new Error('answered without having been begun');
        underWay.delete(mark);
        account.answered += 1;
        if (action === 'remove') gone(visit);
        // An event of a removed visit happened before its removal.
        else if (!account.removed.has(visit)) account.visits.set(visit, [...known(visit), { action, mark, id, files, keys }]);
        else if (id !== '') account.removed.get(visit)?.push(id);
      }
    },
    killed() {
      const cutOff = [...underWay.values()].map(({ action }) => action);
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
