/** What publishes documents, on a real data folder with real sealing, and a customer's view of what comes out of it. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { createFactsReader, readDocument } from './doors/documents.ts';
import { comparedSchema, type Publication, type PublicationKey } from './doors/domain.ts';
import { memoryKeychain } from './doors/keychain.ts';
import { type Database, openDatabase, openSealedStore, type SealedStore } from './doors/storage.ts';
import { openPublishing, type PublishedAnswer, type Publishing, type PublishingParts } from './doors/web-service.ts';
import { plainPdf } from './pdfs.ts';
import { tempDir } from './temp-dir.ts';

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
export const idKey = (value: string): PublicationKey => ({ kind: 'identification', value });
export const everything = { text: '', show: 'all' } as const;

/** For all tests of a file: starting the threads that read takes longer than most tests. Idle ones do not keep the process alive. */
const reader = createFactsReader();

export type PublishingDesk = {
  publishing: Publishing;
  store: SealedStore;
  dataDir: string;
  /** Of documents to be published; not the watched one. */
  folder: string;
  /** May be changed at any time. */
  settings: ReturnType<PublishingParts['watched']> & { compared: ReturnType<PublishingParts['compared']>; cases: Set<string> };
  /** As `kind name user`, oldest first (a clerk as `by Ana`); those of a transaction that was undone too. */
  noted: string[];
  /** Writes a PDF of these words; answers with its path. */
  pdf(name: string, words?: string): Promise<string>;
  /** Stages and publishes the file at a path. */
  publish(path: string, keys: PublicationKey[], more?: { once?: boolean; caseId?: string | null }): Promise<Publication>;
  /** All that is listed, oldest first. */
  all(): Publication[];
  /** Names in `sealed/`. */
  sealed(): Promise<string[]>;
  /** Another run on the same folder. The one before was told nothing, as when it was killed. */
  killed(key?: Buffer): Promise<void>;
};

type Given = { dataDir?: string } & Pick<PublishingParts, 'pace' | 'what'>;

export async function publishingDesk(given: Given = {}): Promise<PublishingDesk> {
  const dataDir = given.dataDir ?? (await tempDir());
  const folder = await tempDir();
  const key = randomBytes(32);
  const settings: PublishingDesk['settings'] = {
    folder: '',
    key: 'identification',
    once: false,
    compared: comparedSchema.parse({}),
    cases: new Set(),
  };
  const noted: string[] = [];
  let database: Database;

  async function open(with_: Buffer): Promise<{ publishing: Publishing; store: SealedStore }> {
    database = openDatabase(dataDir);
    const store = await openSealedStore({ database, dataDir, keychain: memoryKeychain(), given: with_ });
    const publishing = openPublishing({
      database: store.database,
      sealer: store.sealer,
      files: store.files,
      compared: () => settings.compared,
      watched: () => settings,
      clerk: () => 'Ana',
      now: () => new Date(),
      noted: ({ kind, publication, by, user }) =>
        void noted.push([kind, publication.name, ...(by === '' ? [] : [`by ${by}`]), ...(user === null ? [] : [user])].join(' ')),
      caseExists: (id) => settings.cases.has(id),
      readFacts: (path) => readDocument(path, reader),
      pace: { quiet: 60, look: 100, scan: 150, first: 10_000 },
      ...given,
    });
    return { publishing, store };
  }
  const desk: PublishingDesk = {
    ...(await open(key)),
    dataDir,
    folder,
    settings,
    noted,
    async pdf(name, words = name) {
      await writeFile(join(folder, name), await plainPdf(1, words));
      return join(folder, name);
    },
    async publish(path, keys, { once = false, caseId = null } = {}) {
      const staged = await desk.publishing.stage([path]);
      const [made] = await desk.publishing.publish({ staged: staged.map(({ id }) => id), keys, once, caseId });
      if (!made) throw new Error('nothing was published');
      return made;
    },
    all: () => desk.publishing.page(everything, 0, 1_000).items.toReversed(),
    sealed: async () => (await readdir(join(dataDir, 'sealed'))).sort(),
    async killed(other = key) {
      // Only the watch must end: it is of this process, not of the disk.
      await desk.publishing.close();
      database.close();
      Object.assign(desk, await open(other));
    },
  };
  onTestFinished(async () => {
    await desk.publishing.close();
    database.close();
  });
  return desk;
}

/** A folder to be watched. */
export async function watchedFolder(desk: PublishingDesk): Promise<string> {
  const folder = join(await tempDir(), 'watched');
  await mkdir(folder);
  desk.settings.folder = folder;
  return folder;
}

/** Writes a PDF of these words into a folder. */
export const pdfIn = async (folder: string, name: string, words = name): Promise<void> =>
  writeFile(join(folder, name), await plainPdf(1, words));

/** Waits until it is so. */
export const until = (look: () => unknown, wanted: unknown): Promise<void> =>
  expect.poll(look, { timeout: 15_000, interval: 20 }).toEqual(wanted);

/** The body, whole; its size is held against what was said. */
export async function bodyOf({ size, body }: PublishedAnswer): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  const bytes = Buffer.concat(pieces);
  if (bytes.length !== size) throw new Error(`${bytes.length} bytes came, ${size} were said`);
  return bytes.toString('utf8');
}

/** As the provider asks, to the end: SHA-256 of each document that came. */
export async function ask(desk: PublishingDesk, transaction: Record<string, unknown>, user = 'provider'): Promise<string[]> {
  const answer = await desk.publishing.answer(transaction, user);
  const hashes = hashesIn(await bodyOf(answer));
  if (hashes.length !== answer.count) throw new Error(`${hashes.length} documents came, ${answer.count} were said`);
  answer.finished(true);
  return hashes;
}

export const hashesIn = (body: string): string[] =>
  (JSON.parse(body) as string[]).map((text) => {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.toString('base64') !== text) throw new Error('not in the alphabet of RFC 4648, section 4');
    return sha256(bytes);
  });
