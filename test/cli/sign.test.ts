import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openCli } from '../support/cli/cli.ts';
import { runCli, runHere } from '../support/cli/run-cli.ts';
import { keyed } from '../support/cli/serving.ts';
import { damagedPdf, plainPdf, protectedPdf, writeFile, xfaPdf } from '../support/pdf/pdfs.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { sha256 } from '../support/sha256.ts';
import { tempDir } from '../support/temp-dir.ts';

const place = ['--client-info', 'T-1', '--page', '-1', '--rect', '360,40,560,100'];
const hashOf = async (path: string) => sha256(await readFile(path));

describe('sign --practice', () => {
  test('with a clock after 2049, whose years have another form in certificates', async () => {
    const folder = await tempDir();
    await writeFile(folder, 'a.pdf', await plainPdf(1));
    const clock = `{ const now = Date.now, ahead = Date.parse('2052-03-01') - now(), Real = Date;
      globalThis.Date = class extends Real {
        constructor(...parts) { parts.length > 0 ? super(...parts) : super(now() + ahead); }
        static now() { return now() + ahead; } }; }`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}` };
    const signed = await runCli(['sign', '--practice', ...place, '--out', 'OUT', 'a.pdf'], folder, env);
    expect([signed.code, signed.stderr]).toEqual([0, expect.stringContaining('1 of 1: Signed')]);
    expect(await pdfsig(join(folder, 'OUT/a-signed.pdf'))).toEqual({ signatures: 1, valid: 1 });
  });

  test('success: every member of the contract, exit code 0, and no keychain needed', async () => {
    const folder = await tempDir();
    const files = [await writeFile(folder, 'b.pdf', await plainPdf(3)), await writeFile(folder, 'a.pdf', await plainPdf(1))];
    const { code, stdout } = await runHere(['sign', '--practice', ...place, '--out', 'OUT', '--json', 'b.pdf', 'a.pdf'], folder, {});
    expect(code).toBe(0);
    const { batchId, documents } = JSON.parse(stdout);
    expect(batchId).toEqual(expect.any(String));
    expect(documents).toEqual(
      await Promise.all(
        ['b', 'a'].map(async (name, index) => ({
          id: expect.any(String),
          path: files[index],
          referenceNumber: name,
          documentId: expect.stringMatching(/^PRACTICE-/),
          status: 'signed',
          reason: null,
          code: null,
          warning: null,
          signedPath: join(folder, 'OUT', `${name}-signed.pdf`),
          quarantinedName: null,
          sha256: { original: await hashOf(files[index] ?? ''), signed: await hashOf(join(folder, 'OUT', `${name}-signed.pdf`)) },
          verification: expect.objectContaining({ bottomLine: 'signed', findings: [], original: 'preserved' }),
          released: null,
        })),
      ),
    );
    for (const { signedPath } of documents) expect(await pdfsig(signedPath)).toEqual({ signatures: 1, valid: 1 });
  });

  test('without --out: in signed/ next to the original; the default position fits', async () => {
    const folder = await tempDir();
    await writeFile(folder, 'a.pdf', await plainPdf());
    const { code, stdout } = await runHere(['sign', '--practice', '--client-info=T-1', '.', '--json', '--data-dir', 'data'], folder, keyed);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).documents[0].signedPath).toBe(join(folder, 'signed', 'a-signed.pdf'));
  });

  test('for a person: a table, progress on stderr, in the language of the terminal', async () => {
    const folder = await tempDir();
    await writeFile(folder, 'a.pdf', await plainPdf());
    await writeFile(folder, 'empty.pdf', '');
    const command = ['sign', '--practice', ...place, '.', '--data-dir', 'data'];
    const { code, stdout, stderr } = await runHere(command, folder, { ...keyed, LC_ALL: 'es_EC.UTF-8' });
    expect(code).toBe(3);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^archivo +estado +archivo firmado o motivo/);
    expect(lines[1]).toBe(`a.pdf      Firmado  ${join(folder, 'signed', 'a-signed.pdf')}`);
    expect(lines[2]).toMatch(/^empty\.pdf {2}\S+ +El archivo está vacío\./);
    expect(lines.at(-1)).toBe('Firmados: 1 de 2.');
    expect(stderr).toBe('1 de 1: Firmado\n');
  });

  test('no keychain and no key: reported once, and signed all the same', async () => {
    const folder = await tempDir();
    await writeFile(folder, 'a.pdf', await plainPdf());
    const { code, stderr } = await runHere(['sign', '--practice', ...place, '.'], folder, {});
    expect(code).toBe(0);
    expect(stderr.trimEnd().split('\n')).toEqual([expect.stringMatching(/^Note: .*keychain.*STATION_VAULT_KEY/), '1 of 1: Signed']);
  });
});

describe('exit codes and reasons', () => {
  test('a mix: 3, in the order of the arguments, each with its own sentence', async () => {
    const cli = await openCli();
    const [a = '', b = ''] = await cli.contracts('a', 'b');
    const paths = [
      await writeFile(cli.folder, 'text.pdf', 'no PDF at all'),
      a,
      await writeFile(cli.folder, 'empty.pdf', ''),
      await writeFile(cli.folder, 'cut.pdf', (await plainPdf(2)).subarray(0, 400)),
      await writeFile(cli.folder, 'protected.pdf', await protectedPdf()),
      await writeFile(cli.folder, 'damaged.pdf', damagedPdf()),
      join(cli.folder, 'gone.pdf'),
      b,
    ];
    const { code, json } = await cli.sign([...place, ...paths]);
    expect(code).toBe(3);
    expect(json.documents.map(({ path, status, code: why }) => [path, status, why])).toEqual([
      [paths[0], 'failed', 'not-a-pdf'],
      [a, 'signed', null],
      [paths[2], 'failed', 'file-empty'],
      [paths[3], 'failed', 'pdf-truncated'],
      [paths[4], 'failed', 'pdf-password'],
      [paths[5], 'failed', 'pdf-damaged'],
      [paths[6], 'failed', 'file-missing'],
      [b, 'signed', null],
    ]);
    const reasons = json.documents.flatMap(({ reason }) => reason ?? []);
    expect(new Set(reasons).size).toBe(6);
    for (const reason of reasons) expect(reason).toMatch(/^[A-Z].*\.$/);
  });

  test('what another station signed into the same folder is left out: 3, with the way to send it; in practice it is signed again', async () => {
    const cli = await openCli();
    const [a = ''] = await cli.contracts('a');
    expect((await cli.sign([...place, a])).code).toBe(0);
    // With a data folder of its own.
    const refused = await cli.sign([...place, a]);
    expect([refused.code, refused.json.documents]).toMatchObject([
      3,
      [{ code: 'signed-file-found', reason: expect.stringContaining('sign --again') }],
    ]);
    expect((await cli.sign([...place, '--again', a])).code).toBe(0);
    expect((await readdir(cli.out)).sort()).toEqual(['a-signed (2).pdf', 'a-signed.pdf']);
    const practice = await runHere(['sign', '--practice', ...place, '--out', cli.out, a], cli.folder, {});
    expect([practice.code, practice.stderr]).toEqual([0, expect.stringContaining('1 of 1: Signed')]);
  });

  test('none succeeded: 4, nothing sent', async () => {
    const cli = await openCli();
    const { code, json } = await cli.sign([...place, await writeFile(cli.folder, 'text.pdf', 'no')]);
    expect(code).toBe(4);
    expect(json).toMatchObject({ batchId: null, documents: [{ status: 'failed', code: 'not-a-pdf', documentId: null, signedPath: null }] });
    expect(cli.provider.log()).toEqual([]);
  });

  for (const [name, args, expected] of [
    ['page 0', ['--page', '0', '--rect', '10,10,100,50'], 'placement-page-missing'],
    ['a page past the end', ['--page', '15', '--rect', '10,10,100,50'], 'placement-page-missing'],
    ['a rectangle outside the page', ['--rect', '500,40,700,100'], 'placement-outside-page'],
    ['a rectangle without area', ['--rect', '100,40,100,100'], 'placement-no-area'],
  ] as const) {
    test(`${name}: refused before anything is sent`, async () => {
      const cli = await openCli();
      const { code, json } = await cli.sign(['--client-info', 'T-1', ...args, ...(await cli.contracts('a', 'b'))]);
      expect(code).toBe(4);
      expect(json.documents.map(({ code: why }) => why)).toEqual([expected, expected]);
      expect(cli.provider.log()).toEqual([]);
    });
  }

  test('an XFA form is left out unless it is accepted, and the others are signed', async () => {
    const cli = await openCli();
    const form = await writeFile(cli.folder, 'form.pdf', xfaPdf('dynamic'));
    const [plain = ''] = await cli.contracts('a');
    const asked = await cli.sign(['--client-info', 'T-1', form, plain]);
    expect([asked.code, asked.json.documents.map(({ code }) => code)]).toEqual([3, ['pdf-form', null]]);
    const accepted = await cli.sign(['--client-info', 'T-1', '--accept', 'pdf-form', form]);
    expect(accepted.json.documents.map(({ code }) => code)).not.toContain('pdf-form');
  });

  test('a file that viewers mend is sent, and its remark is on stderr', async () => {
    const cli = await openCli();
    const moved = Buffer.from(await plainPdf())
      .toString('latin1')
      .replace('\n', '\n% moved by a few bytes\n');
    const mended = await writeFile(cli.folder, 'mended.pdf', Buffer.from(moved, 'latin1'));
    const { stderr, json } = await cli.sign(['--client-info', 'T-1', mended, ...(await cli.contracts('a'))]);
    // The practice provider does not sign it.
    expect(json.documents.map(({ status }) => status)).toEqual(['rejected', 'signed']);
    expect(stderr.match(/^\S+\.pdf: .*$/gm)).toEqual([expect.stringMatching(/^mended\.pdf: .*damaged/)]);
  });

  test('a page that only one document has: that one is signed', async () => {
    const cli = await openCli();
    const long = await writeFile(cli.folder, 'long.pdf', await plainPdf(5));
    const { code, json } = await cli.sign(['--client-info', 'T-1', '--page', '4', long, ...(await cli.contracts('short'))]);
    expect(code).toBe(3);
    expect(json.documents.map(({ status }) => status)).toEqual(['signed', 'failed']);
  });
});

describe('the check of returned files, for a person', () => {
  test('an unverified document has its findings below it, and one with remarks the state of the window, in sign and in the list', async () => {
    const cli = await openCli();
    const profile = await cli.profileFile(({ signing, ...rest }) => ({
      ...rest,
      signing: signing && { ...signing, maxDocumentsPerCall: 1, concurrency: 1 },
    }));
    cli.provider.misbehave('sign', { entry: 'unsigned-pdf' });
    cli.provider.misbehave('sign', { entry: 'invisible' });
    const env = { ...keyed, STATION_CLIENT_SECRET: cli.provider.secrets.clientSecret ?? '' };
    const data = ['--data-dir', cli.dataDir];
    const files = await cli.contracts('unsigned', 'unseen', 'usual');
    const signed = await runHere(['sign', ...place, ...data, '--profile-file', profile, '--out', cli.out, ...files], cli.folder, env);
    expect([signed.code, signed.stderr.match(/(?<=^\d of 3: ).*$/gm)]).toEqual([3, ['Not verified', 'Signed, with remarks', 'Signed']]);
    const listed = await runHere(['queue', 'list', ...data], cli.folder, env);
    for (const { stdout } of [signed, listed]) {
      const lines = stdout.trimEnd().split('\n').slice(1);
      expect(lines).toEqual([
        expect.stringMatching(/unsigned\.pdf +Not verified {2}/),
        '  The file has no signature.',
        '  The file has no signature that the original does not have.',
        expect.stringMatching(/unseen\.pdf +Signed, with remarks {2}/),
        '  No signature is visible on a page.',
        expect.stringMatching(/usual\.pdf +Signed {2}/),
        expect.any(String),
      ]);
    }
  });
});

test('a saved file that comes for a second document too is named where it lies, with its document', async () => {
  const cli = await openCli();
  const profile = await cli.profileFile();
  const env = { ...keyed, STATION_CLIENT_SECRET: cli.provider.secrets.clientSecret ?? '' };
  const data = ['--data-dir', cli.dataDir];
  const [first = '', second = ''] = await cli.contracts('first', 'second');
  const sign = (file: string) =>
    runHere(['sign', ...place, ...data, '--profile-file', profile, '--out', cli.out, '--json', file], cli.folder, env);
  const saved: string = JSON.parse((await sign(first)).stdout).documents[0].signedPath;
  const signedDocument = await readFile(saved, 'base64');
  const entry = { referenceNumber: 'second', documentId: 'd', signedDocument, status: 'SUCCESS', errorReason: null };
  cli.provider.misbehave('sign', { status: 200, body: JSON.stringify({ signedDocuments: [entry] }) });
  await sign(second);
  const run = (...args: string[]) => runHere(['queue', 'list', ...data, ...args], cli.folder, env);
  const { documents } = JSON.parse((await run('--json')).stdout);
  expect(documents.map(({ status, signedPath }: Record<string, unknown>) => [status, signedPath])).toEqual([
    ['unverified', saved],
    ['unverified', null],
  ]);
  const { stdout } = await run();
  expect(stdout.match(/do not give it to the customer: .*/g)).toEqual([`do not give it to the customer: ${saved}`]);
});

describe('names and references', () => {
  test('two files of one name, in different folders: two references, two files', async () => {
    const cli = await openCli();
    const [first = ''] = await cli.contracts('same');
    await mkdir(join(cli.folder, 'other'));
    const second = await writeFile(join(cli.folder, 'other'), 'same.pdf', await plainPdf(1, 'other'));
    const { code, json } = await cli.sign([...place, first, second]);
    expect(code).toBe(0);
    expect(new Set(json.documents.map(({ referenceNumber }) => referenceNumber)).size).toBe(2);
    expect((await readdir(cli.out)).sort()).toEqual(['same-signed (2).pdf', 'same-signed.pdf']);
  });

  test('references from a CSV: one used twice, one missing, the third is signed', async () => {
    const cli = await openCli();
    const files = await cli.contracts('a', 'b', 'c', 'd');
    const csv = await writeFile(cli.folder, 'refs.csv', 'a.pdf,R-1\nb.pdf,R-1\nc.pdf,R-3\nnobody.pdf,R-9\n');
    const { code, json, stderr } = await cli.sign([...place, '--reference-from', csv, ...files]);
    expect(code).toBe(3);
    expect(json.documents.map(({ referenceNumber, status, code: why }) => [referenceNumber, status, why])).toEqual([
      ['R-1', 'failed', 'reference-repeated'],
      ['R-1', 'failed', 'reference-repeated'],
      ['R-3', 'signed', null],
      ['', 'failed', 'reference-missing'],
    ]);
    expect(stderr).toContain(': 1.');
  });

  test('a folder with subfolders: their PDFs are counted on stderr, without those below, signed files and those that were named', async () => {
    const cli = await openCli();
    await cli.contracts('top');
    const sub = join(cli.folder, 'sub');
    for (const folder of [join(sub, 'deeper'), join(cli.folder, 'signed'), cli.out]) await mkdir(folder, { recursive: true });
    const named = await writeFile(sub, 'named.pdf', await plainPdf(1, 'named'));
    for (const folder of [sub, join(sub, 'deeper'), join(cli.folder, 'signed'), cli.out]) await writeFile(folder, 'more.PDF', '');
    await writeFile(sub, 'notes.txt', '');
    const { json, stderr } = await cli.sign([...place, cli.folder, named]);
    expect(json.documents.map(({ path }) => path)).toEqual([join(cli.folder, 'top.pdf'), named]);
    expect(stderr).toBe('Note: subfolders are not searched. PDFs in them that were not taken: 1.\n');
    expect((await cli.sign([...place, named])).stderr).toBe('');
  });

  test('an empty folder', async () => {
    const cli = await openCli();
    const { code, json } = await cli.sign([...place, cli.folder]);
    expect(code).toBe(4);
    expect(json.documents.map(({ code: why }) => why)).toEqual(['folder-empty']);
  });
});

describe('the provider and the connection', () => {
  for (const [name, wrong, expected] of [
    ['no JSON', { json: 'none' }, ['in-doubt', 'answer-not-json']],
    ['an answer about another document', { entry: 'other-reference', style: { file: 'rewritten' } }, ['in-doubt', 'answer-other-document']],
    ['SUCCESS with null', { entry: 'success-null' }, ['in-doubt', 'signed-but-empty']],
    ['FAIL', { entry: 'fail' }, ['rejected', 'provider-said-fail']],
    ['500', { status: 500 }, ['in-doubt', 'provider-error']],
  ] as const) {
    test(`${name}: ${expected[0]}, exit code 4`, async () => {
      const cli = await openCli();
      cli.provider.misbehave('sign', wrong);
      const { code, json } = await cli.sign([...place, ...(await cli.contracts('a'))]);
      expect([json.documents[0]?.status, json.documents[0]?.code]).toEqual(expected);
      expect(json.documents[0]?.reason).toMatch(/\.$/);
      expect(code).toBe(4);
    });
  }

  test('one of three is missing from the answer: exit code 3', async () => {
    const cli = await openCli();
    cli.provider.misbehave('sign', { entry: 'missing', at: 1 });
    const { code, json } = await cli.sign([...place, ...(await cli.contracts('a', 'b', 'c'))]);
    expect(code).toBe(3);
    expect(json.documents.map(({ status }) => status)).toEqual(['signed', 'in-doubt', 'signed']);
  });

  test('a wrong secret', async () => {
    const cli = await openCli();
    const { code, json, stdout, stderr } = await cli.sign([...place, ...(await cli.contracts('a'))], { secret: 'wrong-secret-value' });
    expect(code).toBe(4);
    expect(json.documents[0]).toMatchObject({ status: 'failed', code: 'credentials-refused' });
    expect(stdout + stderr).not.toContain('wrong-secret-value');
  });

  test('a wrong address', async () => {
    const cli = await openCli();
    const profile = await cli.profileFile(({ signing, ...rest }) => ({
      ...rest,
      signing: signing && { ...signing, authUrl: 'https://nowhere.invalid', baseUrl: 'https://nowhere.invalid' },
    }));
    const { code, json } = await cli.sign([...place, ...(await cli.contracts('a'))], { profile, withoutKey: true });
    expect(code).toBe(4);
    expect(json.documents[0]).toMatchObject({ status: 'failed', code: 'address-not-found' });
    expect(json.documents[0]?.reason).toContain('nowhere.invalid');
  });

  test('a self-signed certificate', async () => {
    const cli = await openCli({ tls: true });
    const { code, json } = await cli.sign([...place, ...(await cli.contracts('a'))], { withoutKey: true });
    expect(code).toBe(4);
    expect(json.documents[0]).toMatchObject({ status: 'failed', code: 'certificate-untrusted' });
  });
});
