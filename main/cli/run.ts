/** Runs one command (design, section 6) and answers with its exit code; never rejects. */
import packageFile from '../../package.json' with { type: 'json' };
import { createWords, type Words } from '../platform/i18n/words.ts';
import { beforeRest, checkLanguage, commonOptions, languageOf } from './common-options.ts';
import { exitCodes } from './exit-codes.ts';
import { type CommandIo, processIo } from './io.ts';
import { readArguments } from './read-arguments.ts';
import { WrongUse } from './wrong-use.ts';

export type Command = (argv: readonly string[], io: CommandIo, words: Words) => Promise<number>;

/** Loads each command on use, so that no command loads the dependencies of the others, and help none at all. */
const commands = new Map<string, () => Promise<Command>>([
  ['sign', async () => (await import('./sign.ts')).sign],
  [
    'queue',
    async () => {
      await import('./interpreted-schemas.ts');
      return (await import('./queue.ts')).queue;
    },
  ],
  ['screen', async () => (await import('./screen.ts')).screen],
  ['validation', async () => (await import('./validation.ts')).validation],
  ['placement', async () => (await import('./placement.ts')).placement],
  ['backup', async () => (await import('./backup.ts')).backup],
  ['restore', async () => (await import('./backup.ts')).restore],
  ['audit', async () => (await import('./audit.ts')).audit],
  ['serve', async () => (await import('./serve.ts')).serve],
  ['users', async () => (await import('./users.ts')).users],
  ['records', async () => (await import('./records.ts')).records],
  ['set-aside', async () => (await import('./set-aside.ts')).setAside],
  ['verify', async () => (await import('./verify.ts')).verify],
  ['practice', async () => (await import('./practice.ts')).practice],
]);

export async function runCommand(all: readonly string[], io: CommandIo = processIo()): Promise<number> {
  // Before the command it ends the options of what started us: Electron's, npm's.
  const argv = all[0] === '--' ? all.slice(1) : all;
  const words = createWords(languageOf(argv, io.env));
  try {
    return await dispatch(argv, io, words);
  } catch (thrown) {
    const { failureCodeOf, inWords } = await import('./in-words.ts');
    await io.err(`${inWords(thrown, words)}\n`);
    return failureCodeOf(thrown);
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
  const { refuseUncheckedCertificates } = await import('../platform/provider/tls-limits.ts');
  refuseUncheckedCertificates(io.env);
  return (await command())(argv.slice(1), io, words);
}

async function print(io: CommandIo, text: string): Promise<number> {
  await io.out(`${text}\n`);
  return exitCodes.allDone;
}
