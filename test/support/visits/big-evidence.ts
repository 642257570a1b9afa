/**
 * A separate process: writes the evidence of a visit with one document of N bytes, generated as they are read, and
 * prints the result and the peak memory of the process. Arguments: folder, bytes.
 */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { policySchema } from '../doors/domain.ts';
import { type EvidenceFacts, writeEvidence } from '../doors/visits.ts';
import { visitViewWith } from './visits.ts';

const [folder = '', size = '0'] = process.argv.slice(2);
const piece = 1 << 20;

async function* made(): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < Number(size); at += piece) yield Buffer.alloc(Math.min(piece, Number(size) - at), at >> 20);
}

const hash = createHash('sha256');
for await (const chunk of made()) hash.update(chunk);
const before = process.memoryUsage().rss;
let peak = before;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 5);

const facts: EvidenceFacts = {
  view: visitViewWith({ id: 'big' }),
  documents: [
    {
      documentId: 'd',
      name: 'big.pdf',
      original: { size: Number(size), sha256: hash.digest('hex'), read: made },
      signed: null,
      verification: null,
    },
  ],
  records: [],
  screenings: [],
  audit: [],
  policy: policySchema.parse({}),
  wish: { images: false, video: false },
  language: 'en',
  madeAt: new Date('2026-11-22T15:04:06.000Z'),
  madeBy: '',
  stationVersion: '0',
};
const result = await writeEvidence(facts, join(folder, 'big.zip'));
clearInterval(watch);
process.stdout.write(JSON.stringify({ ...result, grown: Math.max(peak, process.memoryUsage().rss) - before }));
