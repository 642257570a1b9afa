/**
 * Encrypted files next to plain ones: `node test/bench/encrypted-files.ts [MiB, default 200]`. Each way runs in a process of
 * its own, which writes (with fsync) and reads, and prints the seconds of each and the highest resident memory over its start.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openEncryptedFiles, openMemoryDatabase } from '../support/doors/storage.ts';
import { peakMemory } from '../support/runner/peak-memory.ts';

const MiB = 1024 * 1024;
const [size = '200', mode = 'both'] = process.argv.slice(2);
/** As a socket or a file stream would deliver it. */
const piece = randomBytes(64 * 1024);
const pieces = (Number(size) * MiB) / piece.length;

type Method = { write(): Promise<unknown>; read(): AsyncIterable<Uint8Array> };

async function encrypted(folder: string): Promise<Method> {
  const files = await openEncryptedFiles({ folder: join(folder, 'encrypted'), database: openMemoryDatabase() });
  const writer = await files.create('original', randomUUID());
  let done: Awaited<ReturnType<typeof writer.finish>> | undefined;
  return {
    write: async () => {
      for (let n = 0; n < pieces; n += 1) await writer.write(piece);
      done = await writer.finish();
    },
    read: () => {
      if (!done) throw new Error('not written');
      return files.read(done);
    },
  };
}

async function plain(folder: string): Promise<Method> {
  const path = join(folder, 'plain');
  return {
    write: async () => {
      const handle = await open(path, 'wx');
      for (let n = 0; n < pieces; n += 1) await handle.writeFile(piece);
      await handle.sync();
      await handle.close();
    },
    read: () => createReadStream(path, { highWaterMark: 256 * 1024 }),
  };
}

const secondsOf = async (work: () => Promise<unknown>) => {
  const start = performance.now();
  await work();
  return Number(((performance.now() - start) / 1000).toFixed(2));
};

if (mode === 'both') {
  const run = (which: string) =>
    JSON.parse(execFileSync(process.execPath, [fileURLToPath(import.meta.url), size, which], { encoding: 'utf8' }));
  console.log(JSON.stringify({ MiB: Number(size), plain: run('plain'), encrypted: run('encrypted') }));
} else {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  try {
    const { write, read } = await (mode === 'encrypted' ? encrypted : plain)(folder);
    const before = process.memoryUsage.rss();
    let length = 0;
    const writeSeconds = await secondsOf(write);
    const readSeconds = await secondsOf(async () => {
      for await (const part of read()) length += part.length;
    });
    if (length !== pieces * piece.length) throw new Error('not all was read');
    const peakMiB = Math.max(1, Math.round((peakMemory() - before) / MiB));
    console.log(JSON.stringify({ writeSeconds, readSeconds, peakMiB }));
  } finally {
    await rm(folder, { recursive: true });
  }
}
