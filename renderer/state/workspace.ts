/** What the clerk has begun: loaded from main when the page begins, and saved there as it changes, so that it outlives this page. */
import type { StoreApi } from 'zustand';
import { shallow } from 'zustand/shallow';
import type { Workspace } from '../../shared/domain/settings/workspace.ts';
import { call } from '../bridge.ts';

type Area = keyof Workspace;
type Part<A extends Area> = NonNullable<Workspace[A]>;

let loading: Promise<Workspace> | null = null;
let loaded: Workspace | null = null;

/** Loads what the page before this one left, once for all areas. Rejects with main's problem, and can then be called again. */
export function loadWorkspace(): Promise<Workspace> {
  const load = async () => {
    loaded = await call('app.workspace');
    return loaded;
  };
  loading ??= load().catch((thrown: unknown) => {
    loading = null;
    throw thrown;
  });
  return loading;
}

/** Returns what was loaded; null before. */
export const loadedWorkspace = (): Workspace | null => loaded;

/** Milliseconds between two times of saving while the clerk types. */
const saveDelayMs = 300;

const due = new Map<Area, () => Partial<Workspace>>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Saves a part: at once after a pause, otherwise together with all changes of the next 300 ms. */
export function saveSoon<A extends Area>(area: A, part: () => Part<A>): void {
  due.set(area, () => ({ [area]: part() }));
  if (timer === undefined) saveDue();
}

function saveDue(): void {
  timer = due.size > 0 ? setTimeout(saveDue, saveDelayMs) : undefined;
  flushWorkspace();
}

/** Saves what is due. Main has it before it gets a later call. */
export function flushWorkspace(): void {
  const parts = [...due.values()];
  due.clear();
  // A part that main refuses costs the clerk nothing while this page lives.
  for (const part of parts) void call('app.saveWorkspace', part()).catch(() => undefined);
}

/** Restores an area's part, and saves it from then on when a member of it has changed. Returns the function that ends this. */
export function followPart<A extends Area, State>(
  area: A,
  store: StoreApi<State>,
  { part, restore }: { part: (state: State) => Part<A>; restore: (part: Part<A>) => void },
): () => void {
  let isRestored = false;
  void loadWorkspace()
    .then((workspace) => {
      const left = workspace[area];
      if (left !== null) restore(left as Part<A>);
    })
    .catch(() => undefined)
    .then(() => {
      isRestored = true;
    });
  return store.subscribe((state, before) => {
    if (isRestored && !shallow(part(state), part(before))) saveSoon(area, () => part(store.getState()));
  });
}
