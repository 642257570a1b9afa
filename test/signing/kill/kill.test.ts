/**
 * A station that signs, killed again and again. `npm run test:soak -- --rounds N --seed S` runs more rounds; a seed gives the
 * same choices again, though not the same timing.
 */
import { describe, expect, it } from 'vitest';
import { seed as firstSeed, rounds } from '../../support/runner/soak.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { phases, runKills } from './run-kills.ts';

const total = rounds(30);
/** Of one run; each has a data folder and a provider of its own. */
const roundsOfRun = 200;

describe('a station that is killed while it signs', () => {
  const runs = Array.from({ length: Math.ceil(total / roundsOfRun) }, (_, index) => ({
    seed: firstSeed + index,
    times: Math.min(roundsOfRun, total - index * roundsOfRun),
  }));

  it.each(runs)('$times times, seed $seed: nothing is lost, nothing is sent twice without a release', async ({ seed, times }) => {
    const began = Date.now();
    // Enough that some are always waiting: a round settles about one document and a half.
    const documents = Math.max(60, Math.ceil(times * 1.5));
    const report = await runKills({ rounds: times, seed, documents, root: await tempDir() });
    console.log(`kill test, seed ${seed}: ${JSON.stringify(report)} in ${Math.round((Date.now() - began) / 1000)} s`);
    expect(report.faults, `seed ${seed}: ${report.faults.join('; ')}`).toEqual([]);
    expect(report.rounds).toBeGreaterThanOrEqual(times);
    expect(report.acknowledged).toBe(documents);
    // A kill that never interrupts a phase shows nothing about it.
    for (const phase of phases) expect(report.kills[phase], phase).toBeGreaterThanOrEqual(Math.max(1, Math.floor(times / 20)));
  });
});
