/** Users in the database. A change is on the disk when the call returns. */
import { StationError } from '../../../shared/errors.ts';
import type { Database } from '../../store/database.ts';
import { openTable, readable, type Table } from '../../store/table.ts';
import { type KeptUser, keptUserSchema, nameKey } from './kept-user.ts';

export type UserStore = Pick<Table<KeptUser>, 'find' | 'remove'> & {
  /** Those that parse, the oldest first. */
  all(): KeptUser[];
  /** @throws StationError `service-user-unknown` */
  get(id: string): KeptUser;
  named(username: string): KeptUser | null;
  /** @throws StationError `disk-full`; then nothing is changed. `service-user-taken` */
  put(user: KeptUser): void;
};

export function openUserStore(database: Database): UserStore {
  const { find, put, remove, select } = openTable<KeptUser>({
    database,
    table: 'service_user',
    kind: 'service-user',
    schema: keptUserSchema,
    columns: { name_key: ({ username }) => nameKey(username) },
  });
  const all = select('ORDER BY rowid');
  const ofName = select('WHERE name_key = ?');
  const freeName = database.sql.prepare('UPDATE service_user SET name_key = NULL WHERE name_key = ? AND id <> ?');
  const named = (username: string): KeptUser | null => readable(ofName(nameKey(username)))[0] ?? null;

  return {
    all: () => readable(all()),
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
      database.transaction(() => {
        // A row that does not parse stays, but no one could give up its name.
        freeName.run(nameKey(user.username), user.id);
        put(user);
      });
    },
    remove,
  };
}
