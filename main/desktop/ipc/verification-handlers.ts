/** The channels of checking any PDF. */

import packageFile from '../../../package.json' with { type: 'json' };
import { dropOldest } from '../../../shared/domain/drop-oldest.ts';
import type { VerifiedFile } from '../../../shared/domain/verification/verification.ts';
import { StationError } from '../../../shared/errors.ts';
import type { SavedFile } from '../../../shared/ipc/app.ts';
import type { Station } from '../../app/station.ts';
import { makeReport, type ReportFacts, reportName } from '../../features/verification/verification.ts';
import { oneChunk } from '../../platform/files/write-whole.ts';
import type { Dialogs } from '../dialogs.ts';
import { createStoppable, type HandlersOf, writeAt } from './handler-support.ts';
import type { SavedFiles } from './saved-files.ts';

type Deps = { station: Pick<Station, 'verifier' | 'clerk'>; dialogs: Pick<Dialogs, 'pdf' | 'saveAs'>; saved: SavedFiles };

/** Checks with a report that can still be saved; the oldest is dropped first. */
const maxChecks = 50;

export function verificationHandlers({ station, dialogs, saved }: Deps): HandlersOf<'verification'> {
  const stoppable = createStoppable();
  const checks = new Map<string, VerifiedFile>();
  return {
    'verification.choose': async () => {
      const path = await dialogs.pdf();
      return path === null ? null : ((await station.verifier.take([path]))[0] ?? null);
    },
    'verification.check': ({ checkId, ...request }) =>
      stoppable.run(checkId, async (signal) => {
        const verified = await station.verifier.check(request, signal);
        checks.set(checkId, verified);
        dropOldest(checks, maxChecks);
        return verified;
      }),
    'verification.stop': async ({ checkId }) => {
      stoppable.stop(checkId);
    },
    'verification.saveReport': async ({ checkId, language }) => {
      const verified = checks.get(checkId);
      if (verified === undefined) throw new StationError('file-missing');
      return saveReport({ station, dialogs, saved }, verified, { language, release: null, practice: false });
    },
  };
}

/** Saves the report of a check as PDF; null when the dialog is dismissed. */
export async function saveReport(
  { station, dialogs, saved }: { station: Pick<Station, 'clerk'>; dialogs: Pick<Dialogs, 'saveAs'>; saved: SavedFiles },
  verified: VerifiedFile,
  facts: Pick<ReportFacts, 'language' | 'release' | 'practice'>,
): Promise<SavedFile | null> {
  const path = await dialogs.saveAs(reportName(verified, facts.language), 'pdf');
  if (path === null) return null;
  const by = station.clerk();
  return saved.add(await writeAt(path, oneChunk(await makeReport(verified, { ...facts, by, stationVersion: packageFile.version }))));
}
