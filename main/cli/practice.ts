/**
 * `practice`: runs the practice provider until it is stopped, for training, demonstrations and other stations.
 * `practice push` and `practice fetch`: it calls a client's web service.
 */
import { startPractice } from '../../practice/provider.ts';
import { profileSchema } from '../../shared/domain/profile.ts';
import { systemCode } from '../platform/files/disk-problem.ts';
import type { Words } from '../platform/i18n/words.ts';
import { checkLanguage, commonOptions } from './common-options.ts';
import { listenForInterruption } from './interruption.ts';
import type { CommandIo } from './io.ts';
import { practiceFetch, practicePush } from './practice-calls.ts';
import { readArguments } from './read-arguments.ts';
import { readPort } from './read-port.ts';
import { WrongUse } from './wrong-use.ts';

/** Prints one line `{ profile, secrets }`: the profile complete, to be used as a profile file as it is. */
export async function practice(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  if (argv[0] === 'push') return practicePush(argv.slice(1), io, words);
  if (argv[0] === 'fetch') return practiceFetch(argv.slice(1), io, words);
  const { values, rest } = readArguments(argv, { ...commonOptions, port: 'string' });
  checkLanguage(values.lang);
  if (rest.length > 0) throw new WrongUse('arguments-not-taken', { command: 'practice' });
  const port = readPort(values.port) ?? 0;
  const interruption = listenForInterruption();
  try {
    const provider = await startPractice({ port }).catch((thrown: unknown) => {
      const code = systemCode(thrown);
      throw code === 'EADDRINUSE' || code === 'EACCES' ? new WrongUse('port-taken', { port }) : thrown;
    });
    await io.out(`${JSON.stringify({ profile: profileSchema.parse(provider.profile), secrets: provider.secrets })}\n`);
    await interruption.requested;
    await provider.close();
    return 0;
  } finally {
    interruption.release();
  }
}
