/**
 * Memory and time of receiving a record with pictures, a video and a document over a real line, into encrypted files:
 * `node test/bench/validation-answer.ts [MB of the answer, default 60]`. Prints the highest resident memory over its start
 * and the longest time for which nothing else could be done.
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { networkSchema, validationProfileSchema } from '../support/doors/domain.ts';
import { connectValidation } from '../support/doors/provider.ts';
import { openRecordFiles } from '../support/doors/records.ts';
import { openEncryptedFiles, openMemoryDatabase } from '../support/doors/storage.ts';
import { peakMemory } from '../support/runner/peak-memory.ts';

const MiB = 1024 * 1024;
const files = 8;
const size = (Number(process.argv[2] ?? 60) * 1_000_000) / files;

/** Six pictures, a video and a document, as a socket would deliver them. */
function* answer(): Generator<Uint8Array> {
  const text = Buffer.alloc(65_536, '/9j/4AAQSkZJRgAB');
  function* element(head: string): Generator<Uint8Array> {
    yield Buffer.from(head);
    for (let left = size; left > 0; left -= text.length) yield text.subarray(0, Math.ceil(Math.min(left, text.length) / 4) * 4);
    yield Buffer.from('"}');
  }
  for (let at = 0; at < files - 1; at += 1) yield* element(`${at === 0 ? '{"Uid":"u","Images":[' : ','}{"Id":${at},"Image":"`);
  yield* element('],"SignedDocuments":[{"Document":"');
  yield Buffer.from(']}');
}

const server = createServer((_, response) => void Readable.from(answer()).pipe(response)).listen(0, '127.0.0.1');
await once(server, 'listening');
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const client = connectValidation({
  validation: { profile: validationProfileSchema.parse({ baseUrl, path: 'api/{t}' }), apiKey: async () => 'k' },
  network: networkSchema.parse({ proxy: 'none' }),
});
const folder = await mkdtemp(join(tmpdir(), 'bench-'));
const store = openRecordFiles(
  await openEncryptedFiles({ folder: join(folder, 'encrypted'), database: openMemoryDatabase() }),
  crypto.randomUUID(),
);

const before = process.memoryUsage.rss();
const delay = monitorEventLoopDelay({ resolution: 5 });
const start = performance.now();
delay.enable();
const { texts } = await client.fetch({ parts: ['T'], wish: { images: true, documents: true, video: true } }, store);
const found = await store.finish(texts);
delay.disable();
console.log(
  JSON.stringify({
    peakMiB: Math.max(1, Math.round((peakMemory() - before) / MiB)),
    seconds: Number(((performance.now() - start) / 1000).toFixed(2)),
    maxTaskMs: Math.round(delay.max / 1e6),
    files: found.length,
    bytes: found.reduce((sum, file) => sum + file.size, 0),
  }),
);
await client.close();
server.close();
await rm(folder, { recursive: true });
