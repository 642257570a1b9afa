/** A whole station on real files, with a real practice provider over a socket. */
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createStation, type Station, type StationOptions } from './doors/app.ts';
import type { DocumentList } from './doors/documents.ts';
import { type BatchDocument, type Network, type Profile, profileSchema, type SigningJob, type SigningProfile } from './doors/domain.ts';
import { type Practice, type PracticeOptions, startPractice } from './doors/practice.ts';
import type { RetryPolicy } from './doors/runtime.ts';
import type { SigningService } from './doors/signing.ts';
import { namesIn } from './names-in.ts';
import { plainPdf, writeFile } from './pdfs.ts';
import { tempDir } from './temp-dir.ts';

export type Desk = {
  /** Of the originals. */
  folder: string;
  dataDir: string;
  practice: Practice;
  profile: Profile;
  station: Station;
  documents: DocumentList;
  signing: SigningService;
  /** Where signed files go; null is beside the original. */
  output: { folder: string | null };
  /** Writes and opens `a.pdf`, `b.pdf` … of one page; answers with their ids. */
  contracts(...names: string[]): Promise<string[]>;
  /** A complete entry for each id. */
  entries(ids: readonly string[], more?: Partial<BatchDocument>): BatchDocument[];
  /** Queues, and does not wait; answers with the batch's id. */
  send(ids: readonly string[], more?: Partial<BatchDocument>): Promise<string>;
  /** Sends and waits; the jobs of these documents. */
  sendAll(ids: readonly string[], more?: Partial<BatchDocument>): Promise<SigningJob[]>;
  jobsOf(ids: readonly string[]): SigningJob[];
  /** State and problem of each, as `signed` or `queued connection-refused`. */
  states(ids: readonly string[]): string[];
  /** References of each sign call that the provider's log has, with its status. */
  calls(): { references: string[]; status: number | 'dropped' }[];
  /** Ends the station and opens the next one on the same data folder. */
  reopen(options?: Partial<StationOptions>): Promise<void>;
  /** The data folder as a process that is killed at this moment leaves it. */
  asKilled(): string;
  /** Another station, on such a copy. */
  openOn(dataDir: string, options?: Partial<StationOptions>): Promise<Station>;
  /** Names in `signed/` beside the originals. */
  signedNames(): Promise<string[]>;
  /** Names of what is kept sealed, without what is still to be sent. */
  sealedNames(): Promise<string[]>;
};

/** Waits long for what comes about by itself; nothing is said of how long it takes. */
export const patiently = { timeout: 20_000, interval: 15 };

/** Soon tried again, soon given up for the time being. */
export const quickRetry: RetryPolicy = { base: 20, cap: 200, openAfter: 3 };

type DeskOptions = {
  practice?: PracticeOptions;
  /** One that runs already, in place of one of the desk's own. */
  provider?: Practice;
  /** Of the first station alone: those that are opened later have the profile's. */
  network?: Partial<Network>;
  signing?: Partial<SigningProfile>;
  profile?: Partial<Profile>;
  dataDir?: string;
  /** What stands between the station and the provider: gets the provider's address and answers with its own. */
  through?: (origin: string) => Promise<string>;
  /** Beside or in place of what the desk gives its station. */
  station?: Partial<StationOptions>;
};

export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  const [folder, dataDir] = [await tempDir(), options.dataDir ?? (await tempDir())];
  const practice = options.provider ?? (await startPractice(options.practice));
  if (!options.provider) onTestFinished(() => practice.close());
  const base = profileSchema.parse(practice.profile);
  if (!base.signing) throw new Error('practice has a signing section');
  const origin = (await options.through?.(practice.origin)) ?? practice.origin;
  const way = { authUrl: origin, baseUrl: origin };
  const profile: Profile = {
    ...base,
    ...(base.validation && { validation: { ...base.validation, baseUrl: origin } }),
    ...options.profile,
    signing: { ...base.signing, ...way, ...options.signing },
  };
  const { keychain } = { ...options.station };
  const given: Partial<StationOptions> = {
    ...(!keychain && { vaultKey: randomBytes(32) }),
    provider: { kind: 'given', profile, secrets: practice.secrets },
    retry: quickRetry,
    ...options.station,
  };
  const openOn: Desk['openOn'] = async (folderOfIt, more) => {
    const opened = await createStation({ dataDir: folderOfIt, ...given, ...more });
    onTestFinished(() => opened.close());
    return opened;
  };
  const first: Profile = { ...profile, network: { ...profile.network, ...options.network } };
  let station = await openOn(dataDir, options.network && { provider: { kind: 'given', profile: first, secrets: practice.secrets } });
  const output: Desk['output'] = {
    get folder() {
      return station.settings.settings().outputFolder;
    },
    set folder(outputFolder) {
      station.settings.change({ outputFolder });
    },
  };
  const entries: Desk['entries'] = (ids, more = {}) =>
    ids.map((documentId) => ({
      documentId,
      reference: station.documents.get(documentId).document.reference,
      clientInfo: 'T-1',
      placement: { page: -1, anchor: 'bottom-left', x: 360, y: 40, width: 200, height: 60 },
      ...more,
    }));
  const jobsOf = (ids: readonly string[]) => ids.flatMap((id) => station.signing.jobs().find(({ documentId }) => documentId === id) ?? []);

  const send: Desk['send'] = async (ids, more) => {
    const { batchId, faults } = await station.signing.send({ documents: entries(ids, more) });
    if (batchId === null) throw new Error(`not sent: ${faults.map(({ problem }) => problem.code)}`);
    return batchId;
  };

  return {
    folder,
    dataDir,
    practice,
    profile,
    get station() {
      return station;
    },
    get documents() {
      return station.documents;
    },
    get signing() {
      return station.signing;
    },
    output,
    entries,
    jobsOf,
    async contracts(...names) {
      const paths: string[] = [];
      for (const name of names) paths.push(await writeFile(folder, `${name}.pdf`, await plainPdf(1, name)));
      return (await station.documents.open(paths)).ids;
    },
    send,
    async sendAll(ids, more) {
      await station.signing.settled(await send(ids, more));
      await station.queue.deliver(ids);
      return jobsOf(ids);
    },
    states: (ids) => jobsOf(ids).map(({ status, problem }) => (problem ? `${status} ${problem.code}` : status)),
    calls: () =>
      practice
        .log()
        .filter(({ operation }) => operation === 'sign')
        .map(({ documents = [], status }) => ({ references: documents.map(({ reference }) => reference), status })),
    async reopen(more) {
      await station.close();
      station = await openOn(dataDir, more);
    },
    asKilled() {
      const copy = mkdtempSync(join(tmpdir(), 'station-test-'));
      onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
      // Nothing of this process runs meanwhile, so that nothing is written.
      cpSync(dataDir, copy, { recursive: true, filter: (path) => !basename(path).startsWith('lock.sqlite') });
      return copy;
    },
    openOn,
    signedNames: () => namesIn(join(folder, 'signed')),
    sealedNames: async () => (await namesIn(join(dataDir, 'sealed'))).filter((name) => !name.startsWith('original.')),
  };
}
