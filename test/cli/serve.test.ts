/** `serve`, `records list`, `practice push` and `practice fetch`. */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runHere } from '../support/cli/run-cli.ts';
import { credentials, events, keyed, serving, servingHere, servingHereIn, user } from '../support/cli/serving.ts';
import { closing } from '../support/closing.ts';
import { createCaller, misbehaviours, newRecord, nowAndThen } from '../support/doors/practice.ts';
import { listen } from '../support/network/listening.ts';
import { makeSelfSigned } from '../support/network/test-ca.ts';
import { plainPdf } from '../support/pdf/pdfs.ts';
import { testWith } from '../support/runner/need.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';

test('listens, stores pushes, returns published documents, reports both without content, and stops on request', async () => {
  const served = await serving(['--publish', 'watched'], {}, async (home) => {
    await mkdir(join(home, 'watched'));
    await writeFile(join(home, 'watched', '79555001_contrato.pdf'), await plainPdf(1, 'contract'));
  });
  const { url, home, child, ended } = served;
  const cli = (...args: string[]) => runHere([...args, '--json'], home, { ...keyed, ...credentials });

  const pushed = await cli('practice', 'push', '--to', url, '--transaction', 'TX-1001', '--again', '--changed');
  expect([pushed.code, pushed.stderr]).toEqual([0, '']);
  const { accepted, pushes } = JSON.parse(pushed.stdout);
  expect([accepted, pushes.map(({ kind }: { kind: string }) => kind)]).toEqual([3, ['usual', 'duplicate', 'changed']]);

  const waitFor = async (id: string): Promise<{ name: string; size: number }[]> => {
    const { code, stdout } = await cli('practice', 'fetch', '--to', url, '--id-number', id, '--out', 'got');
    expect(code).toBe(0);
    return JSON.parse(stdout).documents;
  };
  let documents = await waitFor('79555001');
  while (documents.length === 0) documents = await waitFor('79555001');
  expect(documents.map(({ name }) => name)).toEqual(['document-1.pdf']);
  expect(await readdir(join(home, 'got'))).toEqual(['document-1.pdf']);
  expect(await waitFor('79555002')).toEqual([]);

  // The folder is in use: no one else works on it.
  expect((await cli('records', 'list', '--data-dir', 'data')).code).toBe(2);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  const logged = events(served);
  expect(logged.filter(({ event }) => event.startsWith('push')).map(({ event, status, user: by }) => [event, status, by])).toEqual([
    ['push', 200, 'provider'],
    ['push-duplicate', 200, 'provider'],
    ['push-changed', 200, 'provider'],
  ]);
  expect(logged.filter(({ event, count }) => event === 'documents' && count === 1)).toHaveLength(1);
  expect(logged.slice(-2).map(({ event }) => event)).toEqual(['stopping', 'stopped']);
  for (const secret of ['79555001', 'TX-1001', 'contrato', 'QUIROGA', pushes[0].Uid, user.password])
    expect(served.output().stdout + served.output().stderr).not.toContain(secret);

  const listed = await cli('records', 'list', '--data-dir', 'data');
  expect([listed.code, JSON.parse(listed.stdout).records]).toEqual([
    0,
    [{ Uid: pushes[0].Uid, source: 'pushed', receivedAt: expect.stringMatching(/^\d{4}-.*Z$/), versions: 2 }],
  ]);
  const otherKey = await runHere(['records', 'list', '--json', '--data-dir', 'data'], home, {
    STATION_VAULT_KEY: randomBytes(32).toString('base64'),
  });
  expect([otherKey.code, otherKey.stdout]).toEqual([2, '']);
});

test('finishes accepted calls, however often it is asked to stop', async () => {
  const { url, child, ended, home, output } = await serving();
  const caller = closing(createCaller({ url, ...user, retry: { attempts: 1 } }));
  const body = JSON.stringify(newRecord('usual', Math.random));
  const headers = {
    authorization: `Bearer ${await caller.token()}`,
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    expect: '100-continue',
  };
  const call = request(`${url}/api/Integration/Documents`, { method: 'POST', headers });
  call.flushHeaders();
  // It has accepted the call and waits for the body.
  await once(call, 'continue');
  child.kill('SIGTERM');
  await vi.waitFor(() => expect(output().stdout).toContain('stopping'), { ...longWait, interval: 10 });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) child.kill(signal);
  call.end(body);
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  answer.resume();
  expect(await ended).toBe(0);
  const listed = await runHere(['records', 'list', '--json', '--data-dir', 'data'], home, keyed);
  expect(JSON.parse(listed.stdout).records).toHaveLength(1);
});

test('continues when the reader of its output is gone', async () => {
  const { url, child, ended } = await serving();
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
  const caller = closing(createCaller({ url, ...user, retry: { attempts: 1 } }));
  for (let n = 0; n < 5; n += 1) expect((await caller.push(newRecord('usual', Math.random))).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('stores users, and applies a settings file, secret files and the environment', async () => {
  const { home, output, url, stop } = await servingHere(
    ['--settings-file', 'etc/service.json'],
    { STATION_SERVICE_TOKEN_MINUTES: '7' },
    async (folder) => {
      await mkdir(join(folder, 'etc'));
      await writeFile(join(folder, 'etc', 'service.json'), JSON.stringify({ tokenMinutes: 3, bodyMiB: 1, port: 1 }));
    },
  );
  const form = (password: string) => new URLSearchParams({ grant_type: 'password', username: user.username, password });
  const token = await fetch(`${url}/api/token`, { method: 'POST', body: form(user.password) });
  expect([token.status, ((await token.json()) as { expires_in: number }).expires_in]).toEqual([200, 7]);
  expect([await stop('SIGINT'), output().stderr]).toEqual([0, '']);

  // No user this time, since one is stored; the key from a file, with a line break.
  await writeFile(join(home, 'key'), `${keyed.STATION_VAULT_KEY}\n`);
  const { url: other } = await servingHereIn(home, [], { STATION_VAULT_KEY_FILE: 'key' });
  expect((await fetch(`${other}/api/token`, { method: 'POST', body: form(user.password) })).status).toBe(200);
  expect((await fetch(`${other}/api/token`, { method: 'POST', body: form('another password') })).status).toBe(400);
});

test('without a key that could encrypt what is pushed it does not start, and says what to do', async () => {
  const { code, stdout, stderr } = await runHere(['serve', '--port', '0'], await tempDir(), credentials);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/received data could not be stored .*set STATION_VAULT_KEY/);
});

testWith('openssl')('opens a PKCS#12 by the passphrase of the environment, or of a file', async () => {
  const own = await makeSelfSigned();
  const fill = async (home: string) => {
    await writeFile(join(home, 'both.pem'), own.key + own.cert);
    await writeFile(join(home, 'passphrase'), 'open sesame\n');
    const into = ['-in', join(home, 'both.pem'), '-out', join(home, 'service.p12'), '-passout', 'pass:open sesame'];
    execFileSync('openssl', ['pkcs12', '-export', ...into]);
  };
  const env = { STATION_SERVICE_TRANSPORT: 'pkcs12', STATION_SERVICE_PKCS12: 'service.p12' };
  for (const secret of [{ STATION_SERVICE_PASSPHRASE: 'open sesame' }, { STATION_SERVICE_PASSPHRASE_FILE: 'passphrase' }]) {
    const { url, output, stop } = await servingHere([], { ...env, ...secret }, fill);
    expect(url).toMatch(/^https:/);
    expect(await stop()).toBe(0);
    // It is valid for a day.
    expect(output().stdout).toContain('"event":"certificate-ends"');
  }
  const home = await tempDir();
  await fill(home);
  const all = { ...keyed, ...credentials, ...env, STATION_SERVICE_PASSPHRASE: 'wrong' };
  expect(await runHere(['serve', '--port', '0'], home, all)).toMatchObject({ code: 2, stderr: expect.stringContaining('certificate') });
});

test('refuses settings that cannot work with one sentence, before it opens anything', async () => {
  const home = await tempDir();
  await writeFile(join(home, 'unknown.json'), '{ "prot": 1 }');
  await writeFile(join(home, 'deep.json'), '{ "compared": { "uid": [3] } }');
  await writeFile(join(home, 'kind.json'), '{ "compared": { "identificacion": ["IdNumber"] } }');
  await writeFile(join(home, 'port.json'), '{ "port": 70000 }');
  await writeFile(join(home, 'list.json'), '[]');
  await writeFile(join(home, 'empty.json'), '');
  await writeFile(join(home, 'off.json'), '{ "enabled": false }');
  await writeFile(join(home, 'half.json'), '{ "keyFile": "key.pem" }');
  const port = await listen(closing(createServer()));
  const all = { ...keyed, ...credentials };
  const cases: [args: string[], env: Record<string, string>, says: string][] = [
    [[], credentials, 'STATION_VAULT_KEY_FILE'],
    [[], keyed, 'users add'],
    [['--port', String(port)], all, String(port)],
    [['--host', '0.0.0.0'], all, 'STATION_SERVICE_TRANSPORT=proxy'],
    [['--host', 'no address'], all, 'STATION_SERVICE_HOST'],
    [['--settings-file', 'off.json'], all, '“enabled”'],
    [['--settings-file', 'half.json'], all, 'STATION_SERVICE_CERTIFICATE'],
    [['--settings-file', 'half.json'], { ...all, STATION_SERVICE_TRANSPORT: 'none' }, 'STATION_SERVICE_CERTIFICATE'],
    [[], { ...all, STATION_SERVICE_CERTIFICATE: 'certificate.pem' }, 'STATION_SERVICE_KEY'],
    [[], { ...all, STATION_SERVICE_TRANSPORT: 'files' }, 'STATION_SERVICE_CERTIFICATE'],
    [['--settings-file', 'half.json'], { ...all, STATION_SERVICE_CERTIFICATE: 'certificate.pem' }, 'PKCS12'],
    [[], { ...all, STATION_SERVICE_ALOWED: '10.0.0.0/8' }, 'STATION_SERVICE_ALOWED'],
    [['--settings-file', 'unknown.json'], all, 'unknown member “prot”'],
    [['--settings-file', 'deep.json'], all, '“compared.uid.0”'],
    [['--settings-file', 'kind.json'], all, '“compared.identificacion”'],
    [['--settings-file', 'port.json'], all, '“port”: it is at most 65535'],
    [['--settings-file', 'empty.json'], all, '--settings-file is empty'],
    [['--settings-file', 'list.json'], all, 'JSON object'],
    [['--settings-file', 'none.json'], all, '--settings-file'],
    [[], { ...all, STATION_SERVICE_PORT: 'many' }, 'STATION_SERVICE_PORT has a value that cannot be used: it is a whole number'],
    [
      [],
      { ...all, STATION_SERVICE_PUBLISH_ONCE: 'si' },
      'STATION_SERVICE_PUBLISH_ONCE has a value that cannot be used: it is true or false',
    ],
    [[], { ...all, STATION_SERVICE_PORT: '70000' }, 'STATION_SERVICE_PORT has a value that cannot be used: it is at most 65535'],
    [[], { ...all, STATION_SERVICE_TRANSPORT: 'tls' }, 'STATION_SERVICE_TRANSPORT has a value that cannot be used: it is one of none, '],
    [[], { ...all, STATION_SERVICE_PASSWORD: 'short' }, '12'],
    [
      [],
      { ...all, STATION_SERVICE_OLD_PASSWORD_HOURS: '721' },
      'STATION_SERVICE_OLD_PASSWORD_HOURS has a value that cannot be used: it is at most 720',
    ],
    [
      [],
      { ...all, STATION_SERVICE_OLD_PASSWORD_HOURS: '-1' },
      'STATION_SERVICE_OLD_PASSWORD_HOURS has a value that cannot be used: it is a whole number',
    ],
    [[], { ...all, STATION_SERVICE_PASSWORD: 'x'.repeat(1025) }, 'STATION_SERVICE_PASSWORD'],
    [[], { ...credentials, STATION_VAULT_KEY_FILE: 'none' }, 'STATION_VAULT_KEY_FILE'],
    [[], { ...keyed, STATION_SERVICE_USERNAME: 'alone' }, 'STATION_SERVICE_PASSWORD'],
    [[], { ...all, STATION_SERVICE_PASSWORD_FILE: 'x' }, 'STATION_SERVICE_PASSWORD_FILE'],
    [['file'], all, 'serve'],
  ];
  for (const [n, [args, env, says]] of cases.entries()) {
    const run = await runHere(
      ['serve', '--data-dir', `data-${n}`, ...(args.includes('--port') ? [] : ['--port', '0']), ...args],
      home,
      env,
    );
    expect([run.code, run.stdout], says).toEqual([2, '']);
    expect(run.stderr).toContain(says);
    expect(run.stderr.trim().split('\n'), says).toHaveLength(1);
  }
});

test('the practice caller: wrong use, a service that does not answer, a wrong password, and misbehaviour as requested', async () => {
  const served = await servingHere();
  const { url, home } = served;
  const wrong: [args: string[], says: string][] = [
    [['push'], '--to'],
    [['push', '--to', 'http://user:secret@127.0.0.1/'], '--to'],
    [['push', '--to', url, '--count', '0'], '--count'],
    [['push', '--to', url, '--count', '2', '--transaction', 'TX-1001'], '--transaction'],
    [['push', '--to', url, '--per-second', '1001'], '--per-second'],
    [['push', '--to', url, '--per-second', '9', '--transaction', 'TX-1001'], '--transaction'],
    [['push', '--to', url, '--how', 'rudely'], 'expired-token, slow'],
    [['push', '--to', url, '--mix', '--how', 'slow'], '--mix'],
    [['push', '--to', url, '--mix', '--transaction', 'TX-1001'], '--mix'],
    [['fetch', '--to', url], '--uid'],
  ];
  for (const [args, says] of wrong) {
    const run = await runHere(['practice', ...args], home, credentials);
    expect([run.code, run.stdout], says).toEqual([2, '']);
    expect(run.stderr).toContain(says);
  }
  expect((await runHere(['practice', 'push', '--to', url], home, {})).stderr).toContain('STATION_SERVICE_USERNAME');
  const refused = await runHere(['practice', 'push', '--to', url, '--json'], home, { ...credentials, STATION_SERVICE_PASSWORD: 'wrong' });
  expect([refused.code, JSON.parse(refused.stdout).accepted, refused.stderr]).toEqual([4, 0, expect.stringContaining('400')]);
  expect(refused.left, 'what was read is no longer there for anything else').not.toContain('STATION_SERVICE_PASSWORD');
  const toNowhere = ['practice', 'push', '--to', 'http://127.0.0.1:9/', '--transaction', 'TX-1001', '--again', '--changed', '--lang', 'es'];
  expect((await runHere(toNowhere, home, credentials)).stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
    ['estado', 'tipo'],
    ['—', 'usual'],
    ['—', 'repetido'],
    ['—', 'cambiado'],
    ['Aceptados: 0 de 3.'],
    [''],
  ]);
  const nobody = await runHere(['practice', 'fetch', '--to', 'http://127.0.0.1:9/', '--uid', 'a', '--json'], home, credentials);
  expect([nobody.code, JSON.parse(nobody.stdout)]).toEqual([4, { status: null, documents: [] }]);

  // Each misbehaviour comes at the first try when requested, and now and then in a stream.
  const push = async (...args: string[]) => {
    const { code, stdout } = await runHere(['practice', 'push', '--to', served.url, '--json', ...args], served.home, credentials);
    const { pushes } = JSON.parse(stdout) as { pushes: { status: number | null; attempts: number }[] };
    return { code, tries: pushes.map(({ status, attempts }) => [status, attempts]) };
  };
  expect(await push('--how', 'expired-token')).toEqual({ code: 0, tries: [[200, 2]] });
  expect(await push('--how', 'slow', '--transaction', 'TX-1001')).toEqual({ code: 0, tries: [[200, 1]] });
  expect(await push('--how', 'dropped')).toEqual({ code: 0, tries: [[200, 2]] });
  expect(await push('--how', 'oversize')).toEqual({ code: 4, tries: [[413, 1]] });
  expect(await push('--how', 'wrong-password')).toEqual({ code: 4, tries: [[400, 0]] });
  const { code, tries } = await push('--mix', '--count', '8');
  expect([code === 0 || code === 3, tries.length]).toEqual([true, 8]);
  for (const [status] of tries) expect([200, 413]).toContain(status);
  expect(await served.stop()).toBe(0);
  expect(events(served).filter(({ event }) => event === 'token-refused')).toHaveLength(2);
});

test('now and then: of four kinds each, and most calls are proper', () => {
  const all = Array.from({ length: 16 }, (_, at) => nowAndThen(() => at / 16));
  expect(all.filter((how) => how !== null)).toEqual([
    misbehaviours['expired-token'],
    misbehaviours.slow,
    misbehaviours.oversize,
    misbehaviours.dropped,
  ]);
});
