/** Quarantined bodies are removed after their time, with their files; pushed records belong to their visits. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildStation } from '../support/station.ts';

test('quarantined bodies from before the limit are removed, read or not; later ones and records stay', async () => {
  const { inbox, dataDir } = await buildStation({ provider: 'none', sending: 'manual' });
  const kinds = () => inbox.page({ text: '', show: 'all' }, 0, 10).items.map(({ kind, size }) => `${kind} ${size}`);
  const why = { code: 'body-not-json', message: '' } as const;
  await inbox.ingestPush(Buffer.from('{"Uid":"U-1"}'), 'provider');
  await inbox.quarantine(Buffer.from('{'), 'provider', why);
  await inbox.quarantine(Buffer.from('{{'), 'provider', why);
  const latest = inbox.page({ text: '', show: 'all' }, 0, 1).items[0]?.receivedAt ?? '';
  await expect.poll(() => new Date().toISOString() > latest, { interval: 1 }).toBe(true);
  const between = new Date();
  await inbox.quarantine(Buffer.from('{{{'), 'provider', why);
  const removed: string[] = [];
  inbox.events.on('removed', (id) => removed.push(id));

  await inbox.expire(between);
  expect(kinds()).toEqual(['quarantined 3', 'record 13']);
  expect(inbox.state()).toMatchObject({ total: 2, quarantined: 1 });
  expect(removed).toHaveLength(2);
  const files = await readdir(join(dataDir, 'encrypted'));
  expect(files.filter((name) => name.startsWith('quarantined'))).toHaveLength(1);
  await inbox.expire(between);
  expect(kinds()).toHaveLength(2);
});
