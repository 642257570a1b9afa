/** `records list`: the stored transaction records. Needs neither profile nor secret, but the key of the data folder. */
import { formatTime } from '../../shared/domain/local-format.ts';
import type { Words } from '../platform/i18n/words.ts';
import { checkLanguage, commonOptions } from './common-options.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { openStation } from './open-station.ts';
import { noProvider } from './provider-choice.ts';
import { readArguments } from './read-arguments.ts';
import { aligned, printable } from './table.ts';
import { WrongUse } from './wrong-use.ts';

/** A list that had to leave something out is not "all done". */
export async function records(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const { values, rest } = readArguments(argv, commonOptions);
  checkLanguage(values.lang);
  const [subcommand, ...more] = rest;
  if (subcommand !== 'list') throw new WrongUse('records-what');
  if (more.length > 0) throw new WrongUse('arguments-not-taken', { command: 'records list' });
  const { station } = await openStation({ dataDir: values['data-dir'], provider: noProvider(io) }, io, words);
  try {
    // Without the key there is nothing to be read, and an empty list would pass for none kept.
    if (station.screening.state().memoryOnly) throw new WrongUse('records-no-key');
    const { lines, unreadable } = station.records();
    if (values.json) await io.out(`${JSON.stringify({ records: lines }, null, 2)}\n`);
    else {
      const head = ['uid', 'source', 'received', 'versions'].map((column) => words.say(`records.${column}`));
      const rows = lines.map(({ Uid, source, receivedAt, versions }) => [
        printable(Uid ?? '—'),
        words.say(`records.${source}`),
        formatTime(receivedAt, 'shortSeconds', words.language),
        String(versions),
      ]);
      await io.out(`${aligned([head, ...rows]).join('\n')}\n`);
    }
    if (unreadable === 0) return exitCodes.allDone;
    await io.err(`${words.say('records.unreadable', { count: unreadable })}\n`);
    return exitCodes.someFailed;
  } finally {
    await station.close();
  }
}
