/** Screenings and bulk screenings on a station, behind a connection that can be switched off. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type {
  ColumnMapping,
  Run,
  RunPace,
  ScreeningFilter,
  ScreeningQuery,
  ScreeningSummary,
  ScreeningView,
  TableOptions,
} from '../doors/domain.ts';
import { sha256 } from '../sha256.ts';
import { buildSwitchedStation } from '../station.ts';
import { longWait } from '../waiting.ts';

export const filter = (part: Partial<ScreeningFilter> = {}): ScreeningFilter => ({
  scope: 'all',
  text: '',
  outcome: 'any',
  from: null,
  to: null,
  ...part,
});

export const query = (name: string, part: Partial<ScreeningQuery> = {}): ScreeningQuery => ({
  name,
  identification: '',
  judicial: false,
  procurator: false,
  ...part,
});

const csv: TableOptions = { encoding: 'utf-8', separator: ',', quote: '"', header: true, sheet: null };
const twoColumns: ColumnMapping = { name: [0], surnameFirst: false, surnameFirstWhere: null, identification: 1, empty: [] };

export type Person = readonly [name: string, identification?: string];
/** Invented persons who are on no list. */
export const unlisted = (count: number, from = 0): Person[] =>
  Array.from({ length: count }, (_, at) => [`Persona Inventada ${from + at}`, String(10_000_000 + from + at)] as const);

type BulkOptions = {
  pace?: Partial<RunPace>;
  options?: Partial<TableOptions>;
  mapping?: Partial<ColumnMapping>;
  judicial?: boolean;
  /** Replaces the file that would be written from the rows. */
  path?: string;
};

export type ScreeningStation = Awaited<ReturnType<typeof buildScreening>>;

/** A station with a stored profile, whose provider is behind `line`. */
export async function buildScreening(options: Parameters<typeof buildSwitchedStation>[0] = {}) {
  const station = await buildSwitchedStation({ stored: true, ...options });
  let files = 0;
  const bulkRun = (id: string): Run => {
    const found = station.bulk.list().find((one) => one.id === id);
    if (!found) throw new Error('no such run');
    return found;
  };
  /** Writes a CSV of these rows and returns its path. */
  const csvFile = async (rows: readonly Person[], name = `list-${++files}.csv`): Promise<string> => {
    const path = join(station.folder, name);
    const lines = rows.map((cells) => cells.map((cell = '') => `"${cell.replaceAll('"', '""')}"`).join(','));
    await writeFile(path, ['nombre,cedula', ...lines, ''].join('\n'));
    return path;
  };
  return Object.assign(station, {
    bulkRun,
    csvFile,
    /** Makes a screening on the panel. */
    find: (name: string, part?: Partial<ScreeningQuery>): Promise<ScreeningView> => station.screening.screen(query(name, part)),
    /** All screenings of the filter, at most 200. */
    page: async (part?: Partial<ScreeningFilter>): Promise<ScreeningSummary[]> =>
      (await station.screening.page(filter(part), 0, 200)).items,
    /** Starts a bulk screening and returns its id. */
    async startBulk(rows: readonly Person[], { pace, options: more, mapping, judicial = false, path }: BulkOptions = {}): Promise<string> {
      const { fileId } = await station.bulk.openFile(path ?? (await csvFile(rows)));
      const { id } = await station.bulk.start({
        fileId,
        options: { ...csv, ...more },
        mapping: { ...twoColumns, ...mapping },
        judicial,
        procurator: false,
        pace: { concurrency: 4, perMinute: 0, ...pace },
      });
      return id;
    },
    /** Resolves when the run is in one of these states and, where a code is given, has that problem (null for none). */
    untilRun: (id: string, states: Run['state'] | readonly Run['state'][], code?: string | null): Promise<Run> =>
      vi.waitFor(() => {
        const run = bulkRun(id);
        expect([states].flat(), JSON.stringify([run.counts, run.problem])).toContain(run.state);
        if (code !== undefined) expect(run.problem?.code ?? null).toBe(code);
        return run;
      }, longWait),
    /** Rows of a run in order, as `clear`, `failed no-answer`, `waiting`. */
    async rowsOf(runId: string): Promise<string[]> {
      const { total, items } = await station.screening.page(filter({ scope: { runId } }), 0, 200);
      expect(items.length).toBe(Math.min(total, 200));
      return items.map(({ state, outcome, problem }) =>
        state === 'done' ? `${outcome}` : [state, problem?.code].filter(Boolean).join(' '),
      );
    },
    /** Number of searches for this person. */
    asked: ([name, identification = '']: Person): number => station.provider.asked().get(sha256(`${name}\n${identification}`)) ?? 0,
    /** Number of search calls that the provider received. */
    searchCalls: () => station.provider.log().filter(({ operation }) => operation === 'search').length,
    /** Makes another stored profile the active one (null: practice). */
    useProfile(id: string | null) {
      station.settings.change({ activeProfileId: id });
      station.settingsChanged();
    },
  });
}

/** Counts of no rows at all. */
export const none = { waiting: 0, clear: 0, match: 0, unavailable: 0, failed: 0, skipped: 0, damaged: 0 };
/** Number of searches for each of them. */
export const timesAsked = (station: ScreeningStation, rows: readonly Person[]) => rows.map((row) => station.asked(row));
/** Rows that have their result. */
export const settled = ({ counts }: Run) => counts.clear + counts.match + counts.unavailable + counts.failed;
export const atLeast = (station: ScreeningStation, id: string, count: number) =>
  vi.waitFor(() => expect(settled(station.bulkRun(id))).toBeGreaterThanOrEqual(count), longWait);

/** Waits until every started call has arrived (a connection is made first), and every arrived call has its result. */
export async function nothingUnderWay(station: ScreeningStation, id: string): Promise<void> {
  const { arrived } = station.line;
  for (let before = -1; before !== arrived.length; ) {
    before = arrived.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    await vi.waitFor(
      () => expect([settled(station.bulkRun(id)), station.searchCalls()]).toEqual([arrived.length, arrived.length]),
      longWait,
    );
  }
}
