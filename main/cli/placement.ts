/** `placement find`: test documents that find out how the provider of the connection in use counts coordinates. */
import type { PlacementTest } from '../../shared/domain/placement-test.ts';
import { hasTrait, StationError } from '../../shared/errors.ts';
import type { Station } from '../app/station.ts';
import type { Words } from '../platform/i18n/words.ts';
import { checkLanguage, commonOptions } from './common-options.ts';
import { exitCodes } from './exit-codes.ts';
import { untilInterrupted } from './interruption.ts';
import type { CommandIo } from './io.ts';
import { openStation } from './open-station.ts';
import { withPersonalValues } from './personal-values.ts';
import { chooseProvider, demandStoredProfile } from './provider-choice.ts';
import { readArguments } from './read-arguments.ts';
import { WrongUse } from './wrong-use.ts';

export async function placement(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const options = { ...commonOptions, 'client-info': 'string', use: 'boolean' } as const;
  const { values, rest } = readArguments(await withPersonalValues(argv, ['client-info'], io), options);
  checkLanguage(values.lang);
  const [what, ...more] = rest;
  if (what !== 'find') throw new WrongUse('placement-what');
  if (more.length > 0) throw new WrongUse('arguments-not-taken');
  const clientInfo = values['client-info']?.trim();
  if (!clientInfo) throw new WrongUse('client-info-missing');
  const provider = await chooseProvider({ practice: values.practice ?? false, profileFile: values['profile-file'] }, io);
  if (values.use && provider.kind !== 'stored') throw new WrongUse('placement-use-stored');
  const { station } = await openStation({ dataDir: values['data-dir'], provider }, io, words);
  try {
    await demandStoredProfile(station, provider);
    const test = await find(station, clientInfo, io, words);
    const { outcome } = test;
    const saved = values.use === true && outcome?.kind === 'found' && !outcome.unchanged;
    if (saved) station.placementTest.use(test.profileId);
    await io.out(`${values.json ? JSON.stringify(reported(test, saved, words), null, 2) : page(test, saved, words)}\n`);
    return outcome?.kind === 'found' ? exitCodes.allDone : exitCodes.noneSucceeded;
  } finally {
    await station.close();
  }
}

async function find({ placementTest }: Station, clientInfo: string, io: CommandIo, words: Words): Promise<PlacementTest> {
  await io.err(`${words.say('placement.cost')}\n`);
  let announced = 0;
  const changed = ({ calls, step }: PlacementTest) => {
    if (step !== 'waiting' || calls.length === announced) return;
    announced = calls.length;
    void io.err(`${words.say('placement.sent', { number: announced })}\n`);
  };
  const test = await untilInterrupted((signal) => placementTest.run(clientInfo, signal, changed));
  const { outcome } = test;
  // Faults of the station and of settings are reported like those of every command.
  if (outcome?.kind === 'failed' && (outcome.problem.code === 'internal' || hasTrait(outcome.problem, 'settings'))) {
    throw new StationError(outcome.problem.code, outcome.problem.detail);
  }
  return test;
}

function reported({ outcome, current, calls }: PlacementTest, saved: boolean, words: Words) {
  const found = outcome?.kind === 'found' ? outcome : null;
  const failed = outcome?.kind === 'failed' ? outcome : null;
  return {
    placement: found?.convention ?? null,
    current,
    unchanged: found?.unchanged ?? false,
    alike: found?.alike ?? [],
    saved,
    calls,
    code: failed?.problem.code ?? null,
    reason: failed && words.problem(failed.problem),
    inDoubt: failed?.inDoubt ?? false,
  };
}

/** The setting as a profile file has it. */
function page({ outcome, calls }: PlacementTest, saved: boolean, words: Words): string {
  if (outcome?.kind !== 'found') return outcome ? words.problem(outcome.problem) : '';
  const { convention, unchanged, alike } = outcome;
  return [
    words.say(unchanged ? 'placement.unchanged' : 'placement.found', { count: calls.length }),
    JSON.stringify(convention, null, 2),
    ...(alike.length > 0 ? [words.say('placement.alike', { count: alike.length })] : []),
    ...(saved ? [words.say('placement.saved')] : []),
  ].join('\n');
}
