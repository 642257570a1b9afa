/** Publishes on a real data folder with real encryption, and fetches as a customer's provider would. */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { createPdfReader, readDocument } from '../doors/documents.ts';
import { comparedSchema, type Publication, type PublicationKey } from '../doors/domain.ts';
import { memoryKeychain } from '../doors/keychain.ts';
import { type Database, type EncryptedStore, openEncryptedStore, openSettingsDatabase } from '../doors/storage.ts';
import { openPublishing, type PublishedAnswer, type Publishing, type PublishingDeps } from '../doors/web-service.ts';
import { plainPdf } from '../pdf/pdfs.ts';
import { sha256 } from '../sha256.ts';
import { tempDir } from '../temp-dir.ts';

export const idKey = (value: string): PublicationKey => ({ kind: 'identification', value });
export const everything = { text: '', show: 'all' } as const;

/** Shared by all tests of a file: starting the reader threads takes longer than most tests. Idle ones do not keep the process alive. */
const reader = createPdfReader();

export type TestPublishing = {
  publishing: Publishing;
  store: EncryptedStore;
  dataDir: string;
  /** For documents to be published; not the watched one. */
  folder: string;
  /** May be changed at any time. */
  settings: ReturnType<PublishingDeps['watched']> & { compared: ReturnType<PublishingDeps['compared']>; visits: Set<string> };
  /** Events as `kind name user`, oldest first (a clerk as `by Ana`); including those of a transaction that was rolled back. */
  noted: string[];
  /** Writes a PDF of these words; returns its path. */
  pdf(name: string, words?: string): Promise<string>;
  /** Stages and publishes the file at a path. */
  publish(path: string, keys: PublicationKey[], more?: { once?: boolean; visitId?: string | null }): Promise<Publication>;
  /** All listed publications, oldest first. */
  all(): Publication[];
  /** Names in `encrypted/`. */
  encrypted(): Promise<string[]>;
  /** Opens another run on the same folder, as after a kill: the earlier one does not finish its work. */
  killed(): Promise<void>;
};

type Options = { dataDir?: string } & Partial<Pick<PublishingDeps, 'pace' | 'what' | 'readFacts'>>;

export async function openTestPublishing(options: Options = {}): Promise<TestPublishing> {
  const dataDir = options.dataDir ?? (await tempDir());
  const folder = await tempDir();
  const key = randomBytes(32);
  const settings: TestPublishing['settings'] = {
    folder: '',
    key: 'identification',
    once: false,
    compared: comparedSchema.parse({}),
    visits: new Set(),
  };
  const noted: string[] = [];
  let database: Database;

  async function open(): Promise<{ publishing: Publishing; store: EncryptedStore }> {
    database = openSettingsDatabase(dataDir);
    const store = await openEncryptedStore({ settings: database, dataDir, keychain: memoryKeychain(), vaultKey: key });
    const publishing = openPublishing({
      atHub: () => 'none',
      database: store.database,
      files: store.files,
      compared: () => settings.compared,
      watched: () => settings,
      clerk: () => 'Ana',
      now: () => new Date(),
      noted: ({ kind, publication, by, user }) =>
        void noted.push([kind, publication.name, ...(by === '' ? [] : [`by ${by}`]), ...(user === null ? [] : [user])].join(' ')),
      visitExists: (id) => settings.visits.has(id),
      notedSince: () => new Set(),
      readFacts: (path) => readDocument(path, reader),
      pace: { quiet: 60, look: 100, scan: 150, first: 10_000 },
      ...options,
    });
    return { publishing, store };
  }
  const opened: TestPublishing = {
    ...(await open()),
    dataDir,
    folder,
    settings,
    noted,
    async pdf(name, words = name) {
      await writeFile(join(folder, name), await plainPdf(1, words));
      return join(folder, name);
    },
    async publish(path, keys, { once = false, visitId = null } = {}) {
      const staged = await opened.publishing.stage([path]);
      const [made] = await opened.publishing.publish({ staged: staged.map(({ id }) => id), keys, once, visitId });
      if (!made) throw new Error('nothing was published');
      return made;
    },
    all: () => opened.publishing.page(everything, 0, 1_000).items.toReversed(),
    encrypted: async () => (await readdir(join(dataDir, 'encrypted'))).sort(),
    async killed() {
      // Only the watch must end: it belongs to this process, not to the disk.
      await opened.publishing.close();
      await opened.store.close();
      database.close();
      Object.assign(opened, await open());
    },
  };
  onTestFinished(async () => {
    await opened.publishing.close();
    await opened.store.close();
    database.close();
  });
  return opened;
}

/** A folder to be watched. */
export async function watchedFolder(opened: TestPublishing): Promise<string> {
  const folder = join(await tempDir(), 'watched');
  await mkdir(folder);
  opened.settings.folder = folder;
  return folder;
}

/** Writes a PDF of these words into a folder. */
export const pdfIn = async (folder: string, name: string, words = name): Promise<void> =>
  writeFile(join(folder, name), await plainPdf(1, words));

/** Reads the whole body; compares its size with the stated one. */
export async function bodyOf({ size, body }: PublishedAnswer): Promise<string> {
  const bytes = await buffer(body);
  if (bytes.length !== size) throw new Error(`${bytes.length} bytes came, ${size} were said`);
  return bytes.toString('utf8');
}

/** Fetches as the provider does, to the end; returns the SHA-256 of each document. */
export async function ask(opened: TestPublishing, transaction: Record<string, unknown>, user = 'provider'): Promise<string[]> {
  const answer = await opened.publishing.answer(transaction, user);
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
