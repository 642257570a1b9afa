/** `queue acknowledge`: a person has read that the database was damaged or missing. Prints the notices once more. */
import type { Words } from '../platform/i18n/words.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { openStation } from './open-station.ts';
import { noProvider } from './provider-choice.ts';
import type { QueueOptions } from './queue-options.ts';

export async function acknowledgeNotices({ json, dataDir }: QueueOptions, io: CommandIo, words: Words): Promise<number> {
  const { station } = await openStation({ dataDir, provider: noProvider(io) }, io, words);
  try {
    const notices = station.notices().map(({ code, detail }) => ({ code, ...detail }));
    station.acknowledgeNotices();
    if (json) await io.out(`${JSON.stringify({ notices }, null, 2)}\n`);
    else if (notices.length === 0) await io.err(`${words.say('nothing-to-acknowledge')}\n`);
    return exitCodes.allDone;
  } finally {
    await station.close();
  }
}
