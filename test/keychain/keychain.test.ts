/**
 * Against the real keychain: on Linux the Secret Service of a session bus with an unlocked keyring
 * (`npm test` starts both), on Windows and macOS the system's own.
 */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { closing } from '../support/closing.ts';
import { profileSchema, secretNames } from '../support/doors/domain.ts';
import { createVault, systemKeychain } from '../support/doors/keychain.ts';
import { openSettingsRepository } from '../support/doors/settings.ts';
import { openSettingsDatabase } from '../support/doors/storage.ts';
import { testWith } from '../support/runner/need.ts';
import { tempDir } from '../support/temp-dir.ts';

const address = 'https://api.example';
const addresses = { clientSecret: address, searchApiKey: address, validationApiKey: address };

/** A service name of the test's own, whose entries are gone afterwards. */
function ownVault() {
  const keychain = systemKeychain(`Signing Station test ${randomUUID()}`);
  const profileId = randomUUID();
  onTestFinished(async () => {
    for (const name of secretNames) await keychain.remove(`${profileId}/${name}`);
  });
  return { keychain, profileId, vault: createVault(keychain) };
}

testWith('keyring')('keeps secrets where another vault finds them', async () => {
  const { keychain, profileId, vault } = ownVault();
  expect(await vault.keychainProblem()).toBeNull();
  await vault.setSecret(profileId, 'clientSecret', 'señal 📄 "quoted"', address);
  await vault.setSecret(profileId, 'searchApiKey', 'first', address);
  await vault.setSecret(profileId, 'searchApiKey', 'second', address);
  expect(await keychain.get(`${profileId}/clientSecret`)).toBe(`${address}\nseñal 📄 "quoted"`);
  const other = createVault(keychain);
  expect(await other.secret(profileId, 'clientSecret', address)).toBe('señal 📄 "quoted"');
  expect(await other.secret(profileId, 'searchApiKey', address)).toBe('second');
  expect(await other.secretsSet(profileId, addresses)).toEqual({ set: ['clientSecret', 'searchApiKey'], elsewhere: [] });
  await other.removeSecret(profileId, 'clientSecret');
  await other.removeSecret(profileId, 'clientSecret');
  expect(await vault.secretsSet(profileId, addresses)).toEqual({ set: ['searchApiKey'], elsewhere: [] });
  await expect(vault.secret(profileId, 'clientSecret', address)).rejects.toMatchObject({
    problem: { code: 'secret-missing', detail: { secret: 'clientSecret' } },
  });
});

testWith('keyring')('stores 2,560 bytes with the address, and refuses more before the keychain sees it', async () => {
  const { profileId, vault } = ownVault();
  const maxSecret = 'ñ'.repeat((2_560 - `${address}\n`.length) / 2);
  await vault.setSecret(profileId, 'clientSecret', maxSecret, address);
  const refused = await vault.setSecret(profileId, 'clientSecret', `${maxSecret}x`, address).catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({ problem: { code: 'secret-too-long', detail: { secret: 'clientSecret' } } });
  expect(JSON.stringify(refused)).not.toContain('ññ');
  expect(await vault.secret(profileId, 'clientSecret', address)).toBe(maxSecret);
});

testWith('keyring')('leaves no secret in any file of the data folder, in whatever form', async () => {
  const { profileId: _, ...own } = ownVault();
  const dataDir = await tempDir();
  const database = closing(openSettingsDatabase(dataDir));
  const store = openSettingsRepository(database, database);
  const profile = store.saveProfile(
    profileSchema.parse({ name: 'Byte by byte', search: { url: 'https://search.example', projectName: 'n' } }),
  );
  onTestFinished(async () => {
    for (const name of secretNames) await own.keychain.remove(`${profile.id}/${name}`);
  });
  store.change({ activeProfileId: profile.id });
  const marked = `marked-${randomUUID()}`;
  for (const name of secretNames) await own.vault.setSecret(profile.id, name, marked, address);
  expect(await own.keychain.get(`${profile.id}/searchApiKey`)).toBe(`${address}\n${marked}`);

  const files = await readdir(dataDir, { recursive: true });
  expect(files).toContain('settings.sqlite-wal');
  const all = Buffer.concat(await Promise.all(files.map((file) => readFile(join(dataDir, file)))));
  // The search does find what is there.
  expect(all.includes('Byte by byte')).toBe(true);
  for (const form of formsOf(marked)) expect(all.includes(form)).toBe(false);
});

/** UTF-8, UTF-16, hex, and base64 at each of its three alignments (without the characters that neighbours decide). */
function formsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .replace(/=+$/, '')
      .slice(shift === 0 ? 0 : shift + 1, -1),
  );
  const hex = bytes.toString('hex');
  return [bytes, Buffer.from(secret, 'utf16le'), ...[hex, hex.toUpperCase(), ...base64].map((text) => Buffer.from(text))];
}
