/** Composes screening: of one person and of lists, with the connection and the rules of the profile in use. */

import { searchProfileSchema } from '../../shared/domain/settings/profile.ts';
import type { TextRule } from '../../shared/domain/text-rules.ts';
import { StationError } from '../../shared/errors.ts';
import { createBulkScreening, createScreening, type SearchAccess } from '../features/screening/screening.ts';
import type { VisitHooks } from '../features/visits/visits.ts';
import { type Account, practiceAccount, searchAccountKey } from '../platform/provider/account.ts';
import { searchTarget } from '../platform/provider/search.ts';
import { createCircuitBreakers } from '../platform/runtime/circuit-breaker.ts';
import type { Foundation } from './foundation.ts';
import type { Station } from './station.ts';
import type { StationData } from './station-data.ts';

/** The pace without a profile. */
const defaultSearch = searchProfileSchema.parse({ url: 'https://a', projectName: 'a' });

export type ScreeningParts = Pick<Station, 'screening' | 'bulk' | 'screeningSetup'> & {
  /** Runs pending screenings automatically from now on. */
  start(): void;
  /** Tries pending screenings now. */
  wake(): void;
  close(): Promise<void>;
};

type Deps = { foundation: Foundation; store: StationData; visits: Pick<VisitHooks, 'logScreening'> };

export function composeScreening({ foundation, store, visits }: Deps): ScreeningParts {
  const { accounts, clerk, retry } = foundation;
  const breakers = createCircuitBreakers({ retry });
  const deps = { ...searchAccess(foundation), breakers, store: store.screenings, memoryOnly: store.memoryOnly, clerk };
  const screening = createScreening(deps);
  const bulk = createBulkScreening(deps);
  screening.events.on('event', visits.logScreening);
  screening.events.on('event', ({ what, screening: changed }) => {
    if (what === 'read' || what === 'decided') bulk.recount(changed);
  });
  bulk.events.on('changed', screening.refresh);
  bulk.events.on('removed', screening.refresh);
  const wake = () => {
    screening.wake();
    bulk.wake();
  };
  breakers.onRecovered(wake);
  return {
    screening,
    bulk,
    screeningSetup() {
      const search = accounts.activeProfile()?.profile.search;
      const { concurrency, perMinute } = search ?? defaultSearch;
      return { canScreen: accounts.isPractice() || search !== undefined, pace: { concurrency, perMinute } };
    },
    start() {
      screening.start();
      bulk.begin();
    },
    wake() {
      breakers.skipBackoff();
      wake();
    },
    close: async () => void (await Promise.all([screening.close(), bulk.close()])),
  };
}

function searchAccess({ accounts, connections, settings, profileName }: Foundation): Omit<SearchAccess, 'breakers'> {
  /** Rules of practice mode; they end with the station. */
  let practiceRules: readonly TextRule[] = [];

  /** Returns the account of the active profile, null in practice. @throws StationError `search-not-set-up` */
  function accountOf(active: Account | null): string {
    if (active === null) return practiceAccount;
    const { search } = active.profile;
    if (!search) throw new StationError('search-not-set-up');
    return searchAccountKey(search);
  }
  return {
    account: () => accountOf(accounts.activeProfile()),
    connection: profileName,
    rules() {
      const active = accounts.activeProfile();
      return active === null ? practiceRules : (active.profile.search?.rules ?? []);
    },
    saveRules(rules) {
      if (accounts.isPractice()) {
        practiceRules = rules;
        return;
      }
      const active = accounts.activeProfile();
      if (!active?.profile.search) throw new StationError('search-not-set-up');
      settings.saveProfile({ ...active.profile, search: { ...active.profile.search, rules } }, active.id);
    },
    async acquire(key) {
      // Once: each look into the settings reads the database, and a run looks for each of its rows.
      const active = accounts.activeProfile();
      if (key !== accountOf(active)) throw new StationError('search-other-connection');
      // Starts the practice provider.
      const account = active ?? (await accounts.active());
      const target = account && searchTarget(account);
      if (!target) throw new StationError('search-not-set-up');
      return connections.acquire(target);
    },
  };
}
