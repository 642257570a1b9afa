/** `audit`: whether the log is whole, and the log as a file. Needs neither profile nor secret, but the key of the data folder. */

import { resolve } from 'node:path';
import { exportAudit } from '../features/audit/audit.ts';
import type { Words } from '../platform/i18n/words.ts';
import { checkLanguage, commonOptions } from './common-options.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { openStation } from './open-station.ts';
import { intoOutFile } from './out-file.ts';
import { noProvider } from './provider-choice.ts';
import { readArguments } from './read-arguments.ts';
import { WrongUse } from './wrong-use.ts';

type AuditOptions = { out: string | null; json: boolean; dataDir: string | undefined };

/** A log that is broken is exported all the same: it is evidence of that too. */
export async function audit(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const { out, json, dataDir } = readOptions(argv);
  const { station } = await openStation({ dataDir, provider: noProvider(io) }, io, words);
  try {
    // Without the key there is no log to be read, and an empty one would pass for whole.
    if (station.screening.state().memoryOnly) throw new WrongUse('audit-no-key');
    const told = station.audit.verify();
    const { name } = out === null ? { name: null } : await intoOutFile(() => exportAudit(station.audit, resolve(io.cwd, out)));
    const text = words.say(told.intact ? 'audit.intact' : 'audit.broken', { count: told.entries, number: told.firstBroken ?? 0 });
    await io.out(`${json ? JSON.stringify(name === null ? told : { ...told, name }, null, 2) : text}\n`);
    if (name !== null) await io.err(`${words.say('audit.written', { name })}\n`);
    return told.intact ? exitCodes.allDone : exitCodes.someFailed;
  } finally {
    await station.close();
  }
}

/** @throws WrongUse */
function readOptions(argv: readonly string[]): AuditOptions {
  const { values, rest } = readArguments(argv, { ...commonOptions, out: 'string' });
  checkLanguage(values.lang);
  const [subcommand, ...more] = rest;
  if (subcommand !== 'verify' && subcommand !== 'export') throw new WrongUse('audit-what');
  if (more.length > 0) throw new WrongUse('arguments-not-taken', { command: `audit ${subcommand}` });
  if (subcommand === 'export' && values.out === undefined) throw new WrongUse('audit-out-missing');
  if (subcommand === 'verify' && values.out !== undefined) throw new WrongUse('unknown-option', { option: '--out' });
  return { out: values.out ?? null, json: values.json ?? false, dataDir: values['data-dir'] };
}
