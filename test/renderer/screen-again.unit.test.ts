import { afterAll, expect, it, vi } from 'vitest';
import type { ScreeningView } from '../../shared/domain/screening/screening.ts';
import { screenAgain, useScreening } from '../support/doors/renderer/screening-actions.ts';

const visits: unknown[] = [];
const refused = async () => ({ ok: false, problem: { code: 'internal' } });
const invoke = {
  'screening.screen': ({ visitId }: { visitId: unknown }) => {
    visits.push(visitId);
    return refused();
  },
  'screening.page': refused,
};
vi.stubGlobal('window', { station: { invoke, on: {} } });
afterAll(() => vi.unstubAllGlobals());

const query = { name: 'Ana Ruiz', identification: '1', judicial: false, procurator: false };

it.each([
  ['another customer', 'visit-2', 'visit-1', null],
  ['no customer', null, 'visit-1', null],
  ['the same customer', 'visit-1', 'visit-1', 'visit-1'],
])('a person is screened again for the visit of the first screening, also while the form is for another: %s', async (_, of, form, left) => {
  useScreening.setState({ visit: { id: form, name: 'Luis Paz' } });
  await screenAgain({ query, visitId: of } as ScreeningView);
  expect(visits.splice(0)).toEqual([of]);
  const { visit, typed } = useScreening.getState();
  expect(visit?.id ?? null).toBe(left);
  expect(typed).toEqual(query);
});
