/** What the page gets of the application: functions of named channels, and nothing of Electron. */
import { EventEmitter } from 'node:events';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { answerName, channelNames, dropChannels, eventNames, type StationApi, wireName } from '../support/doors/shared.ts';

const renderer = Object.assign(new EventEmitter(), { invoke: vi.fn() });
const exposed: Record<string, unknown> = {};

beforeAll(async () => {
  vi.resetModules();
  vi.doMock('electron', () => ({
    contextBridge: { exposeInMainWorld: (name: string, api: unknown) => Object.assign(exposed, { [name]: api }) },
    ipcRenderer: renderer,
    webUtils: { getPathForFile: ({ path = '' }: { path?: string }) => path },
  }));
  await import('../support/doors/preload.ts');
});
afterAll(() => {
  vi.doUnmock('electron');
  vi.resetModules();
});

const api = () => exposed.station as StationApi;

test('it is one object with a function for each channel and event, and no general send', () => {
  expect(Object.keys(exposed)).toEqual(['station']);
  expect(Object.keys(api()).toSorted()).toEqual(['invoke', 'on', 'openDropped', 'stageDropped', 'verifyDropped']);
  expect(Object.keys(api().invoke)).toEqual([...channelNames]);
  expect(Object.keys(api().on)).toEqual([...eventNames]);
});

const pause = (...values: unknown[]) => (api().invoke['bulk.pause'] as (...values: unknown[]) => Promise<unknown>)(...values);
const done = { ok: true, value: null };
const answer = (id: unknown) => renderer.emit(wireName(answerName), {}, id, done);

test('a call goes out on its own channel with its request alone', async () => {
  renderer.invoke.mockReset().mockImplementation(async (_channel, id) => {
    answer(id);
    return null;
  });
  expect(await pause({ id: 'run' }, 'more')).toEqual(done);
  expect(renderer.invoke.mock.calls).toEqual([[wireName('bulk.pause'), expect.any(String), { id: 'run' }]]);
});

test('an answer comes after the events that were sent before it, whichever way of Electron is faster', async () => {
  const heard: string[] = [];
  renderer.invoke.mockReset().mockResolvedValue(null);
  const end = api().on['bulk.removed'](({ id }) => heard.push(id));
  const calls = ['1', '2'].map((name) => pause().then(() => heard.push(`answer ${name}`)));
  // What `invoke` returns is there.
  await new Promise((next) => setImmediate(next));
  expect(heard).toEqual([]);
  renderer.emit(wireName('bulk.removed'), {}, { id: 'event' });
  for (const [, id] of renderer.invoke.mock.calls.toReversed()) answer(id);
  answer('of a page before');
  await Promise.all(calls);
  expect(heard).toEqual(['event', 'answer 2', 'answer 1']);
  end();
});

test('a refused caller, and a fault of a call, reach the page', async () => {
  renderer.invoke.mockReset().mockResolvedValueOnce({ ok: false, problem: { code: 'sender-refused' } });
  expect(await pause()).toMatchObject({ ok: false });
  renderer.invoke.mockRejectedValueOnce(new Error('no handler'));
  await expect(pause()).rejects.toThrow('no handler');
});

test('a listener gets the payload without the sender, until it ends', () => {
  const heard: unknown[][] = [];
  const end = api().on['bulk.removed']((...values: unknown[]) => heard.push(values));
  const wire = wireName('bulk.removed');
  renderer.emit(wire, { sender: renderer }, { id: 'run' });
  expect(heard).toEqual([[{ id: 'run' }]]);
  end();
  renderer.emit(wire, { sender: renderer }, { id: 'run' });
  expect([heard.length, renderer.listenerCount(wire)]).toEqual([1, 0]);
});

test('what is dropped goes to where it was dropped, by the paths of files of the disk', async () => {
  renderer.invoke.mockReset().mockImplementation(async (_channel, id) => {
    answer(id);
    return null;
  });
  const files = [{ path: '/a.pdf' }, {}, { path: '/b.pdf' }] as unknown as File[];
  await api().openDropped(files);
  await api().stageDropped(files);
  await api().verifyDropped(files);
  const paths = { paths: ['/a.pdf', '/b.pdf'] };
  expect(renderer.invoke.mock.calls).toEqual(
    [dropChannels.sign, dropChannels.publish, dropChannels.verify].map((channel) => [wireName(channel), expect.any(String), paths]),
  );
});
