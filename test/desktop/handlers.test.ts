/** What main does for the page beyond a call of a service: dialogs that are dismissed, files that may be opened, and what a person must say first. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { shell } from 'electron';
import { expect, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { createHandlers, createWorkspace } from '../support/doors/desktop.ts';
import { mountPointOf } from '../support/doors/files.ts';
import { noLog } from '../support/doors/log.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { type BuildOptions, buildStation } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';
import { withVisitActions } from '../support/visits/visit-actions.ts';
import { longWait } from '../support/waiting.ts';

/** `chosen`: what the dialogs return from now on, null for one that is dismissed. */
async function page(options: BuildOptions = {}) {
  const station = withVisitActions(withSigningActions(await buildStation(options)));
  const answer = { chosen: null as string | null };
  const one = async () => answer.chosen;
  const several = async () => (answer.chosen === null ? [] : [answer.chosen]);
  const dialogs = {
    ...{ files: several, pdf: one, folder: one, outputFolder: one, csv: one, table: one, saveAs: one, backup: one, certificate: one },
    ...{ key: one, pkcs12: one, watchedFolder: one },
  };
  const language = () => 'en' as const;
  const handlers = createHandlers({
    ...{ station, dialogs, language, listSeparator: () => ',', settingsChanged: vi.fn(async () => undefined), emit: () => undefined },
    ...{ dataDir: station.dataDir, window: () => null, workspace: createWorkspace(), log: noLog },
  });
  return { station, handlers, answer };
}
const nothing = undefined as never;

test('a dialog that is dismissed changes, opens and delivers nothing', async () => {
  const { station, handlers, answer } = await page();
  const folder = await tempDir();
  answer.chosen = folder;
  const outputMount = await mountPointOf(folder);
  expect(await handlers['settings.chooseOutputFolder']({ beside: false })).toMatchObject({ outputFolder: folder, outputMount });
  await handlers['service.choosePath']({ what: 'watchedFolder', clear: false });
  answer.chosen = null;
  expect(await handlers['settings.chooseOutputFolder']({ beside: false })).toMatchObject({ outputFolder: folder });
  expect(await handlers['service.choosePath']({ what: 'watchedFolder', clear: false })).toMatchObject({ watchedFolder: folder });
  const opened = vi.spyOn(station.recent, 'open');
  expect(await handlers['documents.chooseFiles'](nothing)).toEqual({ taken: 0 });
  expect(opened).not.toHaveBeenCalled();
  const deliver = vi.spyOn(station.queue, 'deliver');
  expect(await handlers['queue.deliver']({ ids: ['a'], elsewhere: true })).toEqual({ delivered: 0 });
  expect(deliver).not.toHaveBeenCalled();
  answer.chosen = await tempDir();
  expect(await handlers['settings.chooseOutputFolder']({ beside: true })).toMatchObject({ outputFolder: null, outputMount: null });
  expect(await handlers['service.choosePath']({ what: 'watchedFolder', clear: true })).toMatchObject({ watchedFolder: '' });
  expect(await handlers['settings.set']({ theme: 'dark', language: undefined })).toMatchObject({ theme: 'dark', language: 'system' });
  expect(await handlers['settings.set']({ theme: undefined })).toMatchObject({ theme: 'dark' });
});

test('a restore is of the backup that was chosen and looked into last', async () => {
  const { station, handlers, answer } = await page();
  const folder = await tempDir();
  const prepare = vi.spyOn(station.backups, 'prepare').mockResolvedValue();
  const chosen = { daily: null, code: 'code' };
  expect(await codeOf(handlers['backup.prepare'](chosen))).toBe('bad-request');
  answer.chosen = join(folder, 'no backup.zip');
  await writeFile(answer.chosen, 'text');
  await expect(handlers['backup.choose'](nothing)).rejects.toThrow();
  expect(await codeOf(handlers['backup.prepare'](chosen))).toBe('bad-request');
  expect(prepare).not.toHaveBeenCalled();
  const { code } = await handlers['backup.newCode'](nothing);
  const path = join(folder, 'backup.zip');
  answer.chosen = path;
  await handlers['backup.write']({ code });
  expect(await handlers['backup.choose'](nothing)).toMatchObject({ name: 'backup.zip', needsCode: true });
  answer.chosen = null;
  expect(await handlers['backup.choose'](nothing)).toBeNull();
  await handlers['backup.prepare']({ daily: null, code });
  await handlers['backup.prepare']({ daily: 'yesterday', code: null });
  expect(prepare.mock.calls).toEqual([
    [{ path }, code],
    [{ name: 'yesterday' }, null],
  ]);
});

test('a signed file is opened by its document, while it is there', async () => {
  const { station, handlers } = await page();
  const open = vi.spyOn(shell, 'openPath').mockResolvedValue('');
  const [documentId = ''] = await station.contracts('a');
  await station.sendAll([documentId]);
  const path = join(station.folder, 'signed', 'a-signed.pdf');
  await handlers['signing.openSigned']({ documentId });
  expect(open.mock.calls).toEqual([[path]]);
  open.mockResolvedValue('no program');
  expect(await codeOf(handlers['signing.openSigned']({ documentId }))).toBe('file-unreadable');
  const program = join(station.folder, 'program.exe');
  await writeFile(program, '');
  const signedPath = vi.spyOn(station.signing, 'signedPath').mockReturnValue(program);
  expect(await codeOf(handlers['signing.openSigned']({ documentId }))).toBe('file-missing');
  signedPath.mockRestore();
  await rm(path);
  expect(await codeOf(handlers['signing.openSigned']({ documentId }))).toBe('file-missing');
});

test('documents are sent again with the reason that their visit asks for, and those sent before are named', async () => {
  const { station, handlers } = await page();
  const send = vi.spyOn(station.signing, 'send');
  const retried: string[][] = [];
  const reason = { documentId: 'b', visitId: 'visit', clientInfo: 'TX-1' };
  vi.spyOn(station.queue, 'needsReason').mockReturnValue([reason]);
  vi.spyOn(station.queue, 'retry').mockImplementation(async (ids) => {
    retried.push([...ids]);
    return ['a'];
  });
  const sentBefore = vi.spyOn(station.queue, 'sentBefore').mockReturnValue([]);
  const request = { ids: ['a', 'b', 'c'], resend: false, again: false };
  expect(await handlers['queue.retry'](request)).toEqual({ queued: ['a'], sentBefore: [], needsReason: [reason] });
  expect([retried, sentBefore.mock.calls]).toEqual([[['a', 'c']], [[['c'], false]]]);
  await handlers['signing.send']({ documents: station.entries(await station.contracts('d')) });
  expect(send.mock.calls[0]?.[1]).toEqual({ attended: true });
});

test('a screening is of a visit that there is, can be stopped, and its answer shows no key', async () => {
  const { station, handlers } = await page();
  const query = { name: 'Persona Inventada', identification: '', judicial: false, procurator: false };
  expect(await codeOf(handlers['screening.screen']({ requestId: '1', query, visitId: 'gone' }))).toBe('visit-unknown');
  expect(station.provider.asked().size).toBe(0);
  const { id } = await handlers['screening.screen']({ requestId: '2', query, visitId: null });
  const { searchApiKey = '' } = station.provider.secrets;
  vi.spyOn(station.screening, 'raw').mockReturnValue(Buffer.from(`{"key":"${searchApiKey}"}`));
  const { text } = await handlers['screening.raw']({ id });
  expect([searchApiKey !== '', text.includes(searchApiKey)]).toEqual([true, false]);
  station.provider.misbehave('search', { delay: 3_600_000 });
  const asked = handlers['screening.screen']({ requestId: '3', query: { ...query, name: 'Otra Persona' }, visitId: null });
  await vi.waitFor(() => expect(station.provider.asked().size).toBe(2), longWait);
  await handlers['screening.stop']({ requestId: 'unknown' });
  await handlers['screening.stop']({ requestId: '3' });
  expect(await asked.then(({ problem }) => problem?.code)).toBe('cancelled');
});

test('an empty passphrase takes the stored one away', async () => {
  const { handlers } = await page({ provider: 'none' });
  const isSet = async () => (await handlers['service.passphraseSet'](nothing)).set;
  await handlers['service.setPassphrase']({ value: 'word' });
  expect(await isSet()).toBe(true);
  await handlers['service.setPassphrase']({ value: '' });
  expect(await isSet()).toBe(false);
});

test('the report that is saved is the one that was shown', async () => {
  const { station, handlers, answer } = await page({ provider: 'none' });
  expect(await codeOf(handlers['report.save'](nothing))).toBe('file-missing');
  const facts = vi.spyOn(station, 'reportFacts');
  await handlers['report.make'](nothing);
  answer.chosen = join(await tempDir(), 'report.zip');
  expect(await handlers['report.save'](nothing)).toMatchObject({ name: 'report.zip' });
  expect(facts).toHaveBeenCalledOnce();
});
