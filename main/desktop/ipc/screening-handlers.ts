/** The channels of the risk-list search: one person, and lists. */

import { basename, dirname } from 'node:path';
import { shell } from 'electron';
import packageFile from '../../../package.json' with { type: 'json' };
import type { Language } from '../../../shared/domain/settings.ts';
import { StationError } from '../../../shared/errors.ts';
import type { Station } from '../../app/station.ts';
import { certificateName, exportWords, makeCertificate } from '../../features/screening/screening.ts';
import { oneChunk, writeWhole } from '../../platform/files/write-whole.ts';
import { createWords } from '../../platform/i18n/words.ts';
import type { Dialogs } from '../dialogs.ts';
import { openMatchLink } from '../security/external-links.ts';
import type { Handlers } from './dispatch.ts';

type Parts = { station: Station; dialogs: Dialogs; language: () => Language };
type Channel = Extract<keyof Handlers, `screening.${string}` | `bulk.${string}`>;

export function screeningHandlers({ station, dialogs, language }: Parts): Pick<Handlers, Channel> {
  const { screening, bulk } = station;
  const underWay = new Map<string, AbortController>();
  /** Paths of the certificates that were saved in this run, by search. */
  const certificates = new Map<string, string>();

  return {
    'screening.state': async () => screening.state(),
    'screening.search': async ({ searchId, query, visitId = null }) => {
      if (visitId !== null) station.visits.open(visitId); // a search of no visit could not be found again
      const stop = new AbortController();
      underWay.set(searchId, stop);
      try {
        return await screening.search(query, stop.signal, visitId);
      } finally {
        underWay.delete(searchId);
      }
    },
    'screening.stop': async ({ searchId }) => {
      underWay.get(searchId)?.abort();
    },
    'screening.keep': async ({ id }) => screening.keep(id),
    'screening.drop': async ({ id }) => {
      screening.drop(id);
    },
    'screening.page': ({ filter, offset, limit }) => screening.page(filter, offset, limit),
    'screening.open': async ({ id }) => screening.open(id),
    'screening.raw': async ({ id }) => ({ text: screening.raw(id).toString('utf8') }),
    'screening.decide': async ({ id, ...decision }) => screening.decide(id, decision),
    'screening.read': async ({ id, ...said }) => screening.read(id, said),
    'screening.draftRules': async ({ id, of }) => screening.draftRules(id, of),
    'screening.tryRules': ({ rules }) => screening.tryRules(rules),
    'screening.addRules': async ({ rules }) => {
      screening.addRules(rules);
    },
    'screening.openLink': async ({ id, url }) => {
      await openMatchLink(url, screening.open(id).matches);
    },
    'screening.saveCertificate': async ({ id, language: wanted }) => {
      const view = screening.open(id);
      const path = await dialogs.saveAs(certificateName(view, wanted), 'pdf');
      if (path === null) return { name: null };
      const pdf = await makeCertificate(view, {
        language: wanted,
        madeAt: new Date(),
        madeBy: station.searching().clerk,
        stationVersion: packageFile.version,
      });
      const written = await writeWhole({ folder: dirname(path), name: basename(path), content: oneChunk(pdf) });
      certificates.set(id, written.path);
      return { name: written.name };
    },
    'screening.openCertificate': async ({ id }) => {
      const path = certificates.get(id);
      if (path === undefined) throw new StationError('file-missing');
      const failure = await shell.openPath(path);
      if (failure !== '') throw new StationError('internal', undefined, { message: 'internal: no program opens the file' });
    },

    'bulk.chooseFile': async () => {
      const path = await dialogs.table();
      return path === null ? null : bulk.openFile(path);
    },
    'bulk.preview': ({ fileId, options }) => bulk.preview(fileId, options),
    'bulk.check': ({ fileId, options, mapping }) => bulk.check(fileId, options, mapping),
    'bulk.start': (request) => bulk.start(request),
    'bulk.list': async () => bulk.list(),
    'bulk.pause': async ({ id }) => bulk.pause(id),
    'bulk.resume': async ({ id }) => bulk.resume(id),
    'bulk.retryFailed': ({ id, unavailable }) => bulk.retryFailed(id, unavailable),
    'bulk.remove': async ({ id }) => {
      await bulk.remove(id);
    },
    'bulk.export': async ({ id, format }) => {
      const words = createWords(language());
      const run = bulk.list().find((one) => one.id === id);
      if (!run) throw new StationError('run-unknown');
      const path = await dialogs.saveAs(`${run.fileName.replace(/\.[^.]+$/, '')} - ${words.say('export.suffix')}.${format}`, format);
      if (path === null) return null;
      const { name, rows, cut } = await bulk.export(id, path, format, exportWords(words));
      return { name, rows, cut };
    },
  };
}
