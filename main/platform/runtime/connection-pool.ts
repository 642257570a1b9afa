/**
 * Connections in use, by name. Settings may change at any time: what is under way keeps the one that it has, which is
 * closed when its last user releases it.
 */

export type Lease<T> = {
  value: T;
  /** One more user of the same. */
  share(): Lease<T>;
  /** Harmless when repeated. */
  release(): void;
};

export type ConnectionPool<T> = {
  /** The open one of that name, if it was made for the same `key`; else a new one. */
  hold(name: string, key: string, connect: () => T): Lease<T>;
  /** Closes those that nobody uses, and the others once they are released. */
  close(): Promise<void>;
};

type Open<T> = { name: string; key: string; value: T; users: number; retired: boolean };

export function createConnectionPool<T extends { close(): Promise<void> }>(): ConnectionPool<T> {
  const connections = new Map<string, Open<T>>();
  const closing = new Set<Promise<void>>();

  function closeIfUnused({ retired, users, value }: Open<T>): void {
    if (!retired || users > 0) return;
    // Nobody uses it any more, so that nobody is to be told when it does not close well.
    const closed = value
      .close()
      .catch(() => undefined)
      .finally(() => closing.delete(closed));
    closing.add(closed);
  }

  function retire(open: Open<T>): void {
    connections.delete(open.name);
    open.retired = true;
    closeIfUnused(open);
  }

  function use(open: Open<T>): Lease<T> {
    open.users += 1;
    let held = true;
    return {
      value: open.value,
      share: () => use(open),
      release() {
        if (!held) return;
        held = false;
        open.users -= 1;
        closeIfUnused(open);
      },
    };
  }

  return {
    hold(name, key, connect) {
      const before = connections.get(name);
      if (before && before.key !== key) retire(before);
      const open = connections.get(name) ?? { name, key, value: connect(), users: 0, retired: false };
      connections.set(name, open);
      return use(open);
    },
    async close() {
      for (const open of [...connections.values()]) retire(open);
      await Promise.all(closing);
    },
  };
}
