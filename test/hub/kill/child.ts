/**
 * A station that is killed: `node child.ts FOLDER ADDRESS CODE`. Enrols with the code, unless it is empty, and prints `ready`. Each line of
 * its standard input is a `StationOrder`; its number is printed when it is stored. Ends when its standard input does.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { createStation } from '../../support/doors/app.ts';
import { problemOf } from '../../support/doors/errors.ts';
import type { StationOrder } from '../support/station-process.ts';

const [folder = '', address = '', code = ''] = process.argv.slice(2);
const file = join(folder, 'keychain.json');
const read = (): Record<string, string> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
};
const write = (account: string, value: string | undefined) => writeFileSync(file, JSON.stringify({ ...read(), [account]: value }));

const station = await createStation({
  dataDir: join(folder, 'data'),
  vaultKey: Buffer.alloc(32, 7),
  keychain: {
    get: async (account) => read()[account] ?? null,
    set: async (account, value) => write(account, value),
    remove: async (account) => write(account, undefined),
  },
  provider: { kind: 'stored' },
  sending: 'manual',
  retry: { base: 20, cap: 200, openAfter: 3 },
  hubPace: { reconnectMs: 20 },
});
station.hub.start();
if (code !== '') await enrol();
console.log('ready');

/** Tries again while no replica answers, as a person does. */
async function enrol(): Promise<void> {
  for (;;) {
    try {
      await station.hub.enrol(address, code);
      return;
    } catch (thrown) {
      if (problemOf(thrown).code !== 'hub-unavailable') throw thrown;
      await pause(200);
    }
  }
}

async function store(order: StationOrder): Promise<void> {
  if ('visit' in order) {
    station.visits.create({ name: '', identification: '', transaction: order.visit });
    return;
  }
  const staged = await station.publishing.stage([order.document]);
  await station.publishing.publish({ staged: staged.map(({ id }) => id), keys: [order.key], once: false, visitId: null });
}

for await (const line of createInterface({ input: process.stdin })) {
  const order: StationOrder = JSON.parse(line);
  await store(order);
  console.log(order.number);
}
await station.close();
process.exit(0);
