/** The times of rows: two of one minute read differently. */
import i18next from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { distinctTimes } from '../support/doors/renderer/visits.ts';

beforeAll(() => i18next.init({ lng: 'en' }));

it('have their seconds only where another is of the same minute', () => {
  const at = (clock: string) => new Date(`2026-04-17T${clock}`).toISOString();
  const times = distinctTimes([at('10:43:05'), at('10:42:59'), at('10:42:07')]);
  expect(times[0]).toMatch(/10:43.AM$/);
  expect(times[1]).toMatch(/10:42:59.AM$/);
  expect(times[2]).toMatch(/10:42:07.AM$/);
});
