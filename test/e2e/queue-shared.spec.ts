/** One data folder, one station: a second start, and the command line next to the window. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { row } from './clerk.ts';
import { compileCache, electronBinary, repository } from './electron-binary.ts';
import { expect, test } from './queue-fixture.ts';
import { words } from './words.ts';

const t = words('en');

const inUseBy = (cause: 'desktop' | 'command-line') =>
  `${t('problems.data-folder-in-use.what')} It is in use by ${t(`causes.${cause}`, { command: 'sign' })} since `;

const binary = electronBinary();
const host = join(repository, 'test/electron-host/run.ts');
const [program, ...start] = binary === null ? [process.execPath, host, repository] : [binary, repository];

type Ended = { code: number; stdout: string; stderr: string };

/** Starts the built application once more and waits for its end. */
function run(args: readonly string[], cwd = repository): Promise<Ended> {
  const options = { cwd, env: { ...process.env, LANGUAGE: 'en', LC_ALL: 'en_US.UTF-8', NODE_COMPILE_CACHE: compileCache } };
  return promisify(execFile)(program ?? '', [...start, ...args], options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  );
}

/** Starts a window and waits for its end. Always on the host: a message of the real binary would wait for a person. */
async function startOnHost(
  dataDir: string,
  more: Record<string, string> = {},
  switches: string[] = [],
  folder = repository,
): Promise<{ code: number | null; stderr: string }> {
  const locale = { LANG: 'C.UTF-8', LANGUAGE: 'en', LC_ALL: 'C.UTF-8' };
  const window = spawn(process.execPath, [host, folder, `--data-dir=${dataDir}`, ...switches], {
    env: { ...process.env, ...locale, ELECTRON_HOST_HEADLESS: '1', NODE_COMPILE_CACHE: compileCache, ...more },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  window.stderr.on('data', (text) => (stderr += text));
  const [code] = await once(window, 'close');
  return { code, stderr };
}

test('a running station keeps its data folder for itself', async ({ launch, queue }) => {
  const first = await launch({ dataDir: queue.dataDir });
  await queue.connect(first);
  await queue.line.down();
  await queue.send(first, 'one');

  await test.step('a command is refused with a clear message while the window is open', async () => {
    const ended = await run(['--unattended', 'queue', 'list', '--json', '--data-dir', queue.dataDir]);
    expect(ended).toMatchObject({ code: 2, stdout: '' });
    expect(ended.stderr).toContain(inUseBy('desktop'));
    await expect(row(first.page, 'one.pdf')).toContainText(t('statuses.queued'));
  });

  await test.step('a second start passes its files, whatever order its arguments have, to the running station, which has the queue, and exits', async () => {
    for (const name of ['from here', '-from outside']) await writeFile(queue.folder, `${name}.pdf`, await plainPdf());
    const files = ['from here.pdf', `--data-dir=${queue.dataDir}`, '--', '-from outside.pdf'];
    expect((await run(files, queue.folder)).code).toBe(0);
    for (const name of ['from here.pdf', '-from outside.pdf']) await expect(row(first.page, name)).toBeVisible();
    // The document that waits is folded under its customer.
    await first.page.getByRole('button', { name: t('signing.customers.open', { name: 'TRX-0042' }) }).click();
    await expect(row(first.page, 'one.pdf')).toContainText(t('statuses.queued'));
  });
});

test('a command signs without a window and prints one JSON document; a window that opens before its end says so and exits', async ({
  queue,
}) => {
  const { dataDir, folder, provider, line } = queue;
  const signing = { ...provider.profile.signing, authUrl: line.origin, baseUrl: line.origin };
  const profile = await writeFile(folder, 'profile.json', JSON.stringify({ ...provider.profile, signing }));
  const contract = await writeFile(folder, 'contract.pdf', await plainPdf());
  const options = ['--client-info', 'T-1', '--profile-file', profile, '--data-dir', dataDir, '--out', join(folder, 'out'), '--json'];
  const env = { ...process.env, STATION_CLIENT_SECRET: provider.secrets.clientSecret, NODE_COMPILE_CACHE: compileCache };
  const answers = line.hold();
  const command = spawn(program ?? '', [...start, '--unattended', 'sign', ...options, contract], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(command, 'close');
  let stdout = '';
  command.stdout.on('data', (text) => (stdout += text));
  await expect.poll(() => line.arrived).toContain('/sign-documents');

  const { code, stderr } = await startOnHost(dataDir);
  expect(code).toBe(1);
  expect(stderr).toContain(inUseBy('command-line'));

  answers.release();
  expect((await ended)[0]).toBe(0);
  const signedPath = join(folder, 'out', 'contract-signed.pdf');
  expect(JSON.parse(stdout)).toMatchObject({ documents: [{ path: contract, status: 'signed', signedPath }] });
  expect(await pdfsig(signedPath)).toEqual({ signatures: 1, valid: 1 });
});

test('a window whose data folder cannot be used says so', async ({ queue }) => {
  const file = await writeFile(queue.folder, 'no folder', Buffer.from('x'));
  const { code, stderr } = await startOnHost(join(file, 'data'));
  expect(stderr).toContain(t('problems.data-folder-unusable.what'));
  expect(code).toBe(1);
});

test('neither a window nor a command starts without the check of certificates, whether the environment or a switch turns it off', async ({
  queue,
}) => {
  const windows = [
    await startOnHost(queue.dataDir, { NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
    await startOnHost(queue.dataDir, {}, ['--ignore-certificate-errors']),
  ];
  for (const { code, stderr } of windows) {
    expect(code).toBe(1);
    expect(stderr).toContain(t('problems.certificates-unchecked.what'));
    expect(stderr).toContain(t('problems.certificates-unchecked.why'));
  }
  const trusting = ['--ignore-certificate-errors-spki-list=x', '--unattended', 'queue', 'list', '--data-dir', queue.dataDir];
  const command = await run(trusting);
  expect(command).toMatchObject({ code: 2, stdout: '' });
  expect(command.stderr).toContain(t('problems.certificates-unchecked.what'));
});

test('an installed window or command does not start where others could read its page or its connections', async ({ queue }) => {
  const resources = join(queue.folder, 'resources');
  await mkdir(resources);
  const installed = join(resources, 'app');
  await symlink(repository, installed);
  const start = (switches: string[], more: Record<string, string> = {}) => startOnHost(queue.dataDir, more, switches, installed);
  const refused: [string, string[], Record<string, string>][] = [
    ['--remote-debugging-port', ['--remote-debugging-port=9222'], {}],
    ['--log-net-log', ['--log-net-log=net.json'], {}],
    ['SSLKEYLOGFILE', [], { SSLKEYLOGFILE: 'keys' }],
    ['--ssl-key-log-file', ['--ssl-key-log-file=keys', '--unattended', 'queue', 'list', '--lang', 'en'], {}],
  ];
  for (const [name, switches, more] of refused) {
    const { code, stderr } = await start(switches, more);
    expect([name, code]).toEqual([name, switches.includes('--unattended') ? 2 : 1]);
    expect(stderr).toContain(t('problems.start-exposed.what', { name }));
  }
  const list = ['--unattended', 'queue', 'list', '--data-dir', queue.dataDir];
  expect((await start(['--remote-debugging-port=9222', ...list], { STATION_ALLOW_DEBUGGING: '1' })).code).toBe(0);
});
