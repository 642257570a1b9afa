/** Opens the station for one command: on the data folder asked for, sending nothing automatically. */
import type { ProviderChoice } from '../app/accounts.ts';
import { createStation } from '../app/create-station.ts';
import type { Station } from '../app/station.ts';
import type { Words } from '../platform/i18n/words.ts';
import type { CommandIo } from './io.ts';
import { folderOptions, reportNotices } from './open-folder.ts';

export type Opened = {
  station: Station;
  /** See `reportNotices`. */
  listCode: number;
};

/**
 * Says on stderr what of the stored state could not be read.
 * @throws WrongUse like `folderOptions`; StationError `data-folder-in-use`, `data-folder-unusable`, `data-key-missing`, `disk-full`
 */
export async function openStation(
  options: { dataDir: string | undefined; provider: ProviderChoice; outputFolder?: string },
  io: CommandIo,
  words: Words,
): Promise<Opened> {
  const { provider, outputFolder } = options;
  const { systemProxy } = io;
  const station = await createStation({
    ...(await folderOptions(options.dataDir, io)),
    provider,
    sending: 'manual',
    ...(outputFolder !== undefined && { outputFolder }),
    ...(systemProxy && { systemProxy }),
  });
  return { station, listCode: await reportNotices(station.notices(), io, words) };
}
