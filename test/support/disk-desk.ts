/** Stations on a disk that is as full as a test wants it at the moment that it chooses. */
import { createHash, randomBytes } from 'node:crypto';
import { statfsSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createStation, type Station } from './doors/app.ts';
import { profileSchema, type SigningJob } from './doors/domain.ts';
import type { Practice } from './doors/practice.ts';
import { plainPdf } from './pdfs.ts';
import { quickRetry } from './signing-desk.ts';
import { tempDir } from './temp-dir.ts';
import { startWatchedLine, type Watch } from './watched-line.ts';

export type DiskDesk = {
  station: Station;
  dataDir: string;
  output: string;
  /** Places of what was signed and delivered, by name of the original. */
  signedPaths(): Record<string, string>;
  /** Queues documents of these names; answers with the code of what refused them, or null. */
  send(...names: string[]): Promise<string | null>;
  jobs(): SigningJob[];
  /** Sends what is in doubt once more, as a person who knows that it may be signed twice. */
  release(documentId: string): Promise<void>;
  /** Ends this station, as a person who does not want to wait, and opens the next on the same folder. */
  restart(whileEnded: () => Promise<void>): Promise<void>;
  /** Names of complete and of unfinished files in `sealed/`. */
  sealed(): Promise<string[]>;
  /** Every original is what it was. */
  originalsWhole(): Promise<boolean>;
  /** What went wrong with the promise, in words; empty when all was kept. */
  broken(): Promise<string[]>;
  close(): Promise<void>;
};

/** Leaves so many bytes free, in whole blocks of 4 KiB. */
export async function leaveFree(folder: string, bytes: number): Promise<void> {
  await giveRoom(folder);
  const { bavail, bsize } = await statfs(folder);
  const taken = Math.max(0, bavail * bsize - bytes);
  await writeFile(join(folder, 'ballast'), Buffer.alloc(taken - (taken % 4_096)));
}

/** The same at once, so that nothing is written meanwhile, on a disk that has room. Leaves so many blocks of 4 KiB free. */
export function fill(disk: string, blocks: number): void {
  const { bavail, bsize } = statfsSync(disk);
  const taken = Math.max(0, bavail * bsize - blocks * 4_096);
  writeFileSync(join(disk, 'ballast'), Buffer.alloc(taken - (taken % 4_096)));
}

export const giveRoom = (folder: string): Promise<void> => rm(join(folder, 'ballast'), { force: true });

/** Where documents come from, and where signed files go. */
export type Folders = { originals: string; output: string };

/** @param folder on the disk; the data folder is made in it. `size`: bytes of each document, about */
export async function openDiskDesk(
  folder: string,
  practice: Practice,
  parts: Watch & Partial<Folders> & { size?: number } = {},
): Promise<DiskDesk> {
  const { originals = await tempDir(), output = await tempDir(), size = 20_000, ...watch } = parts;
  const dataDir = join(folder, crypto.randomUUID());
  await mkdir(dataDir);
  const origin = await startWatchedLine(practice.origin, watch);
  const { signing, ...rest } = profileSchema.parse(practice.profile);
  if (!signing) throw new Error('practice has a signing section');
  const profile = { ...rest, signing: { ...signing, authUrl: origin, baseUrl: origin } };
  const vaultKey = randomBytes(32);
  const open = () =>
    createStation({
      dataDir,
      vaultKey,
      provider: { kind: 'given', profile, secrets: practice.secrets },
      retry: quickRetry,
      outputFolder: output,
    });
  let station = await open();
  // When a test failed; before its disk goes.
  onTestFinished(async () => {
    await giveRoom(folder);
    station.breakOff();
    await station.close();
  });
  const released = new Set<string>();
  const hashes = new Map<string, string>();
  const bytesOf = (name: string) => readFile(join(originals, name));

  const sealed = async () => (await readdir(join(dataDir, 'sealed'))).sort();
  const desk: DiskDesk = {
    get station() {
      return station;
    },
    dataDir,
    output,
    sealed,
    signedPaths: () =>
      Object.fromEntries(
        station.signing.jobs().flatMap((job) => (job.signedName === null ? [] : [[job.name, station.signing.signedPath(job.documentId)]])),
      ),
    jobs: () => station.signing.jobs(),
    async send(...names) {
      const paths: string[] = [];
      for (const name of names) {
        // Long enough that many a step of 4 KiB lies within one document: padding, and the end of the file once more.
        const small = Buffer.from(await plainPdf(1, name));
        const file = `${name}.pdf`;
        const end = small.subarray(small.lastIndexOf('startxref'));
        await writeFile(join(originals, file), Buffer.concat([small, Buffer.alloc(size, 0x20), end]));
        hashes.set(file, hashOf(await bytesOf(file)));
        paths.push(join(originals, file));
      }
      const { ids } = await station.documents.open(paths);
      const documents = ids.map((documentId) => ({
        documentId,
        reference: station.documents.get(documentId).document.reference,
        clientInfo: `client of ${names[0]}`,
        placement: { page: -1, anchor: 'bottom-left' as const, x: 360, y: 40, width: 200, height: 60 },
      }));
      try {
        const { faults } = await station.signing.send({ documents });
        return faults[0]?.problem.code ?? null;
      } catch (thrown) {
        return thrown instanceof Error && 'problem' in thrown ? Object(thrown.problem).code : String(thrown);
      }
    },
    async release(documentId) {
      released.add(documentId);
      await station.queue.retry([documentId], true);
    },
    async restart(whileEnded) {
      station.breakOff();
      await station.close();
      await whileEnded();
      station = await open();
    },
    async originalsWhole() {
      for (const [file, hash] of hashes) if (hashOf(await bytesOf(file)) !== hash) return false;
      return true;
    },
    async broken() {
      const wrong: string[] = [];
      for (const job of station.signing.jobs()) {
        const { documentId, name, status, signedName, reference } = job;
        const calls = practice.log().flatMap(({ documents = [] }) => documents.filter((one) => one.reference === reference)).length;
        if (calls > (released.has(documentId) ? 2 : 1)) wrong.push(`${name} was sent ${calls} times`);
        if (status !== 'signed') wrong.push(`${name} is ${status}: ${job.problem?.code}`);
        else if (signedName === null) wrong.push(`${name} is signed without its file`);
        else {
          const [before, after] = [await bytesOf(name), await readFile(station.signing.signedPath(documentId))];
          if (after.length <= before.length || !after.subarray(0, before.length).equals(before))
            wrong.push(`${signedName} is another file`);
        }
      }
      if (!(await desk.originalsWhole())) wrong.push('an original was changed');
      // What is not needed any more goes at the latest with the next start.
      const before = JSON.stringify(desk.jobs());
      await desk.restart(async () => undefined);
      if (JSON.stringify(desk.jobs()) !== before) wrong.push('the next start knows other things');
      const left = await sealed();
      if (left.length > 0) wrong.push(`left in sealed/: ${left.map((name) => name.split('.')[0])}`);
      return wrong;
    },
    async close() {
      await station.close();
      await rm(dataDir, { recursive: true });
    },
  };
  return desk;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
