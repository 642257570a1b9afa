/** Users in the database, sealed; all of them in memory too. Everything here is on the disk when the call returns. */
import { z } from 'zod';
import { StationError } from '../../../shared/errors.ts';
import type { Database } from '../../store/database.ts';
import { type Opened, openedOrNot, openSealed } from '../../store/sealed-table.ts';
import type { Sealer, SealLabel } from '../../vault/sealing.ts';
import { type KeptUser, keptUserSchema, nameKey } from './kept-user.ts';

export type UserStore = {
  /** Those that can be opened, the oldest first. */
  all(): KeptUser[];
  /** @throws StationError `service-user-unknown` */
  get(id: string): KeptUser;
  find(id: string): KeptUser | null;
  named(username: string): KeptUser | null;
  /** @throws StationError `disk-full`; then nothing is changed. `service-user-taken` */
  put(user: KeptUser): void;
  remove(id: string): void;
  locked(): number;
  renewSeals(key: string): boolean;
};

const rowSchema = z.object({ id: z.string(), key: z.string(), sealed: z.instanceof(Uint8Array) });

export function openUserStore({ database, sealer }: { database: Database; sealer: Sealer }): UserStore {
  const { sql } = database;
  const select = sql.prepare('SELECT id, key, sealed FROM service_user');
  const upsert = sql.prepare(
    `INSERT INTO service_user (id, key, sealed) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET key = excluded.key, sealed = excluded.sealed`,
  );
  const remove = sql.prepare('DELETE FROM service_user WHERE id = ?');
  const label = (id: string): SealLabel => ({ kind: 'service-user', id, version: 1 });

  const users = new Map<string, Opened<KeptUser>>();
  for (const row of select.all()) {
    const { id, sealed } = rowSchema.parse(row);
    users.set(
      id,
      openedOrNot(id, () => openSealed(sealer, label(id), sealed, keptUserSchema)),
    );
  }

  const write = (user: KeptUser): void => {
    const sealed = sealer.seal(label(user.id), user);
    database.transaction(() => upsert.run(user.id, sealer.keyOf(sealed), sealed));
  };
  const set = (id: string, opened: Opened<KeptUser> | null): void => {
    if (opened) users.set(id, opened);
    else users.delete(id);
  };
  /** In memory as on the disk: what the disk does not take in the end is not held either. */
  const hold = (id: string, opened: Opened<KeptUser> | null): void => {
    const before = users.get(id) ?? null;
    set(id, opened);
    database.afterwards((kept) => {
      if (!kept) set(id, before);
    });
  };

  const all = (): KeptUser[] =>
    [...users.values()]
      .flatMap((one) => (one.ok ? [one.value] : []))
      .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : a.createdAt > b.createdAt ? 1 : 0));
  const find = (id: string): KeptUser | null => {
    const opened = users.get(id);
    return opened?.ok ? opened.value : null;
  };
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
      const checked = keptUserSchema.parse(user);
      const other = named(checked.username);
      if (other && other.id !== checked.id) throw new StationError('service-user-taken', { name: checked.username });
      database.transaction(() => {
        write(checked);
        hold(checked.id, { ok: true, value: checked });
      });
    },
    remove(id) {
      database.transaction(() => {
        remove.run(id);
        hold(id, null);
      });
    },
    locked: () => [...users.values()].filter((one) => !one.ok && one.problem.code === 'sealed-elsewhere').length,
    renewSeals(key) {
      let all = true;
      for (const row of select.all()) {
        const { id, key: under } = rowSchema.parse(row);
        if (under === key) continue;
        const user = find(id);
        if (user) write(user);
        else all = false;
      }
      return all;
    },
  };
}
