/** The channels of visits. */

import { dirname, join } from 'node:path';
import type { Station } from '../../app/station.ts';
import { createWords } from '../../platform/i18n/words.ts';
import type { Dialogs } from '../dialogs.ts';
import type { Emit } from './events.ts';
import { createStoppable, type HandlersOf } from './handler-support.ts';
import type { SavedFiles } from './saved-files.ts';

type Deps = { station: Pick<Station, 'visits'>; dialogs: Pick<Dialogs, 'saveAs'>; saved: SavedFiles; emit: Emit };

/** Milliseconds between two events about the progress of a record. */
const minProgressIntervalMs = 250;

export function visitHandlers({ station: { visits }, dialogs, saved, emit }: Deps): HandlersOf<'visits'> {
  const stoppable = createStoppable();

  /** Emits the progress of a fetch. */
  function progressOf(fetchId: string): (bytes: number) => void {
    let emittedAt = 0;
    return (bytes) => {
      if (performance.now() - emittedAt < minProgressIntervalMs) return;
      emittedAt = performance.now();
      emit('visits.fetching', { fetchId, bytes });
    };
  }

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
    'visits.fetch': ({ id, fetchId, ...request }) =>
      stoppable.run(fetchId, (signal) => visits.fetch(id, request, { signal, onProgress: progressOf(fetchId) })),
    'visits.stopFetch': async ({ fetchId }) => {
      stoppable.stop(fetchId);
    },
    'visits.findings': async ({ visitId, clientInfo }) => visits.findings(visitId, clientInfo),
    'visits.override': async ({ id, keys, reason }) => visits.override(id, keys, reason),
    'visits.evidence': async ({ id, wish, language }) => {
      const { openedAt } = visits.open(id);
      const words = createWords(language);
      const path = await dialogs.saveAs(`${words.say('files.evidence')}-${openedAt.slice(0, 10)}.zip`, 'zip');
      if (path === null) return null;
      const written = await visits.evidence(id, path, { wish, language });
      return { ...written, ...saved.add({ path: join(dirname(path), written.name), name: written.name }) };
    },
  };
}
