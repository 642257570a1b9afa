/** The channels of signing: batches, their documents, signed files, and the checks of returned files. */
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { shell } from 'electron';
import { StationError } from '../../../shared/errors.ts';
import type { Station } from '../../app/station.ts';
import type { Dialogs } from '../dialogs.ts';
import { type HandlersOf, openFile } from './handler-support.ts';
import type { SavedFiles } from './saved-files.ts';
import { saveReport } from './verification-handlers.ts';

type Deps = { station: Station; dialogs: Pick<Dialogs, 'saveAs'>; saved: SavedFiles };

export function signingHandlers({ station, dialogs, saved }: Deps): HandlersOf<'signing'> {
  const { documents, signing, queue, visits } = station;

  /** Only PDFs that the station wrote: nothing that the system would run. */
  async function signedFile(documentId: string): Promise<string> {
    const path = signing.signedPath(documentId);
    if (extname(path).toLowerCase() !== '.pdf' || !(await stat(path).catch(() => null))?.isFile()) throw new StationError('file-missing');
    return path;
  }
  const verification = (documentId: string, visitId: string | null) =>
    signing.verification(documentId) ?? (visitId === null ? null : visits.verification(visitId, documentId));

  return {
    'signing.check': (request) => signing.check(request),
    'signing.send': (request) => signing.send(request, { attended: true }),
    'signing.cancel': async ({ ids }) => ({ cancelled: signing.cancel(ids) }),
    'signing.cancelAll': async () => ({ cancelled: signing.cancel(signing.openJobs().map((job) => job.documentId)) }),
    'signing.jobs': async ({ ids }) => queue.list.jobs(ids),
    'signing.openForAnother': async ({ ids }) => documents.open(await Promise.all(ids.map(signedFile))),
    'signing.openSigned': async ({ documentId }) => {
      await openFile(await signedFile(documentId));
    },
    'signing.showSigned': async ({ documentId }) => {
      shell.showItemInFolder(await signedFile(documentId));
    },
    'signing.verification': async ({ documentId, visitId }) => verification(documentId, visitId),
    'signing.saveVerification': async ({ documentId, visitId, language }) => {
      const document = findDocument(station, documentId, visitId);
      const found = verification(documentId, visitId);
      if (found === null) throw new StationError('document-unknown');
      const verified = {
        file: { name: document.signedName ?? document.name, size: null, sha256: document.signedSha256 },
        original: { name: document.name, size: null, sha256: document.sha256 },
        checkedAt: found.at,
        report: found.report,
      };
      const release = document.fileRelease;
      return saveReport({ station, dialogs, saved }, verified, { language, release, practice: station.practice() });
    },
    'signing.returnedFile': ({ documentId }) => station.returned.describe(documentId),
  };
}

/** Finds a document in the queue, else in its visit. @throws StationError `document-unknown` */
function findDocument({ signing, visits }: Station, documentId: string, visitId: string | null) {
  const job = signing.job(documentId);
  const original = signing.details(documentId)?.sha256;
  if (job && original !== undefined) return { ...job, sha256: original };
  const found = visitId === null ? undefined : visits.open(visitId).documents.find((one) => one.documentId === documentId);
  if (!found) throw new StationError('document-unknown');
  return found;
}
