import { setImmediate } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import { followSigning, useSigning } from '../support/doors/renderer/follow-signing.ts';

const emit = new Map<string, (payload: unknown) => void>();
/** Answer the calls for the jobs of documents. */
const answers: (() => void)[] = [];
const answer = async (value: unknown) => ({ ok: true, value });
const invoke = {
  'app.workspace': () => answer({}),
  'app.saveWorkspace': () => answer(undefined),
  'documents.list': () => answer([]),
  'documents.recent': () => answer([]),
  'presets.list': () => answer([]),
  'signing.jobs': () => new Promise((resolve) => answers.push(() => resolve({ ok: true, value: [] }))),
};
const on = new Proxy({}, { get: (_, name: string) => (listener: (payload: unknown) => void) => void emit.set(name, listener) });
vi.stubGlobal('window', { station: { invoke, on } });
vi.stubGlobal('requestAnimationFrame', () => 0);
vi.stubGlobal('document', undefined);
afterAll(() => vi.unstubAllGlobals());

const list = (...ids: string[]) => ids.map((id) => ({ id, problem: null }));
const read = (done: number, total: number) => emit.get('documents.reading')?.({ done, total, preview: null });

it('ends a reading with its complete list, also when the jobs of the documents come late, and begins the next after it', async () => {
  followSigning();
  await setImmediate();
  read(0, 2);
  read(1, 2);
  emit.get('documents.changed')?.(list('a', 'b'));
  read(2, 2);
  await setImmediate();
  expect(answers).toHaveLength(1);
  expect(useSigning.getState()).toMatchObject({ documents: [], reading: { done: 1, total: 2 } });
  answers[0]?.();
  await setImmediate();
  expect(useSigning.getState()).toMatchObject({ documents: list('a', 'b'), reading: { done: 2, total: 2 } });

  read(0, 1);
  emit.get('documents.changed')?.(list('a', 'b', 'c'));
  read(1, 1);
  read(0, 3);
  await setImmediate();
  answers[1]?.();
  await setImmediate();
  expect(useSigning.getState()).toMatchObject({ documents: list('a', 'b', 'c'), reading: { done: 0, total: 3 } });
});
