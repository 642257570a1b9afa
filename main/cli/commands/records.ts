/** `records list`: the stored transaction records. Needs neither profile nor secret, but the key of the data folder. */
import { localMoment } from '../../../shared/domain/local-format.ts';
import { defineCommand } from '../support/command.ts';
import { exitCodes } from '../support/exit-codes.ts';
import { print } from '../support/io.ts';
import { printable, titledTable } from '../support/table.ts';

/** An incomplete list ends with 3. */
export const records = defineCommand({ name: 'records', subcommands: true, forms: { list: {} }, options: {} }, async ({ values }, io) => {
  const { withStoredData } = await import('../support/open-station.ts');
  return withStoredData({ dataDir: values['data-dir'], noKey: 'records-no-key', lists: true }, io, async ({ station }) => {
    const { lines, unreadable } = station.records();
    const rows = lines.map(({ Uid, source, receivedAt, versions }) => [
      printable(Uid ?? '—'),
      io.words.say(`records.${source}`),
      localMoment(receivedAt),
      String(versions),
    ]);
    await print(
      { json: { records: lines }, text: titledTable(io.words, 'records', ['uid', 'source', 'received', 'versions'], rows) },
      values.json,
      io,
    );
    if (unreadable === 0) return exitCodes.allDone;
    await io.err(`${io.words.say('records.unreadable', { count: unreadable })}\n`);
    return exitCodes.someFailed;
  });
});
