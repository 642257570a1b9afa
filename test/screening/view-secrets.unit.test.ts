/** What the window and the certificate show of an answer that repeats the key of the search. */
import { expect, it } from 'vitest';
import { secretInUse } from '../support/doors/provider.ts';
import { newScreening, readAnswer, toScreeningView } from '../support/doors/screening.ts';
import { answer, bytes, entry, query } from '../support/search-answer.ts';

it('has no secret in use in the data of sources, in matches and in undescribed members', () => {
  const key = secretInUse('K-7f3e9a51c0d24b68');
  const found = { datos_pro: { sancion: key }, datos_tsti: [entry({ detalle: [`clave ${key}`] })], eco: { [key]: [key] } };
  const row = newScreening(
    { query: query(), by: '', account: '', connection: null, at: '2026-03-04T05:06:07Z' },
    { row: null, cells: null },
  );
  const view = toScreeningView(row, readAnswer(bytes(answer({}, found)), query()));
  expect(JSON.stringify(view)).not.toContain(key);
  expect(view).toMatchObject({ matches: [{ details: ['clave …'] }], other: { 'results[0].eco': { '…': ['…'] } } });
});
