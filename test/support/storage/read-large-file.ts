/** Process: reads an encrypted file of 100 MiB, and prints the most MiB of buffers that it had during that. With V8's own sizes of its memory. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEncryptedFiles, openMemoryDatabase } from '../doors/storage.ts';

const MiB = 1024 * 1024;
const folder = mkdtempSync(join(tmpdir(), 'large-file-'));
const files = await openEncryptedFiles({ folder, database: openMemoryDatabase() });
const writer = await files.create('original', randomUUID());
const piece = Buffer.alloc(MiB);
for (let count = 0; count < 100; count += 1) await writer.write(piece);
const file = await writer.finish();
let most = 0;
for await (const _ of files.read(file)) most = Math.max(most, process.memoryUsage().arrayBuffers);
console.log(most / MiB);
rmSync(folder, { recursive: true });
