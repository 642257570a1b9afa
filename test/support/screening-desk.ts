/** A whole station that searches for persons: real files and database, a practice provider behind a line that can go down. */
import { createHash, randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { expect, onTestFinished, vi } from 'vitest';
import { createStation, type Station, type StationOptions } from './doors/app.ts';
import {
  type ColumnMapping,
  type Profile,
  profileSchema,
  type Run,
  type RunPace,
  type ScreeningFilter,
  type ScreeningQuery,
  type ScreeningSummary,
  type ScreeningView,
  type TableOptions,
} from './doors/domain.ts';
import { memoryKeychain } from './doors/keychain.ts';
import { type Practice, startPractice } from './doors/practice.ts';
import type { MassService, ScreeningService } from './doors/screening.ts';
import { patiently, quickRetry } from './signing-desk.ts';
import { type SwitchedLine, startSwitchedLine } from './switched-line.ts';
import { tempDir } from './temp-dir.ts';

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

export type Row = readonly [name: string, identification?: string];
/** Invented people whom no list knows. */
export const nobodies = (count: number, from = 0): Row[] =>
  Array.from({ length: count }, (_, at) => [`Persona Inventada ${from + at}`, String(10_000_000 + from + at)] as const);

export type ListOptions = {
  pace?: Partial<RunPace>;
  options?: Partial<TableOptions>;
  mapping?: Partial<ColumnMapping>;
  judicial?: boolean;
  /** In place of the file that would be written from the rows. */
  path?: string;
};

export type ScreeningDesk = {
  practice: Practice;
  line: SwitchedLine;
  profile: Profile;
  dataDir: string;
  station: Station;
  screening: ScreeningService;
  mass: MassService;
  /** Searches on the panel. */
  find(name: string, part?: Partial<ScreeningQuery>): Promise<ScreeningView>;
  /** All that the filter has, at most 200. */
  page(part?: Partial<ScreeningFilter>): Promise<ScreeningSummary[]>;
  listFile(rows: readonly Row[], name?: string): Promise<string>;
  /** Starts a list; answers with its id. */
  list(rows: readonly Row[], more?: ListOptions): Promise<string>;
  run(id: string): Run;
  /** Resolves when the run is in one of these states; and then with this problem. */
  until(id: string, states: Run['state'] | readonly Run['state'][], code?: string | null): Promise<Run>;
  /** Rows of a list in order, as `clear`, `failed no-answer`, `waiting`. */
  rows(id: string): Promise<string[]>;
  /** How often this person was asked for. */
  asked(row: Row): number;
  /** Search calls that came to the provider. */
  calls(): number;
  /** Makes another stored profile the active one (null: practice) and says that settings changed. */
  use(profileId: string | null): void;
  profileId: string;
  reopen(options?: Partial<StationOptions>, whileClosed?: () => Promise<void> | void): Promise<void>;
  /** The data folder (or that one) as a process that is killed at this moment leaves it. */
  asKilled(folder?: string): string;
  openOn(dataDir: string, options?: Partial<StationOptions>): Promise<Station>;
};

type DeskOptions = {
  station?: Partial<StationOptions>;
  dataDir?: string;
  /** One that runs already, in place of one of the desk's own. */
  provider?: Practice;
  /** A key of its own to seal with, in place of one in the keychain; usual. */
  ownKey?: boolean;
};

export async function openScreeningDesk(options: DeskOptions = {}): Promise<ScreeningDesk> {
  const [folder, dataDir] = [await tempDir(), options.dataDir ?? (await tempDir())];
  const practice = options.provider ?? (await startPractice());
  if (!options.provider) onTestFinished(() => practice.close());
  const line = await startSwitchedLine(practice.origin);
  onTestFinished(() => line.close());
  const base = profileSchema.parse(practice.profile);
  if (!base.search) throw new Error('practice has a search section');
  const profile: Profile = { ...base, search: { ...base.search, url: `${line.origin}/search` } };
  const given: Partial<StationOptions> = {
    keychain: memoryKeychain(),
    ...(options.ownKey !== false && { vaultKey: randomBytes(32) }),
    provider: { kind: 'stored', secrets: practice.secrets },
    retry: quickRetry,
    ...options.station,
  };
  const openOn: ScreeningDesk['openOn'] = async (folderOfIt, more) => {
    const opened = await createStation({ dataDir: folderOfIt, ...given, ...more });
    onTestFinished(() => opened.close());
    return opened;
  };
  let station = await openOn(dataDir);
  const profileId = station.settings.saveProfile(profile).id;
  station.settings.change({ activeProfileId: profileId });
  let files = 0;

  const desk: ScreeningDesk = {
    practice,
    line,
    profile,
    dataDir,
    profileId,
    get station() {
      return station;
    },
    get screening() {
      return station.screening;
    },
    get mass() {
      return station.mass;
    },
    find: (name, part) => station.screening.search(query(name, part)),
    page: async (part) => (await station.screening.page(filter(part), 0, 200)).items,
    async listFile(rows, name = `list-${++files}.csv`) {
      const path = join(folder, name);
      const lines = rows.map((cells) => cells.map((cell = '') => `"${cell.replaceAll('"', '""')}"`).join(','));
      await writeFile(path, ['nombre,cedula', ...lines, ''].join('\n'));
      return path;
    },
    async list(rows, { pace, options: more, mapping, judicial = false, path } = {}) {
      const { fileId } = await station.mass.openFile(path ?? (await desk.listFile(rows)));
      const { id } = await station.mass.start({
        fileId,
        options: { ...csv, ...more },
        mapping: { ...twoColumns, ...mapping },
        judicial,
        procurator: false,
        pace: { concurrency: 4, perMinute: 0, ...pace },
      });
      return id;
    },
    run(id) {
      const found = station.mass.list().find((one) => one.id === id);
      if (!found) throw new Error('no such run');
      return found;
    },
    until: (id, states, code) =>
      vi.waitFor(() => {
        const run = desk.run(id);
        expect([states].flat(), JSON.stringify([run.counts, run.problem])).toContain(run.state);
        if (code !== undefined) expect(run.problem?.code ?? null).toBe(code);
        return run;
      }, patiently),
    async rows(runId) {
      const { total, items } = await station.screening.page(filter({ scope: { runId } }), 0, 200);
      expect(items.length).toBe(Math.min(total, 200));
      return items.map(({ state, outcome, problem }) =>
        state === 'done' ? `${outcome}` : [state, problem?.code].filter(Boolean).join(' '),
      );
    },
    asked: ([name, identification = '']) =>
      practice.asked().get(createHash('sha256').update(`${name}\n${identification}`).digest('hex')) ?? 0,
    calls: () => practice.log().filter(({ operation }) => operation === 'search').length,
    use(id) {
      station.settings.change({ activeProfileId: id });
      station.settingsChanged();
    },
    async reopen(more, whileClosed) {
      await station.close();
      await whileClosed?.();
      station = await openOn(dataDir, more);
    },
    asKilled(from = dataDir) {
      const copy = mkdtempSync(join(tmpdir(), 'station-test-'));
      onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
      // Nothing of this process runs meanwhile, so that nothing is written.
      cpSync(from, copy, { recursive: true, filter: (path) => !basename(path).startsWith('lock.sqlite') });
      return copy;
    },
    openOn,
  };
  return desk;
}

/** Reads or changes the database of a data folder behind the station's back. */
export function inDatabase<T>(dataDir: string, work: (sql: DatabaseSync) => T): T {
  const sql = new DatabaseSync(join(dataDir, 'station.sqlite'));
  try {
    return work(sql);
  } finally {
    sql.close();
  }
}

/** Flips one bit in the middle of a sealed column (BLOB) or the last character of a clear one (TEXT). */
export function flip(dataDir: string, table: string, column: string, where: string, ...values: SQLInputValue[]): void {
  inDatabase(dataDir, (sql) => {
    const row = sql.prepare(`SELECT rowid AS at, ${column} AS value FROM ${table} WHERE ${where}`).get(...values);
    if (!row) throw new Error('no such row');
    const bytes = typeof row.value === 'string' ? Buffer.from(row.value) : Buffer.from(row.value as Uint8Array);
    const place = typeof row.value === 'string' ? bytes.length - 1 : Math.floor(bytes.length / 2);
    bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place);
    const changed = typeof row.value === 'string' ? bytes.toString() : bytes;
    sql.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(changed, Number(row.at));
  });
}
