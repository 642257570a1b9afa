/** The channels of the report of a problem. */
import { StationError } from '../../../shared/errors.ts';
import { makeReport, type ReportFile, reportName, reportZip } from '../../app/report/make-report.ts';
import type { Station } from '../../app/station.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import type { Dialogs } from '../dialogs.ts';
import { type HandlersOf, writeAt } from './handler-support.ts';
import type { SavedFiles } from './saved-files.ts';

type Deps = { station: Pick<Station, 'reportFacts'>; dialogs: Pick<Dialogs, 'saveAs'>; saved: SavedFiles; dataDir: string; log: EventLog };

export function reportHandlers({ station, dialogs, saved, dataDir, log }: Deps): HandlersOf<'report'> {
  let made: { files: ReportFile[]; at: Date } | null = null;
  return {
    'report.make': async () => {
      const at = new Date();
      made = { files: makeReport(dataDir, await station.reportFacts(), at), at };
      return { files: made.files.map(({ name, text }) => ({ name, text, size: Buffer.byteLength(text) })) };
    },
    'report.save': async () => {
      if (made === null) throw new StationError('file-missing');
      const { files, at } = made;
      const path = await dialogs.saveAs(reportName(at), 'zip');
      if (path === null) return null;
      const written = await writeAt(path, reportZip(files, at));
      log.write('reported', { files: files.length, bytes: written.size });
      return saved.add(written);
    },
  };
}
