/** Opens the data of the running station that are not the queue's: visits, their records, and screenings. */

import { z } from 'zod';
import { problem } from '../../shared/errors.ts';
import { openRecordRepository, type RecordRepository } from '../features/records/records.ts';
import { openScreeningRepository, type ScreeningRepository } from '../features/screening/screening.ts';
import { openVisitRepository, type VisitRepository } from '../features/visits/visits.ts';
import { type JsonRows, openJsonRows } from '../platform/storage/json-rows.ts';
import type { QueueData } from './queue-data.ts';
import type { StationFolder } from './station-folder.ts';

export type StationData = QueueData & {
  screenings: ScreeningRepository;
  records: RecordRepository;
  visits: VisitRepository;
  /** The disk has visits that this run, in memory-only mode, does not see. */
  visitsHidden: boolean;
};

/** @throws StationError `disk-full` */
export function openStationData({ store, settingsDatabase }: Pick<StationFolder, 'store' | 'settingsDatabase'>): StationData {
  const { database, memoryOnly, isHidden } = store;
  const screenings = openScreeningRepository(database);
  const stored = openJsonRows(settingsDatabase, 'stored', z.object({ visits: z.boolean() }));
  const visits = openVisitRepository(database);
  return {
    ...store,
    screenings,
    records: openRecordRepository(database),
    visits: memoryOnly ? visits : notingVisits(visits, stored),
    visitsHidden: isHidden && stored.get('data')?.visits === true,
    notices() {
      const count = screenings.unreadableRuns();
      return [...store.notices(), ...(count > 0 ? [problem('stored-data-damaged', { kind: 'bulk-run', count })] : [])];
    },
  };
}

/** Stores in the settings, which are in clear, whether there are visits: memory-only mode can't count them. */
function notingVisits(visits: VisitRepository, stored: JsonRows<{ visits: boolean }>): VisitRepository {
  let noted = stored.get('data')?.visits;
  const note = (any: boolean): void => {
    if (noted !== any) stored.put('data', { visits: any });
    noted = any;
  };
  note(visits.any());
  return {
    ...visits,
    put(visit) {
      note(true);
      visits.put(visit);
    },
    putEvaluated(visit, evaluation) {
      note(true);
      visits.putEvaluated(visit, evaluation);
    },
  };
}
