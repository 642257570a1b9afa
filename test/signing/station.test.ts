import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Station } from '../support/doors/app.ts';
import { profileSchema, secretAddresses } from '../support/doors/domain.ts';
import { memoryKeychain } from '../support/doors/keychain.ts';
import type { Practice } from '../support/doors/practice.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { buildStation, startProvider, type TestStation } from '../support/station.ts';
import { inDatabase } from '../support/storage/damaged-database.ts';
import { tempDir } from '../support/temp-dir.ts';
import { longWait } from '../support/waiting.ts';

/** The real keychain has tests of its own; here it is only where secrets come from. */
const open = () => buildStation({ keychain: memoryKeychain(), provider: 'none' });

async function useProfile(station: Station, practice: Practice): Promise<string> {
  const profile = { ...profileSchema.parse(practice.profile), name: practice.origin };
  const { id } = station.settings.saveProfile(profile);
  await station.vault.setSecret(id, 'clientSecret', practice.secrets.clientSecret ?? '', secretAddresses(profile).clientSecret);
  station.settings.change({ activeProfileId: id });
  return id;
}

async function contract(station: TestStation, name: string): Promise<string> {
  const path = await writeFile(station.folder, `${name}.pdf`, await plainPdf(1, name));
  return (await station.documents.open([path])).ids[0] ?? '';
}

const batch = (...ids: string[]) => ({
  documents: ids.map((documentId) => ({
    documentId,
    reference: documentId,
    clientInfo: 'T-1',
    placement: { page: 1, anchor: 'bottom-left', x: 20, y: 20, width: 100, height: 50 } as const,
  })),
});

async function sendAndWait(station: Station, id: string): Promise<string | undefined> {
  const { batchId, faults } = await station.signing.send(batch(id));
  expect(faults).toEqual([]);
  await batchFinished(station, batchId);
  await station.queue.deliver([id]);
  return station.signing.jobs().find(({ documentId }) => documentId === id)?.status;
}

const signCalls = (practice: Practice) => practice.log().filter(({ operation }) => operation === 'sign').length;

describe('which provider answers', () => {
  test('the practice provider in its own thread while no profile is active', async () => {
    const station = await open();
    expect(station.practice()).toBe(true);
    const id = await contract(station, 'a');
    expect(await sendAndWait(station, id)).toBe('signed');
    expect(await pdfsig(station.signing.signedPath(id))).toEqual({ signatures: 1, valid: 1 });
  });

  test('the active profile, and the next one as soon as it is changed', async () => {
    const station = await open();
    const [first, second] = [await startProvider(), await startProvider()];
    const firstId = await useProfile(station, first);
    expect(station.practice()).toBe(false);
    expect(await sendAndWait(station, await contract(station, 'a'))).toBe('signed');
    await useProfile(station, second);
    expect(await sendAndWait(station, await contract(station, 'b'))).toBe('signed');
    expect([signCalls(first), signCalls(second)]).toEqual([1, 1]);
    station.settings.change({ activeProfileId: firstId });
    expect(await sendAndWait(station, await contract(station, 'c'))).toBe('signed');
    expect([signCalls(first), signCalls(second)]).toEqual([2, 1]);
  });

  test('a client secret is sent without the blanks and line breaks of its file, and counts as missing where nothing else is left', async () => {
    const station = await open();
    const practice = await startProvider();
    const profile = await useProfile(station, practice);
    const type = (secret: string) =>
      station.vault.setSecret(profile, 'clientSecret', secret, secretAddresses(profileSchema.parse(practice.profile)).clientSecret);
    await type(`${practice.secrets.clientSecret} \r\n\n`);
    expect(await sendAndWait(station, await contract(station, 'a'))).toBe('signed');
    await type(' \n');
    expect(await station.testProfile(profile)).toMatchObject({ problem: { code: 'secret-missing' } });
  });

  test('a running batch ends with its provider when the profile changes', async () => {
    const station = await open();
    const [first, second] = [await startProvider(), await startProvider()];
    await useProfile(station, first);
    first.misbehave('token', { delay: 300 });
    const id = await contract(station, 'a');
    const { batchId } = await station.signing.send(batch(id));
    await useProfile(station, second);
    expect(await sendAndWait(station, await contract(station, 'b'))).toBe('signed');
    await batchFinished(station, batchId);
    expect(station.signing.jobs().map(({ status }) => status)).toEqual(['signed', 'signed']);
    expect([signCalls(first), signCalls(second)]).toEqual([1, 1]);
  });

  test('a document queued in practice is never sent to a provider, also when it is queued again', async () => {
    const station = await open();
    const real = await startProvider();
    const id = await contract(station, 'a');
    station.queue.pause();
    await station.signing.send(batch(id));
    station.signing.cancel([id]);
    await useProfile(station, real);
    expect(await station.queue.retry([id])).toEqual([id]);
    station.queue.resume();
    await expect.poll(() => station.signing.jobs()[0]?.problem?.code, longWait).toBe('other-account');
    expect(signCalls(real)).toBe(0);
  });

  test('a profile without a signing section cannot send', async () => {
    const station = await open();
    station.settings.change({ activeProfileId: station.settings.saveProfile(profileSchema.parse({ name: 'n' })).id });
    const faults = await station.signing.check(batch(await contract(station, 'a')));
    expect(faults).toMatchObject([{ documentId: null, problem: { code: 'signing-not-set-up' } }]);
  });

  test('a profile without its secret: the document fails with that reason', async () => {
    const station = await buildStation({ stored: 'without-secrets' });
    expect(await sendAndWait(station, await contract(station, 'a'))).toBe('failed');
    expect(station.signing.jobs()[0]?.problem?.code).toBe('secret-missing');
  });
});

describe('trying a profile', () => {
  test('returns no problem for a token, otherwise the problem', async () => {
    const station = await open();
    const practice = await startProvider();
    const id = await useProfile(station, practice);
    expect(await station.testProfile(id)).toEqual({ problem: null, unread: [] });
    const { clientSecret: address } = secretAddresses(profileSchema.parse(practice.profile));
    await station.vault.setSecret(id, 'clientSecret', 'another', address);
    expect(await station.testProfile(id)).toMatchObject({ problem: { code: 'credentials-refused' } });
    await station.vault.removeSecret(id, 'clientSecret');
    expect(await station.testProfile(id)).toMatchObject({ problem: { code: 'secret-missing' } });
    expect(await station.testProfile('none')).toMatchObject({ problem: { code: 'profile-unknown' } });
    const bare = station.settings.saveProfile(profileSchema.parse({ name: 'bare' }));
    expect(await station.testProfile(bare.id)).toMatchObject({ problem: { code: 'signing-not-set-up' } });
  });
});

describe('a stored secret belongs to the address that it was typed for', () => {
  test('after a change of the port nothing is sent there until the secret is typed again', async () => {
    const [station, typedFor, other] = [await open(), await startProvider(), await startProvider()];
    const id = await useProfile(station, typedFor);
    const moved = profileSchema.parse({ ...other.profile, network: typedFor.profile.network });
    station.settings.saveProfile(moved, id);
    expect(await station.testProfile(id)).toMatchObject({
      problem: { code: 'secret-for-other-address', detail: { secret: 'clientSecret' } },
    });
    expect(await sendAndWait(station, await contract(station, 'a'))).toBe('failed');
    expect(station.signing.jobs()[0]?.problem?.code).toBe('secret-for-other-address');
    expect(other.log()).toEqual([]);
    await station.vault.setSecret(id, 'clientSecret', other.secrets.clientSecret ?? '', secretAddresses(moved).clientSecret);
    expect(await station.testProfile(id)).toEqual({ problem: null, unread: [] });
  });
});

describe('closing', () => {
  test('documents being sent get their result, queued ones stay queued', async () => {
    const vaultKey = randomBytes(32);
    const station = await buildStation({ keychain: memoryKeychain(), provider: 'none', vaultKey });
    const practice = await startProvider();
    await useProfile(station, practice);
    practice.misbehave('sign', { delay: 300 });
    const [a, b] = [await contract(station, 'a'), await contract(station, 'b')];
    const first = batch(a);
    await station.signing.send(first);
    await new Promise<void>((resolve) => {
      station.signing.events.on('changed', (jobs) => jobs.some(({ status }) => status === 'sending') && resolve());
    });
    practice.misbehave('token', { delay: 300 });
    practice.spoilTokens('expired');
    await station.signing.send(batch(b));
    await station.close();
    const jobs = inDatabase(station.dataDir, vaultKey, (sql) => sql.prepare('SELECT id, status FROM job').all());
    const statuses = new Map(jobs.map(({ id, status }) => [id, status]));
    expect(statuses.get(a)).toBe('signed');
    expect(['queued', 'signed']).toContain(statuses.get(b));
  });

  test('the data folder is for this user only', async () => {
    const { dataDir } = await buildStation({ dataDir: join(await tempDir(), 'data', 'deep'), provider: 'none' });
    const { mode } = await stat(join(dataDir, 'encrypted'));
    if (process.platform !== 'win32') expect(mode & 0o077).toBe(0);
    else expect(mode & 0o200).toBe(0o200);
  });
});

test('secrets passed at the start are used in place of those in the vault', async () => {
  const station = await buildStation({ stored: true });
  expect(await sendAndWait(station, await contract(station, 'a'))).toBe('signed');
});
