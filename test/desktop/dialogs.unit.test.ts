/** What the dialogs of the system return: paths of files that a person chose, with the extension of what is written. */
import { app, dialog, type OpenDialogOptions } from 'electron';
import { expect, test, vi } from 'vitest';
import { createDialogs } from '../support/doors/desktop.ts';

const dialogs = createDialogs(
  () => null,
  () => 'en',
);
const saved = (filePath: string, canceled = false) => vi.spyOn(dialog, 'showSaveDialog').mockResolvedValue({ canceled, filePath });
const opened = (filePaths: string[], canceled = false) => vi.spyOn(dialog, 'showOpenDialog').mockResolvedValue({ canceled, filePaths });

test.each([
  ['/out/list', 'csv', '/out/list.csv'],
  ['/out/list.CSV', 'csv', '/out/list.CSV'],
  ['/out/list of 1.5', 'csv', '/out/list of 1.5.csv'],
  ['/out/list.csv', 'xlsx', '/out/list.csv.xlsx'],
  ['/out/any.bin', null, '/out/any.bin'],
  ['/out/any', null, '/out/any'],
] as const)('%s is saved as %s under %s', async (path, kind, written) => {
  saved(path);
  expect(await dialogs.saveAs('list', kind)).toBe(written);
});

test('a dialog that is dismissed has no path, whatever it returns', async () => {
  saved('/out/list.csv', true);
  expect(await dialogs.saveAs('list.csv', 'csv')).toBeNull();
  saved('');
  expect(await dialogs.saveAs('list.csv', null)).toBeNull();
  opened(['/a.pdf'], true);
  expect([await dialogs.files(), await dialogs.table(), await dialogs.outputFolder()]).toEqual([[], null, null]);
  opened(['/a.pdf', '/b.pdf']);
  expect([await dialogs.files(), await dialogs.table()]).toEqual([['/a.pdf', '/b.pdf'], '/a.pdf']);
});

test('a dialog begins in the folder of its own last choice, and says its purpose where macOS shows no title', async () => {
  const own = createDialogs(
    () => null,
    () => 'es',
  );
  const shown = opened(['/contracts/2026/a.pdf', '/contracts/2026/b.pdf']);
  const last = () => (shown.mock.calls.at(-1) as unknown as [OpenDialogOptions])[0];
  await own.files();
  expect(last()).toMatchObject({ title: expect.stringMatching(/./), message: last().title });
  expect(last()).not.toHaveProperty('defaultPath');
  opened(['/certificates/station.pem']);
  await own.certificate();
  expect(last()).not.toHaveProperty('defaultPath');
  await own.files();
  expect(last().defaultPath).toBe('/contracts/2026');
  opened([], true);
  await own.files();
  await own.backup('/backups');
  expect(last().defaultPath).toBe('/backups');
  await own.certificate();
  expect(last().defaultPath).toBe('/certificates');
});

test('no chosen file is put into the list of recent documents of the system', async () => {
  const [open, save] = [opened(['/a.pdf']), saved('/a.pdf')];
  await dialogs.saveAs('a', 'pdf');
  for (const [name, show] of Object.entries(dialogs)) if (name !== 'saveAs') await (show as () => Promise<unknown>)();
  const propertiesOf = ({ mock }: typeof open | typeof save) =>
    mock.calls.map((call) => (call as unknown as [{ properties?: string[] }])[0].properties);
  expect(propertiesOf(open).length).toBeGreaterThan(8);
  for (const properties of [...propertiesOf(open), ...propertiesOf(save)]) expect(properties).toContain('dontAddToRecent');
});

test('a file is suggested in the folder of documents, or where the system begins when that is gone', async () => {
  const shown = saved('/x');
  const suggestedIn = async (folder?: string) => {
    await dialogs.saveAs('list.csv', 'csv', folder);
    return (shown.mock.calls.at(-1) as unknown as [{ defaultPath: string }])[0].defaultPath;
  };
  const documents = vi.spyOn(app, 'getPath').mockReturnValue('/home/ana/Documents');
  expect(await suggestedIn()).toBe('/home/ana/Documents/list.csv');
  expect(await suggestedIn('/backups')).toBe('/backups/list.csv');
  documents.mockImplementation(() => {
    throw new Error('Failed to get "documents" path');
  });
  expect(await suggestedIn()).toBe('list.csv');
});
