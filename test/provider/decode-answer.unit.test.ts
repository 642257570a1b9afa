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

test('one that breaks while no one reads it harms nothing', async () => {
  const body = new PassThrough();
  const unread = decodeAnswer(body, undefined);
  const closed = new Promise((resolve) => unread.once('close', resolve));
  body.destroy(new Error('reset'));
  await closed;
});

test('one that is read slowly is not all in memory', async () => {
  let sent = 0;
  const body = new Readable({
    read() {
      sent += 1;
      this.push(sent > 100 ? null : Buffer.alloc(65_536, ' '));
    },
  });
  const slow = decodeAnswer(body, undefined);
  await once(slow, 'readable');
  expect(sent).toBeLessThan(10);
  let size = 0;
  for await (const bytes of slow) size += bytes.length;
  expect(size).toBe(100 * 65_536);
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
