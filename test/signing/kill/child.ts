/**
 * The station that is killed: a whole one, as `createStation` builds it, under commands of the parent. It waits with
 * everything loaded, so that the time between `go` and the kill is the station's own. The vault key is in the environment.
 */
import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { createStation, type Station } from '../../support/doors/app.ts';
import type { SigningJob } from '../../support/doors/domain.ts';
import { problemOf } from '../../support/doors/errors.ts';
import { environmentVaultKey } from '../../support/doors/keychain.ts';
import { type Command, type Go, referenceOf, type Shown, type StationReport } from './protocol.ts';

const environmentKey = environmentVaultKey();
if (environmentKey === null || !('key' in environmentKey)) throw new Error('no vault key in the environment');
const vaultKey = environmentKey.key;

/** Gone from this process when it returns: what was said before a kill is heard. */
const say = (report: StationReport): void => void writeSync(1, `${JSON.stringify(report)}\n`);

async function open({ dataDir, outputFolder, profile, secrets }: Go): Promise<Station> {
  return createStation({
    dataDir,
    vaultKey,
    outputFolder,
    provider: { kind: 'external', profile, secrets },
    retry: { base: 10, cap: 100, openAfter: 3 },
  });
}

const shown = ({ signing }: Station, jobs: readonly SigningJob[]): Shown[] =>
  jobs.map(({ documentId: id, status, delivery }) => ({ id, status, delivery, sha256: signing.details(id)?.sha256 ?? '' }));

async function send({ documents, signing }: Station, paths: readonly string[], clientInfo: string): Promise<void> {
  const { ids } = await documents.open(paths);
  const entries = ids.map((documentId) => ({
    documentId,
    clientInfo,
    reference: referenceOf(documents.get(documentId).document.name),
    placement: { page: 1, anchor: 'bottom-left', x: 360, y: 40, width: 200, height: 60 } as const,
  }));
  say({ kind: 'encrypting' });
  const { batchId, faults } = await signing.send({ documents: entries });
  if (batchId === null) return say({ kind: 'faults', codes: faults.map(({ problem }) => problem.code) });
  say({ kind: 'queued', documents: ids.map((id) => ({ id, sha256: documents.get(id).document.sha256 ?? '' })) });
}

async function obey(station: Station, command: Exclude<Command, Go>): Promise<void> {
  const { queue, signing } = station;
  switch (command.kind) {
    case 'send':
      return send(station, command.paths, command.clientInfo);
    case 'retry':
      return say({ kind: 'retried', ids: await queue.retry(command.ids, { resend: command.release }) });
    case 'cancel':
      if (signing.cancel([command.id]).length > 0) say({ kind: 'cancelled', id: command.id });
      return;
    case 'accept': {
      const candidate = (await queue.check(command.id)).candidates[0];
      if (!candidate) return;
      await queue.accept(command.id, candidate.id);
      // The check may find it unverified.
      if (signing.jobs().some(({ documentId, status }) => documentId === command.id && status === 'signed'))
        say({ kind: 'accepted', id: command.id });
      return;
    }
    case 'close':
      queue.close(command.id, 'KT-NOTE');
      return say({ kind: 'closed', id: command.id });
    case 'releaseFile':
      await queue.releaseFile(command.id, 'KT-NOTE');
      return say({ kind: 'released', id: command.id });
    case 'end':
      await station.close();
      process.exit(0);
  }
}

let opening: Promise<Station> | null = null;
createInterface({ input: process.stdin }).on('line', async (line) => {
  const command: Command = JSON.parse(line);
  if (command.kind === 'go') {
    opening = open(command);
    const station = await opening;
    say({ kind: 'open', jobs: shown(station, station.signing.jobs()) });
    station.signing.events.on('changed', (jobs) => say({ kind: 'changed', jobs: shown(station, jobs) }));
    return;
  }
  try {
    if (opening) await obey(await opening, command);
  } catch (thrown) {
    say({ kind: 'refused', command: command.kind, code: problemOf(thrown).code });
  }
});
say({ kind: 'ready' });
