import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createUnreadBody } from '../support/doors/provider.ts';
import { bound, store } from '../support/network/read-sign-answer.ts';

const chunkBytes = 64 * 1024;

it('retains the last 64 KiB that were read and what follows, and frees what is before', async () => {
  const chunks = Array.from({ length: 5 }, () => Uint8Array.from(randomBytes(chunkBytes)));
  const copies = chunks.map((chunk) => Buffer.from(chunk));
  const body = createUnreadBody(
    (async function* () {
      yield* chunks;
    })(),
  );
  for (let count = 0; count < 4; count += 1) expect((await body.chunks[Symbol.asyncIterator]().next()).value).toBe(chunks[count]);
  expect(chunks.map(({ length }) => length)).toEqual([0, 0, chunkBytes, chunkBytes, chunkBytes]);
  const { incoming, sinks } = store();
  await body.store(incoming, bound);
  expect(sinks.map(({ text }) => Buffer.from(text, 'base64'))).toEqual([Buffer.concat(copies.slice(2))]);
});
