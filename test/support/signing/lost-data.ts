/** A data folder that loses its database, its ledger or a part of them, with the documents of its queue. */
import { copyFileSync, existsSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Station } from '../doors/app.ts';
import { memoryKeychain } from '../doors/keychain.ts';
import { buildStation } from '../station.ts';
import { type SigningStation, withSigningActions } from './signing-actions.ts';

/** The database and its log. */
export const databaseFiles = ['station.sqlite', 'station.sqlite-wal', 'station.sqlite-shm'];

export type Scene = {
  station: SigningStation;
  /** Copies of the data folder: with a signed and b, c queued; and with a and b signed, c in doubt and d queued. */
  early: string;
  late: string;
  paths: string[];
};

/** A station whose folder was copied twice while it sent four documents. */
export async function scene(keychainEntries?: Map<string, string>): Promise<Scene> {
  const station = withSigningActions(await buildStation(keychainEntries ? { keychain: memoryKeychain(keychainEntries) } : {}));
  const [a = '', b = '', c = '', d = ''] = await station.contracts('a', 'b', 'c', 'd');
  await station.sendAll([a]);
  station.queue.pause();
  await station.send([b, c]);
  const early = station.asKilled();
  station.signing.cancel([c]);
  await station.queue.run({ maxWaitMs: 10_000 });
  station.provider.misbehave('sign', { drop: 'before-answer' });
  await station.queue.retry([c]);
  await station.queue.run({ maxWaitMs: 10_000 });
  await station.send([d]);
  expect(station.states([a, b, c, d])).toEqual(['signed', 'signed', 'in-doubt no-answer', 'queued']);
  const late = station.asKilled();
  const paths = ['a', 'b', 'c', 'd'].map((name) => join(station.folder, `${name}.pdf`));
  return { station, early, late, paths };
}

/** Number of calls that had each document, by its reference. */
export function arrivals({ station }: Scene): Record<string, number> {
  const times: Record<string, number> = {};
  for (const { references } of station.calls()) for (const reference of references) times[reference] = (times[reference] ?? 0) + 1;
  return times;
}

/** Removes these files of a folder. */
export const remove = (folder: string, names: readonly string[]) => {
  for (const name of names) rmSync(join(folder, name), { force: true });
};

/** Replaces these files of `to` by those of `from`; removes the ones that `from` does not have. */
export function putBack(from: string, to: string, names: readonly string[]): void {
  remove(to, names);
  for (const name of names) if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
}

/** Cuts this many bytes off the end of a file. */
export const cutEnd = (path: string, bytes: number) => truncateSync(path, statSync(path).size - bytes);

/** Opens the folder and sends what may be sent. */
export async function openOn({ station }: Scene, folder: string, options: Parameters<SigningStation['openOn']>[1] = {}) {
  const opened = await station.openOn(folder, options);
  opened.queue.resume();
  await opened.queue.run({ maxWaitMs: 10_000 });
  return opened;
}

/** State and problem of each document, by the first letter of its name. */
export const shown = ({ signing }: Station) =>
  Object.fromEntries(signing.jobs().map(({ name, status, problem }) => [name.slice(0, 1), problem ? `${status} ${problem.code}` : status]));
export const notices = (opened: Station) => opened.notices().map(({ code }) => code);

/** Requests for the same files again, for this client. */
export async function entriesAgain(opened: Station, paths: readonly string[], clientInfo = 'T-1', again = false) {
  const { ids } = await opened.documents.open(paths);
  const placement = { page: -1, anchor: 'bottom-left', x: 360, y: 40, width: 200, height: 60 } as const;
  return ids.map((documentId, index) => ({ documentId, reference: `again-${index}`, clientInfo, placement, again }));
}

/** The fault of each document that is not sent again. */
export async function faultsOfAgain(opened: Station, { paths }: Scene): Promise<Record<string, string>> {
  const faults = await opened.signing.check({ documents: await entriesAgain(opened, paths) });
  const nameOf = (id: string | null) => opened.documents.get(id ?? '').document.name.slice(0, 1);
  return Object.fromEntries(faults.map(({ documentId, problem }) => [nameOf(documentId), problem.code]));
}

/** The calls of a scene. */
export const once = { a: 1, b: 1, c: 1 };
/** The state of a document that only the ledger knows. */
export const doubt = 'in-doubt sent-unrecorded';
