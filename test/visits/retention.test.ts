/** Removing a visit: announced before, never while a document or search of it is pending, and nothing stays readable. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { decryptedDatabase, inDatabase } from '../support/storage/damaged-database.ts';
import { type VisitStation, withVisitActions } from '../support/visits/visit-actions.ts';
import { longWait } from '../support/waiting.ts';

const day = 86_400_000;

/** A clock that the test sets, and a station that reads it at its start. */
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
  station.visits.note(id, 'Pidió copia del contrato');
  const ids = await station.contracts('contrato');
  const { batchId } = await station.signing.send({ documents: station.entries(ids), visitId: id });
  await batchFinished(station, batchId);
  await station.queue.deliver(ids);
  await vi.waitFor(() => expect(station.view(id).documents[0]?.copies).toEqual({ original: true, signed: true }), longWait);
  return id;
}

/** Parts of the rows of a visit, and the names of its files. */
async function tracesOf({ dataDir, vaultKey }: VisitStation, visitId: string): Promise<{ texts: Record<string, Buffer>; files: string[] }> {
  const { rows, records } = inDatabase(dataDir, vaultKey, (sql) => {
    const texts = (query: string) =>
      sql
        .prepare(query)
        .all(visitId)
        .map(({ text }) => text as string | Buffer | null);
    return {
      rows: {
        visit: texts('SELECT value AS text FROM visit WHERE id = ?'),
        record: texts('SELECT value AS text FROM identity_record WHERE visit_id = ?'),
        search: texts('SELECT value AS text FROM screening WHERE visit_id = ?'),
        answer: texts('SELECT answer AS text FROM screening WHERE visit_id = ?'),
        log: texts("SELECT value AS text FROM audit WHERE visit_id = ? AND kind <> 'visit-removed'"),
        job: texts('SELECT value AS text FROM job WHERE visit_id = ?'),
      },
      records: texts('SELECT id AS text FROM identity_record WHERE visit_id = ?').map(String),
    };
  });
  const texts: Record<string, Buffer> = {};
  for (const [name, found] of Object.entries(rows))
    for (const [at, text] of found.entries()) if (text) texts[`${name} ${at}`] = middleOf(Buffer.from(text));
  const names = await readdir(join(dataDir, 'encrypted'));
  return { texts, files: names.filter((name) => [visitId, ...records].some((owner) => name.includes(owner))) };
}

/** Bytes that only one row has, in one piece on one page. */
const middleOf = (bytes: Buffer): Buffer => bytes.subarray(Math.floor(bytes.length / 3), Math.floor(bytes.length / 3) + 60);

/** Names of the texts that the file of the database still has, the unused parts of its pages included. */
function found({ dataDir, vaultKey }: VisitStation, texts: Record<string, Buffer>): string[] {
  const content = decryptedDatabase(dataDir, vaultKey);
  return Object.entries(texts).flatMap(([name, text]) => (content.includes(text) ? [name] : []));
}

describe('a visit whose time is over', () => {
  test('is announced, then removed with all its files; nothing readable is left, and the log is intact', async () => {
    const { station, later, keepFor } = await timedStation();
    keepFor(30);
    const id = await fullVisit(station);
    const other = station.visit({ name: 'Otra persona' });
    await station.inbox.quarantine(Buffer.from('{'), 'provider', { code: 'body-not-json', message: '' });
    expect(station.inbox.state().quarantined).toBe(1);
    const before = await tracesOf(station, id);
    // The ledger's entry of its first call, as it is encrypted.
    const ledger = () => readFile(join(station.dataDir, 'sent-ledger'));
    const call = (await ledger()).subarray(200, 250);
    expect(Object.keys(before.texts).map((name) => name.split(' ')[0])).toEqual(
      expect.arrayContaining(['visit', 'record', 'search', 'answer', 'log', 'job']),
    );
    expect(before.files.length).toBeGreaterThan(8);
    // Shows that the search works.
    expect(found(station, before.texts).toSorted()).toEqual(Object.keys(before.texts).toSorted());

    await later(20);
    expect(station.view(id).removal).not.toBeNull();
    expect(station.visits.state()).toMatchObject({ due: 2, firstRemoval: station.view(id).removal });
    station.visits.note(other, 'Volvió');
    expect(station.visits.state().due).toBe(1);

    await later(11);
    await vi.waitFor(async () => expect(await codeOf(() => station.view(id))).toBe('visit-unknown'), longWait);
    expect(station.view(other).name).toBe('Otra persona');
    await vi.waitFor(async () => expect((await tracesOf(station, id)).files).toEqual([]), longWait);
    await vi.waitFor(async () => expect((await ledger()).includes(call)).toBe(false), longWait);
    await vi.waitFor(() => expect(station.inbox.state().quarantined).toBe(0), longWait);
    await station.close();
    expect(found(station, before.texts)).toEqual([]);
    const names = await readdir(join(station.dataDir, 'encrypted'));
    expect(before.files.filter((name) => names.includes(name))).toEqual([]);

    await station.reopen();
    expect(station.screening.state()).toMatchObject({ waiting: 0, undecided: 0 });
    expect(station.audit.verify()).toMatchObject({ intact: true });
    expect(
      station.audit
        .ofVisit(id)
        .filter(({ content }) => content !== null)
        .map(({ kind }) => kind),
    ).toEqual(['visit-removed']);
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
    await vi.waitFor(async () => expect(await codeOf(() => station.view(id))).toBe('visit-unknown'), longWait);
  });

  test('is neither announced nor removed by a clock that jumped, and is not once it was put right', async () => {
    const { station, keepFor, time } = await timedStation();
    keepFor(30);
    const id = station.visit({ name: 'Ana' });
    const at = time.at;
    for (const wrong of [400, 800, 800.5]) {
      time.at = at + wrong * day;
      await station.reopen();
      expect([station.view(id).removal, station.visits.state().due]).toEqual([null, 0]);
    }
    for (const right of [0.2, 0.9, 1.3]) {
      time.at = at + right * day;
      await station.reopen();
    }
    expect(station.view(id)).toMatchObject({ name: 'Ana', removal: null });
  });

  test('is not old since it changed by a clock that was behind; nor is a document that was withdrawn then', async () => {
    onTestFinished(() => void vi.useRealTimers());
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    const station = withVisitActions(withSigningActions(await buildStation({ provider: 'none' })));
    const reopenAt = async (...days: number[]) => {
      for (const at of days) {
        vi.setSystemTime(start + at * day);
        await station.reopen();
      }
    };
    station.settings.change({ retentionDays: 30 });
    const publish = async (name: string) => {
      const [staged] = await station.publishing.stage([await writeFile(station.folder, name, await plainPdf(1, name))]);
      const keys = [{ kind: 'identification', value: '52123456' } as const];
      await station.publishing.publish({ staged: [staged?.id ?? ''], keys, once: false, visitId: null });
      return station.publishing.page({ text: '', show: 'all' }, 0, 1).items[0]?.id ?? '';
    };
    const [old, id] = [station.visit({ name: 'Luz' }), station.visit({ name: 'Ana' })];
    const oldDocument = await publish('old.pdf');
    station.publishing.withdraw(oldDocument);
    await reopenAt(20, 20.5, 21);
    station.visits.note(station.visit({ name: 'Eva' }), 'Vino');
    await reopenAt(-200);
    station.visits.note(id, 'Volvió');
    const document = await publish('late.pdf');
    station.publishing.withdraw(document);
    const left = () => [
      ...station.visits
        .page({ text: '', show: 'all' }, 0, 10)
        .items.map(({ name }) => name)
        .toSorted(),
      ...station.publishing.page({ text: '', show: 'all' }, 0, 10).items.map(({ name }) => name),
    ];
    await reopenAt(22, 22.5, 23);
    await vi.waitFor(() => expect([old, id].map((one) => station.view(one).removal)).not.toContain(null), longWait);
    await reopenAt(31, 31.5, 32);
    // Documents go last in a pass.
    await vi.waitFor(() => expect(left()).not.toContain('old.pdf'), longWait);
    expect([station.view(id).removal, ...left()]).toEqual([null, 'Ana', 'Eva', 'late.pdf']);
    // Its days are over, too; those of the visit began again then.
    await reopenAt(60, 60.5, 61);
    await vi.waitFor(() => expect(left()).toEqual(['Ana', 'Eva']), longWait);
    await reopenAt(68, 68.5, 69);
    await vi.waitFor(() => expect(left()).toEqual([]), longWait);
  });

  test('stays while a document of it is pending, however old it is', async () => {
    const { station, later, keepFor } = await timedStation();
    keepFor(1);
    const id = station.visit({ name: 'Ana' });
    const [done, waiting] = [await station.contracts('a'), await station.contracts('b')];
    await station.signing.send({ documents: station.entries(done), visitId: id });
    await expect.poll(() => station.jobsOf(done)[0]?.delivery, longWait).toBe('done');
    station.queue.pause();
    await station.signing.send({ documents: station.entries(waiting), visitId: id });
    await later(10);
    await later(10);
    expect(await codeOf(station.visits.remove(id))).toBe('visit-busy');
    // What is finished stays in the queue as long as the visit does.
    expect(station.states([...done, ...waiting])).toEqual(['signed', 'queued']);
    station.signing.cancel(waiting);
    await station.visits.remove(id);
    expect(station.jobsOf([...done, ...waiting])).toEqual([]);
  });

  test.each(['by a person', 'as its time is over'])('is followed by a rewrite of the database file: %s', async (how) => {
    const { station, later, keepFor } = await timedStation();
    keepFor(1);
    const id = station.visit({ name: 'Ana' });
    for (let note = 0; note < 20; note += 1) station.visits.note(id, `${note} ${'ñ'.repeat(1_500)}`);
    const count = (query: string) => {
      const [value] = inDatabase(station.dataDir, station.vaultKey, (sql) => Object.values(sql.prepare(query).get() ?? {}));
      return Number(value);
    };
    const pages = count('PRAGMA page_count');
    // The first run after the time announces the removal; the second removes.
    if (how === 'by a person') await station.visits.remove(id);
    else for (const days of [10, 10]) await later(days);
    await expect.poll(() => station.visits.page({ text: '', show: 'all' }, 0, 10).items, longWait).toEqual([]);
    await expect.poll(() => count("SELECT count(*) FROM json_row WHERE kind = 'scrub'"), longWait).toBe(0);
    // Until the file is rewritten, deleted rows leave empty pages in it.
    expect(count('PRAGMA page_count')).toBeLessThan(pages - 10);
  });

  test('is stored for ever without a number of days', async () => {
    const { station, later, keepFor } = await timedStation();
    keepFor(0);
    const id = station.visit({ name: 'Ana' });
    await later(10_000);
    await later(10_000);
    expect(station.view(id).removal).toBeNull();
  });
});
