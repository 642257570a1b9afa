/** Users in the database, all of them in memory too. A change is on the disk when the call returns. */
import { StationError } from '../../../shared/errors.ts';
import { type Collection, openCollection } from '../../store/collection.ts';
import type { Database } from '../../store/database.ts';
import { type KeptUser, keptUserSchema, nameKey } from './kept-user.ts';

export type UserStore = Pick<Collection<KeptUser>, 'find' | 'remove'> & {
  /** Those that parse, the oldest first. */
  all(): KeptUser[];
  /** @throws StationError `service-user-unknown` */
  get(id: string): KeptUser;
  named(username: string): KeptUser | null;
  /** @throws StationError `disk-full`; then nothing is changed. `service-user-taken` */
  put(user: KeptUser): void;
};

export function openUserStore(database: Database): UserStore {
  const { rows, find, put, remove } = openCollection({ database, table: 'service_user', kind: 'service-user', schema: keptUserSchema });
  const all = (): KeptUser[] => rows().flatMap(({ opened }) => (opened.ok ? [opened.value] : []));
  const named = (username: string): KeptUser | null => {
    const wanted = nameKey(username);
    return all().find((user) => nameKey(user.username) === wanted) ?? null;
  };

  return {
    all,
    find,
    named,
    get(id) {
      const user = find(id);
      if (!user) throw new StationError('service-user-unknown');
      return user;
    },
    put(user) {
      const other = named(user.username);
      if (other && other.id !== user.id) throw new StationError('service-user-taken', { name: user.username });
      put(user);
    },
    remove,
  };
}
