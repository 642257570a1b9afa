/** Visits on a full disk: what is refused is refused whole, says so, and works when there is room again. */

import { randomUUID } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outcomeOf } from '../support/code-of.ts';
import { describeWith } from '../support/runner/need.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { fill, giveRoom, smallDisk } from '../support/storage/mounts.ts';
import { type VisitStation, withVisitActions } from '../support/visits/visit-actions.ts';

async function buildOnSmallDisk(): Promise<{ disk: string; station: VisitStation }> {
  const disk = await smallDisk(5_120);
  const dataDir = join(disk, 'data');
  await mkdir(dataDir);
  return { disk, station: withVisitActions(withSigningActions(await buildStation({ dataDir }))) };
}

/** All that can be seen of all visits, and the encrypted files that there are. */
async function seen(station: VisitStation) {
  const { items } = station.visits.page({ text: '', show: 'all' }, 0, 100);
  return {
    views: items.map(({ id }) => station.visits.open(id)),
    entries: [...station.audit.all()].length,
    files: (await readdir(join(station.dataDir, 'encrypted'))).sort(),
  };
}

/** With more and more room, until it is done: refused each time before, with nothing changed, also after another start. */
async function untilDone(
  disk: string,
  station: VisitStation,
  maxSteps: number,
  step: number,
  work: () => unknown,
  full = 'disk-full',
): Promise<number> {
  let refused = 0;
  for (let blocks = 0; blocks < maxSteps; blocks += step) {
    const before = await seen(station);
    fill(disk, blocks);
    const code = await outcomeOf(work);
    if (code === 'done') {
      await giveRoom(disk);
      return refused;
    }
    expect(code).toBe(full);
    refused += 1;
    const after = await seen(station);
    await giveRoom(disk);
    // That it failed may have found room in the log.
    const added = after.entries - before.entries;
    if (added > 0) expect(after.views.flatMap(({ events }) => events.slice(-added)).map(({ kind }) => kind)).toContain('record-failed');
    const bare = ({ views, files }: typeof before) => ({
      files,
      views: views.map(({ events, changedAt: _, ...view }) => ({ ...view, events: events.filter(({ kind }) => kind !== 'record-failed') })),
    });
    expect(bare(after)).toEqual(bare(before));
    if (refused % 4 === 0) {
      await station.reopen();
      expect(bare(await seen(station))).toEqual(bare(before));
    }
  }
  throw new Error('never done');
}

describeWith('small file system')('visits on a full disk', () => {
  test('opening or changing a visit, adding a note and overriding a rule are done whole or refused', async () => {
    const { disk, station } = await buildOnSmallDisk();
    station.rules({ approvedFace: { level: 'stop' } });
    const id = station.visit({ name: 'Ana', transaction: 'TX-1002' });
    const text = 'x'.repeat(1_900);
    const findings = () => station.view(id).findings.map(({ key }) => key);
    let refused = 0;
    // What is left in blocks that the log holds already is different each time.
    for (let turn = 0; turn < 3; turn += 1) {
      refused += await untilDone(disk, station, 40, 1, () => station.visits.note(id, `${turn} ${text}`));
      refused += await untilDone(disk, station, 40, 1, () => station.visit({ name: `Luis ${turn}` }));
      refused += await untilDone(disk, station, 40, 1, () =>
        station.visits.change(id, { name: `Ana ${turn}`, identification: '', transaction: 'TX-1002' }),
      );
    }
    refused += await untilDone(disk, station, 40, 1, () => station.visits.override(id, findings(), text));
    expect(refused).toBeGreaterThan(4);
    expect(station.visits.page({ text: '', show: 'all' }, 0, 10).total).toBe(4);
    expect(station.view(id).findings).toMatchObject([{ overridden: { reason: text } }]);
    expect(station.logged(id).filter((kind) => kind === 'note')).toHaveLength(3);
    expect(station.audit.verify()).toMatchObject({ intact: true });
  });

  test('a record with pictures is stored whole or refused, wherever the disk ends', async () => {
    const { disk, station } = await buildOnSmallDisk();
    const id = station.visit({ transaction: 'TX-1001' });
    const refused = await untilDone(disk, station, 600, 9, () =>
      station.fetch(id, 'TX-1001', { images: true, documents: true, video: true }),
    );
    expect(refused).toBeGreaterThan(8);
    const [record, ...others] = station.view(id).records;
    expect(others).toEqual([]);
    expect(record?.files).toBeGreaterThan(8);
    for (const { id: file } of station.visits.record(record?.id ?? '').row.files)
      for await (const bytes of station.visits.recordFile(record?.id ?? '', file).read()) expect(bytes.length).toBeGreaterThan(0);
    expect(station.logged(id).filter((kind) => kind === 'record-fetched')).toHaveLength(1);
    expect(station.audit.verify()).toMatchObject({ intact: true });
  });

  test('a pushed record that is not stored opens no visit', async () => {
    const { disk, station } = await buildOnSmallDisk();
    const Uid = randomUUID();
    const push = () => station.push({ Uid, FirstName: 'MARTA', FirstSurname: 'GIL', Extras: { Long: 'QUJD'.repeat(10_000) } });
    expect(await untilDone(disk, station, 80, 1, push, 'push-not-stored')).toBeGreaterThan(4);
    const { items } = station.visits.page({ text: '', show: 'all' }, 0, 10);
    expect(items).toMatchObject([{ name: 'MARTA GIL', transaction: Uid, records: 1 }]);
    expect(station.logged(items[0]?.id ?? '')).toEqual(['opened', 'record-pushed']);
  });

  test('a screening for a visit is stored whole or refused', async () => {
    const { disk, station } = await buildOnSmallDisk();
    const id = station.visit({ name: 'Ana' });
    let refused = 0;
    for (let turn = 0; turn < 4; turn += 1)
      refused += await untilDone(disk, station, 40, 1, () => station.screen(id, `Persona ${turn}`, '79555001'));
    expect(refused).toBeGreaterThan(4);
    expect(station.view(id).screenings).toHaveLength(4);
    expect(station.logged(id).filter((kind) => kind === 'screened')).toHaveLength(4);
  });

  test('a visit is removed whole or not at all', async () => {
    const { disk, station } = await buildOnSmallDisk();
    let refused = 0;
    for (let turn = 0; turn < 4; turn += 1) {
      const id = station.visit({ transaction: 'TX-1002' });
      await station.fetch(id, 'TX-1002', { images: true });
      await station.screen(id, 'Rosalba Contreras', '52123456');
      refused += await untilDone(disk, station, 40, 1, () => station.visits.remove(id));
      expect((await seen(station)).views).toEqual([]);
      expect((await seen(station)).files).toEqual([]);
      expect(station.audit.verify()).toMatchObject({ intact: true });
    }
    expect(refused).toBeGreaterThan(2);
  });
});
