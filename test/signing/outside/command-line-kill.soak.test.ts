/**
 * The real command line, killed, stopped, cut from power and given a broken disk; counted at the provider.
 * Rounds and seed (test/support/runner/soak.ts) say how often and by what chance; a seed gives the same choices again, though not the same timing.
 */
import { expect, it } from 'vitest';
import { pdfsig } from '../../support/pdf/pdfsig.ts';
import { requirePart } from '../../support/runner/need.ts';
import { rounds, seed } from '../../support/runner/soak.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { aims, runRounds } from './rounds.ts';

const total = rounds(aims.length);
/** Of one run; each has a data folder and a provider of its own. */
const roundsOfRun = 90;
const runs = Array.from({ length: Math.ceil(total / roundsOfRun) }, (_, index) => ({
  seed: seed + index,
  times: Math.min(roundsOfRun, total - index * roundsOfRun),
}));

it.each(runs)(
  'commands under attack $times times, seed $seed: nothing is lost, nothing is sent twice unasked',
  async ({ seed: ofRun, times }) => {
    requirePart('pdfsig');
    const root = await tempDir();
    const documents = 12 + 3 * times;
    const report = await runRounds({ rounds: times, seed: ofRun, documents, root });
    console.log(`commands under attack, seed ${ofRun}: ${JSON.stringify({ ...report, delivered: report.delivered.length })}`);
    expect(report.faults, `seed ${ofRun}: ${report.faults.join('; ')}`).toEqual([]);
    // A kill that never meets anything half-way shows nothing.
    for (const aim of aims.slice(0, times))
      expect(report.met[aim], aim).toBeGreaterThanOrEqual(Math.max(1, Math.floor(times / 2 / aims.length)));
    const sample = report.delivered.slice(-2);
    expect(sample).toHaveLength(2);
    expect(await Promise.all(sample.map(pdfsig))).toEqual(sample.map(() => ({ signatures: 1, valid: 1 })));
  },
);
