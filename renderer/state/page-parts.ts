/**
 * Parts of the page's state that the next page continues with (decision 42): what is on the screen, and the input of forms and dialogs.
 * Never a secret.
 */
import { useEffect, useState } from 'react';
import type { StoreApi } from 'zustand';
import { call } from '../bridge.ts';
import { loadWorkspace, saveSoon } from './workspace.ts';

/** JSON by name of the part. */
let parts: Readonly<Record<string, string>> = {};
let loading: Promise<{ isNext: boolean }> | null = null;
let isLoaded = false;

/** Loads the parts of the page before this one, once. `isNext`: there was one. Never rejects. */
export function loadParts(): Promise<{ isNext: boolean }> {
  const load = async () => {
    const left = (await loadWorkspace().catch(() => null))?.page ?? null;
    parts = { ...left, ...parts };
    isLoaded = true;
    return { isNext: left !== null };
  };
  loading ??= load();
  return loading;
}

/** An emptied number is NaN, which JSON does not have. */
const notANumber = '\0NaN';

function read(name: string): unknown {
  const json = parts[name];
  return json === undefined ? undefined : JSON.parse(json, (_, value) => (value === notANumber ? Number.NaN : value));
}

/** Whether the page before left this part, or this page saved it. */
export const hasSaved = (name: string): boolean => name in parts;

/** Characters; main refuses a longer part, and all others with it. */
const maxLength = 1_000_000;

/** Undefined removes the part. Nothing is saved before the parts of the page before were loaded, which it would replace. */
function write(name: string, value: unknown): void {
  const text = value === undefined ? undefined : JSON.stringify(value, (_, one) => (Number.isNaN(one) ? notANumber : one));
  const json = text === undefined || text.length > maxLength ? undefined : text;
  if (json === parts[name]) return;
  const { [name]: _, ...others } = parts;
  parts = json === undefined ? others : { ...others, [name]: json };
  if (isLoaded) saveSoon('page', () => parts);
}

/** Loads the page again without the parts of this one, for they may be what could not be drawn. */
export function beginAgain(): void {
  void call('app.saveWorkspace', { page: null }).catch(() => undefined);
  location.reload();
}

/** What is saved of a store. */
export type Members = { get(): unknown; set(saved: never): void; follow(onChange: () => void): () => void };

/** Members of a store that JSON has. */
export const membersOf = <State>(store: StoreApi<State>, ...names: (keyof State)[]): Members => ({
  get: () => Object.fromEntries(names.map((name) => [name, store.getState()[name]])),
  set: (saved: Partial<State>) => store.setState(saved),
  follow: store.subscribe,
});

/**
 * Restores members of stores, and saves them as they change. `isOnce`: the next page restores them only if the person pressed a key or a
 * button since this one did, for they may be what ends a page. Returns the function that ends it.
 */
export function followMembers(name: string, members: readonly Members[], { isOnce = false } = {}): () => void {
  const ending = new AbortController();
  const save = () =>
    write(
      name,
      members.map((one) => one.get()),
    );
  const begin = () => {
    if (ending.signal.aborted) return;
    const left = (read(name) ?? []) as never[];
    left.forEach((saved, at) => void members[at]?.set(saved));
    if (isOnce) {
      write(name, undefined);
      for (const type of ['keydown', 'pointerdown']) addEventListener(type, save, { signal: ending.signal, once: true, capture: true });
    }
    for (const one of members) ending.signal.addEventListener('abort', one.follow(save));
  };
  void loadParts().then(begin);
  return () => ending.abort();
}

/** State of a form or dialog, also for the next page; forgotten when the component leaves. `name` is its own on the screen. */
export function useSavedState<Value>(name: string, initial: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => (read(name) as Value | undefined) ?? initial);
  useEffect(() => {
    let isShown = true;
    // The first screen is drawn before the parts are there.
    if (!isLoaded) void loadParts().then(() => isShown && setValue((before) => (read(name) as Value | undefined) ?? before));
    return () => {
      isShown = false;
      write(name, undefined);
    };
  }, [name]);
  const set = (next: Value) => {
    setValue(next);
    write(name, next);
  };
  return [value, set];
}
