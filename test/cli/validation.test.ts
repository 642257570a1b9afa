/** `validation`: the JSON of the design, section 6, the files in a folder, what is printed for a person, exit codes. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openCli } from '../support/cli/cli.ts';
import { json, runHere } from '../support/cli/run-cli.ts';
import { closing } from '../support/closing.ts';
import { type Script, startRawServer } from '../support/network/raw-server.ts';
import { writeFile } from '../support/pdf/pdfs.ts';
import { sha256 } from '../support/sha256.ts';
import { tempDir } from '../support/temp-dir.ts';

// Each test starts the command a few times.
vi.setConfig({ testTimeout: 90_000 });

/** The command against a scripted provider whose path takes two parts. */
async function scripted(script: Script, profile: object = {}) {
  const server = closing(await startRawServer(script));
  const folder = await tempDir();
  const validation = { baseUrl: server.origin, path: 'api/{office}/Validation/{number}', ...profile };
  const file = await writeFile(folder, 'profile.json', JSON.stringify({ name: 'n', network: { proxy: 'none' }, validation }));
  const ask = (...args: string[]) =>
    runHere(['validation', ...args, '--data-dir', join(folder, 'data'), '--profile-file', file], folder, {
      STATION_VALIDATION_API_KEY: 'key-1',
      STATION_VAULT_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
  return { server, folder, ask };
}

const picture = Buffer.concat([Buffer.from('\xff\xd8\xff', 'latin1'), Buffer.alloc(3000, 1)]);
const contract = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 2)]);
const answer = `{"Uid":"u","ResultComparationFaces":0.50,"Big":9007199254740993123,"FirstName":"Ana","FoundOnProviderAlert":true,
  "Images":[{"ImageTypeId":3,"ImageTypeName":"Fotografía del cliente","Image":"${picture.toString('base64')}"}],
  "SignedDocuments":[{"Document":"${contract.toString('base64')}"}],"Parameters":{"Note":"${'no base64! '.repeat(2000)}"}}`;

test.runIf(process.platform === 'linux')('files that cannot be written: the record is printed, and why not, and what to do', async () => {
  const { ask } = await scripted((exchange) => exchange.answer(200, answer));
  // A folder in which root cannot write either.
  const { code, stdout, stderr } = await ask('bogota', 'T-9', '--images', '--out', '/sys');
  expect(code).toBe(3);
  expect(stdout).toContain('Ana');
  expect(stderr).toMatch(
    /^The record was received, but some files could not be written; fetch it again with another folder\. Nothing can be saved in “sys”\. .*permission/,
  );
});

test('prints the record digit for digit, writes its files whole and never over others, and leaves no encrypted file behind', async () => {
  const { server, folder, ask } = await scripted((exchange) => exchange.answer(200, answer));
  const out = join(folder, 'new', 'out');
  const first = await ask('bogota 1', 'T/9', '--json', '--images', '--video', '--out', 'new/out');
  expect(first).toMatchObject({ code: 0, stderr: 'The answer has no liveness video.\n' });
  expect(server.exchanges[0]?.path).toBe('/api/bogota%201/Validation/T%2F9?returnImages=true&returnVideoLiveness=true');
  expect(first.stdout).toContain('"Big": 9007199254740993123');
  expect(first.stdout).toContain('"ResultComparationFaces": 0.50');
  const { record, files, ...rest } = json(first);
  const remark = { kind: 'alert-list', fields: ['FoundOnProviderAlert'], texts: ['true'], text: expect.stringMatching(/alert/) };
  expect(rest).toEqual({ remarks: [remark], code: null, reason: null });
  expect(record).toMatchObject({
    Uid: 'u',
    Images: [{ ImageTypeId: 3, Image: null }],
    SignedDocuments: [{ Document: null }],
    Parameters: { Note: null },
  });
  const note = Buffer.from('no base64! '.repeat(2000));
  const called = (name = '') => ({ name, file: join(out, name) });
  const listed = (names: string[]) => [
    { path: 'Images.0.Image', ...called(names[0]), mime: 'image/jpeg', size: picture.length, sha256: sha256(picture) },
    { path: 'SignedDocuments.0.Document', ...called(names[1]), mime: 'application/pdf', size: contract.length, sha256: sha256(contract) },
    { path: 'Parameters.Note', ...called(names[2]), mime: null, size: note.length, sha256: sha256(note) },
  ];
  const names = ['image-1-fotografia-del-cliente.jpg', 'signed-document-1.pdf', 'file-1.txt'];
  expect(files).toEqual(listed(names));
  for (const [at, bytes] of [picture, contract, note].entries())
    expect((await readFile(join(out, names[at] ?? ''))).equals(bytes)).toBe(true);

  // Once more into the same folder.
  expect(json(await ask('bogota 1', 'T/9', '--json', '--out', out)).files).toEqual(listed(names.map((name) => name.replace('.', ' (2).'))));
  expect(await readdir(out)).toHaveLength(6);
  expect(await readdir(join(folder, 'data', 'encrypted'))).toEqual([]);
  expect(await readdir(folder)).toEqual(['data', 'new', 'profile.json']);
});

test('for a person: remarkable members first, labels in words, undescribed members, and the files', async () => {
  const { ask } = await scripted((exchange) => exchange.answer(200, answer));
  const { code, stdout } = await ask('bogota', 'T-9', '--lang', 'es');
  expect(code).toBe(0);
  const lines = stdout.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' | '));
  expect(lines[0]).toBe('Alertas');
  for (const line of ['Primer nombre | Ana', 'En la lista de alertas del proveedor | Sí', 'Big | "9007199254740993123"', 'Archivos'])
    expect(lines).toContain(line);
  expect(stdout).toContain(`Images.0.Image`);
  expect(stdout).toContain(sha256(contract));
  expect(stdout).not.toContain('Segundo nombre');
});

test('a requested part without a file is named, and a member that occurs twice has no value but in the text', async () => {
  const twice = '{"Uid":"u","IdNumber":"1","IdNumber":"2","Extras":{"IdState":"1","IdState":"2"}}';
  const { folder, ask } = await scripted((exchange) => exchange.answer(200, `{"data":[${twice}]}`));
  const run = await ask('b', 'T-9', '--json', '--images', '--documents', '--video', '--out', join(folder, 'out'));
  expect(run.stderr).toBe('The answer has no images.\nThe answer has no signed documents.\nThe answer has no liveness video.\n');
  const record = { Uid: 'u', IdNumber: null, Extras: { IdState: null } };
  expect(json(run)).toMatchObject({ record, answer: { data: [record] }, text: `{"data":[${twice}]}` });
});

test('a missing part is wrong use, named before the provider is called', async () => {
  const { server, ask } = await scripted((exchange) => exchange.answer(200, '{}'));
  expect(await ask('bogota', '--json')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('missing: number') });
  expect(server.exchanges).toEqual([]);
});

test('a profile without the section', async () => {
  const { folder, profileFile } = await openCli();
  const without = await profileFile(({ validation: _, ...rest }) => rest);
  const run = (file: string) => runHere(['validation', 'T-1', '--profile-file', file, '--data-dir', join(folder, 'data')], folder, {});
  expect(await run(without)).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('The provider cannot be asked') });
});

test('a part that cannot be in the address: exit code 2, named, and the provider is not called', async () => {
  const { server, ask } = await scripted((exchange) => exchange.answer(200, answer));
  expect(await ask('..', 'b', '--json')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('“office” cannot be part of'),
  });
  expect(server.exchanges).toEqual([]);
});

test('no record: exit code 4, with the provider’s words on stdout only', async () => {
  const { ask } = await scripted((exchange) => exchange.answer(404, { error: 'no record of Ana Ruiz' }));
  const refused = await ask('bogota', 'T-404', '--json');
  expect(refused).toMatchObject({ code: 4, stderr: 'The record was not received (validation-refused).\n' });
  expect(json(refused)).toMatchObject({
    record: null,
    files: [],
    remarks: [],
    code: 'validation-refused',
    reason: expect.stringContaining('Ana Ruiz'),
  });
});

test('an answer of 200 without a record: exit code 4, with the provider’s words', async () => {
  const { ask } = await scripted((exchange) => exchange.answer(200, { error: 'unknown transaction' }));
  const run = await ask('bogota', 'T-0', '--json');
  expect(run).toMatchObject({ code: 4, stderr: 'The record was not received (validation-failed).\n' });
  expect(json(run)).toMatchObject({ record: null, files: [], reason: expect.stringContaining('unknown transaction') });
});

test('an answer with the records of several transactions, or with an explanation under another name, says so', async () => {
  const twice = [1, 2].map((Uid) => ({ Uid, TransactionId: 'T-1', FirstName: 'Eva' }));
  const bodies = [`[${answer},{"Uid":"v","FirstName":"Eva"}]`, twice, { success: false, message: 'No existe la transacción' }];
  const { ask } = await scripted((exchange) => exchange.answer(200, bodies.shift() ?? {}), { transactionPart: 'number' });
  for (const reason of ['records of several transactions', 'records of several transactions', '“No existe la transacción”'])
    expect(json(await ask('bogota', 'T-1', '--json'))).toMatchObject({ record: null, reason: expect.stringContaining(reason) });
});

test('of the records of several transactions the queried one is printed, and the others with the answer', async () => {
  const [eva, luz] = [
    { Uid: 'v', TransactionId: '9007199254740993124', FirstName: 'Eva', FoundOnProviderAlert: true },
    { Uid: 'w', FaceFound: true },
  ];
  const queried = answer.replace('{', '{"TransactionId":9007199254740993123,').replace('"FoundOnProviderAlert":true,', '');
  const body = `{"items":[${JSON.stringify(eva)},${queried},${JSON.stringify(luz)}]}`;
  const { ask } = await scripted((exchange) => exchange.answer(200, body), { transactionPart: 'number' });
  const { record, answer: whole, remarks } = json(await ask('bogota', '9007199254740993123', '--json'));
  expect(record).toMatchObject({ Uid: 'u', FirstName: 'Ana' });
  expect(whole).toEqual({ items: [eva, record, luz] });
  expect(remarks).toEqual([expect.objectContaining({ kind: 'alert-list', fields: ['$.items[0].FoundOnProviderAlert'] })]);
});

test('a record within other members is printed alone, with the paths of its files in it, and the answer next to it', async () => {
  const { ask } = await scripted((exchange) => exchange.answer(200, `{"data":[${answer}],"code":0}`));
  const run = await ask('bogota', 'T-1', '--json');
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const { record, files, answer: whole } = json(run);
  expect(record).toMatchObject({ Uid: 'u', FirstName: 'Ana' });
  expect(whole).toEqual({ data: [record], code: 0 });
  expect(run.stdout).toContain('"Big": 9007199254740993123');
  expect(files.map(({ path }: { path: string }) => path)).toEqual(['Images.0.Image', 'SignedDocuments.0.Document', 'Parameters.Note']);
});

test('practice: pictures, video and contracts of an invented person', async () => {
  const folder = await tempDir();
  const out = join(folder, 'out');
  const run = await runHere(
    ['validation', 'TX-1001', '--practice', '--json', '--images', '--documents', '--video', '--out', out],
    folder,
    {},
  );
  expect(run).toMatchObject({ code: 0, stderr: '' });
  const names = (await readdir(out)).toSorted();
  expect(names).toEqual(
    json(run)
      .files.map(({ name }: { name: string }) => name)
      .toSorted(),
  );
  expect(names).toEqual(expect.arrayContaining(['image-1-documento-de-identidad-cara-1.jpg', 'signed-document-2.pdf', 'video-1.webm']));
});
