/** A record as it is shown, made from its JSON as the station does. */

import type { RecordFile, RecordView } from '../doors/domain.ts';
import { readRecord } from '../doors/records.ts';

export function recordView(record: unknown, files: RecordFile[], more: Partial<RecordView> = {}): RecordView {
  return {
    id: 'record-1',
    visitId: 'visit-1',
    source: 'fetched',
    receivedAt: '2026-11-21T22:30:00.000Z',
    by: 'Ana Gómez',
    profile: 'Sucursal Norte',
    caller: null,
    parts: ['1', 'T-4711'],
    wish: { images: true, documents: false, video: false },
    within: [],
    size: 4_123_456,
    sha256: '0123456789abcdef'.repeat(4),
    version: 1,
    problem: null,
    ...readRecord(JSON.stringify(record), files, { visitIdentification: '', receivedDay: '2026-11-21' }),
    ...more,
  };
}
