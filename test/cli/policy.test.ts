/** The branch's rules at the command line: blocked documents are reported as such, before and after they are queued. */
import { expect, test } from 'vitest';
import { offline, openQueueCli, type QueueCli, run, signNow, statuses } from '../support/cli/cli.ts';
import { runHere } from '../support/cli/run-cli.ts';
import { policySchema } from '../support/doors/domain.ts';
import { identityOf } from '../support/doors/storage.ts';
import { buildStation } from '../support/station.ts';

/** The settings of the data folder ask for a search that is clear. */
async function demandSearch({ dataDir, key }: QueueCli): Promise<void> {
  const station = await buildStation({
    dataDir,
    vaultKey: Buffer.from(key, 'base64'),
    fileIdentity: identityOf,
    provider: 'none',
    sending: 'manual',
  });
  station.settings.change({ policy: policySchema.parse({ clearScreening: { level: 'stop' } }) });
  await station.close();
}

test('a rule set after queueing is reported as a rule, not as a lost connection', async () => {
  const cli = await openQueueCli();
  await cli.command([...offline, ...(await cli.contracts('a', 'b'))]);
  await demandSearch(cli);
  const blocked = await cli.command(run);
  const { code, json, stderr } = blocked;
  expect([code, statuses(blocked)]).toEqual([3, { a: 'queued', b: 'queued' }]);
  expect(json.documents.map((document) => document.code)).toEqual(['policy-no-visit', 'policy-no-visit']);
  expect(stderr.trimEnd().split('\n')).toEqual([
    expect.stringMatching(/^Documents that a rule of the branch blocks in the queue: 2\. Open the customer’s visit.*no visit/),
  ]);
  expect(cli.calls()).toBe(0);
});

test('sign with a rule that blocks every document: exit code 4, one JSON document with the reason of each, and words without --json', async () => {
  const cli = await openQueueCli();
  await demandSearch(cli);
  const files = await cli.contracts('a', 'b');
  const { code, json } = await cli.command([...signNow, ...files, `${cli.folder}/missing.pdf`]);
  expect(code).toBe(4);
  expect(json.batchId).toBeNull();
  expect(json.documents.map(({ status, code: why }) => [status, why])).toEqual([
    ['failed', 'policy-no-visit'],
    ['failed', 'policy-no-visit'],
    ['failed', 'file-missing'],
  ]);
  const args = [...signNow, ...files, '--data-dir', cli.dataDir, '--profile-file', await cli.profile()];
  const ended = await runHere(args, cli.folder, { STATION_VAULT_KEY: cli.key, STATION_CLIENT_SECRET: 'x' });
  expect([ended.code, ended.stdout]).toEqual([4, expect.stringMatching(/a-MARKED\.pdf .*belong to no visit.*Open the customer’s visit/)]);
  expect(cli.calls()).toBe(0);
});
