/** What the window and the certificate show of an answer that repeats the key of the search. */
import { expect, it, vi } from 'vitest';
import { secretInUse } from '../support/doors/provider.ts';
import { answered, hiddenOf, newScreening, readAnswer, toScreeningSummary, toScreeningView } from '../support/doors/screening.ts';
import { answer, bytes, entry, query } from '../support/screening/search-answer.ts';

const newRow = () =>
  newScreening({ query: query(), by: '', account: '', connection: null, at: '2026-03-04T05:06:07Z' }, { row: null, cells: null });

it('has no secret in use in the data of sources, in matches and in undescribed members', () => {
  const key = secretInUse('K-7f3e9a51c0d24b68');
  const found = { datos_pro: { sancion: key }, datos_tsti: [entry({ detalle: [`clave ${key}`] })], eco: { [key]: [key] } };
  const view = toScreeningView(newRow(), readAnswer(bytes(answer({}, found)), query()));
  expect(JSON.stringify(view)).not.toContain(key);
  expect(view).toMatchObject({ matches: [{ details: ['clave …'] }], other: { 'results[0].eco': { '…': ['…'] } } });
});

it('has none in what a list shows: the name of the best match, the log number and the paths of undescribed members', () => {
  const key = secretInUse('K-9e02d7b4a6c1f385');
  const found = { datos_tsti: [entry({ nombre_apellido: [`ANA ${key}`] })], [`datos_${key}`]: { sancion: 'una' } };
  const row = answered(newRow(), bytes(answer({ id_bitacora: `B-${key}` }, found)), '2026-03-04T05:06:08Z', []);
  expect(row).toMatchObject({ logNumber: 'B-…', best: { name: 'ANA …' }, others: [{ path: '$.results[0].datos_…' }] });
  expect(JSON.stringify(toScreeningSummary(row))).not.toContain(key);
});

it('has none after a restart, before the key is used again', async () => {
  const key = secretInUse('K/2b64d0c7-a19e3f58');
  const raw = bytes(answer({}, { datos_pro: { sancion: encodeURIComponent(key) } }));
  const row = answered(newRow(), raw, '2026-03-04T05:06:08Z', []);
  expect(JSON.stringify(toScreeningSummary(row))).not.toContain(key);
  const stored = JSON.parse(JSON.stringify(hiddenOf(row)));
  vi.resetModules();
  const fresh = await import('../support/doors/screening.ts');
  const { withoutSecrets } = await import('../support/doors/provider.ts');
  expect(withoutSecrets(key)).toBe(key);
  const again = fresh.screeningRow(row.id, null, stored);
  expect(fresh.toScreeningView(again, fresh.readingOf(again, raw)).sources[2]).toMatchObject({ state: 'hit', data: { sancion: '…' } });
  expect(withoutSecrets(key)).toBe('…');
});
