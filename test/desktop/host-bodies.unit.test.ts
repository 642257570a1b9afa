/** Bodies of the Electron host in parts: each byte once, not ahead of the page, and ended when the page stops. */
import { expect, test } from 'vitest';
import { createBodyStreams } from '../electron-host/body-streams.ts';

const chunk = 64 * 1024;

/** `made`: bytes that were asked of the application so far. */
function source(chunks: number) {
  const state = { made: 0, stopped: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (state.made === chunks * chunk) return controller.close();
        controller.enqueue(new Uint8Array(chunk).fill(state.made / chunk));
        state.made += chunk;
      },
      cancel() {
        state.stopped = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { state, body };
}

test('a body arrives whole and in order, read at most one part ahead', async () => {
  const { state, body } = source(200);
  const streams = createBodyStreams();
  const id = streams.begin(body);
  const parts: Buffer[] = [];
  for (;;) {
    const { status, body: part } = await streams.next(id);
    if (status !== 200) break;
    parts.push(part);
    expect(state.made).toBe(Math.min(parts.length * 16, 200) * chunk);
  }
  const all = Buffer.concat(parts);
  expect(all.length).toBe(200 * chunk);
  for (let at = 0; at < 200; at += 1) expect(all[at * chunk]).toBe(at);
  expect((await streams.next(id)).status).toBe(404);
});

test('the application stops reading when the page cancels or is gone', async () => {
  const [one, two] = [source(200), source(200)];
  const streams = createBodyStreams();
  const [first] = [streams.begin(one.body), streams.begin(two.body)];
  await streams.next(first);
  await streams.stop(first);
  expect([one.state, two.state.stopped]).toEqual([{ made: 16 * chunk, stopped: true }, false]);
  expect((await streams.next(first)).status).toBe(404);
  await streams.stopAll();
  expect(two.state).toEqual({ made: 0, stopped: true });
});
