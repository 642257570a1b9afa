/** `quarantine`: what the service could not take, looked at on a server without a window. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runHere } from '../support/cli/run-cli.ts';
import { events, keyed, servingHere, user } from '../support/cli/serving.ts';
import { closing } from '../support/closing.ts';
import { createCaller } from '../support/doors/practice.ts';
import { sha256 } from '../support/sha256.ts';
import { sendToDocuments, tokenFor } from '../support/web-service/service-calls.ts';

/** Sends a body without a Content-Length. @returns the status of the answer */
const pushInChunks = async (url: string, body: Buffer): Promise<number> =>
  (await sendToDocuments(url, await tokenFor(url, user), body, { headers: { 'transfer-encoding': 'chunked' } })).status;

test('quarantined bodies are listed, saved unchanged and removed; records are not among them', async () => {
  const served = await servingHere();
  const { url, home } = served;
  const caller = closing(createCaller({ url, ...user, retry: { attempts: 1 } }));
  const body = Buffer.from('{ "Uid": "a", not JSON ñ');
  expect((await caller.push(body)).status).toBe(400);
  expect((await caller.push({ Uid: 'a-record' })).status).toBe(200);
  const large = Buffer.alloc(9 * 1024 * 1024, ' ');
  expect(await pushInChunks(url, large)).toBe(413);
  expect((await caller.push(large)).status).toBe(413);
  expect(await served.stop()).toBe(0);
  expect(events(served)).toContainEqual(expect.objectContaining({ event: 'quarantined', status: 400, code: 'body-not-json' }));

  const run = (env: Record<string, string>, ...args: string[]) => runHere(['quarantine', ...args, '--data-dir', 'data'], home, env);
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(keyed, ...args, '--json');
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout);
  };
  const [noted, unstated, ...quarantined] = (await json('list')).quarantined;
  expect(noted).toMatchObject({ size: large.length, sizeIsLowerBound: false, sha256: '', hasContents: false, code: 'body-too-large' });
  expect(unstated).toMatchObject({ size: 8 * 1024 * 1024 + 1, sizeIsLowerBound: true, code: 'body-too-large' });
  expect(quarantined).toEqual([
    {
      id: expect.any(String),
      receivedAt: expect.stringMatching(/Z$/),
      user: user.username,
      size: body.length,
      sizeIsLowerBound: false,
      sha256: sha256(body),
      hasContents: true,
      code: 'body-not-json',
    },
  ]);
  const [{ id }] = quarantined;
  const { stdout: table } = await run(keyed, 'list');
  expect(table).toMatch(new RegExp(`${id} .* provider +${body.length} +.*JSON`));
  expect(table).toMatch(new RegExp(`${unstated.id} .* provider +≥ 8388609 +.*more than 8 MiB`));
  expect((await run({ STATION_VAULT_KEY: randomBytes(32).toString('base64') }, 'list')).code).toBe(2);

  // Never over another file.
  await writeFile(join(home, 'body.txt'), 'mine');
  const { name, ...rest } = await json('save', id, '--out', 'body.txt');
  expect(rest).toEqual({ id, sha256: sha256(body) });
  expect([await readFile(join(home, 'body.txt'), 'utf8'), await readFile(join(home, name))]).toEqual(['mine', body]);
  const files = await readdir(home);

  const wrong: [args: string[], says: string][] = [
    [[], 'quarantine list'],
    [['show', id], 'quarantine list'],
    [['list', id], '“quarantine list”'],
    [['save', id], '--out'],
    [['remove', id, '--out', 'x'], '--out'],
    [['save', noted.id, '--out', 'x'], 'their contents were not stored'],
    [['remove'], 'one ID'],
    [['remove', id, id], 'one ID'],
    [['remove', 'a-record'], 'no quarantined data have that ID'],
    [['save', 'a-record', '--out', 'x'], 'no quarantined data have that ID'],
    [['save', id, '--out', 'no-folder/x'], '--out'],
  ];
  for (const [args, says] of wrong) {
    const { code, stdout, stderr } = await run(keyed, ...args);
    expect([code, stdout], says).toEqual([2, '']);
    expect(stderr).toContain(says);
  }
  expect(await readdir(home)).toEqual(files);

  expect(await json('remove', id)).toEqual({ id, removed: true });
  expect(await json('list')).toEqual({ quarantined: [noted, unstated] });
  expect((await run(keyed, 'remove', id)).code).toBe(2);
});
