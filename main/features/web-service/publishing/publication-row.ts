/** A stored publication, encrypted, and its view. */
import { z } from 'zod';
import { type Publication, publicationSchema } from '../../../../shared/domain/web-service/web-service.ts';
import type { Problem } from '../../../../shared/errors.ts';
import type { Opened } from '../../../platform/storage/rows.ts';

export const publicationRowSchema = publicationSchema.omit({ hub: true, problem: true }).extend({
  /** Encrypted file `{ kind: 'published', owner: <publication>, id }`. */
  fileId: z.string(),
  /** Newest first, at most `maxFetches`. `id`: of the answer. */
  fetches: z.array(publicationSchema.shape.fetches.element.extend({ id: z.string() })),
  /** Absolute path of the file in the watched folder; null for a publication from the application. */
  path: z.string().nullable(),
  /** When it was last offered or withdrawn; empty before the first change. */
  changedAt: z.string(),
  /** Withdrawn because the file is gone or changed, or the folder is no longer watched; offered again when the file is back. */
  gone: z.boolean(),
  /** Not listed, its copy removed; the row remains while the file is in the watched folder, which would publish it again. */
  struck: z.boolean(),
});
export type PublicationRow = z.infer<typeof publicationRowSchema>;

/** Older fetches are in the log. */
const maxFetches = 50;

export const withFetch = (one: PublicationRow, fetch: { id: string; at: string; user: string }): PublicationRow => ({
  ...one,
  fetches: [{ ...fetch, complete: false }, ...one.fetches].slice(0, maxFetches),
});

/** Time of the last event. ISO 8601 sorts as text. */
export const lastEvent = ({ publishedAt, changedAt, fetches }: PublicationRow): string =>
  [publishedAt, changedAt, ...fetches.map(({ at }) => at)].toSorted().at(-1) ?? '';

/** A row that does not parse is listed too, as a publication that does not go out. */
export function toPublication(one: Opened<PublicationRow>, damage: Problem | null, hub: Publication['hub']): Publication {
  if (!one.ok) return { ...unread, id: one.id, hub, problem: one.problem };
  const { fileId: _file, path: _path, changedAt: _changed, gone: _gone, struck: _struck, fetches, ...shown } = one.value;
  return { ...shown, fetches: fetches.map(({ at, user, complete }) => ({ at, user, complete })), hub, problem: damage };
}

const unread: Omit<Publication, 'id' | 'hub' | 'problem'> = {
  name: '',
  size: 0,
  sha256: '',
  keys: [],
  once: false,
  state: 'withdrawn',
  publishedAt: '',
  by: '',
  source: 'application',
  visitId: null,
  fetches: [],
};
