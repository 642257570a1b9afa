/** The clock of the machine is put back while tokens are out. */
import { expect, test } from 'vitest';
import { openAccess } from '../support/doors/web-service.ts';
import { openTestDatabase } from '../support/storage/data-keys.ts';
import { tempDir } from '../support/temp-dir.ts';

test('a token issued in the future by the clock is expired; a correction of a minute expires none', async () => {
  const database = openTestDatabase(await tempDir());
  let now = new Date('2026-05-04T12:00:00Z');
  const access = openAccess({
    database,
    now: () => now,
    minutes: () => 20,
  });
  await access.provide('provider', 'a long enough password');
  const token = async () => {
    const answer = await access.token('provider', 'a long enough password', '203.0.113.7');
    if (answer.kind !== 'issued') throw new Error(answer.kind);
    return answer.token;
  };
  const before = await token();
  now = new Date('2026-05-04T11:59:10Z');
  expect(access.callerOf(before)).toMatchObject({ name: 'provider' });
  now = new Date('2026-05-04T11:00:00Z');
  expect(access.callerOf(before)).toBeNull();
  const after = await token();
  expect(access.callerOf(after)).toMatchObject({ name: 'provider' });
  now = new Date('2026-05-04T11:21:00Z');
  expect(access.callerOf(after)).toBeNull();
});
