/** Deletes the entries that were added first, until there are at most `max`. */
export function dropOldest<Key>(entries: Map<Key, unknown> | Set<Key>, max: number): void {
  for (const key of entries.keys()) {
    if (entries.size <= max) return;
    entries.delete(key);
  }
}
