import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openCli } from '../support/cli/cli.ts';
import { collect, runCli, runHere, startCli, startHere } from '../support/cli/run-cli.ts';
import { keyed } from '../support/cli/serving.ts';
import { closing } from '../support/closing.ts';
import { profileSchema } from '../support/doors/domain.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import { identityOf } from '../support/doors/storage.ts';
import { listen } from '../support/network/listening.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { program } from '../support/runner/programs.ts';
import { buildStation } from '../support/station.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';

const profile = {
  name: 'n',
  signing: { authUrl: 'https://a.example', baseUrl: 'https://b.example', clientId: 'c', accountId: 'a', projectId: 'p' },
};
const sign = (...more: string[]) => ['sign', 'a.pdf', '--client-info', 'T-1', ...more];

test.each(['sign', 'screen', 'validation'])('%s with a profile for the network of the system names the way out', async (command) => {
  const folder = await tempDir();
  await writeFile(folder, 'a.pdf', await plainPdf());
  const others = {
    search: { url: 'https://s.example', projectName: 'n' },
    validation: { baseUrl: 'https://v.example', path: 'api/{t}' },
  };
  await writeFile(folder, 'system.json', JSON.stringify({ ...profile, ...others, network: { transport: 'system' } }));
  const args = { sign: ['a.pdf', '--client-info', 'T-1'], screen: ['--name', 'Ana'], validation: ['T-1'] }[command] ?? [];
  const secrets = { STATION_CLIENT_SECRET: 's', STATION_SEARCH_API_KEY: 'k', STATION_VALIDATION_API_KEY: 'k' };
  const { code, stdout, stderr } = await runHere([command, ...args, '--profile-file', 'system.json'], folder, { ...keyed, ...secrets });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/uses the system’s network.*“transport” of “network” to “station”/s);
});

test('a profile file with a wrong member says what would be right', async () => {
  const folder = await tempDir();
  await writeFile(folder, 'a.pdf', await plainPdf());
  const { signing } = profile;
  const cases: [object, RegExp][] = [
    [{ ...profile, name: undefined }, /lacks “name”/],
    [{ ...profile, name: 5 }, /“name”: it is a text/],
    [{ ...profile, name: ' ' }, /“name”: it is empty/],
    [{ ...profile, name: 'n'.repeat(81) }, /“name”: it has at most 80 characters/],
    [{ ...profile, signing: [signing] }, /“signing”: it is an object/],
    [{ ...profile, signing: { ...signing, authUrl: undefined } }, /lacks “signing\.authUrl”/],
    [{ ...profile, signing: { ...signing, authUrl: 5 } }, /“signing\.authUrl”: it is a text/],
    [{ ...profile, signing: { ...signing, accountId: 'Ñandú' } }, /“signing\.accountId”: it goes into a header/],
    [{ ...profile, signing: { ...signing, concurrency: '2' } }, /“signing\.concurrency”: it is a whole number/],
    [{ ...profile, signing: { ...signing, concurrency: 1.5 } }, /“signing\.concurrency”: it is a whole number/],
    [{ ...profile, signing: { ...signing, verification: { rules: {} } } }, /“signing\.verification\.rules”: it is a list/],
    [{ ...profile, network: { proxy: 'address' } }, /lacks “network\.proxyAddress”/],
  ];
  for (const [content, words] of cases) {
    await writeFile(folder, 'p.json', JSON.stringify(content));
    const { code, stdout, stderr } = await runHere(sign('--profile-file', 'p.json'), folder, keyed);
    expect([code, stdout, stderr]).toEqual([2, '', expect.stringMatching(words)]);
  }
});

describe('wrong use: exit code 2, one line on stderr, nothing on stdout', () => {
  const cases: [string, string[], RegExp][] = [
    ['no command', [], /command is missing/],
    ['an unknown command', ['sing', 'a.pdf'], /“sing”/],
    ['no file', ['sign', '--client-info', 'T-1', '--practice'], /file or folder is missing/],
    ['no client info', ['sign', 'a.pdf', '--practice'], /--client-info is missing/],
    ['an empty client info', ['sign', 'a.pdf', '--practice', '--client-info= '], /--client-info is missing/],
    ['an option instead of a value', ['sign', 'a.pdf', '--client-info', '--practice'], /--client-info needs a value/],
    ['an unknown option', sign('--secret=top-secret'), /no option --secret for this command/],
    ['a value that is not taken', sign('--practice=yes'), /--practice takes no value/],
    ['a page that is no number', sign('--page', 'last'), /--page takes a whole number/],
    ['three corners', sign('--rect', '1,2,3'), /--rect takes four numbers/],
    ['a second rectangle', sign('--rect', '1,2,3,4', '--rect', '5,6,7,8'), /takes one --rect/],
    ['words for corners', sign('--rect', '1,2,3,four'), /--rect takes four numbers/],
    ['a code that cannot be accepted', sign('--accept', 'pdf-form,pdf-damaged'), /--accept takes some of these codes.*pdf-form/],
    ['--offline in memory-only mode', sign('--practice', '--offline'), /--offline needs a queue.*STATION_VAULT_KEY/],
    ['queue without a subcommand', ['queue'], /queue retry ID, queue cancel ID, queue release ID --reason REASON or queue acknowledge/],
    [
      'a queue command that there is none of',
      ['queue', 'resume'],
      /queue retry ID, queue cancel ID, queue release ID --reason REASON or queue acknowledge/,
    ],
    ['release without a reason', ['queue', 'release', 'some-id'], /--reason is missing/],
    ['retry without an id', ['queue', 'retry'], /“queue retry” needs at least one ID/],
    ['cancel without an id', ['queue', 'cancel', '--json'], /“queue cancel” needs at least one ID/],
    ['a file for queue run', ['queue', 'run', 'a.pdf', '--practice'], /“queue run” takes no files/],
    ['--again for queue run', ['queue', 'run', '--again', '--practice'], /no option --again for this command/],
    ['queue run without a provider', ['queue', 'run'], /no connection profile is active/],
    ['two providers', sign('--practice', '--profile-file', 'p.json'), /cannot be used together/],
    ['a language that we do not speak', sign('--practice', '--lang', 'xx'), /--lang takes one of: es, en, pt/],
    ['a home folder that no shell has replaced', ['queue', 'list', '--data-dir=~/station'], /--data-dir begins with “~”/],
    ['a home folder for signed files', sign('--practice', '--out=~'), /--out begins with “~”.*\.\/~/],
    ['a profile file that is not there', sign('--profile-file', 'none.json'), /cannot be read \(it does not exist\)/],
    ['an empty profile file', sign('--profile-file', 'empty.json'), /--profile-file is empty/],
    ['a profile file that is not JSON', sign('--profile-file', 'bad.json'), /is not JSON/],
    ['a profile file with a comma too many', sign('--profile-file', 'comma.json'), /is not JSON: line 3, column 1 has a fault/],
    [
      'a profile file with a token that cannot be there',
      sign('--profile-file', 'token.json'),
      /is not JSON: line 3, column 13 has a fault/,
    ],
    [
      'a profile file with a path as Windows writes it',
      sign('--profile-file', 'path.json'),
      /line 1, column \d+ has a fault \(.*a backslash that has to be written \\\\\)/,
    ],
    ['a profile file with a member twice', sign('--profile-file', 'twice.json'), /has “signing\.clientId” twice/],
    [
      'a profile file in an old encoding',
      sign('--profile-file', 'old.json'),
      /on line 2 that are neither UTF-8 nor UTF-16; save it as UTF-8/,
    ],
    ['a profile file that is a list', sign('--profile-file', 'list.json'), /not a JSON object, in \{ \}/],
    ['a profile file with a mistake', sign('--profile-file', 'wrong.json'), /“signing\.authUrl”.*it is https/],
    ['a profile file with a mistyped member', sign('--profile-file', 'mistyped.json'), /unknown member “signing\.placement\.pagebase”/],
    ['a time that is too short', sign('--profile-file', 'short.json'), /“network\.answerTimeout”: it is at least 100\b/],
    ['more calls than can be', sign('--profile-file', 'many.json'), /“signing\.concurrency”: it is at most 16\b/],
    ['a network of no kind', sign('--profile-file', 'kind.json'), /“network\.transport”: it is one of station, system\b/],
    ['a certificate file with the network of the system', sign('--profile-file', 'conflict.json'), /“network\.transport”/],
    ['a secret that is not set', sign('--profile-file', 'good.json'), /STATION_CLIENT_SECRET/],
    ['a references file that is not there', sign('--practice', '--reference-from', 'none.csv'), /file of references/],
    ['an output folder that is a file', sign('--practice', '--out', 'a.pdf'), /--out/],
    [
      'a data folder that is a file',
      sign('--practice', '--data-dir', 'a.pdf'),
      /cannot use its data folder\. Cause: a file is where a folder should be\./,
    ],
    ['a data folder with a long name', sign('--practice', '--data-dir', 'x'.repeat(300)), /Cause: its path is too long\./],
    ['a port that is none', ['practice', '--port', '70000'], /--port takes a number/],
    ['a file for practice', ['practice', 'a.pdf'], /takes no files/],
  ];
  for (const [name, args, words] of cases) {
    test(name, async () => {
      const folder = await tempDir();
      await writeFile(folder, 'a.pdf', await plainPdf());
      await writeFile(folder, 'bad.json', '{"name":');
      await writeFile(folder, 'token.json', '{\n"name": "x",\n"signing": nil,\n"network": nil}');
      await writeFile(folder, 'comma.json', '{\n"name": "x",\n}');
      await writeFile(folder, 'path.json', '{"network": {"caFile": "C:\\certificates"}}');
      await writeFile(folder, 'twice.json', '{"name": "x", "signing": {"clientId": "a", "clientId": "b"}}');
      await writeFile(folder, 'old.json', Buffer.from('{\n"name": "Bogotá"\n}', 'latin1'));
      await writeFile(folder, 'list.json', '[]');
      await writeFile(folder, 'empty.json', '\n');
      await writeFile(folder, 'good.json', JSON.stringify(profile));
      const mistyped = { ...profile.signing, placement: { pagebase: 0 } };
      await writeFile(folder, 'mistyped.json', JSON.stringify({ ...profile, signing: mistyped }));
      await writeFile(folder, 'short.json', JSON.stringify({ ...profile, network: { answerTimeout: 3 } }));
      await writeFile(folder, 'many.json', JSON.stringify({ ...profile, signing: { ...profile.signing, concurrency: 17 } }));
      await writeFile(folder, 'kind.json', JSON.stringify({ ...profile, network: { transport: 'both' } }));
      await writeFile(folder, 'conflict.json', JSON.stringify({ ...profile, network: { transport: 'system', caFile: '/ca.pem' } }));
      await writeFile(folder, 'wrong.json', JSON.stringify({ ...profile, signing: { ...profile.signing, authUrl: 'ftp://a.example' } }));
      // One of them for the exit code and the streams of a process; and one is for a machine without a key.
      const env = name === '--offline in memory-only mode' ? {} : keyed;
      const { code, stdout, stderr } = await (name === 'an unknown command' ? runCli(args, folder) : runHere(args, folder, env));
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(words)]);
      expect(stderr).not.toContain('top-secret');
      expect(stderr).not.toContain('T-1');
    });
  }

  test('certificates that are not checked: nothing is sent, and the sentence names the variable', async () => {
    const cli = await openCli();
    const [file = ''] = await cli.contracts('a');
    const args = ['sign', '--client-info', 'T-1', '--profile-file', await cli.profileFile(), file];
    const secret = { STATION_CLIENT_SECRET: cli.provider.secrets.clientSecret ?? '' };
    const { code, stdout, stderr } = await runHere(args, cli.folder, { ...secret, NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/NODE_TLS_REJECT_UNAUTHORIZED/);
    expect(cli.provider.log()).toEqual([]);
  });

  test('a debugger or a file of keys by which others could read the command: refused, and allowed by a variable', async () => {
    const folder = await tempDir();
    const keys = join(folder, 'keys');
    for (const [option, name] of [
      ['--inspect=127.0.0.1:0', '--inspect'],
      [`--tls-keylog=${keys}`, '--tls-keylog'],
    ] as const) {
      const refused = await runCli(['queue', 'list'], folder, { ...keyed, NODE_OPTIONS: option });
      expect([refused.code, refused.stdout]).toEqual([2, '']);
      expect(refused.stderr).toContain(`“${name}”`);
      expect(refused.stderr).toContain('STATION_ALLOW_DEBUGGING=1');
      const allowed = await runCli(['queue', 'list'], folder, { ...keyed, NODE_OPTIONS: option, STATION_ALLOW_DEBUGGING: '1' });
      expect(allowed.code).toBe(0);
    }
  });

  test('no active profile and no --practice: practice is not used silently', async () => {
    const folder = await tempDir();
    await writeFile(folder, 'a.pdf', await plainPdf());
    const { code, stdout, stderr } = await runHere(sign('--data-dir', 'data'), folder, keyed);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/no connection profile is active/);
  });
});

describe('the stored profile', () => {
  async function stored() {
    const folder = await tempDir();
    await writeFile(folder, 'a.pdf', await plainPdf());
    const station = await buildStation({
      dataDir: join(folder, 'data'),
      keychain: memoryKeychain(),
      fileIdentity: identityOf,
      stored: 'without-secrets',
    });
    await station.close();
    return { folder, secret: station.provider.secrets.clientSecret ?? '' };
  }

  test('with its secret from the environment', async () => {
    const { folder, secret } = await stored();
    const { code, stdout } = await runHere(sign('--json', '--data-dir', 'data'), folder, {
      STATION_CLIENT_SECRET: secret,
    });
    expect({ code, status: JSON.parse(stdout).documents[0].status }).toEqual({ code: 0, status: 'signed' });
  });

  test('with client info from standard input, after which files may look like options', async () => {
    const { folder, secret } = await stored();
    await writeFile(folder, '--json.pdf', await plainPdf());
    const args = ['sign', '--json', '--data-dir', 'data', '--client-info', '-', '--', '--json.pdf'];
    // The practice provider says FAIL to this client info.
    const run = await runCli(args, folder, { STATION_CLIENT_SECRET: secret }, 'FAIL\n');
    expect([run.code, JSON.parse(run.stdout).documents[0].status]).toEqual([4, 'rejected']);
  });

  test('without a secret and without a keychain: exit code 2, and says why', async () => {
    const { folder } = await stored();
    const { code, stdout, stderr } = await runHere(sign('--json', '--data-dir', 'data'), folder, {});
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/keychain does not answer/);
  });
});

describe('stopping', () => {
  test('Ctrl+C: the document in flight gets its result, the others are cancelled', async () => {
    const cli = await openCli();
    const files = await cli.contracts('a', 'b', 'c');
    const file = await cli.profileFile(({ signing, ...rest }) => ({
      ...rest,
      signing: signing && { ...signing, maxDocumentsPerCall: 1, concurrency: 1 },
    }));
    cli.provider.misbehave('sign', { delay: 1500 });
    const args = ['sign', '--json', '--data-dir', 'data', '--profile-file', file, '--client-info', 'T-1', ...files];
    const running = startHere(args, cli.folder, { STATION_CLIENT_SECRET: cli.provider.secrets.clientSecret ?? '' });
    // The token was issued, so the first call is on its way or about to be.
    await expect.poll(() => cli.provider.log().length, longWait).toBeGreaterThan(0);
    running.kill('SIGINT');
    const { code, stdout, stderr } = await running.ended;
    const statuses: string[] = JSON.parse(stdout).documents.map(({ status }: { status: string }) => status);
    expect(statuses.slice(1)).toEqual(['cancelled', 'cancelled']);
    expect(['signed', 'cancelled']).toContain(statuses[0]);
    expect(code).toBe(statuses[0] === 'signed' ? 3 : 4);
    expect(stderr).toContain('Stopping');
  });
});

describe.runIf(process.platform === 'linux')('a shell that runs a command', () => {
  /** @param script the command is its `"$0" "$@"` */
  const shell = async (script: string, ...args: string[]) => {
    const folder = await tempDir();
    await mkdir(join(folder, 'gone'));
    const env = { PATH: process.env.PATH ?? '', HOME: folder, LC_ALL: 'en_US.UTF-8', ...keyed };
    const child = spawn('sh', ['-c', script, process.execPath, program('station'), ...args], { cwd: folder, env });
    const output = collect(child);
    const [code] = await once(child, 'close');
    return { code, ...output() };
  };

  test('a result that the disk has no room for is not all done, since a new password is lost with it', async () => {
    const run = await shell('"$0" "$@" > /dev/full', 'users', 'add', 'provider', '--data-dir', 'data');
    expect(run).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(/could not be written.*\(the disk is full\)/) });
  });

  test('a reader that is gone ends nothing and is no fault', async () => {
    expect(await shell('"$0" "$@" | true', 'users', 'add', 'provider', '--data-dir', 'data')).toMatchObject({
      code: 0,
      stderr: expect.not.stringContaining('could not be written'),
    });
  });

  test('a working folder that was removed is wrong use', async () => {
    const run = await shell('cd gone && rmdir ../gone && exec "$0" "$@"', 'queue', 'list');
    expect(run).toEqual({ code: 2, stdout: '', stderr: 'Wrong use: the working folder was deleted; change to another one. See --help.\n' });
  });
});

describe('practice', () => {
  test('prints one line that a station can use, and ends cleanly on SIGTERM', async () => {
    const folder = await tempDir();
    const child = startCli(['practice'], folder);
    const output = collect(child);
    const ended = once(child, 'close');
    try {
      while (!output().stdout.includes('\n')) await once(child.stdout ?? child, 'data');
      const { profile: printed, secrets } = JSON.parse(output().stdout);
      expect(profileSchema.parse(printed)).toEqual(printed);
      const { url, projectName } = printed.search;
      const headers = { 'Content-Type': 'application/json', projectName, 'X-API-Key': secrets.searchApiKey };
      const body = JSON.stringify({ Name: 'Evaristo Quiroga Beltrán', [printed.search.judicialFlag]: true });
      expect(await (await fetch(url, { method: 'POST', headers, body })).json()).toMatchObject({ results: [{ block: true }] });
      await writeFile(folder, 'profile.json', JSON.stringify(printed));
      await writeFile(folder, 'a.pdf', await plainPdf());
      const run = await runHere(sign('--json', '--data-dir', join(folder, 'data'), '--profile-file', 'profile.json'), folder, {
        ...keyed,
        STATION_CLIENT_SECRET: secrets.clientSecret,
      });
      expect(run.code).toBe(0);
    } finally {
      child.kill('SIGTERM');
    }
    expect(await ended).toEqual([0, null]);
    expect(output().stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(output().stderr).toBe('');
  });

  test('a port that is in use', async () => {
    const folder = await tempDir();
    const port = await listen(closing(createServer()));
    const { code, stderr } = await runHere(['practice', '--port', String(port)], folder, {});
    expect(code).toBe(2);
    expect(stderr).toContain(`port ${port} is in use`);
  });
});

test('a report without the key of the data has no counts, says so, and ends with 3', async () => {
  const folder = await tempDir();
  await mkdir(join(folder, 'data'));
  const { code, stdout, stderr } = await runHere(['report', 'a.zip', '--json', '--data-dir', 'data'], folder, {});
  expect([code, JSON.parse(stdout)]).toMatchObject([3, { name: 'a.zip', code: 'memory-only' }]);
  expect(stderr).toMatch(/no counts by state.*set STATION_VAULT_KEY/s);
});

test('a short password and a malformed key in a file are named by the variable of the file', async () => {
  const folder = await tempDir();
  await writeFile(folder, 'short', 'short\n');
  await writeFile(folder, 'empty', '\n');
  const serve = async (env: Record<string, string>) =>
    (await runHere(['serve', '--data-dir', 'data'], folder, { ...keyed, STATION_SERVICE_USERNAME: 'p', ...env })).stderr;
  expect(await serve({ STATION_SERVICE_PASSWORD_FILE: 'short' })).toContain('STATION_SERVICE_PASSWORD_FILE takes at least');
  expect(await serve({ STATION_SERVICE_PASSWORD: 'short' })).toContain('STATION_SERVICE_PASSWORD takes at least');
  expect(await serve({ STATION_SERVICE_PASSWORD_FILE: 'empty' })).toContain('the file of STATION_SERVICE_PASSWORD_FILE is empty');
  const { stderr } = await runHere(['queue', 'list'], folder, { STATION_VAULT_KEY_FILE: 'short' });
  expect(stderr).toContain('STATION_VAULT_KEY_FILE takes 32 bytes in base64');
});

test('an audit log without entries is intact, and says of which folder', async () => {
  const folder = await tempDir();
  const { code, stdout } = await runHere(['audit', 'verify', '--data-dir', 'mistyped'], folder, keyed);
  expect(code).toBe(0);
  expect(stdout).toContain(`The audit log in ${join(folder, 'mistyped')} has no entries yet. It records visits, `);
});

test('a folder or a pipe in place of a file is named as such, and nothing waits for the other end of the pipe', async () => {
  const folder = await tempDir();
  await mkdir(join(folder, 'dir'));
  await writeFile(folder, 'a.csv', 'name\nAna\n');
  await writeFile(folder, 'a.pdf', await plainPdf());
  if (process.platform !== 'win32') execFileSync('mkfifo', [join(folder, 'pipe')]);
  const refusal = async (...args: string[]) => {
    const { code, stderr } = await runHere([...args, '--data-dir', 'data'], folder, keyed);
    return `${code} ${stderr}`;
  };
  const screen = (csv: string, out: string) => refusal('screen', '--practice', '--csv', csv, '--out', out);
  for (const name of process.platform === 'win32' ? ['dir'] : ['dir', 'pipe']) {
    expect(await screen(name, 'out.csv')).toMatch(/^2 The file “\w+” cannot be read\. It is a folder, a pipe or a device/);
    expect(await refusal('restore', name)).toMatch(/^2 The backup cannot be restored\. Cause: it is not a file/);
    const what = name === 'dir' ? 'it is a folder' : 'it is not a file';
    const sign = (...args: string[]) => refusal('sign', 'a.pdf', '--rect', '9,9,99,99', ...args);
    const client = ['--client-info', 'T-1'];
    expect(await sign('--practice', ...client, '--reference-from', name)).toContain(`(${what}). Check the file of --reference-from: a CSV`);
    expect(await sign('--profile-file', name, ...client)).toContain(`the file of --profile-file cannot be read (${what})`);
    expect(await sign('--practice', '--client-info', `@${name}`)).toContain(`that --client-info names after @ cannot be read (${what})`);
    expect(await refusal('serve', '--settings-file', name)).toContain(`the file of --settings-file cannot be read (${what})`);
    const push = ['practice', 'push', '--to', 'https://127.0.0.1:1', '--ca', name];
    const user = { STATION_SERVICE_USERNAME: 'u', STATION_SERVICE_PASSWORD: 'a password of some length' };
    expect((await runHere(push, folder, { ...user })).stderr).toContain(`the file of --ca cannot be read (${what})`);
    const other = await runHere([...push.slice(0, -1), 'a.pdf'], folder, { ...user });
    expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('(it has no certificate in PEM)') });
    const list = await runHere(['queue', 'list', '--data-dir', 'data'], folder, { STATION_VAULT_KEY_FILE: name });
    expect(list.stderr).toContain(`the file of STATION_VAULT_KEY_FILE cannot be read (${what})`);
  }
  if (process.platform !== 'win32') {
    const run = await runHere(
      ['sign', 'pipe', '--practice', '--client-info', 'T-1', '--rect', '9,9,99,99', '--data-dir', 'data'],
      folder,
      keyed,
    );
    expect(run).toMatchObject({ code: 4, stdout: expect.stringMatching(/It is a pipe or a device, and not a file\. Name a PDF file\./) });
  }
  expect(await screen('a.csv', 'dir')).toMatch(/^2 .*the file of --out cannot be written \(it is a folder\)/);
  expect(await screen('a.csv', 'none/out.csv')).toMatch(/^2 .*the file of --out cannot be written \(its folder does not exist\)/);
  expect(await refusal('audit', 'export', '--out', 'dir')).toMatch(/^2 .*the file of --out cannot be written \(it is a folder\)/);
  expect(await refusal('report', 'dir')).toMatch(/^2 .*the file cannot be written \(it is a folder\)/);
});

test.each([
  ['queue', 'list'],
  ['records', 'list'],
  ['quarantine', 'list'],
  ['users', 'list'],
  ['audit', 'verify'],
])('%s %s says that the data folder is a new one, as a mistyped one is', async (name, form) => {
  const folder = await tempDir();
  const list = () => runHere([name, form, '--data-dir', 'typo'], folder, keyed);
  const first = await list();
  expect([first.code, first.stderr]).toEqual([0, `Note: ${join(folder, 'typo')} had no data of a station until now; check --data-dir.\n`]);
  expect(await list()).toMatchObject({ code: 0, stderr: '' });
});

test('profile list says it before what else it has to say', async () => {
  const { stderr } = await runHere(['profile', 'list', '--data-dir', 'typo'], await tempDir(), keyed);
  expect(stderr).toMatch(/^Note: .+ had no data of a station until now; check --data-dir\.\n/);
});
