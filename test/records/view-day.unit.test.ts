/** A stored record is compared with the calendar day on which the station received it. */
import { expect, test } from 'vitest';
import { type RecordRow, summaryOf, viewOf } from '../support/doors/records.ts';

/** A record that was received on this day at noon, local time. */
const receivedOn = (day: string): RecordRow => ({
  id: 'r',
  visitId: 'v',
  source: 'fetched',
  receivedAt: new Date(`${day}T12:00:00`).toISOString(),
  by: '',
  profile: null,
  caller: null,
  parts: [],
  wish: { images: false, documents: false, video: false },
  within: [],
  size: 1,
  sha256: 'a'.repeat(64),
  version: 1,
  json: '{"ExpirationDate":"2026-11-21T00:00:00"}',
  files: [],
});

test('a document that expired before receipt is marked, in the view and in the list', () => {
  expect([viewOf(receivedOn('2026-11-21'), '').mismatches, summaryOf(receivedOn('2026-11-21'), '').mismatches]).toEqual([[], []]);
  expect(viewOf(receivedOn('2026-11-22'), '').mismatches).toEqual([
    { kind: 'document-expired', fields: ['ExpirationDate'], texts: ['2026-11-21T00:00:00', '2026-11-22'] },
  ]);
  expect(summaryOf(receivedOn('2026-11-22'), '').mismatches).toEqual(['document-expired']);
});
