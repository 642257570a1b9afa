/** `audit`: checks the log, and writes it to a file. Needs neither profile nor secret, but the key of the data folder. */
import { resolve } from 'node:path';
import { defineCommand } from '../support/command.ts';
import { exitCodes } from '../support/exit-codes.ts';
import { print } from '../support/io.ts';
import { WrongUse } from '../support/wrong-use.ts';

const declaration = {
  name: 'audit',
  subcommands: true,
  forms: { verify: {}, export: {} },
  options: { out: { value: 'file', forms: ['export'], required: true } },
} as const;

/** A broken log is exported all the same, because it is evidence too. */
export const audit = defineCommand(declaration, async ({ form, values }, io) => {
  const { out, json, 'data-dir': dataDir } = values;
  if (form === 'export' && out === undefined) throw new WrongUse('audit-out-missing');
  const { exportAudit } = await import('../../features/audit/export-audit.ts');
  const { dataDirOf } = await import('../support/open-folder.ts');
  const { withStoredData } = await import('../support/open-station.ts');
  const { intoOutFile } = await import('../support/out-paths.ts');
  return withStoredData({ dataDir, noKey: 'audit-no-key', lists: true }, io, async ({ station }) => {
    const result = station.audit.verify();
    const { entries, intact, firstBroken } = result;
    const file = out === undefined ? null : await intoOutFile(resolve(io.cwd, out), () => exportAudit(station.audit, resolve(io.cwd, out)));
    const found = !intact ? 'broken' : entries === 0 ? 'empty' : 'intact';
    const text = io.words.say(`audit.${found}`, { count: entries, number: firstBroken ?? 0, folder: dataDirOf(dataDir, io) });
    await print({ json: file === null ? result : { ...result, name: file.name }, text }, json, io);
    if (file !== null) await io.err(`${io.words.say('written', { name: file.name })}\n`);
    return intact ? exitCodes.allDone : exitCodes.someFailed;
  });
});
