/**
 * A provider that does next to nothing: answers a signing call with entries that were prepared before. Process: `FOLDER DELAY`, where the
 * delay is in milliseconds from the last byte of the request; prints its port.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const [folder = '', delay = '0'] = process.argv.slice(2);
const entries = new Map<string, Buffer>();
const [begin, comma, end] = ['{"signedDocuments":[', ',', ']}'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];

function entryOf(reference: string): Buffer {
  const entry = entries.get(reference) ?? readFileSync(join(folder, `${reference}.json`));
  entries.set(reference, entry);
  return entry;
}

/** Values of the fields `documentPairs[N].referenceNumber`. */
function referencesIn(body: Buffer): string[] {
  const found: string[] = [];
  const field = '.referenceNumber"';
  for (let at = body.indexOf(field); at !== -1; at = body.indexOf(field, at + 1)) {
    found.push(/\r\n\r\n(.*)\r\n/.exec(body.toString('latin1', at, at + 300))?.[1] ?? '');
  }
  return found;
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    if (request.url?.endsWith('/sign-documents') !== true) {
      response.setHeader('content-type', 'application/json');
      return response.end('{"access_token":"bench","token_type":"Bearer","expires_in":3600}');
    }
    const answer = referencesIn(Buffer.concat(chunks)).flatMap((reference, index) => [index === 0 ? begin : comma, entryOf(reference)]);
    answer.push(end);
    if (Number(delay) > 0) await wait(Number(delay));
    const length = answer.reduce((sum, { length: bytes }) => sum + bytes, 0);
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': length });
    for (const piece of answer) if (!response.write(piece)) await new Promise((resolve) => response.once('drain', resolve));
    return response.end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null) console.log(address.port);
});
