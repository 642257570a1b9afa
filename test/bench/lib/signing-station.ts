/**
 * A station that signs what it is given, in a process of its own: `FOLDER PORT WARM COUNT`. It signs the first `WARM` papers before anything is
 * measured, as a station that has worked before has, and then the next `COUNT` from the opening of the files to the last signed file in its
 * folder. Prints what that took.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createStation } from '../../support/doors/app.ts';
import { profileSchema } from '../../support/doors/domain.ts';
import { memoryKeychain } from '../../support/doors/keychain.ts';
import { peakMemory } from '../../support/runner/peak-memory.ts';

/** `begin` and `end`: milliseconds since 1970, by which what a tracer saw is counted. */
export type StationRun = {
  seconds: number;
  cpuMs: number;
  openSeconds: number;
  openCpuMs: number;
  peakBytes: number;
  begin: number;
  end: number;
};

const [folder = '', port = '', warm = '0', count = '0'] = process.argv.slice(2);
const address = `http://127.0.0.1:${port}`;
const signing = { authUrl: address, baseUrl: address, clientId: 'c', accountId: 'a', projectId: 'p', concurrency: 4 };
const profile = profileSchema.parse({ name: 'Bench', network: { proxy: 'none' }, signing: { ...signing, maxBytesPerCall: 2 ** 29 } });
const secrets = { clientSecret: 's', searchApiKey: '', validationApiKey: '' };

const own = mkdtempSync(join(folder, 'station-'));
const station = await createStation({
  dataDir: own,
  keychain: memoryKeychain(),
  vaultKey: randomBytes(32),
  provider: { kind: 'external', profile, secrets },
  outputFolder: mkdtempSync(join(own, 'signed-')),
});
const papers = readdirSync(folder)
  .filter((name) => name.endsWith('.pdf'))
  .sort();

const open = (names: readonly string[]) => station.documents.open(names.map((name) => join(folder, name)));

async function sign(ids: readonly string[]): Promise<void> {
  const documents = ids.map((documentId) => ({
    documentId,
    reference: station.documents.get(documentId).document.reference,
    clientInfo: 'T-1',
    placement: { page: -1, anchor: 'bottom-left', x: 360, y: 40, width: 200, height: 60 } as const,
  }));
  const isDone = (id: string) => station.signing.job(id)?.delivery === 'done';
  const left = new Set(ids);
  const done = Promise.withResolvers<void>();
  station.signing.events.on('changed', (jobs) => {
    for (const { documentId, status, delivery, problem } of jobs) {
      if (status === 'signed' && delivery === 'done') left.delete(documentId);
      if (!['queued', 'sending', 'signed'].includes(status)) done.reject(new Error(`${status} ${problem?.code}`));
    }
    if (left.size === 0) done.resolve();
  });
  const { faults } = await station.signing.send({ documents });
  if (faults.length > 0) throw new Error(`not sent: ${faults.map(({ problem }) => problem.code)}`);
  await done.promise;
  if (!ids.every(isDone)) throw new Error('not all are delivered');
}

const [first, rest] = [papers.slice(0, Number(warm)), papers.slice(Number(warm), Number(warm) + Number(count))];
if (first.length > 0) await sign((await open(first)).ids);
const [begin, atBegin] = [Date.now(), process.cpuUsage()];
const { ids } = await open(rest);
const [opened, atOpened] = [Date.now(), process.cpuUsage(atBegin)];
await sign(ids);
const [end, used] = [Date.now(), process.cpuUsage(atBegin)];
const ms = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000;
const run: StationRun = {
  seconds: (end - begin) / 1000,
  cpuMs: ms(used),
  openSeconds: (opened - begin) / 1000,
  openCpuMs: ms(atOpened),
  peakBytes: peakMemory(),
  begin,
  end,
};
console.log(JSON.stringify(run));
await station.close();
rmSync(own, { recursive: true, force: true });
