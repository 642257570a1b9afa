/** The channels of checking any PDF. */
import { basename, dirname } from 'node:path';
import { shell } from 'electron';
import packageFile from '../../package.json' with { type: 'json' };
import type { VerifiedFile } from '../../shared/domain/verification.ts';
import { StationError } from '../../shared/errors.ts';
import { oneChunk, writeWhole } from '../files/write-whole.ts';
import type { Dialogs } from '../shell/dialogs.ts';
import type { Station } from '../station.ts';
import { makeReport, reportName } from '../verification/report/make-report.ts';
import type { Handlers } from './dispatch.ts';

type Parts = { station: Station; dialogs: Dialogs };
type Channel = Extract<keyof Handlers, `verification.${string}`>;

/** Checks whose report can still be saved; the oldest is forgotten first. */
const maxChecks = 50;

export function verificationHandlers({ station, dialogs }: Parts): Pick<Handlers, Channel> {
  const underWay = new Map<string, AbortController>();
  const checks = new Map<string, VerifiedFile>();
  /** Paths of the reports that were saved in this run, by check. */
  const saved = new Map<string, string>();

  return {
    'verification.choose': async () => {
      const path = await dialogs.pdf();
      return path === null ? null : ((await station.verifier.take([path]))[0] ?? null);
    },
    'verification.check': async ({ checkId, ...request }) => {
      const stop = new AbortController();
      underWay.set(checkId, stop);
      try {
        const verified = await station.verifier.check(request, stop.signal);
        checks.set(checkId, verified);
        for (const id of [...checks.keys()].slice(0, Math.max(0, checks.size - maxChecks))) checks.delete(id);
        return verified;
      } finally {
        underWay.delete(checkId);
      }
    },
    'verification.stop': async ({ checkId }) => {
      underWay.get(checkId)?.abort();
    },
    'verification.saveReport': async ({ checkId, language }) => {
      const verified = checks.get(checkId);
      if (verified === undefined) throw new StationError('file-missing');
      const path = await dialogs.saveAs(reportName(verified, language), 'pdf');
      if (path === null) return null;
      const facts = { language, by: station.searching().clerk, stationVersion: packageFile.version, practice: false };
      const content = oneChunk(await makeReport(verified, facts));
      const written = await writeWhole({ folder: dirname(path), name: basename(path), content });
      saved.set(checkId, written.path);
      return { name: written.name };
    },
    'verification.openReport': async ({ checkId }) => {
      const path = saved.get(checkId);
      if (path === undefined) throw new StationError('file-missing');
      const failure = await shell.openPath(path);
      if (failure !== '') throw new StationError('internal', undefined, { message: 'internal: no program opens the file' });
    },
  };
}
