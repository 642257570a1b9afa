/** Runs one command (design, section 6) and returns its exit code; never rejects. */
import packageFile from '../../package.json' with { type: 'json' };
import { createWords, type Words } from '../platform/i18n/words.ts';
import { audit } from './commands/audit.ts';
import { backup, restore } from './commands/backup.ts';
import { hub } from './commands/hub.ts';
import { hubGroup } from './commands/hub-group.ts';
import { hubRule } from './commands/hub-rule.ts';
import { placement } from './commands/placement.ts';
import { practice, practiceFetch, practicePush } from './commands/practice.ts';
import { profile } from './commands/profile.ts';
import { quarantine } from './commands/quarantine.ts';
import { queue } from './commands/queue.ts';
import { records } from './commands/records.ts';
import { report } from './commands/report.ts';
import { screen } from './commands/screen.ts';
import { serve } from './commands/serve.ts';
import { sign } from './commands/sign.ts';
import { users } from './commands/users.ts';
import { validation } from './commands/validation.ts';
import { verify } from './commands/verify.ts';
import { type Command, checkLanguage, commonOptions, languageOf, readArguments } from './support/command.ts';
import { exitCodes } from './support/exit-codes.ts';
import { type ProcessIo, processIo } from './support/io.ts';
import { beforeRest } from './support/personal-values.ts';
import { WrongUse } from './support/wrong-use.ts';

/** In the order of the help. A command's file is small: its run loads what it needs. */
export const commands: readonly Command[] = [
  sign,
  queue,
  screen,
  placement,
  verify,
  backup,
  restore,
  audit,
  validation,
  profile,
  serve,
  users,
  records,
  quarantine,
  hub,
  hubGroup,
  hubRule,
  report,
  practice,
  practicePush,
  practiceFetch,
];

export async function runCommand(all: readonly string[], io: ProcessIo = processIo()): Promise<number> {
  // Before the command, `--` ends the options of the program that started this one: Electron or npm.
  const argv = all[0] === '--' ? all.slice(1) : all;
  const words = createWords(languageOf(argv, io.env), 'command-line');
  try {
    return await ended(await dispatch(argv, io, words), io, words);
  } catch (thrown) {
    const { exitCodeOfFailure, failureText } = await import('./support/failure.ts');
    await io.err(`${failureText(thrown, words)}\n`);
    return exitCodeOfFailure(thrown);
  }
}

/** A result that could not be written (a full disk) is not all done, although what the command did stays done: a password is lost with it. */
async function ended(code: number, { lost, err }: ProcessIo, words: Words): Promise<number> {
  const cause = lost?.() ?? null;
  if (cause === null) return code;
  await err(`${words.say('output-lost', { cause })}\n`);
  return code === exitCodes.allDone ? exitCodes.fault : code;
}

async function dispatch(argv: readonly string[], io: ProcessIo, words: Words): Promise<number> {
  const command = commandOf(argv);
  const own = beforeRest(argv).slice(command ? 1 : 0);
  const isHelp = own.includes('--help');
  if (isHelp || own.includes('--version')) {
    const help = isHelp && (await import('./support/help.ts')).helpText(command ? withItsOwn(command) : commands, words);
    await io.out(`${help || packageFile.version}\n`);
    return exitCodes.allDone;
  }
  if (!command) throw unknownCommand(argv);
  const { refuseUnsafeStart } = await import('../platform/provider/tls-limits.ts');
  refuseUnsafeStart(io.env, io.system ?? { isUnchecked: false, exposedBy: io.exposedBy ?? null });
  return command.run(argv.slice(command.name.split(' ').length), { ...io, words, command: command.name });
}

/** The command, and those whose names begin with its name. */
const withItsOwn = (command: Command): Command[] =>
  commands.filter(({ name }) => name === command.name || name.startsWith(`${command.name} `));

/** Finds a command. A name of two words comes before a command whose name is the first word alone. */
function commandOf([first, second]: readonly string[]): Command | undefined {
  return commands.find(({ name }) => name === `${first} ${second}`) ?? commands.find(({ name }) => name === first);
}

/** Returns the error for a missing or unknown command. @throws WrongUse for wrong options, which are reported first */
function unknownCommand(argv: readonly string[]): WrongUse {
  const { values, positionals } = readArguments(argv, commonOptions);
  checkLanguage(values.lang);
  const [name] = positionals;
  return name === undefined ? new WrongUse('no-command') : new WrongUse('unknown-command', { command: name });
}
