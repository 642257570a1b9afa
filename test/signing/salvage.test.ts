/** A database with damage anywhere: no document is sent twice, and each is salvaged or in doubt. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRandom } from '../support/kill/random.ts';
import { seed, sized } from '../support/runner/soak.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { damageTable, inDatabase } from '../support/storage/damaged-database.ts';

const page = 4_096;

test(`a damaged page of the database, seed ${seed}: no document is sent twice or lost without a notice`, async () => {
  const station = withSigningActions(await buildStation());
  const random = createRandom(seed);
  const sent = await station.contracts('a', 'b', 'c', 'd');
  await station.sendAll(sent);
  station.provider.misbehave('sign', { drop: 'before-answer' });
  await station.sendAll(await station.contracts('doubt'));
  station.queue.pause();
  await station.send(await station.contracts('waiting'));
  const names = ['a', 'b', 'c', 'd', 'doubt', 'waiting'].map((name) => `${name}.pdf`);
  const whole = station.asKilled();
  // Without a log, so that each page is in the file.
  inDatabase(whole, station.vaultKey, (sql) => sql.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  const bytes = readFileSync(join(whole, 'station.sqlite'));
  const count = bytes.length / page;
  const calls = station.calls().length;
  const found = { damaged: 0, salvaged: 0 };
  const chosen = random.some(
    Array.from({ length: count }, (_, number) => number),
    sized(5, count),
  );
  for (const number of chosen) {
    const folder = station.asKilled(whole);
    for (const side of ['-wal', '-shm']) rmSync(join(folder, `station.sqlite${side}`), { force: true });
    const damaged = Buffer.from(bytes);
    damaged.fill(0xa5, number * page, (number + 1) * page);
    writeFileSync(join(folder, 'station.sqlite'), damaged);
    const opened = await station.openOn(folder);
    const why = `page ${number}: ${JSON.stringify(opened.notices())}`;
    const jobs = opened.signing.jobs();
    const codes = opened.notices().map(({ code }) => code);
    if (codes.includes('database-damaged')) found.damaged += 1;
    // Each sent document has its state, or is in doubt.
    for (const name of names.slice(0, -1)) {
      const status = jobs.find((job) => job.name === name)?.status;
      expect(['signed', 'in-doubt'], `${name}, ${why}`).toContain(status);
      if (status === 'signed') found.salvaged += 1;
    }
    if (jobs.length < names.length) expect(codes, why).toContain('database-damaged');
    opened.queue.resume();
    await opened.queue.run({ maxWaitMs: 500 });
    const again = station
      .calls()
      .slice(calls)
      .flatMap(({ references }) => references);
    expect(
      again.filter((reference) => reference !== 'waiting'),
      why,
    ).toEqual([]);
    await opened.close();
    const next = await station.openOn(folder);
    expect(
      next.notices().map(({ code }) => code),
      why,
    ).toEqual(codes.filter((code) => code === 'database-damaged' || code === 'queue-incomplete'));
    next.acknowledgeNotices();
    await next.close();
    expect(readdirSync(folder).filter((name) => name.startsWith('station-damaged-')).length, why).toBe(
      Number(codes.includes('database-damaged')),
    );
  }
  console.log(`damaged pages, seed ${seed}: ${JSON.stringify({ pages: count, ...found })}`);
  expect(found.damaged).toBeGreaterThan(0);
  expect(found.salvaged).toBeGreaterThan(0);
});

test('links between attempts and documents that are lost are made again from the attempts', async () => {
  const station = withSigningActions(await buildStation());
  await station.sendAll(await station.contracts('a', 'b'));
  const folder = station.asKilled();
  const links = (at: string) =>
    inDatabase(at, station.vaultKey, (sql) => sql.prepare('SELECT * FROM attempt_document ORDER BY 1, 2').all());
  const before = links(folder);
  expect(before).toHaveLength(2);
  inDatabase(folder, station.vaultKey, (sql) => sql.exec('PRAGMA wal_checkpoint(TRUNCATE)'));
  damageTable(folder, station.vaultKey, 'attempt_document');
  const opened = await station.openOn(folder);
  expect(opened.notices().map(({ code }) => code)).toEqual(['database-damaged']);
  expect(opened.signing.jobs().map(({ status }) => status)).toEqual(['signed', 'signed']);
  await opened.close();
  expect(links(folder)).toEqual(before);
});
