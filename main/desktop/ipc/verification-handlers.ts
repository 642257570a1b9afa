/** The channels of checking any PDF. */

import { basename, dirname } from 'node:path';
import { shell } from 'electron';
import packageFile from '../../../package.json' with { type: 'json' };
import type { Language } from '../../../shared/domain/settings.ts';
import type { FileRelease } from '../../../shared/domain/signing.ts';
import type { VerifiedFile } from '../../../shared/domain/verification.ts';
import { StationError } from '../../../shared/errors.ts';
import type { Station } from '../../app/station.ts';
import { makeReport, reportName } from '../../features/verification/verification.ts';
import { oneChunk, writeWhole } from '../../platform/files/write-whole.ts';
import type { Dialogs } from '../dialogs.ts';
import type { Handlers } from './dispatch.ts';

type Parts = { station: Station; dialogs: Dialogs };
type Channel = Extract<keyof Handlers, `verification.${string}` | 'signing.saveVerification' | 'signing.returnedFile'>;

/** Checks with a report that can still be saved; the oldest is dropped first. */
const maxChecks = 50;

export function verificationHandlers({ station, dialogs }: Parts): Pick<Handlers, Channel> {
  const underWay = new Map<string, AbortController>();
  const checks = new Map<string, VerifiedFile>();
  /** Paths of the reports that were saved in this run, by check. */
  const saved = new Map<string, string>();

  async function writeReport(verified: VerifiedFile, language: Language, release: FileRelease | null, practice: boolean) {
    const path = await dialogs.saveAs(reportName(verified, language), 'pdf');
    if (path === null) return null;
    const facts = { language, by: station.searching().clerk, stationVersion: packageFile.version, practice, release };
    const content = oneChunk(await makeReport(verified, facts));
    return writeWhole({ folder: dirname(path), name: basename(path), content });
  }

  /** Of the queue, else of its visit. */
  function documentOf(documentId: string, visitId: string | null) {
    const job = station.signing.job(documentId);
    const original = station.signing.details(documentId)?.sha256;
    if (job && original !== undefined) return { ...job, sha256: original };
    const found = visitId === null ? undefined : station.visits.open(visitId).documents.find((one) => one.documentId === documentId);
    if (!found) throw new StationError('document-unknown');
    return found;
  }

  return {
    'signing.saveVerification': async ({ documentId, visitId, language }) => {
      const document = documentOf(documentId, visitId);
      const found =
        station.signing.verification(documentId) ?? (visitId === null ? null : station.visits.verification(visitId, documentId));
      if (found === null) throw new StationError('document-unknown');
      const verified = {
        file: { name: document.signedName ?? document.name, size: null, sha256: document.signedSha256 },
        original: { name: document.name, size: null, sha256: document.sha256 },
        checkedAt: found.at,
        report: found.report,
      };
      const written = await writeReport(verified, language, document.fileRelease, station.practice());
      return written && { name: written.name };
    },
    'signing.returnedFile': ({ documentId }) => station.returned.describe(documentId),
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
      const written = await writeReport(verified, language, null, false);
      if (written === null) return null;
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
