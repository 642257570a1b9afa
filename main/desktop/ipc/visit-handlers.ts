/** The channels of visits and their records. */

import { basename, dirname, join } from 'node:path';
import { shell } from 'electron';
import packageFile from '../../../package.json' with { type: 'json' };
import { identificationKey } from '../../../shared/domain/text-folding.ts';
import { StationError } from '../../../shared/errors.ts';
import type { Station } from '../../app/station.ts';
import { recordJson, recordPdf } from '../../features/records/records.ts';
import { writeWhole } from '../../platform/files/write-whole.ts';
import { createWords } from '../../platform/i18n/words.ts';
import type { Dialogs } from '../dialogs.ts';
import type { Handlers } from './dispatch.ts';
import type { Tell } from './events.ts';

type Parts = { station: Station; dialogs: Dialogs; tell: Tell };
type Channel = Extract<keyof Handlers, `visits.${string}` | `records.${string}`>;

/** Milliseconds between two tellings of how far a record has come. */
const tellEvery = 250;

export function visitHandlers({ station, dialogs, tell }: Parts): Pick<Handlers, Channel> {
  const { visits } = station;
  const underWay = new Map<string, AbortController>();
  /** Paths of the ZIPs that were written in this run, by visit. */
  const evidence = new Map<string, string>();

  const write = (path: string, content: AsyncIterable<Uint8Array>) => writeWhole({ folder: dirname(path), name: basename(path), content });

  return {
    'visits.state': async () => visits.state(),
    'visits.page': async ({ filter, offset, limit }) => visits.page(filter, offset, limit),
    'visits.related': async (details) => visits.related(details),
    'visits.open': async ({ id }) => visits.open(id),
    'visits.create': async (details) => visits.create(details),
    'visits.change': async ({ id, ...details }) => visits.change(id, details),
    'visits.note': async ({ id, text }) => visits.note(id, text),
    'visits.remove': async ({ id }) => {
      await visits.remove(id);
    },
    'visits.fetch': async ({ id, fetchId, ...request }) => {
      const stop = new AbortController();
      underWay.set(fetchId, stop);
      let told = 0;
      const onProgress = (bytes: number) => {
        if (performance.now() - told < tellEvery) return;
        told = performance.now();
        tell('visits.fetching', { fetchId, bytes });
      };
      try {
        return await visits.fetch(id, request, { signal: stop.signal, onProgress });
      } finally {
        underWay.delete(fetchId);
      }
    },
    'visits.stopFetch': async ({ fetchId }) => {
      underWay.get(fetchId)?.abort();
    },
    'visits.findings': async ({ visitId, clientInfo }) => visits.findings(visitId, clientInfo),
    'visits.override': async ({ id, keys, reason }) => visits.override(id, keys, reason),
    'visits.evidence': async ({ id, wish, language }) => {
      const { openedAt } = visits.open(id);
      const words = createWords(language);
      const path = await dialogs.saveAs(`${words.say('files.evidence')}-${openedAt.slice(0, 10)}.zip`, 'zip');
      if (path === null) return null;
      const written = await visits.evidence(id, path, { wish, language });
      evidence.set(id, join(dirname(path), written.name));
      return written;
    },
    'visits.showEvidence': async ({ id }) => {
      const path = evidence.get(id);
      if (path === undefined) throw new StationError('file-missing');
      shell.showItemInFolder(path);
    },

    'records.open': async ({ id }) => visits.record(id).view,
    'records.saveFile': async ({ recordId, fileId }) => {
      const file = visits.recordFile(recordId, fileId);
      const path = await dialogs.saveAs(file.name, null);
      if (path === null) return null;
      const { name } = await write(path, file.read());
      return { name };
    },
    'records.export': async ({ id, format, files, language }) => {
      const { row, view } = visits.record(id);
      const words = createWords(language);
      const number = identificationKey(view.transaction ?? view.uid ?? '').slice(0, 40);
      const path = await dialogs.saveAs(`${[words.say('files.record'), number].filter((part) => part !== '').join('-')}.${format}`, format);
      if (path === null) return null;
      const read = (fileId: string) => visits.recordFile(id, fileId).read();
      if (format === 'json') return { name: (await write(path, recordJson(row, read, files))).name };
      const pdf = recordPdf(view, {
        language,
        madeAt: new Date(),
        madeBy: station.searching().clerk,
        stationVersion: packageFile.version,
        picture: files ? async (fileId) => bytesOf(read(fileId)) : null,
      });
      return { name: (await write(path, pdf)).name };
    },
  };
}

/** One picture at a time stands in memory. */
async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}
