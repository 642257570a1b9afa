/** Selects the connection and the rules for screenings. */

import type { Profile } from '../../shared/domain/profile.ts';
import type { TextRule } from '../../shared/domain/text-rules.ts';
import { StationError } from '../../shared/errors.ts';
import type { SearchAccess } from '../features/screening/screening.ts';
import { practiceAccount, searchAccountKey } from '../platform/provider/account.ts';
import { searchTarget } from '../platform/provider/search.ts';
import type { ConnectionPool } from '../platform/runtime/connection-pool.ts';
import type { Accounts } from './accounts.ts';

export type SearchAccessDeps = {
  accounts: Pick<Accounts, 'active' | 'activeProfile' | 'isPractice'>;
  connections: ConnectionPool;
  connection(): string | null;
  saveProfile(profile: Profile, id: string): void;
};

export function createSearchAccess({ accounts, connections, connection, saveProfile }: SearchAccessDeps): Omit<SearchAccess, 'breakers'> {
  /** Rules of practice mode; they end with the station. */
  let practised: readonly TextRule[] = [];

  /** Returns the account in use, without starting the practice provider. @throws StationError `search-not-set-up` */
  function account(): string {
    if (accounts.isPractice()) return practiceAccount;
    const search = accounts.activeProfile()?.profile.search;
    if (!search) throw new StationError('search-not-set-up');
    return searchAccountKey(search);
  }
  return {
    account,
    connection,
    rules: () => (accounts.isPractice() ? practised : (accounts.activeProfile()?.profile.search?.rules ?? [])),
    saveRules(rules) {
      if (accounts.isPractice()) {
        practised = rules;
        return;
      }
      const active = accounts.activeProfile();
      if (!active?.profile.search) throw new StationError('search-not-set-up');
      saveProfile({ ...active.profile, search: { ...active.profile.search, rules } }, active.id);
    },
    async acquire(key) {
      if (key !== account()) throw new StationError('search-other-connection');
      const active = await accounts.active();
      const target = active && searchTarget(active);
      if (!target) throw new StationError('search-not-set-up');
      return connections.acquire(target);
    },
  };
}
