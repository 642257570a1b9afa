/** The arguments of `queue`, read and checked. */
import { maxNoteLength } from '../../shared/domain/queue.ts';
import { checkLanguage, commonOptions } from './common-options.ts';
import { readArguments } from './read-arguments.ts';
import { WrongUse } from './wrong-use.ts';

const subcommands = ['list', 'run', 'retry', 'cancel', 'release', 'acknowledge'] as const;
export type Subcommand = (typeof subcommands)[number];

export type QueueOptions = {
  subcommand: Subcommand;
  /** Each once; none where the subcommand takes none. */
  ids: string[];
  /** Of `retry`: queues what was sent before, too. */
  again: boolean;
  /** Of `release`; empty else. */
  reason: string;
  json: boolean;
  dataDir: string | undefined;
  practice: boolean;
  profileFile: string | undefined;
};

/** @throws WrongUse */
export function readQueueOptions(argv: readonly string[]): QueueOptions {
  const { values, rest } = readArguments(argv, { ...commonOptions, again: 'boolean', reason: 'string' });
  checkLanguage(values.lang);
  const subcommand = subcommands.find((name) => name === rest[0]);
  if (!subcommand) throw new WrongUse('queue-what');
  const ids = [...new Set(rest.slice(1))];
  const takesIds = subcommand === 'retry' || subcommand === 'cancel' || subcommand === 'release';
  const command = `queue ${subcommand}`;
  if (values.again && subcommand !== 'retry') throw new WrongUse('unknown-option', { option: '--again' });
  if (values.reason !== undefined && subcommand !== 'release') throw new WrongUse('unknown-option', { option: '--reason' });
  if (takesIds && ids.length === 0) throw new WrongUse('no-ids', { command });
  if (!takesIds && ids.length > 0) throw new WrongUse('arguments-not-taken', { command });
  const reason = values.reason?.trim() ?? '';
  if (subcommand === 'release' && reason === '') throw new WrongUse('reason-missing');
  if (reason.length > maxNoteLength) throw new WrongUse('too-long', { option: '--reason', limit: maxNoteLength });
  return {
    subcommand,
    ids,
    again: values.again ?? false,
    reason,
    json: values.json ?? false,
    dataDir: values['data-dir'],
    practice: values.practice ?? false,
    profileFile: values['profile-file'],
  };
}
