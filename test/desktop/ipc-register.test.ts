/** Every registered channel, those for dropped files included, refuses every sender except the page of our window. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserWindow, WebFrameMain } from 'electron';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { receiveInvoke } from '../electron-host/ipc.ts';
import { createStation, type Station } from '../support/doors/app.ts';
import { createCalls, type Handlers, registerIpc } from '../support/doors/desktop.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { noLog } from '../support/doors/log.ts';
import { answerName, channelNames, dropChannels, wireName } from '../support/doors/shared.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { sharedTempDir, tempDir } from '../support/temp-dir.ts';
import { frame, windowOf } from './frames.ts';

const repository = join(import.meta.dirname, '../..');
const ownPage = 'app://station/index.html';

const ours = frame(ownPage);
const elsewhere = frame('https://example.com/');
let window: BrowserWindow | null = null;
let station: Station;
const dataDir = sharedTempDir();
const reached: string[] = [];
/** Resolves when the station is open, which is after its window. */
let opening: Promise<void> = Promise.resolve();

beforeAll(async () => {
  station = await createStation({ dataDir, keychain: memoryKeychain(), sending: 'manual' });
  const handlers = Object.fromEntries(channelNames.map((name) => [name, async () => void reached.push(name)]));
  const calls = createCalls(handlers as unknown as Handlers, { station, log: noLog, flushEvents: () => undefined });
  registerIpc(
    () => window,
    async () => {
      await opening;
      return calls;
    },
  );
});
afterAll(() => station.close());
/** By the id of their call. */
const answers = new Map<string, unknown>();
beforeEach(() => {
  window = windowOf(ours, false, (channel, id, answer) => channel === wireName(answerName) && answers.set(String(id), answer));
  reached.length = 0;
});

/** Returns the refusal, or the answer that was sent to the page. */
async function invoke(name: string, senderFrame: WebFrameMain | null, request?: unknown): Promise<unknown> {
  const id = crypto.randomUUID();
  return (await receiveInvoke({ senderFrame }, wireName(name), [id, request])) ?? answers.get(id);
}
const refusal = { ok: false, problem: { code: 'sender-refused', message: 'sender-refused' } };

/** The caller, and our window during the call. */
const strangers: [what: string, senderFrame: WebFrameMain | null, window: BrowserWindow | null][] = [
  ['the page of another window, at our address', frame(ownPage), windowOf(ours)],
  ['a frame inside our page', frame(ownPage, ours), windowOf(ours)],
  ['our window at another address', elsewhere, windowOf(elsewhere)],
  ['a frame that is gone', null, windowOf(ours)],
  ['our page after its window closed', ours, windowOf(ours, true)],
  ['our page before there is a window', ours, null],
];

describe.each(strangers)('%s', (_what, senderFrame, current) => {
  test('reaches no handler by any channel', async () => {
    window = current;
    for (const name of channelNames) expect([name, await invoke(name, senderFrame)]).toEqual([name, refusal]);
    expect(reached).toEqual([]);
  });

  test('opens no dropped file to sign', async () => {
    window = current;
    const path = await writeFile(await tempDir(), 'contract.pdf', await plainPdf());
    expect(await invoke(dropChannels.sign, senderFrame, { paths: [path] })).toEqual(refusal);
    expect(station.documents.list()).toEqual([]);
  });

  test('takes no dropped file to check', async () => {
    window = current;
    const take = vi.spyOn(station.verifier, 'take');
    const path = await writeFile(await tempDir(), 'contract.pdf', await plainPdf());
    expect(await invoke(dropChannels.verify, senderFrame, { paths: [path] })).toEqual(refusal);
    expect(take).not.toHaveBeenCalled();
  });

  test('stages no dropped file to publish', async () => {
    window = current;
    const stage = vi.spyOn(station.publishing, 'stage');
    const path = await writeFile(await tempDir(), 'contract.pdf', await plainPdf());
    expect(await invoke(dropChannels.publish, senderFrame, { paths: [path] })).toEqual(refusal);
    expect(stage).not.toHaveBeenCalled();
  });
});

describe('our page', () => {
  test('calls each channel', () => {
    const sources = globSync('{renderer,preload}/**/*.{ts,tsx}', { cwd: repository });
    const text = sources.map((path) => readFileSync(join(repository, path), 'utf8')).join('\n');
    expect(channelNames.filter((name) => !text.includes(`'${name}'`))).toEqual([]);
  });

  test('is answered once the station is open, and a stranger is refused before', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    opening = promise;
    const [asked, dropped] = [invoke('queue.state', ours), invoke(dropChannels.sign, ours, { paths: [] })];
    // The refusal of a stranger arrives at once; a call of our page does not end before the station is open.
    const turn = new Promise((done) => setImmediate(() => done('waits')));
    expect(await Promise.race([invoke('queue.state', elsewhere), turn])).toEqual(refusal);
    expect(reached).toEqual([]);
    resolve();
    await asked;
    expect(reached).toEqual(['queue.state']);
    expect(await dropped).toMatchObject({ ok: true });
  });

  test('reaches the handler of each channel with a valid request', async () => {
    expect(await invoke('queue.state', ours)).toMatchObject({ ok: false, problem: { code: 'internal' } }); // the handler of this test answers nothing
    expect(reached).toEqual(['queue.state']);
    expect(await invoke('documents.remove', ours, 'nonsense')).toMatchObject({ ok: false, problem: { code: 'bad-request' } });
    expect(reached).toEqual(['queue.state']);
  });

  test('opens and stages dropped files, and gets no path back', async () => {
    const folder = await tempDir();
    const path = await writeFile(folder, 'contract.pdf', await plainPdf());
    expect(await invoke(dropChannels.sign, ours, { paths: [path] })).toEqual({ ok: true, value: { taken: 1 } });
    expect(station.documents.list().map(({ name }) => name)).toEqual(['contract.pdf']);
    const staged = await invoke(dropChannels.publish, ours, { paths: [path] });
    expect(staged).toMatchObject({ ok: true, value: [{ name: 'contract.pdf', problem: null }] });
    expect(JSON.stringify(staged)).not.toContain(folder);
    station.documents.remove(station.documents.list().map(({ id }) => id));
  });

  test.each(Object.values(dropChannels))('%s accepts paths only', async (name) => {
    for (const request of [undefined, null, 'x', [], {}, { paths: 'x' }, { paths: [1] }, { paths: Array(10_001).fill('x') }])
      expect(await invoke(name, ours, request)).toMatchObject({ ok: false, problem: { code: 'bad-request' } });
    expect(station.documents.list()).toEqual([]);
  });
});
