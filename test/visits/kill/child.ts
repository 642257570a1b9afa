/**
 * The station that works on visits and is killed: two clerks who do one thing after the other, at the same time as each
 * other and by chance, on few visits, so that they often meet on one visit. Each action is reported before it is
 * begun, and again when the station has answered. The vault key is in the environment.
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createStation, type Station } from '../../support/doors/app.ts';
import { policySchema } from '../../support/doors/domain.ts';
import { problemOf } from '../../support/doors/errors.ts';
import { environmentVaultKey } from '../../support/doors/keychain.ts';
import { createRandom, type Random } from '../../support/kill/random.ts';
import type { Action, VisitGo, VisitReport } from './protocol.ts';

const environmentKey = environmentVaultKey();
if (environmentKey === null || !('key' in environmentKey)) throw new Error('no vault key in the environment');
const vaultKey = environmentKey.key;
const clerks = 2;
/** Visits: more are not opened, so that what is looked at after each kill stays small. */
const maxVisits = 10;
const all = { text: '', show: 'all' } as const;
const transactions = ['TX-1001', 'TX-1002', 'TX-1006', 'TX-1011'] as const;

/** Gone from this process when it returns: what was said before a kill is heard. */
const say = (report: VisitReport | { kind: 'ready' }): void => void writeSync(1, `${JSON.stringify(report)}\n`);

type Done = Partial<Omit<Extract<VisitReport, { kind: 'done' }>, 'kind' | 'mark'>>;

function work({ visits, inbox, screening }: Station, random: Random): Record<Action, (visit: string, mark: string) => Promise<Done>> {
  const one = <T>(of: readonly T[]): T => of[random.between(0, of.length - 1)] as T;
  return {
    create: async (_, mark) => ({ visit: visits.create({ name: mark, identification: '', transaction: '' }).id }),
    async note(visit, mark) {
      visits.note(visit, mark);
      return {};
    },
    async fetch(visit) {
      const { id, files } = await visits.fetch(visit, {
        parts: [one(transactions)],
        wish: { images: true, documents: random.chance(0.5), video: random.chance(0.5) },
      });
      return { id, files };
    },
    async push(_, mark) {
      // Of the same transaction as another visit, or of an unknown one.
      const TransactionId = random.chance(0.5) ? one(transactions) : mark;
      const record = JSON.stringify({ Uid: mark, TransactionId, FirstName: 'ANA', Extras: { Long: 'QUJD'.repeat(8_000) } });
      await inbox.ingestPush(Buffer.from(record), 'provider');
      const [item] = inbox.page({ text: mark, show: 'all' }, 0, 1).items;
      const id = item?.recordId ?? '';
      return { visit: item?.visitId ?? '', id, files: visits.record(id).row.files.length };
    },
    screen: async (visit, mark) => ({
      id: (await screening.screen({ name: mark, identification: '', judicial: false, procurator: false }, undefined, visit)).id,
    }),
    async override(visit, mark) {
      const keys = visits.open(visit).findings.flatMap(({ key, overridden }) => (overridden ? [] : [key]));
      if (keys.length > 0) visits.override(visit, keys, mark);
      else visits.note(visit, mark);
      return { keys };
    },
    async remove(visit) {
      await visits.remove(visit);
      return {};
    },
  };
}

async function clerk(station: Station, random: Random, name: string): Promise<never> {
  const does = work(station, random);
  for (let n = 0; ; n += 1) {
    const { items } = station.visits.page(all, 0, 100);
    const mark = `VK-${name}-${n}`;
    const visit = items[random.between(0, items.length - 1)]?.id ?? '';
    const crowded = items.length >= maxVisits;
    const action: Action =
      visit === ''
        ? 'create'
        : random.pick([
            [crowded ? 0 : 3, 'create'],
            [3, 'note'],
            [6, 'fetch'],
            [crowded ? 0 : 4, 'push'],
            [3, 'screen'],
            [3, 'override'],
            [crowded ? 6 : 2, 'remove'],
          ]);
    say({ kind: 'trying', action, mark, visit });
    try {
      say({ kind: 'done', mark, visit, id: '', files: 0, keys: [], ...(await does[action](visit, mark)) });
    } catch (thrown) {
      say({ kind: 'refused', mark, code: problemOf(thrown).code });
    }
    await new Promise(setImmediate);
  }
}

createInterface({ input: process.stdin }).once('line', async (line) => {
  const { dataDir, profile, secrets, seed }: VisitGo = JSON.parse(line);
  const station = await createStation({ dataDir, vaultKey, provider: { kind: 'external', profile, secrets } });
  const stop = { level: 'stop' };
  station.settings.change({ policy: policySchema.parse({ clearScreening: stop, approvedFace: stop }) });
  station.settingsChanged();
  say({ kind: 'open' });
  for (let n = 0; n < clerks; n += 1) void clerk(station, createRandom(seed + n), `${seed}-${n}`);
});
say({ kind: 'ready' });
