/** The file of a list, gone or changed while its rows are taken over. */
import { appendFileSync } from 'node:fs';
import { copyFile, rename, rm, writeFile } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import type { Run } from '../support/doors/domain.ts';
import { buildScreening, filter, none, unlisted } from '../support/screening/screening-actions.ts';
import { longWait } from '../support/waiting.ts';

describe('the file during the import of its rows', () => {
  test.each(['gone', 'changed'] as const)('%s: reports it, screens no one, and continues when the file is as before', async (how) => {
    const station = await buildScreening();
    const rows = unlisted(10);
    const path = await station.csvFile(rows);
    const { fileId } = await station.bulk.openFile(path);
    await rename(path, `${path}.kept`);
    if (how === 'changed') await writeFile(path, 'nombre,cedula\nOtra,1\n');
    const start = () => station.startBulk([], { path: `${path}.kept` });
    const before = await start();
    await station.untilRun(before, 'done');
    const request = {
      fileId,
      options: { encoding: 'utf-8', separator: ',', quote: '"', header: true, sheet: null } as const,
      mapping: { name: [0], surnameFirst: false, surnameFirstWhere: null, identification: 1, empty: [] },
      judicial: false,
      procurator: false,
      pace: { concurrency: 2, perMinute: 0 },
    };
    if (how === 'gone') {
      expect(await codeOf(station.bulk.start(request))).toBe('table-unreadable');
      return;
    }
    const { id } = await station.bulk.start(request);
    await station.untilRun(id, 'paused', 'table-file-changed');
    expect(station.bulkRun(id).rows).toBe(0);
    await station.reopen();
    await station.untilRun(id, 'paused', 'table-file-changed');
    expect(station.bulk.resume(id).state).toBe('preparing');
    await station.untilRun(id, 'paused', 'table-file-changed');
    await rm(path);
    await rename(`${path}.kept`, path);
    await station.reopen();
    expect((await station.untilRun(id, 'done', null)).counts).toEqual({ ...none, clear: 10 });
  });

  test('changed while its rows are read: none of those that were read since the start or the restart stays', async () => {
    const station = await buildScreening();
    const path = await station.csvFile(unlisted(3_000));
    await copyFile(path, `${path}.kept`);
    await station.line.down();
    const id = await station.startBulk([], { path });
    let copy = '';
    const within = (run: () => Run | undefined, before: number, then: () => void) =>
      vi.waitFor(
        () => {
          expect(run()?.state).toBe('preparing');
          expect(run()?.rows).toBeGreaterThan(before);
          then();
        },
        { ...longWait, interval: 1 },
      );
    await within(
      () => station.bulkRun(id),
      0,
      () => {
        copy = station.asKilled();
        appendFileSync(path, 'Otra Persona,1\n');
      },
    );
    await station.untilRun(id, 'paused', 'table-file-changed');
    expect(station.bulkRun(id).rows).toBe(0);
    await copyFile(`${path}.kept`, path);
    const killed = await station.openOn(copy);
    const shown = () => killed.bulk.list().find((one) => one.id === id);
    const before = shown()?.rows ?? 0;
    expect(before).toBeGreaterThan(0);
    await within(shown, before, () => appendFileSync(path, 'Otra Persona,1\n'));
    await vi.waitFor(() => expect(shown()?.problem?.code).toBe('table-file-changed'), longWait);
    expect(shown()?.rows).toBe(before);
    await copyFile(`${path}.kept`, path);
    killed.bulk.resume(id);
    await vi.waitFor(() => expect(shown()).toMatchObject({ state: 'waiting', rows: 3_000 }), longWait);
  });

  test('paused during the import: all rows are imported and none is screened, unless it is resumed before the end', async () => {
    const station = await buildScreening();
    await station.line.down();
    const paused = await station.startBulk(unlisted(2_000));
    expect(station.bulk.pause(paused).state).toBe('preparing');
    const resumed = await station.startBulk(unlisted(2_000, 5_000));
    expect(station.bulk.pause(resumed).state).toBe('preparing');
    expect(station.bulk.resume(resumed).state).toBe('preparing');
    await station.untilRun(resumed, 'waiting', 'connection-refused');
    await station.untilRun(paused, 'paused', null);
    expect(station.bulkRun(paused).counts).toEqual({ ...none, waiting: 2_000 });
  });

  test('changed half-way, and the station killed: continues after the imported rows, or not at all', async () => {
    const station = await buildScreening();
    // The first person is also the last one.
    const rows = [...unlisted(2_999), ...unlisted(1)];
    const path = await station.csvFile(rows);
    await station.line.down();
    const id = await station.startBulk([], { path });
    await vi.waitFor(() => expect(station.bulkRun(id).rows).toBeGreaterThan(0), { ...longWait, interval: 1 });
    const copy = station.asKilled();
    const taken = station.bulkRun(id).rows;
    await station.untilRun(id, 'waiting');
    expect(station.bulkRun(id).rows).toBe(3_000);
    await rename(path, `${path}.kept`);
    const killed = await station.openOn(copy);
    const shown = () => killed.bulk.list().find((one) => one.id === id);
    await vi.waitFor(() => expect(shown()?.problem?.code).toBe('table-file-changed'), longWait);
    expect(shown()).toMatchObject({ state: 'paused' });
    expect(shown()?.rows).toBeGreaterThanOrEqual(Math.min(taken, 500));
    await rename(`${path}.kept`, path);
    killed.bulk.resume(id);
    await vi.waitFor(() => expect(shown()).toMatchObject({ state: 'waiting', rows: 3_000 }), longWait);
    expect(shown()?.problem?.code).toBe('connection-refused');
    const [last] = (await killed.screening.page(filter({ scope: { runId: id } }), 2_999, 1)).items;
    expect(last?.row).toMatchObject({ number: 3_000, faults: ['duplicate'] });
    await killed.bulk.remove(id);
    expect(killed.bulk.list()).toEqual([]);
  });
});
