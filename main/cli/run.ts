/** Runs one command (design, section 6) and answers with its exit code; never rejects. */
import packageFile from '../../package.json' with { type: 'json' };
import { hasTrait, StationError } from '../../shared/errors.ts';
import { refuseUncheckedCertificates } from '../tls-limits.ts';
import { createWords, type Words } from '../words.ts';
import { audit } from './audit.ts';
import { beforeRest, checkLanguage, commonOptions, languageOf } from './common-options.ts';
import { exitCodes } from './exit-codes.ts';
import { inWords } from './in-words.ts';
import { type CommandIo, processIo } from './io.ts';
import { placement } from './placement.ts';
import { practice } from './practice.ts';
import { queue } from './queue.ts';
import { readArguments } from './read-arguments.ts';
import { records } from './records.ts';
import { screen } from './screen.ts';
import { serve } from './serve.ts';
import { setAside } from './set-aside.ts';
import { sign } from './sign.ts';
import { users } from './users.ts';
import { validation } from './validation.ts';
import { verify } from './verify.ts';
import { WrongUse } from './wrong-use.ts';

export type Command = (argv: readonly string[], io: CommandIo, words: Words) => Promise<number>;

const commands = new Map<string, Command>([
  ['sign', sign],
  ['queue', queue],
  ['screen', screen],
  ['validation', validation],
  ['placement', placement],
  ['audit', audit],
  ['serve', serve],
  ['users', users],
  ['records', records],
  ['set-aside', setAside],
  ['verify', verify],
  ['practice', practice],
]);

export async function runCommand(all: readonly string[], io: CommandIo = processIo()): Promise<number> {
  // Before the command it ends the options of what started us: Electron's, npm's.
  const argv = all[0] === '--' ? all.slice(1) : all;
  const words = createWords(languageOf(argv, io.env));
  try {
    return await dispatch(argv, io, words);
  } catch (thrown) {
    const said = inWords(thrown, words);
    await io.err(`${said}\n`);
    if (thrown instanceof WrongUse) return exitCodes.wrongUse;
    return thrown instanceof StationError && hasTrait(thrown.problem, 'settings') ? exitCodes.wrongUse : exitCodes.fault;
  }
}

async function dispatch(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const name = argv[0];
  const command = name === undefined ? undefined : commands.get(name);
  const own = beforeRest(argv).slice(command ? 1 : 0);
  if (own.includes('--help')) return print(io, words.say('help'));
  if (own.includes('--version')) return print(io, packageFile.version);
  if (name === undefined) throw new WrongUse('no-command');
  if (!command) {
    const { rest, values } = readArguments(argv, commonOptions);
    checkLanguage(values.lang);
    throw rest[0] === undefined ? new WrongUse('no-command') : new WrongUse('unknown-command', { command: rest[0] });
  }
  refuseUncheckedCertificates(io.env);
  return command(argv.slice(1), io, words);
}

async function print(io: CommandIo, text: string): Promise<number> {
  await io.out(`${text}\n`);
  return exitCodes.allDone;
}
