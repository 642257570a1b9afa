/** The channels of bulk screening. */

import type { Language } from '../../../shared/domain/settings/settings.ts';
import { StationError } from '../../../shared/errors.ts';
import type { Station } from '../../app/station.ts';
import { exportWords } from '../../features/screening/screening.ts';
import { createWords } from '../../platform/i18n/words.ts';
import type { Dialogs } from '../dialogs.ts';
import type { HandlersOf } from './handler-support.ts';
import type { SavedFiles } from './saved-files.ts';

type Deps = {
  station: Pick<Station, 'bulk'>;
  dialogs: Pick<Dialogs, 'table' | 'saveAs'>;
  saved: SavedFiles;
  language: () => Language;
  listSeparator: () => string;
};

export const bulkHandlers = ({ station: { bulk }, dialogs, saved, language, listSeparator }: Deps): HandlersOf<'bulk'> => ({
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
    const written = await bulk.export(id, path, format, exportWords(words, listSeparator()));
    return { ...saved.add(written), rows: written.rows, cut: written.cut };
  },
});
