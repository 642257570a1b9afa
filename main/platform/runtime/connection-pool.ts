/**
 * Pooled connections, borrowed by name. Settings may change at any time: a lease keeps the connection that it has, which is
 * closed when its last lease is released.
 */

export type Lease<T> = {
  connection: T;
  /** Returns another lease of the same connection. */
  share(): Lease<T>;
  /** May be repeated. */
  release(): void;
};

/** What to connect to. */
export type Target<T> = {
  /** One connection is open per name; a name belongs to one type of connection. */
  name: string;
  /** What the connection depends on, as JSON values: when it has changed, the next `acquire` connects again. */
  settings: unknown;
  connect(): T;
};

type Closable = { close(): Promise<void> };

export type ConnectionPool = {
  acquire<T extends Closable>(target: Target<T>): Lease<T>;
  /** Closes the connections without a lease, and the others once they are released. */
  close(): Promise<void>;
};

type Open = { name: string; key: string; connection: Closable; leases: number; isRetired: boolean };
type State = { open: Map<string, Open>; closing: Set<Promise<void>> };

export function createConnectionPool(): ConnectionPool {
  const state: State = { open: new Map(), closing: new Set() };
  return {
    acquire: (target) => acquire(state, target),
    async close() {
      for (const open of [...state.open.values()]) retire(state, open);
      await Promise.all(state.closing);
    },
  };
}

function acquire<T extends Closable>(state: State, { name, settings, connect }: Target<T>): Lease<T> {
  const key = JSON.stringify(settings);
  const before = state.open.get(name);
  if (before && before.key !== key) retire(state, before);
  const open = state.open.get(name) ?? { name, key, connection: connect(), leases: 0, isRetired: false };
  state.open.set(name, open);
  return lease(state, open as Open & { connection: T });
}

function lease<T extends Closable>(state: State, open: Open & { connection: T }): Lease<T> {
  open.leases += 1;
  let isReleased = false;
  return {
    connection: open.connection,
    share: () => lease(state, open),
    release() {
      if (isReleased) return;
      isReleased = true;
      open.leases -= 1;
      closeIfUnused(state, open);
    },
  };
}

function retire(state: State, open: Open): void {
  state.open.delete(open.name);
  open.isRetired = true;
  closeIfUnused(state, open);
}

function closeIfUnused({ closing }: State, { isRetired, leases, connection }: Open): void {
  if (!isRetired || leases > 0) return;
  // No lease is left, so a failure to close matters to no one.
  const closed = connection
    .close()
    .catch(() => undefined)
    .finally(() => closing.delete(closed));
  closing.add(closed);
}
