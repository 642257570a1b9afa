/** Files that a person saved: the page shows or opens only these, by an id that main gave. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { shell } from 'electron';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createWords } from '../support/doors/app.ts';
import { createSavedFiles } from '../support/doors/desktop.ts';
import { type Problem, problemOf } from '../support/doors/errors.ts';
import { writeFile } from '../support/pdf/pdfs.ts';
import { tempDir } from '../support/temp-dir.ts';

const refused = (code: string) => expect.objectContaining({ problem: expect.objectContaining({ code }) });

test('a saved file is shown by its id and a saved PDF is opened; a path, a file that is gone and a program are not', async () => {
  const folder = await tempDir();
  const show = vi.spyOn(shell, 'showItemInFolder').mockReturnValue();
  const open = vi.spyOn(shell, 'openPath').mockResolvedValue('');
  const saved = createSavedFiles();
  const { 'app.showSaved': shown, 'app.openSaved': opened } = saved.handlers;
  const path = await writeFile(folder, 'report.PDF', 'x');
  const other = await writeFile(folder, 'program.exe', 'x');
  const report = saved.add({ path, name: 'report.PDF' });
  const program = saved.add({ path: other, name: 'program.exe' });

  expect(report).toEqual({ name: 'report.PDF', savedId: expect.not.stringContaining(folder) });
  await shown(report);
  await opened(report);
  await shown(program);
  await expect(opened(program)).rejects.toEqual(refused('bad-request'));
  for (const savedId of [path, join(folder, '..'), '']) {
    await expect(shown({ savedId })).rejects.toEqual(refused('file-missing'));
    await expect(opened({ savedId })).rejects.toEqual(refused('file-missing'));
  }
  await rm(path);
  await expect(shown(report)).rejects.toEqual(refused('file-missing'));
  expect(show.mock.calls).toEqual([[path], [other]]);
  expect(open.mock.calls).toEqual([[path]]);
});

test('a file that no program of the system opens is no fault of the station', async () => {
  const open = vi.spyOn(shell, 'openPath').mockResolvedValue('No application is registered for this file');
  onTestFinished(() => void open.mockRestore());
  const saved = createSavedFiles();
  const report = saved.add({ path: await writeFile(await tempDir(), 'report.pdf', 'x'), name: 'report.pdf' });
  const thrown = await saved.handlers['app.openSaved'](report).catch(problemOf);
  expect(thrown).toEqual({ code: 'file-unreadable', message: 'file-unreadable', detail: { context: 'noprogram' } });
  expect(createWords('en').problem(thrown as Problem)).toBe(
    'The file does not open. The system has no program for it, or the program refuses it. Choose “Show in folder” and open it there, or have a program for PDF files installed.',
  );
});

test('the oldest of more than a thousand saved files cannot be shown any more', async () => {
  const folder = await tempDir();
  const show = vi.spyOn(shell, 'showItemInFolder').mockReturnValue();
  onTestFinished(() => void show.mockRestore());
  const saved = createSavedFiles();
  const path = await writeFile(folder, 'report.pdf', 'x');
  const all = Array.from({ length: 1_001 }, () => saved.add({ path, name: 'report.pdf' }));
  const [first, second] = all as [(typeof all)[number], (typeof all)[number]];
  await expect(saved.handlers['app.showSaved'](first)).rejects.toEqual(refused('file-missing'));
  await saved.handlers['app.showSaved'](second);
});
