/** The handler table: each channel of the contract to the service that does it. Logic lives in the services. */
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { shell } from 'electron';
import type { Language } from '../../../shared/domain/settings.ts';
import { StationError } from '../../../shared/errors.ts';
import type { Station } from '../../app/station.ts';
import type { Dialogs } from '../dialogs.ts';
import { openLink } from '../security/external-links.ts';
import { appInfo } from './app-info.ts';
import type { Handlers } from './dispatch.ts';
import type { Tell } from './events.ts';
import { placementTestHandlers } from './placement-test-handlers.ts';
import { profileHandlers } from './profile-handlers.ts';
import { screeningHandlers } from './screening-handlers.ts';
import { serviceHandlers } from './service-handlers.ts';
import { verificationHandlers } from './verification-handlers.ts';
import { visitHandlers } from './visit-handlers.ts';
import { withoutUndefined } from './without-undefined.ts';

export type HandlerDeps = {
  station: Station;
  dialogs: Dialogs;
  language: () => Language;
  /** Tells the page (and the menu) that settings, profile or secrets are not what they were. */
  settingsChanged: () => Promise<void>;
  tell: Tell;
};

export function createHandlers({ station, dialogs, language, settingsChanged, tell }: HandlerDeps): Handlers {
  const { settings, documents, signing, queue } = station;

  /** Only ever PDFs that we wrote: nothing that the system would run. */
  async function signedFile(documentId: string): Promise<string> {
    const path = signing.signedPath(documentId);
    if (extname(path).toLowerCase() !== '.pdf' || !(await stat(path).catch(() => null))?.isFile()) throw new StationError('file-missing');
    return path;
  }

  return {
    'app.info': () => appInfo(station),
    'app.acknowledgeNotices': async () => {
      station.acknowledgeNotices();
    },
    'app.openLink': async ({ url }) => {
      await openLink(url);
    },

    'settings.get': async () => settings.settings(),
    'settings.set': async (part) => {
      const changed = settings.change(withoutUndefined(part));
      await settingsChanged();
      return changed;
    },
    'settings.chooseOutputFolder': async ({ beside }) => {
      const outputFolder = beside ? null : await dialogs.outputFolder();
      if (!beside && outputFolder === null) return settings.settings();
      const changed = settings.change({ outputFolder });
      await settingsChanged();
      return changed;
    },

    'documents.list': async () => documents.list(),
    'documents.chooseFiles': async () => {
      const paths = await dialogs.files();
      return paths.length === 0 ? { taken: 0 } : documents.open(paths);
    },
    'documents.chooseFolder': async () => {
      const path = await dialogs.folder();
      return path === null ? { taken: 0 } : documents.open([path]);
    },
    'documents.recheck': async ({ ids }) => {
      await documents.recheck(ids);
    },
    'documents.unlock': async ({ id, password }) => {
      await documents.unlock(id, password);
    },
    'documents.remove': async ({ ids }) => {
      documents.remove(ids);
    },
    'documents.chooseReferences': async () => {
      const path = await dialogs.csv();
      return path === null ? null : documents.matchReferences(path);
    },

    'signing.check': (request) => signing.check(request),
    'signing.send': (request) => signing.send(request),
    'signing.cancel': async ({ ids }) => ({ cancelled: signing.cancel(ids) }),
    'signing.cancelAll': async () => ({ cancelled: signing.cancel(signing.openJobs().map((job) => job.documentId)) }),
    'signing.jobs': async ({ ids }) => queue.list.jobs(ids),
    'signing.openSigned': async ({ documentId }) => {
      const failure = await shell.openPath(await signedFile(documentId));
      if (failure !== '') throw new StationError('internal', undefined, { message: 'internal: no program opens the file' });
    },
    'signing.showSigned': async ({ documentId }) => {
      shell.showItemInFolder(await signedFile(documentId));
    },

    'signing.verification': async ({ documentId, visitId }) =>
      signing.verification(documentId) ?? (visitId === null ? null : station.visits.verification(visitId, documentId)),

    'queue.state': async () => queue.state(),
    'queue.summary': async () => queue.list.summary(),
    'queue.page': async (request) => queue.list.page(request),
    'queue.ids': async (filter) => queue.list.ids(filter),
    'queue.offset': async ({ documentId, filter }) => ({ offset: queue.list.offset(documentId, filter) }),
    'queue.countActs': async ({ ids }) => queue.list.countActs(ids),
    'queue.pause': async () => {
      queue.pause();
    },
    'queue.resume': async () => {
      queue.resume();
    },
    'queue.wake': async () => {
      queue.wake();
    },
    async 'queue.retry'({ ids, release, again }) {
      const queued = await queue.retry(ids, release, again);
      const rest = ids.filter((id) => !queued.includes(id));
      return { queued, sentBefore: queue.sentBefore(rest, release) };
    },
    'queue.check': ({ documentId }) => queue.check(documentId),
    'queue.accept': async ({ documentId, candidateId }) => {
      await queue.accept(documentId, candidateId);
    },
    'queue.close': async ({ documentId, note }) => {
      queue.close(documentId, note);
    },
    'queue.releaseFile': async ({ documentId, reason }) => {
      await queue.releaseFile(documentId, reason);
    },
    'queue.checkAgain': async ({ ids }) => ({ signed: await queue.checkAgain(ids) }),
    'queue.proposeRule': ({ documentId }) => queue.proposeRule(documentId),
    async 'queue.acceptRule'({ documentId, rules }) {
      // A check can fail after the rules are saved, so the page reads the settings again in any case.
      return { signed: await queue.acceptRule(documentId, rules).finally(settingsChanged) };
    },
    'queue.stopCheck': async ({ documentId }) => {
      queue.stopCheck(documentId);
    },
    'queue.deliver': async ({ ids, elsewhere }) => {
      const folder = elsewhere ? await dialogs.outputFolder() : undefined;
      return { delivered: folder === null ? 0 : await queue.deliver(ids, folder) };
    },
    'queue.forget': async ({ ids }) => ({ forgotten: await queue.forget(ids) }),
    'queue.finishClosing': async () => {
      station.breakOff();
    },

    ...verificationHandlers({ station, dialogs }),
    ...screeningHandlers({ station, dialogs, language }),
    ...visitHandlers({ station, dialogs, tell }),
    ...serviceHandlers({ station, dialogs, language }),

    'presets.list': async () => settings.presets(),
    'presets.save': async (preset) => settings.savePreset(preset),
    'presets.remove': async ({ id }) => settings.removePreset(id),

    ...profileHandlers({ station, dialogs, settingsChanged }),
    ...placementTestHandlers({ station, settingsChanged }),
  };
}
