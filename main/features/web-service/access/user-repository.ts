/** Users in the database. A change is on the disk when the call returns. */
import { StationError } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { openTable, readable, type Table } from '../../../platform/storage/table.ts';
import { nameKey, type UserRow, userRowSchema } from './user-row.ts';

export type UserRepository = Pick<Table<UserRow>, 'find' | 'remove'> & {
  /** Those that parse, the oldest first. */
  all(): UserRow[];
  /** @throws StationError `service-user-unknown` */
  get(id: string): UserRow;
  named(username: string): UserRow | null;
  /** @throws StationError `disk-full`; then nothing is changed. `service-user-taken` */
  put(user: UserRow): void;
};

export function openUserRepository(database: Database): UserRepository {
  const {
    find: read,
    put,
    remove,
    select,
  } = openTable<UserRow>({
    database,
    table: 'service_user',
    kind: 'service-user',
    schema: userRowSchema,
    columns: { name_key: ({ username }) => nameKey(username) },
  });
  const all = select('ORDER BY rowid');
  const ofName = select('WHERE name_key = ?');
  const freeName = database.sql.prepare('UPDATE service_user SET name_key = NULL WHERE name_key = ? AND id <> ?');
  /** Each call of the service asks for its user. */
  const found = new Map<string, UserRow | null>();
  function find(id: string): UserRow | null {
    const known = found.get(id);
    if (known !== undefined) return known;
    const user = read(id);
    // An id is asked for only with a token of that user, so that these are few.
    found.set(id, user);
    return user;
  }
  /** Now, and again where the change is undone. */
  function forget(): void {
    found.clear();
    database.afterwards(() => found.clear());
  }
  const named = (username: string): UserRow | null => readable(ofName(nameKey(username)))[0] ?? null;

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
        forget();
      });
    },
    remove: (id) =>
      database.transaction(() => {
        remove(id);
        forget();
      }),
  };
}
