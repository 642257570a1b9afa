/** Opens the station for one command: on the data folder of the options, and without sending automatically. */

import { isDeepStrictEqual } from 'node:util';

import type { ProviderChoice } from '../../app/accounts.ts';
import { createStation } from '../../app/create-station.ts';
import type { Station } from '../../app/station.ts';
import type { CommandIo } from './io.ts';
import { logged } from './logged.ts';
import { folderOptions, noteNewFolder, reportNotices } from './open-folder.ts';
import { noProvider } from './provider-choice.ts';
import { WrongUse } from './wrong-use.ts';

/** How long a command waits for a connection that is offline or busy, in milliseconds. What waits longer stays queued. */
export const maxOfflineMs = 30_000;

type Opened = {
  station: Station;
  /** See `reportNotices`. */
  listCode: number;
};
type Work = (opened: Opened) => Promise<number>;

/**
 * Reports on stderr which stored data could not be read, does `work`, and closes the station.
 * @throws WrongUse like `folderOptions`; StationError `data-folder-in-use`, `data-folder-unusable`, `data-key-missing`, `disk-full`
 */
export async function withStation(
  { dataDir, provider, outputFolder }: { dataDir: string | undefined; provider: ProviderChoice; outputFolder?: string },
  io: CommandIo,
  work: Work,
): Promise<number> {
  const { system } = io;
  const options = await folderOptions(dataDir, io);
  return logged(options.dataDir, io, async (log) => {
    const station = await createStation({
      ...options,
      log,
      provider,
      sending: 'manual',
      ...(outputFolder !== undefined && { outputFolder }),
      ...(system && { system }),
    });
    try {
      const atStart = station.notices();
      const code = await work({ station, listCode: await reportNotices(atStart, io) });
      const since = station.notices().filter((notice) => !atStart.some((one) => isDeepStrictEqual(one, notice)));
      return Math.max(code, await reportNotices(since, io));
    } finally {
      await station.close();
    }
  });
}

/**
 * Likewise for a command that reads or changes stored data and makes no call: it needs neither profile nor secret.
 * @param noKey key of `usage` when there is no key: an empty list would look like no stored data. Null: memory only is allowed
 * @param lists see `noteNewFolder`
 */
export async function withStoredData(
  { dataDir, noKey, lists = false }: { dataDir: string | undefined; noKey: string | null; lists?: boolean },
  io: CommandIo,
  work: Work,
): Promise<number> {
  if (lists) await noteNewFolder(dataDir, io);
  return withStation({ dataDir, provider: noProvider(io) }, io, async (opened) => {
    if (noKey !== null && opened.station.screening.state().memoryOnly) throw new WrongUse(noKey);
    return work(opened);
  });
}
