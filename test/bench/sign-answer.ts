/**
 * Memory of reading an answer: `node test/bench/sign-answer.ts [MiB of base64, default 200]`.
 * Ours streams it to a file; next to it, the whole text is parsed and decoded. Each runs in a process of its
 * own, which prints the highest resident memory over its start.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { type IncomingStore, readSignAnswer } from '../support/doors/provider.ts';
import { peakMemory } from '../support/runner/peak-memory.ts';

const MiB = 1024 * 1024;
const [mode = 'both', size = '200'] = process.argv.slice(2).length === 1 ? ['both', process.argv[2]] : process.argv.slice(2);
const bytes = Number(size) * MiB;

/** One signed document, as a socket would deliver it. */
async function* answer(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('{"signedDocuments":[{"referenceNumber":"r","documentId":"1","signedDocument":"');
  const piece = Buffer.alloc(65_536, 'QUJDRA');
  for (let sent = 0; sent < bytes; sent += piece.length) yield piece;
  yield Buffer.from('","status":"SUCCESS","errorReason":null}]}');
}

async function streamed(): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-'));
  const file = createWriteStream(join(folder, 'content'));
  let length = 0;
  const incoming: IncomingStore = {
    open: async () => ({
      write: async (text) => {
        length += text.length;
        if (!file.write(text, 'latin1')) await once(file, 'drain');
      },
      close: async () => {
        file.end();
        await finished(file);
      },
      discard: async () => {},
    }),
  };
  const { items, defect } = await readSignAnswer(answer(), incoming, 2 * bytes);
  if (items.length !== 1 || defect) throw new Error('not read');
  await rm(folder, { recursive: true });
  return length;
}

async function whole(): Promise<number> {
  const parts: Uint8Array[] = [];
  for await (const part of answer()) parts.push(part);
  const parsed = JSON.parse(Buffer.concat(parts).toString());
  const text: string = parsed.signedDocuments[0].signedDocument;
  if (Buffer.from(text, 'base64').length === 0) throw new Error('not decoded');
  return text.length;
}

if (mode === 'both') {
  const run = (which: string) =>
    JSON.parse(execFileSync(process.execPath, [fileURLToPath(import.meta.url), which, size], { encoding: 'utf8' }));
  const [ours, theirs] = [run('streamed'), run('whole')];
  console.log(
    JSON.stringify({
      MiB: Number(size),
      streamed: ours,
      parsedWhole: theirs,
      memoryRatio: Number((theirs.peakMiB / ours.peakMiB).toFixed(1)),
    }),
  );
} else {
  const before = process.memoryUsage.rss();
  const start = performance.now();
  const length = await (mode === 'streamed' ? streamed() : whole());
  const peakMiB = Math.max(1, Math.round((peakMemory() - before) / MiB));
  console.log(JSON.stringify({ peakMiB, seconds: Number(((performance.now() - start) / 1000).toFixed(2)), length }));
}
