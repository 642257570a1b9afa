import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { decodeAnswer } from '../support/doors/provider.ts';

test('a stream without a byte is there at once; it ends with its reader, and fails with its connection', async () => {
  const [idle, lost] = [new PassThrough(), new PassThrough()];
  const [reading, failing] = [decodeAnswer(idle, undefined), decodeAnswer(lost, 'gzip')];
  const closed = once(idle, 'close');
  reading.destroy();
  await closed;

  const failed = expect(text(failing)).rejects.toThrow('reset');
  lost.destroy(new Error('reset'));
  await failed;
});

test('events are passed on as they arrive, compressed or not', async () => {
  const body = new PassThrough();
  const events = decodeAnswer(body, undefined);
  body.write('event: one\n\n');
  expect(String((await once(events, 'data'))[0])).toBe('event: one\n\n');
  body.write('event: two\n\n');
  expect(String((await once(events, 'data'))[0])).toBe('event: two\n\n');
  expect(await text(decodeAnswer(Readable.from([gzipSync('event: three')]), undefined))).toBe('event: three');
});
