/** `practice`: runs the practice provider until it is stopped, for training, demonstrations and other stations. */
import { startPractice } from '../../practice/provider.ts';
import { profileSchema } from '../../shared/domain/profile.ts';
import { systemCode } from '../files/disk-problem.ts';
import type { Words } from '../words.ts';
import { checkLanguage, commonOptions } from './common-options.ts';
import { listenForInterruption } from './interruption.ts';
import type { CommandIo } from './io.ts';
import { readArguments } from './read-arguments.ts';
import { WrongUse } from './wrong-use.ts';

/** Prints one line `{ profile, secrets }`: the profile complete, to be used as a profile file as it is. */
export async function practice(argv: readonly string[], io: CommandIo, _words: Words): Promise<number> {
  const { values, rest } = readArguments(argv, { ...commonOptions, port: 'string' });
  checkLanguage(values.lang);
  if (rest.length > 0) throw new WrongUse('arguments-not-taken', { command: 'practice' });
  const port = readPort(values.port);
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

function readPort(text: string | undefined): number {
  if (text === undefined) return 0;
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new WrongUse('port-malformed');
  return Number(text);
}
