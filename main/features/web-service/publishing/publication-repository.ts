/** Publications in the database. A change is on the disk when the call returns. */
import type { PublicationFilter, PublicationKeyKind } from '../../../../shared/domain/web-service/web-service.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { Opened } from '../../../platform/storage/rows.ts';
import { searchText, typedCondition } from '../../../platform/storage/search-text.ts';
import { openTable, readable, type Table } from '../../../platform/storage/table.ts';
import { comparableKey } from './keys.ts';
import type { RequestedKey } from './matching.ts';
import { lastEvent, type PublicationRow, publicationRowSchema } from './publication-row.ts';

/** Lists have the rows that parse, oldest first, unless stated otherwise. */
export type PublicationRepository = Pick<Table<PublicationRow>, 'find' | 'has' | 'put' | 'remove'> & {
  /** Without struck ones, newest first; a row that does not parse is in its place. */
  page(filter: PublicationFilter, offset: number, limit: number): { total: number; rows: Opened<PublicationRow>[] };
  /** Offered ones that have at least one of the keys. */
  candidates(requested: readonly RequestedKey[]): PublicationRow[];
  offered(): PublicationRow[];
  /** Not offered, not struck, without a visit, and with no event since that time. */
  endedBefore(at: string): PublicationRow[];
  ofVisit(visitId: string): PublicationRow[];
  /** Publications of a path in the watched folder. */
  ofPath(path: string): PublicationRow[];
  /** Each once. */
  paths(): string[];
  /** Paths of offered publications without those that the watch found missing. */
  offeredPaths(): string[];
  /** @throws StationError `publication-unknown`, UnreadableRow */
  get(id: string): PublicationRow;
  /** Returns their ids. */
  removeOfVisit(visitId: string): string[];
};

export type PublicationRepositoryDeps = {
  database: Database;
  /** Called when the change is on the disk; null for a removed publication. */
  changed(id: string, one: PublicationRow | null): void;
};

/** The condition of each list, its count in `publication_count`, and its index. */
const shown = {
  all: { where: 'is_struck = 0', count: 'total', index: 'publication_all' },
  offered: { where: "state = 'offered'", count: 'offered', index: 'publication_offered' },
  ended: { where: "state <> 'offered' AND is_struck = 0", count: 'total - offered', index: 'publication_ended' },
} as const satisfies Record<PublicationFilter['show'], object>;

/**
 * The key by which requests find a publication; null when it does not go out. One of each kind is enough: a publication with two
 * different keys of a kind goes out only when the request does not have that kind.
 */
const keyColumn =
  (kind: PublicationKeyKind) =>
  ({ state, keys }: PublicationRow): string | null => {
    const key = keys.find((one) => one.kind === kind);
    return state === 'offered' && key ? comparableKey(kind, key.value) : null;
  };

export function openPublicationRepository({ database, changed }: PublicationRepositoryDeps): PublicationRepository {
  const { sql } = database;
  const publications = openTable<PublicationRow>({
    database,
    table: 'publication',
    kind: 'publication',
    schema: publicationRowSchema,
    columns: {
      visit_id: ({ visitId }) => visitId,
      state: ({ state }) => state,
      path: ({ path }) => path,
      is_gone: ({ gone }) => Number(gone),
      is_struck: ({ struck }) => Number(struck),
      last_event_at: lastEvent,
      identification_key: keyColumn('identification'),
      transaction_key: keyColumn('transaction'),
      uid_key: keyColumn('uid'),
      customer_key: keyColumn('customer'),
      search_text: ({ name, keys }) =>
        searchText(
          [name],
          keys.map(({ value }) => value),
        ),
    },
  });
  const { find, get, has, select, page } = publications;
  const offered = select("WHERE state = 'offered' ORDER BY number");
  const ended = select(
    "INDEXED BY publication_ended WHERE state <> 'offered' AND is_struck = 0 AND visit_id IS NULL AND last_event_at < ? ORDER BY number",
  );
  const ofVisit = select('WHERE visit_id = ? ORDER BY number');
  const ofPath = select('WHERE path = ? ORDER BY number');
  const selectPaths = sql.prepare('SELECT DISTINCT path FROM publication WHERE path IS NOT NULL');
  const selectOfferedPaths = sql.prepare(
    "SELECT DISTINCT path FROM publication WHERE path IS NOT NULL AND state = 'offered' AND is_gone = 0",
  );
  const selectIdsOfVisit = sql.prepare('SELECT id FROM publication WHERE visit_id = ? ORDER BY number');
  const emit = (id: string, one: PublicationRow | null): void =>
    database.afterwards((isCommitted) => {
      if (isCommitted) changed(id, one);
    });

  const remove = (id: string): void =>
    database.transaction(() => {
      publications.remove(id);
      emit(id, null);
    });

  return {
    page({ text, show }, offset, limit) {
      const { where, count, index } = shown[show];
      const only = { where, values: [] };
      if (text.trim() !== '') {
        const conditions = [{ where: 'is_struck = 0', values: [] }, only, typedCondition(text)];
        return page({ index: 'publication_list', conditions, order: 'number DESC' }, offset, limit);
      }
      const total = Number(sql.prepare(`SELECT ${count} AS count FROM publication_count`).get()?.count);
      return page({ index, conditions: [only], order: 'number DESC', total }, offset, limit);
    },
    candidates(requested) {
      if (requested.length === 0) return [];
      const where = requested.map(({ kind }) => `${kind}_key = ?`).join(' OR ');
      return readable(select(`WHERE ${where} ORDER BY number`)(...requested.map(({ value }) => value)));
    },
    offered: () => readable(offered()),
    endedBefore: (at) => readable(ended(at)),
    ofVisit: (visitId) => readable(ofVisit(visitId)),
    ofPath: (path) => readable(ofPath(path)),
    paths: () => selectPaths.all().map(({ path }) => String(path)),
    offeredPaths: () => selectOfferedPaths.all().map(({ path }) => String(path)),
    find,
    get(id) {
      const one = get(id);
      if (!one || one.struck) throw new StationError('publication-unknown');
      return one;
    },
    has,
    put: (one) =>
      database.transaction(() => {
        publications.put(one);
        emit(one.id, one);
      }),
    remove,
    removeOfVisit: (visitId) =>
      database.transaction(() => {
        const ids = selectIdsOfVisit.all(visitId).map(({ id }) => String(id));
        for (const id of ids) remove(id);
        return ids;
      }),
  };
}
