/** Visits on a full disk: what is refused is refused whole, says so, and works when there is room again. */

import { randomUUID } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outcomeOf } from '../support/code-of.ts';
import { fill, giveRoom } from '../support/disk-desk.ts';
import { smallDisk } from '../support/mounts.ts';
import { describeWith } from '../support/need.ts';
import { type VisitDesk, visitDesk } from '../support/visit-desk.ts';

async function deskOnDisk(): Promise<{ disk: string; desk: VisitDesk }> {
  const disk = await smallDisk(16_384);
  const dataDir = join(disk, 'data');
  await mkdir(dataDir);
  return { disk, desk: await visitDesk({ dataDir }) };
}

/** All that can be seen of all visits, and the sealed files that there are. */
async function seen({ station, dataDir }: VisitDesk) {
  const { items } = station.cases.page({ text: '', show: 'all' }, 0, 100);
  return {
    views: items.map(({ id }) => station.cases.open(id)),
    entries: [...station.audit.all()].length,
    files: (await readdir(join(dataDir, 'sealed'))).sort(),
  };
}

/** With more and more room, until it is done: refused each time before, with nothing changed, also after another start. */
async function untilDone(
  disk: string,
  desk: VisitDesk,
  most: number,
  step: number,
  work: () => unknown,
  full = 'disk-full',
): Promise<number> {
  let refused = 0;
  for (let blocks = 0; blocks < most; blocks += step) {
    const before = await seen(desk);
    fill(disk, blocks);
    const code = await outcomeOf(work);
    if (code === 'done') {
      await giveRoom(disk);
      return refused;
    }
    expect(code).toBe(full);
    refused += 1;
    const after = await seen(desk);
    await giveRoom(disk);
    // That it failed may have found room in the log.
    const told = after.entries - before.entries;
    if (told > 0) expect(after.views.flatMap(({ events }) => events.slice(-told)).map(({ kind }) => kind)).toContain('record-failed');
    const bare = ({ views, files }: typeof before) => ({
      files,
      views: views.map(({ events, changedAt: _, ...view }) => ({ ...view, events: events.filter(({ kind }) => kind !== 'record-failed') })),
    });
    expect(bare(after)).toEqual(bare(before));
    if (refused % 4 === 0) {
      await desk.reopen();
      expect(bare(await seen(desk))).toEqual(bare(before));
    }
  }
  throw new Error('never done');
}

describeWith('small file system')('visits on a full disk', () => {
  test('while a visit is opened, changed or noted in, or a rule is overridden', async () => {
    const { disk, desk } = await deskOnDisk();
    desk.rules({ approvedFace: { level: 'stop' } });
    const id = desk.visit({ name: 'Ana', transaction: 'TX-1002' });
    const text = 'x'.repeat(1_900);
    const findings = () => desk.view(id).findings.map(({ key }) => key);
    let refused = 0;
    // What is left in blocks that the log holds already is different each time.
    for (let turn = 0; turn < 3; turn += 1) {
      refused += await untilDone(disk, desk, 40, 1, () => desk.station.cases.note(id, `${turn} ${text}`));
      refused += await untilDone(disk, desk, 40, 1, () => desk.visit({ name: `Luis ${turn}` }));
      refused += await untilDone(disk, desk, 40, 1, () =>
        desk.station.cases.change(id, { name: `Ana ${turn}`, identification: '', transaction: 'TX-1002' }),
      );
    }
    refused += await untilDone(disk, desk, 40, 1, () => desk.station.cases.override(id, findings(), text));
    expect(refused).toBeGreaterThan(4);
    expect(desk.station.cases.page({ text: '', show: 'all' }, 0, 10).total).toBe(4);
    expect(desk.view(id).findings).toMatchObject([{ overridden: { reason: text } }]);
    expect(desk.told(id).filter((kind) => kind === 'note')).toHaveLength(3);
    expect(desk.station.audit.verify()).toMatchObject({ intact: true });
  });

  test('while a record is fetched with its pictures, wherever the room ends', async () => {
    const { disk, desk } = await deskOnDisk();
    const id = desk.visit({ transaction: 'TX-1001' });
    const refused = await untilDone(disk, desk, 600, 9, () => desk.fetch(id, 'TX-1001', { images: true, documents: true, video: true }));
    expect(refused).toBeGreaterThan(8);
    const [record, ...others] = desk.view(id).records;
    expect(others).toEqual([]);
    expect(record?.files).toBeGreaterThan(8);
    for (const { id: file } of desk.station.cases.record(record?.id ?? '').kept.files)
      for await (const bytes of desk.station.cases.recordFile(record?.id ?? '', file).read()) expect(bytes.length).toBeGreaterThan(0);
    expect(desk.told(id).filter((kind) => kind === 'record-fetched')).toHaveLength(1);
    expect(desk.station.audit.verify()).toMatchObject({ intact: true });
  });

  test('while the provider pushes one: no visit is opened for what is not kept', async () => {
    const { disk, desk } = await deskOnDisk();
    const Uid = randomUUID();
    const push = () => desk.push({ Uid, FirstName: 'MARTA', FirstSurname: 'GIL', Extras: { Long: 'QUJD'.repeat(10_000) } });
    expect(await untilDone(disk, desk, 80, 1, push, 'push-not-kept')).toBeGreaterThan(4);
    const { items } = desk.station.cases.page({ text: '', show: 'all' }, 0, 10);
    expect(items).toMatchObject([{ name: 'MARTA GIL', transaction: Uid, records: 1 }]);
    expect(desk.told(items[0]?.id ?? '')).toEqual(['opened', 'record-pushed']);
  });

  test('while a person is screened for it', async () => {
    const { disk, desk } = await deskOnDisk();
    const id = desk.visit({ name: 'Ana' });
    let refused = 0;
    for (let turn = 0; turn < 4; turn += 1)
      refused += await untilDone(disk, desk, 40, 1, () => desk.screen(id, `Persona ${turn}`, '79555001'));
    expect(refused).toBeGreaterThan(4);
    expect(desk.view(id).screenings).toHaveLength(4);
    expect(desk.told(id).filter((kind) => kind === 'screened')).toHaveLength(4);
  });

  test('while a visit is removed: it is all there, or gone', async () => {
    const { disk, desk } = await deskOnDisk();
    let refused = 0;
    for (let turn = 0; turn < 4; turn += 1) {
      const id = desk.visit({ transaction: 'TX-1002' });
      await desk.fetch(id, 'TX-1002', { images: true });
      await desk.screen(id, 'Rosalba Contreras', '52123456');
      refused += await untilDone(disk, desk, 40, 1, () => desk.station.cases.remove(id));
      expect((await seen(desk)).views).toEqual([]);
      expect((await seen(desk)).files).toEqual([]);
      expect(desk.station.audit.verify()).toMatchObject({ intact: true });
    }
    expect(refused).toBeGreaterThan(2);
  });
});
