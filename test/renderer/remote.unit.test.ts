import { describe, expect, it } from 'vitest';
import { StationError } from '../support/doors/errors.ts';
import { createRemote, createRemotes } from '../support/doors/renderer/app.ts';

/** A remote list of words; each request waits for its own answer. */
function words() {
  const requests: { answer: (value: string[]) => void; refuse: () => void }[] = [];
  const remote = createRemote<string[]>(() => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>();
    requests.push({ answer: resolve, refuse: () => reject(new StationError('no-answer')) });
    return promise;
  });
  return { remote, requests, state: () => remote.use.getState() };
}

describe('remote state', () => {
  it('is unknown until the first answer', async () => {
    const { remote, requests, state } = words();
    expect(state()).toEqual({ value: null, problem: null, loading: false });
    const loaded = remote.reload();
    expect(state()).toEqual({ value: null, problem: null, loading: true });
    requests[0]?.answer(['a']);
    await loaded;
    expect(state()).toEqual({ value: ['a'], problem: null, loading: false });
  });

  it('ignores the answer to an older request', async () => {
    const { remote, requests, state } = words();
    const [older, newer] = [remote.reload(), remote.reload()];
    requests[1]?.answer(['new']);
    await newer;
    requests[0]?.answer(['old']);
    await older;
    expect(state()).toEqual({ value: ['new'], problem: null, loading: false });
  });

  it('ignores the failure of an older request', async () => {
    const { remote, requests, state } = words();
    const [older, newer] = [remote.reload(), remote.reload()];
    requests[1]?.answer(['new']);
    requests[0]?.refuse();
    await Promise.all([older, newer]);
    expect(state()).toEqual({ value: ['new'], problem: null, loading: false });
  });

  it('keeps the value of an event that arrives before an older answer', async () => {
    const { remote, requests, state } = words();
    const loaded = remote.reload();
    remote.set(['event']);
    requests[0]?.answer(['old']);
    await loaded;
    expect(state()).toEqual({ value: ['event'], problem: null, loading: false });
  });

  it('applies the changes of events to a pending answer, in their order', async () => {
    const { remote, requests, state } = words();
    const first = remote.reload();
    remote.change((before) => [...before, 'b']);
    remote.change((before) => [...before, 'c']);
    expect(state().value).toBeNull();
    requests[0]?.answer(['a']);
    await first;
    expect(state().value).toEqual(['a', 'b', 'c']);
  });

  it('does not apply a change to the answer of a request that was sent after it', async () => {
    const { remote, requests, state } = words();
    const older = remote.reload();
    remote.change((before) => [...before, 'b']);
    const newer = remote.reload();
    requests[1]?.answer(['a', 'b']);
    await newer;
    requests[0]?.answer(['a']);
    await older;
    expect(state().value).toEqual(['a', 'b']);
  });

  it('does not apply a change twice to a later answer', async () => {
    const { remote, requests, state } = words();
    remote.set(['a']);
    remote.change((before) => [...before, 'b']);
    expect(state().value).toEqual(['a', 'b']);
    const loaded = remote.reload();
    requests[0]?.answer(['a', 'b']);
    await loaded;
    expect(state().value).toEqual(['a', 'b']);
  });

  it('keeps its value when a reload fails, and drops the problem with the next success', async () => {
    const { remote, requests, state } = words();
    remote.set(['a']);
    const failing = remote.reload();
    requests[0]?.refuse();
    await failing;
    expect(state()).toMatchObject({ value: ['a'], problem: { code: 'no-answer' }, loading: false });
    const loaded = remote.reload();
    requests[1]?.answer(['b']);
    await loaded;
    expect(state()).toEqual({ value: ['b'], problem: null, loading: false });
  });

  it('is empty after it was cleared, whatever is answered then', async () => {
    const { remote, requests, state } = words();
    const loaded = remote.reload();
    remote.clear();
    requests[0]?.answer(['late']);
    await loaded;
    expect(state()).toEqual({ value: null, problem: null, loading: false });
  });

  it('keeps its value when a pending answer is discarded', async () => {
    const { remote, requests, state } = words();
    remote.set(['a']);
    const loaded = remote.reload();
    remote.discard();
    requests[0]?.answer(['late']);
    await loaded;
    expect(state()).toEqual({ value: ['a'], problem: null, loading: false });
  });

  it('takes the value of other work, and discards what was requested before', async () => {
    const { remote, requests, state } = words();
    const loaded = remote.reload();
    await remote.reload(() => Promise.resolve(['work']));
    requests[0]?.answer(['old']);
    await loaded;
    expect(state().value).toEqual(['work']);
  });
});

describe('remote states by key', () => {
  it('are loaded each for its key', async () => {
    const remotes = createRemotes((key) => Promise.resolve(`value of ${key}`), 2);
    expect(remotes.known('a')).toBeUndefined();
    await remotes.of('a').reload();
    expect(remotes.known('a')?.value()).toBe('value of a');
  });

  it('are those used last', () => {
    const remotes = createRemotes((key) => Promise.resolve(key), 2);
    for (const key of ['a', 'b']) remotes.of(key).set(key);
    remotes.of('a');
    remotes.of('c').set('c');
    expect(remotes.all().map((remote) => remote.value())).toEqual(['a', 'c']);
    expect(remotes.known('b')).toBeUndefined();
  });
});
