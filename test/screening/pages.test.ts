/** Past searches page by page, and every filter of them. */
import { describe, expect, test } from 'vitest';
import { listQuery } from '../support/doors/screening.ts';
import { buildScreening, filter } from '../support/screening/screening-actions.ts';
import { inDatabase } from '../support/storage/damaged-database.ts';
import { openTestDatabase } from '../support/storage/data-keys.ts';
import { tempDir } from '../support/temp-dir.ts';

describe('pages', () => {
  test('match every filter', async () => {
    const station = await buildScreening();
    const clear = await station.find('Íñigo Peñaranda Ruiz', { identification: 'CC 1.020.030-4' });
    const match = await station.find('El Turpial Negro');
    const unavailable = await station.find('Silencio Noticias Parra');
    const failed = await station.find('Falla Interna Robledo');
    await station.line.down();
    const stored = await station.find('Persona Guardada', { identification: '555' });
    station.screening.retryLater(stored.id);
    const found = async (part: Parameters<typeof filter>[0]) => (await station.page(part)).map(({ id }) => id);
    const all = [stored, failed, unavailable, match, clear].map(({ id }) => id);
    expect(await found({})).toEqual(all);
    expect(await found({ scope: 'single' })).toEqual(all);
    expect(await found({ scope: { runId: 'x' } })).toEqual([]);
    for (const [outcome, one] of Object.entries({ clear, match, unavailable, failed, open: stored, undecided: match }))
      expect([outcome, await found({ outcome: outcome as 'clear' })]).toEqual([outcome, [one.id]]);
    expect(await found({ outcome: 'skipped' })).toEqual([]);
    for (const [verdict, listed] of [
      ['undecided', [match.id]],
      ['false-positive', []],
    ] as const) {
      station.screening.decide(match.id, { match: null, verdict, reason: 'r' });
      expect([verdict, await found({ outcome: 'undecided' })]).toEqual([verdict, listed]);
    }

    for (const text of [
      'iñigo penaranda',
      'ÍÑIGO',
      'peñaranda-ruiz',
      '10200304',
      '1.020.030',
      '1 020 030-4',
      'cc 1020',
      clear.logNumber ?? '',
    ])
      expect([text, await found({ text })]).toEqual([text, [clear.id]]);
    expect(await found({ text: '...' })).toEqual(all);
    expect(await found({ text: 'nadie' })).toEqual([]);
    expect(await found({ text: 'iñigo', outcome: 'match' })).toEqual([]);

    const [newest, oldest] = [stored, clear].map(({ askedAt }) => new Date(askedAt));
    const day = (n: number, from = new Date()) => {
      const date = new Date(from.getTime() + n * 86_400_000);
      return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
    };
    expect(await found({ from: day(-1), to: day(1) })).toEqual(all);
    expect(await found({ from: day(0, oldest), to: day(0, newest) })).toEqual(all);
    expect(await found({ from: day(1) })).toEqual([]);
    expect(await found({ to: day(-1) })).toEqual([]);
  });

  test('are found by text right after a person’s change', async () => {
    const station = await buildScreening();
    const one = await station.find('El Turpial Negro');
    expect(await station.page({ text: 'turpial', outcome: 'undecided' })).toHaveLength(1);
    station.screening.decide(one.id, { match: null, verdict: 'false-positive', reason: 'x' });
    expect(await station.page({ text: 'turpial', outcome: 'undecided' })).toEqual([]);
    expect(await station.page({ text: 'turpial' })).toHaveLength(1);
    await station.find('El Turpial Negro');
    expect(await station.page({ text: 'turpial' })).toHaveLength(2);
  });

  test('are found with a word of the name and a part of the number together', async () => {
    const station = await buildScreening();
    const one = await station.find('Ana Lucía Restrepo', { identification: 'AB-7.788.990' });
    await station.find('Ana Lucía Restrepo', { identification: '1' });
    for (const text of ['restrepo 88990', '88990 luc', 'ab7788'])
      expect([text, (await station.page({ text })).map(({ id }) => id)]).toEqual([text, [one.id]]);
  });

  test('list thousands of screenings, none twice and none missing', async () => {
    const station = await buildScreening();
    const { id } = await station.find('Persona Inventada', { identification: '42' });
    await station.close();
    // As if it had been asked thousands of times.
    inDatabase(station.dataDir, station.vaultKey, (sql) => {
      const copy = sql.prepare(
        `INSERT INTO screening (id, run, row, state, outcome, verdict, day, search_text, value, answer)
         SELECT ?, run, row, state, outcome, verdict, '2020-01-01', search_text, value, answer FROM screening WHERE id = ?`,
      );
      sql.exec('BEGIN');
      for (let n = 0; n < 5_000; n += 1) copy.run(`copy-${n}`, id);
      sql.exec('COMMIT');
    });
    await station.reopen();
    const seen: string[] = [];
    for (let offset = 0; ; offset += 200) {
      const { total, items } = await station.screening.page(filter(), offset, 200);
      expect(total).toBe(5_001);
      if (items.length === 0) break;
      seen.push(...items.map((item) => item.id));
    }
    expect(seen).toEqual([...Array.from({ length: 5_000 }, (_, n) => `copy-${4_999 - n}`), id]);
    const last = await station.screening.page(filter(), 5_000, 200);
    expect(last.items.map(({ state }) => state)).toEqual(['done']);
    expect((await station.screening.page(filter({ to: '2020-01-01' }), 4_999, 2)).items).toMatchObject([{ id: 'copy-0', state: 'done' }]);
    expect(await station.screening.page(filter({ text: 'inventada' }), 5_000, 200)).toMatchObject({ total: 5_001, items: [{ id }] });
  });

  test('read nothing but their index for a filter', async () => {
    const { sql } = await openTestDatabase(await tempDir());
    for (const scope of ['all', 'single', { runId: 'x' }] as const) {
      const { from, conditions, order } = listQuery(filter({ scope, text: 'ana 12', outcome: 'undecided', from: '2020-01-01' }));
      const where = conditions.map((one) => `(${one.where})`).join(' AND ');
      const plan = sql.prepare(`EXPLAIN QUERY PLAN SELECT number FROM ${from} WHERE ${where} ORDER BY ${order}`);
      const steps = plan.all(...conditions.flatMap(({ values }) => values)).map(({ detail }) => String(detail));
      expect(steps).toEqual([expect.stringContaining('COVERING INDEX')]);
    }
  });
});
