/** The file of a list, gone or changed while its rows are taken over. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { none } from '../support/list-runs.ts';
import { nobodies, openScreeningDesk } from '../support/screening-desk.ts';
import { patiently } from '../support/signing-desk.ts';

describe('the file, while its rows are taken over', () => {
  test.each(['gone', 'changed'] as const)('%s: says so, asks nobody, and goes on when the file is what it was', async (how) => {
    const desk = await openScreeningDesk();
    const rows = nobodies(10);
    const path = await desk.listFile(rows);
    const { fileId } = await desk.mass.openFile(path);
    await rename(path, `${path}.kept`);
    if (how === 'changed') await writeFile(path, 'nombre,cedula\nOtra,1\n');
    const start = () => desk.list([], { path: `${path}.kept` });
    const before = await start();
    await desk.until(before, 'done');
    const request = {
      fileId,
      options: { encoding: 'utf-8', separator: ',', quote: '"', header: true, sheet: null } as const,
      mapping: { name: [0], surnameFirst: false, surnameFirstWhere: null, identification: 1, empty: [] },
      judicial: false,
      procurator: false,
      pace: { concurrency: 2, perMinute: 0 },
    };
    if (how === 'gone') {
      expect(await codeOf(desk.mass.start(request))).toBe('table-unreadable');
      return;
    }
    const { id } = await desk.mass.start(request);
    await desk.until(id, 'paused', 'table-file-changed');
    expect(desk.run(id).rows).toBe(0);
    await desk.reopen();
    await desk.until(id, 'paused', 'table-file-changed');
    expect(desk.mass.resume(id).state).toBe('preparing');
    await desk.until(id, 'paused', 'table-file-changed');
    await rm(path);
    await rename(`${path}.kept`, path);
    await desk.reopen();
    expect((await desk.until(id, 'done', null)).counts).toEqual({ ...none, clear: 10 });
  });

  test('changed half-way, and the station killed: goes on behind what it has, or not at all', async () => {
    const desk = await openScreeningDesk();
    const rows = nobodies(3_000);
    const path = await desk.listFile(rows);
    await desk.line.down();
    const id = await desk.list([], { path });
    await vi.waitFor(() => expect(desk.run(id).rows).toBeGreaterThan(0), { timeout: 10_000, interval: 1 });
    const copy = desk.asKilled();
    const taken = desk.run(id).rows;
    await desk.until(id, 'waiting');
    expect(desk.run(id).rows).toBe(3_000);
    await rename(path, `${path}.kept`);
    const killed = await desk.openOn(copy);
    const shown = () => killed.mass.list().find((one) => one.id === id);
    await vi.waitFor(() => expect(shown()?.problem?.code).toBe('table-file-changed'), patiently);
    expect(shown()).toMatchObject({ state: 'paused' });
    expect(shown()?.rows).toBeGreaterThanOrEqual(Math.min(taken, 500));
    await rename(`${path}.kept`, path);
    killed.mass.resume(id);
    await vi.waitFor(() => expect(shown()).toMatchObject({ state: 'waiting', rows: 3_000 }), patiently);
    expect(shown()?.problem?.code).toBe('connection-refused');
    await killed.mass.remove(id);
    expect(killed.mass.list()).toEqual([]);
  });
});
