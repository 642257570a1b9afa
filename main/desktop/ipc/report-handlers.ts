/** The channels of the report of a problem. */
import { shell } from 'electron';
import { StationError } from '../../../shared/errors.ts';
import { makeReport, type ReportFile, reportName, reportZip } from '../../app/report/make-report.ts';
import type { Station } from '../../app/station.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import type { Dialogs } from '../dialogs.ts';
import { type HandlersOf, writeAt } from './handler-support.ts';

type Deps = { station: Pick<Station, 'reportFacts'>; dialogs: Pick<Dialogs, 'saveAs'>; dataDir: string; log: EventLog };

export function reportHandlers({ station, dialogs, dataDir, log }: Deps): HandlersOf<'report'> {
  let made: { files: ReportFile[]; at: Date } | null = null;
  let saved: string | null = null;
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
      saved = written.path;
      log.write('reported', { files: files.length, bytes: written.size });
      return { name: written.name };
    },
    'report.show': async () => {
      if (saved === null) throw new StationError('file-missing');
      shell.showItemInFolder(saved);
    },
  };
}
