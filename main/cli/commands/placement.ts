/** `placement find`: finds out with test documents how the provider counts coordinates. */
import type { PlacementTest } from '../../../shared/domain/placement/placement-test.ts';
import { hasTrait, StationError } from '../../../shared/errors.ts';
import type { Station } from '../../app/station.ts';
import type { Words } from '../../platform/i18n/words.ts';
import { defineCommand } from '../support/command.ts';
import { exitCodes } from '../support/exit-codes.ts';
import { untilInterrupted } from '../support/interruption.ts';
import { type CommandIo, print } from '../support/io.ts';
import { WrongUse } from '../support/wrong-use.ts';

const declaration = {
  name: 'placement',
  subcommands: true,
  forms: { find: {} },
  options: { 'client-info': { value: 'text', personal: true, required: true }, use: {} },
} as const;

export const placement = defineCommand(declaration, async ({ values }, io) => {
  const { practice, 'profile-file': profileFile, 'data-dir': dataDir, json, use = false } = values;
  const clientInfo = values['client-info']?.trim();
  if (!clientInfo) throw new WrongUse('client-info-missing');
  const { chooseProvider, demandStoredProfile } = await import('../support/provider-choice.ts');
  const { withStation } = await import('../support/open-station.ts');
  const provider = await chooseProvider({ practice, profileFile }, io);
  if (use && provider.kind !== 'stored') throw new WrongUse('placement-use-stored');
  return withStation({ dataDir, provider }, io, async ({ station }) => {
    await demandStoredProfile(station, provider);
    const test = await find(station, clientInfo, io);
    const { outcome } = test;
    const saved = use && outcome?.kind === 'found' && !outcome.unchanged;
    if (saved) station.placementTest.use(test.profileId);
    await print({ json: reported(test, saved, io.words), text: page(test, saved, io.words) }, json, io);
    return outcome?.kind === 'found' ? exitCodes.allDone : exitCodes.noneSucceeded;
  });
});

async function find({ placementTest }: Station, clientInfo: string, io: CommandIo): Promise<PlacementTest> {
  await io.err(`${io.words.say('placement.cost')}\n`);
  let announced = 0;
  const onChanged = ({ calls, step }: PlacementTest) => {
    if (step !== 'waiting' || calls.length === announced) return;
    announced = calls.length;
    void io.err(`${io.words.say('placement.sent', { number: announced })}\n`);
  };
  const test = await untilInterrupted((signal) => placementTest.run(clientInfo, signal, onChanged));
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

/** The setting in the form of a profile file. */
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
