/** Sends documents from a station with a full disk, or a full output folder, and checks that none of them is lost. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Practice } from '../doors/practice.ts';
import { namesIn } from '../names-in.ts';
import { startWatchedLine, type Watch } from '../network/watched-line.ts';
import { plainPdf } from '../pdf/pdfs.ts';
import { sha256 } from '../sha256.ts';
import { buildStation, type TestStation } from '../station.ts';
import { giveRoom } from '../storage/mounts.ts';
import { tempDir } from '../temp-dir.ts';

type Options = Watch & {
  /** Of the documents. */
  originals?: string;
  /** For signed files. */
  output?: string;
  /** Approximate bytes of each document. */
  size?: number;
};
export type FullDiskStation = Awaited<ReturnType<typeof buildOnDisk>>;

/** @param disk the data folder is made in it */
export async function buildOnDisk(disk: string, provider: Practice, { originals, output, size = 20_000, ...watch }: Options = {}) {
  const [folder, outputFolder, dataDir] = [originals ?? (await tempDir()), output ?? (await tempDir()), join(disk, crypto.randomUUID())];
  const through = (origin: string) => startWatchedLine(origin, watch);
  const station = await buildStation({ dataDir, provider, through, outputFolder });
  // After a failed test: before its disk is removed.
  onTestFinished(async () => {
    await giveRoom(disk);
    station.breakOff();
  });
  const hashes = new Map<string, string>();
  const bytesOf = (name: string) => readFile(join(folder, name));
  const encrypted = () => namesIn(join(dataDir, 'encrypted'));
  const jobs = () => station.signing.jobs();
  const originalsWhole = async () => {
    for (const [file, hash] of hashes) if (sha256(await bytesOf(file)) !== hash) return false;
    return true;
  };
  /** Closes the station without waiting for documents in flight, and opens the next one on the same folder. */
  const restart = (whileClosed?: () => Promise<void>) => {
    station.breakOff();
    return station.reopen({}, whileClosed);
  };
  const released = new Set<string>();
  return Object.assign(station, {
    output: outputFolder,
    jobs,
    restart,
    /** Names of the encrypted files, complete and unfinished. */
    encrypted,
    originalsWhole,
    /** Folders of the delivered signed files, by name of the original. */
    signedPaths: () => Object.fromEntries(jobs().flatMap((job) => (job.signedName === null ? [] : [[job.name, pathOf(station, job)]]))),
    /** Queues new documents of these names; returns the code of the refusal, or null. */
    async sendNew(...names: string[]): Promise<string | null> {
      const paths: string[] = [];
      for (const name of names) {
        // Long enough that several steps of 4 KiB lie within one document: padding, and the end of the file a second time.
        const small = Buffer.from(await plainPdf(1, name));
        const file = `${name}.pdf`;
        const end = small.subarray(small.lastIndexOf('startxref'));
        await writeFile(join(folder, file), Buffer.concat([small, Buffer.alloc(size, 0x20), end]));
        hashes.set(file, sha256(await bytesOf(file)));
        paths.push(join(folder, file));
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
    /** Sends a document in doubt again, as a person who knows that it may be signed twice. */
    async release(documentId: string) {
      released.add(documentId);
      await station.queue.retry([documentId], { resend: true });
    },
    /** Lists the faults in words: every document must be signed, sent once, delivered unchanged, and nothing may be left over. */
    async broken(): Promise<string[]> {
      const wrong: string[] = [];
      for (const job of jobs()) {
        const { documentId, name, status, signedName, reference } = job;
        const calls = provider.log().flatMap(({ documents = [] }) => documents.filter((one) => one.reference === reference)).length;
        if (calls > (released.has(documentId) ? 2 : 1)) wrong.push(`${name} was sent ${calls} times`);
        if (status !== 'signed') wrong.push(`${name} is ${status}: ${job.problem?.code}`);
        else if (signedName === null) wrong.push(`${name} is signed without its file`);
        else {
          const [before, after] = [await bytesOf(name), await readFile(pathOf(station, job))];
          if (after.length <= before.length || !after.subarray(0, before.length).equals(before))
            wrong.push(`${signedName} is another file`);
        }
      }
      if (!(await originalsWhole())) wrong.push('an original was changed');
      // Files that are no longer needed are removed at the next start at the latest.
      const before = JSON.stringify(jobs());
      await restart();
      if (JSON.stringify(jobs()) !== before) wrong.push('the next start has other jobs');
      const left = await encrypted();
      if (left.length > 0) wrong.push(`left in encrypted/: ${left.map((name) => name.split('.')[0])}`);
      return wrong;
    },
    async discard() {
      await station.close();
      await rm(dataDir, { recursive: true });
    },
  });
}

const pathOf = ({ signing }: TestStation, { documentId }: { documentId: string }): string => signing.signedPath(documentId);
