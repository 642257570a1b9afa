/** Ids of rows. */
import { randomUUID } from 'node:crypto';

/**
 * A UUID of version 7 (RFC 9562), which begins with the time: rows that are added one after the other are next to each other in every
 * index, so that a commit writes few pages.
 */
export function newRowId(): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
