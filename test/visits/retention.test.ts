/** Removing a visit: told of before, never while something of it waits, and nothing readable is left. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { findMarkers } from '../support/markers.ts';
import { withSigningActions } from '../support/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { type VisitStation, withVisitActions } from '../support/visit-actions.ts';
import { longWait } from '../support/waiting.ts';

const day = 86_400_000;

/** A clock that is set by the test, and a station that looks at it when it starts. */
async function timedStation() {
  const time = { at: Date.now() };
  const station = withVisitActions(withSigningActions(await buildStation({ now: () => new Date(time.at) })));
  const keepFor = (retentionDays: number) => {
    station.settings.change({ retentionDays });
    station.settingsChanged();
  };
  station.rules({});
  /** After a jump that long, but for its last day, for which the clock is plausible. */
  const later = async (days: number) => {
    for (const step of [days - 1, 0.5, 0.5]) {
      time.at += step * day;
      await station.reopen();
    }
  };
  return { station, later, keepFor, time };
}

/** A visit with everything that one can have. */
async function fullVisit(station: VisitStation): Promise<string> {
  const id = station.visit({ name: 'Evaristo Quiroga Beltrán', identification: '79555001', transaction: 'TX-1001' });
  await station.fetch(id, 'TX-1001', { images: true, documents: true, video: true });
  await station.fetch(id, 'TX-1001');
  const { id: search } = await station.screen(id, 'Evaristo Quiroga Beltrán', '79555001');
  station.screening.decide(search, { match: 0, verdict: 'true-match', reason: 'Es el cliente' });
  station.cases.note(id, 'Pidió copia del contrato');
  const ids = await station.contracts('contrato');
  const { batchId } = await station.signing.send({ documents: station.entries(ids), caseId: id });
  await station.signing.settled(batchId ?? '');
  await station.queue.deliver(ids);
  await vi.waitFor(() => expect(station.view(id).documents[0]?.kept).toEqual({ original: true, signed: true }), longWait);
  return id;
}

/** Whatever is sealed of a visit: columns of the database and names of files. */
async function sealedOf(dataDir: string, caseId: string): Promise<{ blobs: Record<string, Buffer>; files: string[] }> {
  const sql = new DatabaseSync(join(dataDir, 'station.sqlite'), { readOnly: true });
  const rows = (query: string) => sql.prepare(query).all(caseId) as { sealed: Uint8Array | null }[];
  const columns = {
    visit: rows('SELECT sealed FROM customer_case WHERE id = ?'),
    record: rows('SELECT sealed FROM identity_record WHERE case_id = ?'),
    search: rows('SELECT sealed FROM screening WHERE case_id = ?'),
    answer: rows('SELECT answer AS sealed FROM screening WHERE case_id = ?'),
    log: rows('SELECT sealed FROM audit WHERE case_id = ?'),
    job: sql.prepare('SELECT sealed FROM job').all() as { sealed: Uint8Array }[],
  };
  const records = sql
    .prepare('SELECT id FROM identity_record WHERE case_id = ?')
    .all(caseId)
    .map(({ id }) => String(id));
  sql.close();
  const blobs: Record<string, Buffer> = {};
  for (const [name, found] of Object.entries(columns)) {
    // From the middle: each stretch is known for its own, and none is all zeros.
    for (const [at, { sealed }] of found.entries()) if (sealed) blobs[`${name} ${at}`] = Buffer.from(sealed.subarray(40, 90));
  }
  // The first call, which is of this visit.
  blobs.ledger = (await readFile(join(dataDir, 'sent-ledger'))).subarray(200, 250);
  const names = await readdir(join(dataDir, 'sealed'));
  return { blobs, files: names.filter((name) => [caseId, ...records].some((owner) => name.includes(owner))) };
}

describe('a visit whose time is over', () => {
  test('is announced, then removed with all its files; nothing readable is left, and the log is intact', async () => {
    const { station, later, keepFor } = await timedStation();
    keepFor(30);
    const id = await fullVisit(station);
    const other = station.visit({ name: 'Otra persona' });
    const before = await sealedOf(station.dataDir, id);
    expect(Object.keys(before.blobs).map((name) => name.split(' ')[0])).toEqual(
      expect.arrayContaining(['visit', 'record', 'search', 'answer', 'log', 'job', 'ledger']),
    );
    expect(before.files.length).toBeGreaterThan(8);
    // What is looked for can be found.
    expect(new Set((await findMarkers(station.dataDir, before.blobs)).map((found) => found.split(' as ')[0])).size).toBe(
      Object.keys(before.blobs).length,
    );

    await later(20);
    expect(station.view(id).removal).not.toBeNull();
    expect(station.cases.state()).toMatchObject({ due: 2, firstRemoval: station.view(id).removal });
    station.cases.note(other, 'Volvió');
    expect(station.cases.state().due).toBe(1);

    await later(11);
    await vi.waitFor(async () => expect(await codeOf(() => station.view(id))).toBe('case-unknown'), longWait);
    expect(station.view(other).name).toBe('Otra persona');
    await vi.waitFor(async () => expect((await sealedOf(station.dataDir, id)).files).toEqual([]), longWait);
    await station.close();
    expect(await findMarkers(station.dataDir, before.blobs)).toEqual([]);
    const names = await readdir(join(station.dataDir, 'sealed'));
    expect(before.files.filter((name) => names.includes(name))).toEqual([]);

    await station.reopen();
    expect(station.screening.state()).toMatchObject({ waiting: 0, undecided: 0 });
    expect(station.audit.verify()).toMatchObject({ intact: true });
    expect(
      station.audit
        .ofCase(id)
        .filter(({ content }) => content !== null)
        .map(({ kind }) => kind),
    ).toEqual(['case-removed']);
    expect(await station.signedNames()).toEqual(['contrato-signed.pdf']);
  });

  test('is not removed before it was announced for a week, also after a year without use', async () => {
    const { station, later, keepFor } = await timedStation();
    keepFor(30);
    const id = station.visit({ name: 'Ana' });
    await later(400);
    expect(station.view(id).name).toBe('Ana');
    await later(6);
    expect(station.view(id).name).toBe('Ana');
    await later(1.01);
    await vi.waitFor(async () => expect(await codeOf(() => station.view(id))).toBe('case-unknown'), longWait);
  });

  test('is neither announced nor removed by a clock that jumped, and is not once it was put right', async () => {
    const { station, keepFor, time } = await timedStation();
    keepFor(30);
    const id = station.visit({ name: 'Ana' });
    const at = time.at;
    for (const wrong of [400, 800, 800.5]) {
      time.at = at + wrong * day;
      await station.reopen();
      expect(station.view(id).name).toBe('Ana');
    }
    for (const right of [0.2, 0.9, 1.3]) {
      time.at = at + right * day;
      await station.reopen();
    }
    expect(station.view(id)).toMatchObject({ name: 'Ana', removal: null });
  });

  test('stays while a document of it is pending, however old it is', async () => {
    const { station, later, keepFor } = await timedStation();
    keepFor(1);
    const id = station.visit({ name: 'Ana' });
    const [done, waiting] = [await station.contracts('a'), await station.contracts('b')];
    await station.signing.send({ documents: station.entries(done), caseId: id });
    await expect.poll(() => station.jobsOf(done)[0]?.delivery, longWait).toBe('done');
    station.queue.pause();
    await station.signing.send({ documents: station.entries(waiting), caseId: id });
    await later(10);
    await later(10);
    expect(await codeOf(station.cases.remove(id))).toBe('case-busy');
    // What is finished stays in the queue as long as the visit does.
    expect(station.states([...done, ...waiting])).toEqual(['signed', 'queued']);
    station.signing.cancel(waiting);
    await station.cases.remove(id);
    expect(station.jobsOf([...done, ...waiting])).toEqual([]);
  });

  test.each(['by a person', 'as its time is over'])('is followed by a rewrite of the database file: %s', async (how) => {
    const { station, later, keepFor } = await timedStation();
    keepFor(1);
    const id = station.visit({ name: 'Ana' });
    for (let note = 0; note < 20; note += 1) station.cases.note(id, `${note} ${'ñ'.repeat(1_500)}`);
    const count = (query: string) => {
      const sql = new DatabaseSync(join(station.dataDir, 'station.sqlite'), { readOnly: true });
      const [value] = Object.values(sql.prepare(query).get() ?? {});
      sql.close();
      return Number(value);
    };
    const pages = count('PRAGMA page_count');
    // The first run after the time announces the removal; the second removes.
    if (how === 'by a person') await station.cases.remove(id);
    else for (const days of [10, 10]) await later(days);
    await expect.poll(() => station.cases.page({ text: '', show: 'all' }, 0, 10).items, longWait).toEqual([]);
    await expect.poll(() => count("SELECT count(*) FROM record WHERE kind = 'scrub'"), longWait).toBe(0);
    // Until the file is rewritten, deleted rows leave empty pages in it.
    expect(count('PRAGMA page_count')).toBeLessThan(pages - 10);
  });

  test('is kept for ever where no number of days is set', async () => {
    const { station, later, keepFor } = await timedStation();
    keepFor(0);
    const id = station.visit({ name: 'Ana' });
    await later(10_000);
    await later(10_000);
    expect(station.view(id).removal).toBeNull();
  });
});
