/** A date or time as the provider wrote it, in words: never shifted, and anything else is no date. */
import { describe, expect, it } from 'vitest';
import { writtenTimeWords } from '../support/doors/domain.ts';
import { fc } from '../support/runner/property.ts';

const english = (written: string) => writtenTimeWords(written, 'en')?.replaceAll('\u202f', ' ') ?? null;

it.each([
  ['2026-05-04', 'May 4, 2026'],
  ['2024-02-29T00:00:00Z', 'February 29, 2024'],
  ['2026-05-04T00:00:00+14:00', 'May 4, 2026'],
  ['2026-05-04 10:42:13', 'May 4, 2026, 10:42:13 AM'],
  ['2026-05-04T10:42', 'May 4, 2026, 10:42:00 AM'],
  ['2026-05-04T23:59:59Z', 'May 4, 2026, 11:59:59 PM (UTC)'],
  ['2026-05-04T23:59:59.9999999-05:00', 'May 4, 2026, 11:59:59 PM (UTC−05:00)'],
  ['/Date(315550800000-0500)/', 'January 1, 1980'],
  ['\\/Date(1777937413000+0530)\\/', 'May 5, 2026, 5:00:13 AM (UTC+05:30)'],
  ['/Date(1777937413000)/', 'May 4, 2026, 11:30:13 PM (UTC)'],
])('%s is %s', (written, expected) => expect(english(written)).toBe(expected));

it('is in the language of the screen', () => {
  expect(writtenTimeWords('1985-04-12T00:00:00', 'es')).toBe('12 de abril de 1985');
  expect(writtenTimeWords('1985-04-12T00:00:00', 'pt')).toBe('12 de abril de 1985');
});

describe('no date or time', () => {
  it.each([
    '2025-02-29',
    '2026-13-01',
    '04/05/2026',
    '2026-5-4',
    '20260504',
    '2026-05-0412:00',
    '2026-05-04T25:00:00',
    '2026-05-04Tnoon',
    '/Date(today)/',
    '/Date(-99999999999999)/',
    '',
  ])('%j', (written) => expect(english(written)).toBeNull());
});

it('has the day that is written, whatever the time and the offset', () => {
  const days = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  fc.assert(
    fc.property(days, fc.constantFrom('T00:00:01', 'T23:59:59.9999999-11:00', ' 12:00:00+14:00'), (day, time) => {
      const noon = new Date(`${day}T12:00:00Z`);
      const words = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(noon);
      expect(english(`${day}${time}`)?.startsWith(`${words}, `)).toBe(true);
    }),
  );
});
