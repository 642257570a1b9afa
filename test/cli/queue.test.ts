/** The queue by the command line: processes of their own, a real practice provider, real files. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { list, nameOf, offline, openQueueCli, run, signNow, statuses } from '../support/cli/cli.ts';
import { runHere } from '../support/cli/run-cli.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { program } from '../support/runner/programs.ts';
import { spoil } from '../support/storage/damaged-database.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';

describe('sign --offline', () => {
  test('queues without a call or a secret; list shows the same; run signs, also when the folder is gone; 5, 0, 0', async () => {
    const cli = await openQueueCli();
    await cli.line.down();
    const files = await cli.contracts('a', 'b');
    const queued = await cli.command([...offline, ...files], { secret: null });
    expect(queued.code).toBe(5);
    expect(queued.json.batchId).toEqual(expect.any(String));
    expect(queued.json.documents.map(({ path, status, reason, code }) => ({ path, status, reason, code }))).toEqual(
      files.map((path) => ({ path, status: 'queued', reason: null, code: null })),
    );
    expect(queued.stderr).toMatch(/In the queue: 2\..*queue run/);
    for (const file of files) await rm(file);

    const listed = await cli.command(list, { secret: null });
    expect([listed.code, listed.json.documents]).toEqual([0, queued.json.documents]);
    expect(Object.keys(listed.json)).toEqual(['documents']);

    await cli.line.up();
    const sent = await cli.command(run);
    expect([sent.code, statuses(sent)]).toEqual([0, { a: 'signed', b: 'signed' }]);
    expect(sent.json.documents.map(({ id }) => id)).toEqual(queued.json.documents.map(({ id }) => id));
    expect((await readdir(cli.out)).sort()).toEqual(['a-MARKED-signed.pdf', 'b-MARKED-signed.pdf']);
    for (const { signedPath } of sent.json.documents) expect(await pdfsig(signedPath ?? '')).toEqual({ signatures: 1, valid: 1 });

    const again = await cli.command(run);
    expect([again.code, again.json]).toEqual([0, { documents: [] }]);
    expect(again.stderr).toMatch(/No document waits in the queue/);
    expect(cli.calls()).toBe(2);
  });

  test('unusable files are reported at once; the others are queued', async () => {
    const cli = await openQueueCli();
    const empty = await writeFile(cli.folder, 'empty-MARKED.pdf', '');
    const { code, json } = await cli.command([...offline, empty, ...(await cli.contracts('a'))], { secret: null });
    expect([code, json.documents.map(({ status, code: why }) => [status, why])]).toEqual([
      5,
      [
        ['failed', 'file-empty'],
        ['queued', null],
      ],
    ]);
    expect((await cli.command([...offline, empty])).code).toBe(4);
  });

  test('a document queued already for the same client is reported, not queued twice', async () => {
    const cli = await openQueueCli();
    const files = await cli.contracts('a');
    await cli.command([...offline, ...files]);
    const twice = await cli.command([...offline, ...files]);
    expect([twice.code, twice.json.documents[0]?.code]).toEqual([3, 'same-document-waits']);
    expect(twice.stderr).toMatch(/^Sent before and not sent again: 1\. --again sends them again\.$/m);
    expect(Object.keys(await cli.listed())).toHaveLength(1);
    expect((await cli.command([...offline, '--again', ...files])).code).toBe(5);
    expect(cli.calls()).toBe(0);
  });

  test('practice: queued, and signed by the next practice', async () => {
    const folder = await tempDir();
    await writeFile(folder, 'a.pdf', await plainPdf());
    const env = { STATION_VAULT_KEY: randomBytes(32).toString('base64') };
    const common = ['--practice', '--json', '--data-dir', 'data'];
    expect((await runHere(['sign', 'a.pdf', '--client-info', 'T-1', '--offline', ...common], folder, env)).code).toBe(5);
    const { code, stdout } = await runHere([...run, ...common], folder, env);
    expect([code, JSON.parse(stdout).documents[0].status]).toEqual([0, 'signed']);
  });

  test('no keychain and no key: refused in one sentence that names both', async () => {
    const folder = await tempDir();
    await writeFile(folder, 'a.pdf', await plainPdf());
    const { code, stdout, stderr } = await runHere(['sign', 'a.pdf', '--client-info', 'T-1', '--practice', '--offline'], folder, {});
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/keychain.*STATION_VAULT_KEY/)]);
  });
});

describe('retry and cancel', () => {
  test('each in the states that allow it; several ids; nothing is sent', async () => {
    const cli = await openQueueCli();
    await cli.command([...offline, ...(await cli.contracts('a', 'b'))]);
    const { a = '', b = '' } = await cli.ids();
    const attempt = async (word: 'retry' | 'cancel', ...ids: string[]) => {
      const { code, json } = await cli.command(['queue', word, ...ids], { secret: null });
      return [code, json.documents.map(({ status, code: why }) => [status, why])];
    };
    expect(await attempt('retry', a)).toEqual([4, [['queued', 'state-changed']]]);
    expect(await attempt('cancel', a)).toEqual([0, [['cancelled', 'cancelled']]]);
    expect(await attempt('cancel', a, b)).toEqual([
      3,
      [
        ['cancelled', 'state-changed'],
        ['cancelled', 'cancelled'],
      ],
    ]);
    expect(await attempt('retry', b, a, b)).toEqual([
      0,
      [
        ['queued', null],
        ['queued', null],
      ],
    ]);
    expect(await cli.listed()).toEqual({ a: 'queued', b: 'queued' });
    expect(cli.provider.log()).toEqual([]);
    await cli.command(run);
    expect(await attempt('retry', a)).toEqual([4, [['signed', 'state-changed']]]);
    expect(await attempt('cancel', a)).toEqual([4, [['signed', 'state-changed']]]);
  });

  test('an unknown id: exit code 2, and the others are left alone', async () => {
    const cli = await openQueueCli();
    await cli.command([...offline, ...(await cli.contracts('a'))]);
    const { a = '' } = await cli.ids();
    for (const word of ['retry', 'cancel']) {
      const { code, stdout, stderr } = await cli.command(['queue', word, a, 'no-such-id']);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/no document with the ID in position 2/);
      expect(stderr).not.toContain('no-such-id');
    }
    expect(await cli.listed()).toEqual({ a: 'queued' });
  });

  test('rejected, failed and in doubt: each can be sent again; SUCCESS without content is in doubt', async () => {
    const cli = await openQueueCli();
    cli.provider.misbehave('sign', { entry: 'fail' });
    cli.provider.misbehave('sign', { status: 400 });
    cli.provider.misbehave('sign', { entry: 'success-null' });
    const first = await cli.command([...signNow, ...(await cli.contracts('a', 'b', 'c'))]);
    expect([first.code, statuses(first)]).toEqual([4, { a: 'rejected', b: 'failed', c: 'in-doubt' }]);
    expect((await cli.command(run)).stderr).toMatch(/In doubt: 1\./);
    expect(await cli.listed()).toEqual({ a: 'rejected', b: 'failed', c: 'in-doubt' });
    expect((await cli.command(['queue', 'retry', ...first.json.documents.map(({ id }) => id)])).code).toBe(0);
    const second = await cli.command(run);
    expect([second.code, statuses(second)]).toEqual([0, { a: 'signed', b: 'signed', c: 'signed' }]);
  });
});

describe('retry of what was sent before under another id', () => {
  test('is left out with a sentence that names --again, and queued with it', async () => {
    const cli = await openQueueCli();
    const files = await cli.contracts('a');
    cli.provider.misbehave('sign', { status: 400 });
    const [failed] = (await cli.command([...signNow, ...files])).json.documents;
    expect((await cli.command([...signNow, ...files])).code).toBe(0);
    const retry = ['queue', 'retry', failed?.id ?? ''];
    const refused = await cli.command(retry, { secret: null });
    expect([refused.code, refused.json.documents]).toMatchObject([3, [{ id: failed?.id, status: 'failed', code: 'already-sent' }]]);
    expect(refused.json.documents[0]?.reason).toMatch(/--again/);
    expect(refused.stderr).toBe('Sent before and not queued again: 1. --again queues them.\n');
    const again = await cli.command([...retry, '--again'], { secret: null });
    expect([again.code, again.json.documents.map(({ status }) => status)]).toEqual([0, ['queued']]);
    expect((await cli.command(run)).json.documents.map(({ id, status }) => [id, status])).toEqual([[failed?.id, 'signed']]);
    expect(cli.calls()).toBe(3);
  });
});

describe('profiles, keys and other processes', () => {
  test('queued with another profile: stays queued, is reported, exit code 3', async () => {
    const cli = await openQueueCli();
    await cli.command([...offline, ...(await cli.contracts('a'))]);
    const other = await cli.profile(({ signing, ...rest }) => ({ ...rest, signing: signing && { ...signing, accountId: 'another' } }));
    const { code, json, stderr } = await cli.command(run, { profile: other });
    expect([code, json.documents.map(({ status, code: why }) => [status, why])]).toEqual([3, [['queued', 'other-account']]]);
    expect(stderr).toMatch(/Still in the queue: 1\. The document waits for another connection/);
    expect(cli.line.arrived).toEqual([]);
    expect((await cli.command(run)).code).toBe(0);
  });

  test('another key is an error that names the solution, and nothing is changed', async () => {
    const cli = await openQueueCli();
    await cli.command([...offline, ...(await cli.contracts('a'))]);
    const key = randomBytes(32).toString('base64');
    for (const args of [list, run]) {
      const { code, stdout, stderr } = await cli.command(args, { key });
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/encrypted with another key.*STATION_VAULT_KEY is not its key/s);
    }
    expect(await cli.listed()).toEqual({ a: 'queued' });
  });

  test('a row that does not parse: quarantined, reported each time, the others listed', async () => {
    const cli = await openQueueCli();
    await cli.command([...offline, ...(await cli.contracts('a', 'b'))]);
    const { a = '' } = await cli.ids();
    spoil(cli.dataDir, Buffer.from(cli.key, 'base64'), 'job', 'id = ?', a);
    for (let time = 0; time < 2; time++) {
      const { code, json, stderr } = await cli.command(list);
      expect([code, json.documents.map(nameOf)]).toEqual([0, ['b']]);
      expect(stderr).toMatch(/Damaged data that were quarantined and not deleted: 1\./);
    }
  });

  test('an invalid key: exit code 2, names the variable, never the value', async () => {
    const cli = await openQueueCli();
    const { code, stdout, stderr } = await cli.command(list, { key: 'bm90IDMyIGJ5dGVz' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/STATION_VAULT_KEY takes 32 bytes in base64/);
    expect(stderr).not.toContain('bm90IDMyIGJ5dGVz');
  });
});

test('two commands on one data folder exclude each other; also when the lock file is removed in the meantime, nothing is sent twice', async () => {
  const cli = await openQueueCli();
  const names = ['a', 'b', 'c'];
  const files = await cli.contracts(...names);
  await cli.command([...offline, ...files]);
  const gate = cli.line.hold();
  const first = await cli.start(run);
  await vi.waitFor(() => expect(cli.calls()).toBe(1), longWait);
  for (const args of [list, run, [...signNow, files[1] ?? '']]) {
    const { code, stdout, stderr } = await cli.command(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /Another station is using the data folder\. It is in use by the command “\w+” since \d{4}-\d\d-\d\d \d\d:\d\d:\d\d [+-]\d\d:\d\d \(process \d+\)\./,
    );
  }
  for (const name of await readdir(cli.dataDir)) if (name.startsWith('lock.sqlite')) await rm(join(cli.dataDir, name));
  const second = await cli.startHere(run);
  await vi.waitFor(() => expect(cli.calls()).toBe(2), longWait);
  gate.release();
  const [one, other] = await Promise.all([first.ended, second.ended]);
  expect([one.code, one.stderr]).toEqual([expect.any(Number), expect.stringMatching(/^The data folder of this station was removed/m)]);
  expect(other.stderr).toMatch(/^In doubt: 1\./m);
  expect(Object.values(await cli.listed()).toSorted()).toEqual(['in-doubt', 'signed', 'signed']);
  const arrived = cli.provider.log().flatMap(({ documents }) => documents?.map(({ reference }) => reference) ?? []);
  expect(arrived.toSorted()).toEqual([...new Set(arrived)].toSorted());
  expect(arrived).toHaveLength(names.length);
});

test('a data folder that the desktop application uses is refused', async () => {
  const cli = await openQueueCli();
  const holder = spawn(process.execPath, [program('hold-data-folder'), cli.dataDir, 'desktop']);
  onTestFinished(() => void holder.kill('SIGKILL'));
  await once(holder.stdout, 'data');
  for (const args of [list, [...signNow, ...(await cli.contracts('a'))]]) {
    const { code, stdout, stderr } = await cli.command(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/It is in use by the desktop application/);
  }
});

describe('delivery', () => {
  test('signed but in no folder yet: a warning and exit code 3; the next run delivers it', async () => {
    const cli = await openQueueCli();
    await cli.command([...offline, ...(await cli.contracts('a'))]);
    // Neither the folder of --out nor that of the original can be used.
    await rm(cli.out, { recursive: true });
    const blocked = [await writeFile(cli.folder, 'OUT', 'a file'), await writeFile(cli.folder, 'signed', 'a file')];
    const sent = await cli.command(run);
    expect(sent.code).toBe(3);
    expect(sent.json.documents[0]).toMatchObject({ status: 'signed', reason: null, signedPath: null });
    expect(sent.json.documents[0]?.warning?.text).toMatch(/\.$/);
    for (const file of blocked) await rm(file);
    await mkdir(cli.out);
    const delivered = await cli.command(run);
    expect([delivered.code, delivered.json.documents[0]?.signedPath]).toEqual([0, join(cli.out, 'a-MARKED-signed.pdf')]);
    expect(cli.calls()).toBe(1);
  });
});

describe('for a person', () => {
  test('a table with ids, when it was queued, how often it went out, and the reason', async () => {
    const cli = await openQueueCli();
    cli.provider.misbehave('sign', { entry: 'fail' });
    await cli.command([...signNow, ...(await cli.contracts('a'))]);
    await cli.command([...offline, ...(await cli.contracts('b'))]);
    const { a, b } = await cli.ids();
    const { code, stdout } = await runHere(['queue', 'list', '--data-dir', cli.dataDir], cli.folder, { STATION_VAULT_KEY: cli.key });
    expect(code).toBe(0);
    const [head = '', first = '', second = '', ...rest] = stdout.trimEnd().split('\n');
    expect(head).toMatch(/^ID +file +status +queued at +times sent +signed file or reason$/);
    expect(first).toMatch(new RegExp(`^${a} +a-MARKED\\.pdf +Rejected +\\d.*? +1 +\\S.*\\.$`));
    expect(second).toMatch(new RegExp(`^${b} +b-MARKED\\.pdf +Waiting +\\d.*? +0 *$`));
    expect(rest).toEqual(['Documents: 2.']);
  });

  test('an empty queue, without a profile or a secret', async () => {
    const { code, stdout } = await runHere(list, await tempDir(), { STATION_VAULT_KEY: randomBytes(32).toString('base64') });
    expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, 'Documents: 0.']);
  });
});
