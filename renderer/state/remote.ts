/** Remote state: a value that main owns, loaded from it, updated by events, and never replaced by an older answer. */

import { useEffect, useRef, useState } from 'react';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { dropOldest } from '../../shared/domain/drop-oldest.ts';
import { type Problem, problemOf } from '../../shared/errors.ts';
import type { EventName } from '../../shared/ipc/channels.ts';
import { subscribe } from '../bridge.ts';

export type RemoteState<Value> = {
  /** Null until it is known. A failed reload leaves it. */
  value: Value | null;
  /** Why the last request failed. */
  problem: Problem | null;
  loading: boolean;
};

export type Remote<Value> = {
  use: UseBoundStore<StoreApi<RemoteState<Value>>>;
  /** Returns the value; null until it is known. */
  value(): Value | null;
  /** Loads the value, or runs `work` for it. Earlier requests are discarded. Never rejects; the problem, if any, is in the state. */
  reload(work?: () => Promise<Value>): Promise<void>;
  /** Stores a value from an event, which is newer than a pending answer. */
  set(value: Value): void;
  /** Applies a change from an event: to the value if it is known, and to a pending answer, which may be older. */
  change(change: (before: Value) => Value): void;
  /** Discards a pending answer. */
  discard(): void;
  /** Forgets the value and discards a pending answer. */
  clear(): void;
};

export function createRemote<Value>(load: () => Promise<Value>): Remote<Value> {
  const use = create<RemoteState<Value>>(() => ({ value: null, problem: null, loading: false }));
  /** Number of the last request: only its answer is used. */
  let request = 0;
  /** Changes since the pending request was sent. */
  let since: ((before: Value) => Value)[] = [];
  return {
    use,
    value: () => use.getState().value,
    async reload(work = load) {
      request += 1;
      const own = request;
      since = [];
      use.setState({ loading: true });
      try {
        let value: Value = await work();
        if (own !== request) return;
        for (const change of since) value = change(value);
        use.setState({ value, problem: null, loading: false });
      } catch (thrown) {
        if (own === request) use.setState({ problem: problemOf(thrown), loading: false });
      }
    },
    set(value) {
      request += 1;
      use.setState({ value, problem: null, loading: false });
    },
    change(change) {
      const { value, loading } = use.getState();
      if (loading) since.push(change);
      if (value !== null) use.setState({ value: change(value) });
    },
    discard() {
      request += 1;
      use.setState({ loading: false });
    },
    clear() {
      request += 1;
      use.setState({ value: null, problem: null, loading: false });
    },
  };
}

/** Remote states by key, such as the id of a visit; at most `max` of them, those used last. */
export type Remotes<Value> = {
  /** Returns the state of this key, and creates it at first use. */
  of(key: string): Remote<Value>;
  /** Returns the state of this key, unless it was not used yet. */
  known(key: string): Remote<Value> | undefined;
  all(): Remote<Value>[];
};

export function createRemotes<Value>(load: (key: string) => Promise<Value>, max: number): Remotes<Value> {
  const remotes = new Map<string, Remote<Value>>();
  return {
    of(key) {
      const remote = remotes.get(key) ?? createRemote(() => load(key));
      remotes.delete(key);
      remotes.set(key, remote);
      dropOldest(remotes, max);
      return remote;
    },
    known: (key) => remotes.get(key),
    all: () => [...remotes.values()],
  };
}

/** Ends several subscriptions at once. */
export const endAll = (ends: readonly (() => void)[]) => (): void => {
  for (const end of ends) end();
};

type Options = {
  /** Milliseconds before main is asked, so that not every letter starts a request. */
  delayMs?: number;
  /** Events after which it is loaded again. */
  events?: readonly EventName[];
  /** Whether the value of the previous key stays until the next one is known. */
  keepsPrevious?: boolean;
};

/** Loads a value of main for a component, again for each `key`; discarded when the component leaves. */
export function useRemote<Value>(key: string, load: () => Promise<Value>, options: Options = {}): RemoteState<Value> {
  const latest = useRef({ load, options });
  latest.current = { load, options };
  const [remote] = useState(() => createRemote<{ key: string; value: Value }>(() => Promise.reject(new Error('no request'))));
  useEffect(() => {
    const { delayMs = 0, events = [], keepsPrevious = false } = latest.current.options;
    if (!keepsPrevious && remote.value()?.key !== key) remote.clear();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => void remote.reload(async () => ({ key, value: await latest.current.load() }));
    const askSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, delayMs);
    };
    if (delayMs === 0) ask();
    else askSoon();
    const ends = events.map((event) => subscribe(event, askSoon));
    return () => {
      clearTimeout(timer);
      remote.discard();
      endAll(ends)();
    };
  }, [key, remote]);
  const { value, problem, loading } = remote.use();
  const isShown = value !== null && (value.key === key || options.keepsPrevious === true);
  return { value: isShown ? value.value : null, problem, loading };
}
