/**
 * A station that is killed: `node child.ts FOLDER ADDRESS CODE DOCUMENT`. Enrols with the code, unless it is empty; publishes the
 * document, unless that is empty; prints `ready`; ends when its standard input does.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createStation } from '../../support/doors/app.ts';

const [folder = '', address = '', code = '', document = ''] = process.argv.slice(2);
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
if (code !== '') await station.hub.enrol(address, code);
if (document !== '') {
  const staged = await station.publishing.stage([document]);
  const keys = [{ kind: 'identification', value: '52123456' } as const];
  await station.publishing.publish({ staged: staged.map(({ id }) => id), keys, once: false, visitId: null });
}
console.log('ready');
process.stdin.on('end', () => void station.close().then(() => process.exit(0)));
process.stdin.resume();
