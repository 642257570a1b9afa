/**
 * The canary run: a station, `serve` and commands work with marked secrets and marked persons, fail in the usual ways and crash. No log,
 * no report, no output of a process and no message of a crash has a mark, in any form.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../support/cli/run-cli.ts';
import { events, servingIn } from '../support/cli/serving.ts';
import { logFolder, openEventLog } from '../support/doors/log.ts';
import { identityOf } from '../support/doors/storage.ts';
import { plainPdf } from '../support/pdf/pdfs.ts';
import { query } from '../support/screening/screening-actions.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { findMarkers, formsIn } from '../support/storage/markers.ts';
import { tempDir } from '../support/temp-dir.ts';
import { unzipped } from '../support/visits/evidence-zip.ts';
import { askToken, callService, documentsPath, tokenFor } from '../support/web-service/service-calls.ts';

/** Each has signs that URLs, forms and JSON write in another way. */
const marks: Record<string, string> = {
  person: 'Ñusta Márquez Qux',
  identification: '7955500177 Qux',
  fileName: 'contrato Ñandú Qux',
  clientInfo: 'Cliente Ñame Qux',
  clerk: 'Cajera Peña Qux',
  profile: 'Sucursal Muñoz Qux',
  address: 'clave-de-url-Qux',
  note: 'Señal Qux',
  providerText: 'Rechazo Peñón Qux',
  clientSecret: 'Secreto Ñoño Qux 1',
  servicePassword: 'Contraseña Qux larga 2',
  wrongPassword: 'Equivocada Ñ Qux 3',
  callerToken: 'token-Qux-4',
  crash: 'Falla de Núñez Qux',
};

/** Throws in the process of the command, with a mark in its text and in its members, when the signal arrives. */
const crash = `process.on('SIGUSR2', () => { throw Object.assign(new TypeError('cannot read /home/${marks.crash}/x'), { path: '${marks.crash}', code: '${marks.crash}' }); });`;

const findIn = (name: string, content: string, all = marks): string[] =>
  Object.entries(all).flatMap(([mark, text]) => formsIn(Buffer.from(content), text).map((form) => `${mark} as ${form} in ${name}`));

async function findInZip(path: string, all: typeof marks): Promise<string[]> {
  const parts = await unzipped(path);
  return [...parts].flatMap(([name, content]) => findIn(`${path} ${name}`, `${name}\n${content}`, all));
}

test('logs, reports, outputs and crashes have no secret and no person, in any form', async () => {
  const home = await tempDir();
  const [dataDir, vaultKey] = [join(home, 'data'), randomBytes(32)];
  const key = vaultKey.toString('base64');
  await workAsClerk(dataDir, vaultKey);

  await writeFile(join(home, 'crash.mjs'), crash);
  await mkdir(join(home, marks.fileName ?? ''));
  await writeFile(join(home, marks.fileName ?? '', `${marks.identification}_${marks.fileName}.pdf`), await plainPdf(1, 'contract'));
  const env = {
    STATION_VAULT_KEY: key,
    STATION_SERVICE_USERNAME: 'provider',
    STATION_SERVICE_PASSWORD: marks.servicePassword ?? '',
    NODE_OPTIONS: `--import ${join(home, 'crash.mjs')}`,
  };
  const served = await servingIn(home, ['--publish', marks.fileName ?? ''], env);
  const token = await callAsProvider(served.url);
  const secrets = { ...marks, token, key };

  const whileServing = await runHere(['report', 'serving.zip', '--json', '--data-dir', 'data'], home, { STATION_VAULT_KEY: key });
  expect(whileServing.stderr).toContain('data-folder-in-use');
  served.child.kill('SIGUSR2');
  expect(await served.ended).toBe(1);
  expect(served.output().stderr).toMatch(/^fault: TypeError\n {2}at .*\n$|^fault: TypeError\n$/);
  expect(events(served).map(({ event }) => event)).toEqual(expect.arrayContaining(['token-refused', 'push', 'quarantined', 'bad-request']));

  const outputs = [whileServing.stderr, served.output().stdout, served.output().stderr, ...(await failingCommands(home, key))];
  const after = await runHere(['report', 'after.zip', '--data-dir', 'data'], home, { STATION_VAULT_KEY: key });
  expect([after.code, after.stderr]).toEqual([0, '']);
  outputs.push(after.stdout, whileServing.stdout);

  const log = await readFile(join(logFolder(dataDir), 'station.log'), 'utf8');
  for (const event of ['opened', 'document', 'screening', 'service', 'fault', 'failed', 'ended'])
    expect(log).toContain(`"event":"${event}"`);
  expect(log).toContain('"program":"backup"');
  expect(log).not.toContain('withheld');
  const report = await unzipped(join(home, 'after.zip'));
  expect([...report.keys()]).toEqual(['report.json', 'settings.json', 'crash-dumps.json', 'log/station.log']);
  expect(JSON.parse(String(report.get('report.json')))).toMatchObject({
    counts: { documents: { signed: 1, rejected: 1, failed: 1 }, rows: { visit: expect.any(Number) } },
    code: null,
    logLinesLeftOut: 0,
  });
  expect(JSON.parse(String(report.get('settings.json')))).toMatchObject({
    settings: [{ language: 'system' }],
    profiles: [
      { name: 'set', signing: { maxDocumentsPerCall: 10, baseUrl: 'set' } },
      { search: { url: 'set', judicialFlag: 'SearchJudicialBranch' } },
    ],
  });
  expect([
    ...(await findMarkers(logFolder(dataDir), secrets)),
    ...(await findInZip(join(home, 'serving.zip'), secrets)),
    ...(await findInZip(join(home, 'after.zip'), secrets)),
    ...outputs.flatMap((text, index) => findIn(`output ${index}`, text, secrets)),
  ]).toEqual([]);
});

/** Signs, is refused, fails, and screens. */
async function workAsClerk(dataDir: string, vaultKey: Buffer): Promise<void> {
  const log = openEventLog(dataDir);
  const built = await buildStation({
    dataDir,
    vaultKey,
    fileIdentity: identityOf,
    log,
    stored: true,
    profile: { name: marks.profile ?? '' },
  });
  const station = withSigningActions(built);
  station.settings.change({ clerk: marks.clerk ?? '' });
  const { provider } = station;
  const address = `https://provider.example/${marks.address}?key=${marks.address}`;
  station.settings.saveProfile({
    ...station.profile,
    name: `${marks.profile} 2`,
    search: { ...station.profile.search, url: address } as never,
  });
  const sign = async (name: string) => {
    const [id = ''] = await station.contracts(`${marks.fileName} ${name}`);
    return station.sendAll([id], { clientInfo: `${marks.clientInfo} ${name}`, reference: `${marks.person} ${name}` });
  };
  await sign('signed');
  const rejection = {
    documentId: '1',
    signedDocument: null,
    status: 'FAIL',
    errorReason: marks.providerText,
    referenceNumber: `${marks.person} rejected`,
  };
  provider.misbehave('sign', { status: 200, body: JSON.stringify({ signedDocuments: [rejection] }) });
  await sign('rejected');
  provider.misbehave('sign', { status: 400, body: JSON.stringify({ error: marks.providerText }) });
  await sign('failed');
  await station.screening.screen(query(marks.person ?? '', { identification: marks.identification ?? '' }));
  provider.misbehave('search', { status: 400, body: JSON.stringify({ error: marks.providerText }) });
  await station.screening.screen(query(marks.person ?? '')).catch(() => undefined);
  await station.close();
  log.close();
}

/** Wrong and right passwords, tokens and bodies. @returns the token */
async function callAsProvider(url: string): Promise<string> {
  expect((await askToken(url, { username: marks.person ?? '', password: marks.wrongPassword ?? '' })).status).not.toBe(200);
  const token = await tokenFor(url, { username: 'provider', password: marks.servicePassword ?? '' });
  const send = (body: string, bearer = token) =>
    callService(url, {
      path: `${documentsPath}?key=${marks.address}`,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body,
    });
  const record = { Uid: marks.identification, Name: marks.person, IdNumber: marks.identification, Extras: { AdditionalProp1: marks.note } };
  for (const body of [JSON.stringify(record), JSON.stringify({ JsonTransaction: record }), `{"Uid": "${marks.person}`, marks.note ?? ''])
    await send(body);
  expect((await send(JSON.stringify(record), marks.callerToken)).status).toBe(401);
  await callService(url, { path: '/api/token', body: `grant_type=${marks.wrongPassword}` });
  return token;
}

/** @returns what they wrote on stderr; stdout has names by its contract */
async function failingCommands(home: string, key: string): Promise<string[]> {
  const person = join(home, 'person.txt');
  await writeFile(person, marks.person ?? '');
  const env = { STATION_VAULT_KEY: key, STATION_CLIENT_SECRET: marks.clientSecret ?? '', STATION_SEARCH_API_KEY: 'clave-Qux-5' };
  const profile = join(home, 'profile.json');
  const address = `http://127.0.0.1:9/${marks.address}`;
  const network = { proxy: 'none' };
  const signing = { authUrl: address, baseUrl: address, clientId: 'c', accountId: 'a', projectId: 'p' };
  await writeFile(
    profile,
    JSON.stringify({ name: marks.profile, network, signing, search: { url: `${address}?key=${marks.address}`, projectName: 'n' } }),
  );
  const common = ['--data-dir', 'data', '--profile-file', profile];
  const screened = await runHere(['screen', '--name', `@${person}`, ...common], home, env);
  const signed = await runHere(['sign', marks.fileName ?? '', '--client-info', `@${person}`, ...common], home, env);
  expect([screened.code, signed.code]).toEqual([4, 5]);
  const backedUp = await runHere(['backup', 'copy.zip', '--data-dir', 'data'], home, env);
  expect(backedUp.code).toBe(0);
  const otherKey = { STATION_VAULT_KEY: randomBytes(32).toString('base64') };
  const listed = await runHere(['records', 'list', '--data-dir', 'data'], home, otherKey);
  return [screened.stderr, signed.stderr, backedUp.stdout, backedUp.stderr, listed.stdout, listed.stderr];
}
