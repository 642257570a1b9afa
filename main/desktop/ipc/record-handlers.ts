/** The channels of the stored records of visits. */

import packageFile from '../../../package.json' with { type: 'json' };
import { identificationKey } from '../../../shared/domain/text-folding.ts';
import type { Station } from '../../app/station.ts';
import { recordJson, recordPdf } from '../../features/records/records.ts';
import { createWords } from '../../platform/i18n/words.ts';
import type { Dialogs } from '../dialogs.ts';
import { type HandlersOf, writeAt } from './handler-support.ts';
import type { SavedFiles } from './saved-files.ts';

type Deps = { station: Pick<Station, 'visits' | 'clerk'>; dialogs: Pick<Dialogs, 'saveAs'>; saved: SavedFiles };

export function recordHandlers({ station, dialogs, saved }: Deps): HandlersOf<'records'> {
  const { visits } = station;
  return {
    'records.open': async ({ id }) => visits.record(id).view,
    'records.saveFile': async ({ recordId, fileId }) => {
      const file = visits.recordFile(recordId, fileId);
      const path = await dialogs.saveAs(file.name, null);
      if (path === null) return null;
      return saved.add(await writeAt(path, file.read()));
    },
    'records.export': async ({ id, format, files, language }) => {
      const { row, view } = visits.record(id);
      const words = createWords(language);
      const number = identificationKey(view.transaction ?? view.uid ?? '').slice(0, 40);
      const path = await dialogs.saveAs(`${[words.say('files.record'), number].filter((part) => part !== '').join('-')}.${format}`, format);
      if (path === null) return null;
      const read = (fileId: string) => visits.recordFile(id, fileId).read();
      if (format === 'json') return saved.add(await writeAt(path, recordJson(row, read, files)));
      const pdf = recordPdf(view, {
        language,
        madeAt: new Date(),
        madeBy: station.clerk(),
        stationVersion: packageFile.version,
        picture: files ? async (fileId) => Buffer.concat(await Array.fromAsync(read(fileId))) : null,
      });
      return saved.add(await writeAt(path, pdf));
    },
  };
}
