/** What endpoints A and B promise, at a station and at the hub: the provider cannot tell which of them it calls. */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { user } from '../support/cli/serving.ts';
import { plainPdf } from '../support/pdf/pdfs.ts';
import { askToken, documentsPath, sendToDocuments, tokenFor } from '../support/web-service/service-calls.ts';
import { backends } from '../support/web-service/web-service-backends.ts';

describe.each(backends)('%s', (_name, open) => {
  test('issues tokens for the right password, until they are revoked or the user is removed', async () => {
    const { url, users } = await open();
    const status = async (token: string) => (await sendToDocuments(url(), token, { JsonTransaction: {} })).status;
    for (const wrong of [
      { ...user, password: `${user.password}x` },
      { username: 'stranger', password: user.password },
    ])
      expect((await askToken(url(), wrong)).json).toEqual({ error: 'invalid_grant' });
    const { status: answered, json } = await askToken(url(), { ...user, username: user.username.toUpperCase() });
    expect([answered, json]).toMatchObject([200, { token_type: 'bearer', expires_in: 20 }]);
    const [first, second] = [await tokenFor(url(), user), await tokenFor(url(), user)];
    expect([await status(first), await status(second), await status(`${first}x`)]).toEqual([200, 200, 401]);
    const [listed] = await users.users();
    expect(listed).toMatchObject({ username: user.username, tokens: 3 });
    const id = listed?.id ?? '';
    expect(await users.revoke(id)).toBe(3);
    expect(await status(first)).toBe(401);
    const renewed = await users.renew(id, 1);
    for (const password of [user.password, renewed.password]) expect(await status(await tokenFor(url(), { ...user, password }))).toBe(200);
    const third = await tokenFor(url(), user);
    await users.renew(id, 0);
    expect((await askToken(url(), user)).status).toBe(400);
    await users.remove(id);
    expect([await status(third), (await users.users()).length]).toEqual([401, 0]);
    const added = await users.add('Other');
    await expect(Promise.resolve().then(() => users.add('OTHER'))).rejects.toMatchObject({ problem: { code: 'service-user-taken' } });
    expect(await status(await tokenFor(url(), { username: 'other', password: added.password }))).toBe(200);
    await expect(Promise.resolve().then(() => users.revoke(id))).rejects.toMatchObject({ problem: { code: 'service-user-unknown' } });
  });

  test('locks an address out after five wrong passwords for a name, and the right one too', async () => {
    const { url, users } = await open();
    // At once: more than five are not compared.
    const answers = await Promise.all(Array.from({ length: 8 }, () => askToken(url(), { ...user, password: 'wrong wrong wrong' })));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
    const locked = await askToken(url(), user);
    expect([locked.status, locked.json]).toEqual([429, { error: 'temporarily_unavailable' }]);
    expect(Number(locked.headers['retry-after'])).toBeGreaterThan(20);
    // Another name from there is not affected.
    const { password } = await users.add('other');
    expect((await askToken(url(), { username: 'other', password })).status).toBe(200);
  });

  test('stores each content of a Uid once, and counts its versions and duplicates', async () => {
    const { url, stored } = await open();
    const token = await tokenFor(url(), user);
    const push = async (body: unknown) => {
      const { status, json } = await sendToDocuments(url(), token, body);
      expect([status, json]).toEqual([200, {}]);
    };
    const record = { Uid: 'A-1', TransactionId: 'T1', IdNumber: 'CC 1', FirstName: 'Ana' };
    await push(record);
    await push({ FirstName: 'Ana', IdNumber: 'CC 1', TransactionId: 'T1', Uid: 'A-1' });
    await push({ ...record, FirstName: 'Ana María' });
    const size = (body: unknown) => JSON.stringify(body).length;
    const item = { kind: 'record', user: user.username };
    expect(await stored()).toEqual([
      { ...item, version: 1, repeats: 1, size: size(record) },
      { ...item, version: 2, repeats: 0, size: size({ ...record, FirstName: 'Ana María' }) - 1 + 2 },
    ]);
    // Without a Uid: each content is a record of its own.
    await push({ FirstName: 'Luis', CreationDate: '2026-04-17' });
    await push({ CreationDate: '2026-04-17', FirstName: 'Luis' });
    await push({ FirstName: 'Eva', CreationDate: '2026-04-17' });
    expect((await stored()).slice(2)).toMatchObject([
      { version: 1, repeats: 1 },
      { version: 1, repeats: 0 },
    ]);
    // The same at once, over several connections.
    const again = { ...record, Uid: 'A-2', Photo: randomBytes(90_000).toString('base64') };
    await Promise.all(Array.from({ length: 6 }, () => push(again)));
    expect((await stored()).slice(4)).toMatchObject([{ version: 1, repeats: 5 }]);
  });

  test('stores each record of a body with its pictures: sent alone afterwards, each is a duplicate', async () => {
    const { url, stored } = await open();
    const token = await tokenFor(url(), user);
    const records = ['A-1', 'A-2', 'A-3'].map((Uid) => ({ Uid, FirstName: 'Ana', Photo: randomBytes(30_000).toString('base64') }));
    for (const body of [records, ...records]) expect((await sendToDocuments(url(), token, body)).status).toBe(200);
    expect(await stored()).toMatchObject(records.map(() => ({ kind: 'record', version: 1, repeats: 1 })));
  });

  test('quarantines what it cannot read, and notes what is too large', async () => {
    const { url, stored } = await open();
    const token = await tokenFor(url(), user);
    const status = async (body: unknown) => (await sendToDocuments(url(), token, body)).status;
    expect([await status('{"a":1}'), await status('no JSON'), await status(Buffer.alloc(9 * 2 ** 20, 32))]).toEqual([400, 400, 413]);
    expect(await stored()).toMatchObject([
      { kind: 'quarantined', size: 7 },
      { kind: 'quarantined', size: 7 },
      { kind: 'quarantined', size: 9 * 2 ** 20 },
    ]);
  });

  test('sends a document to the request that has its keys, and to no other', async () => {
    const backend = await open();
    const { url } = backend;
    const token = await tokenFor(url(), user);
    const fetched = async (transaction: object) => {
      const { status, json } = await sendToDocuments(url(), token, { JsonTransaction: transaction });
      expect(status).toBe(200);
      return (json as string[]).map((text) => Buffer.from(text, 'base64').toString('latin1'));
    };
    const pdfs = await Promise.all(['one', 'two', 'three'].map(async (words) => Buffer.from(await plainPdf(1, words))));
    const [one, two, three] = pdfs.map((pdf) => pdf.toString('latin1'));
    const ids = [
      await backend.publish(pdfs[0] as Buffer, [{ kind: 'identification', value: 'CC 1.020' }]),
      await backend.publish(pdfs[1] as Buffer, [
        { kind: 'identification', value: 'CC1020' },
        { kind: 'transaction', value: 'T9' },
      ]),
    ];
    await backend.publish(pdfs[2] as Buffer, [{ kind: 'transaction', value: 'T9' }], true);
    expect(await fetched({ IdNumber: 'cc1020' })).toEqual([one, two]);
    expect(await fetched({ IdNumber: 'CC1020', TransactionId: 'T8' })).toEqual([one]);
    expect(await fetched({ IdNumber: 'CC 1021', TransactionId: 'T7' })).toEqual([]);
    expect(await fetched({})).toEqual([]);
    // The third is offered once.
    expect(await fetched({ IdNumber: 'other', TransactionId: 'T9' })).toEqual([three]);
    await expect.poll(() => fetched({ TransactionId: 'T9' })).toEqual([two]);
    for (const id of ids) await backend.withdraw(id);
    expect(await fetched({ IdNumber: 'CC1020', TransactionId: 'T9' })).toEqual([]);
  });

  test('sends a document that is offered once with one answer at a time, and again when that one broke off', async () => {
    const backend = await open();
    const { url } = backend;
    const token = await tokenFor(url(), user);
    // More than sockets buffer.
    const filling = `%${randomBytes(6 * 2 ** 20).toString('base64')}\nstartxref`;
    const pdf = Buffer.from(
      Buffer.from(await plainPdf(1))
        .toString('latin1')
        .replace('startxref', filling),
      'latin1',
    );
    await backend.publish(pdf, [{ kind: 'transaction', value: 'T1' }], true);
    const question = { JsonTransaction: { TransactionId: 'T1' } };
    const sent = () => sendToDocuments(url(), token, question);
    /** 0 for 503: an empty list would mean that there is none. */
    const count = async () => {
      const { json } = await sent();
      return Array.isArray(json) ? json.length : 0;
    };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const call = request(new URL(documentsPath, url()), { method: 'POST', headers, agent: false }).on('error', () => undefined);
    const begun = new Promise<void>((resolve) => {
      call.once('response', (response) => {
        response.once('data', () => {
          response.pause();
          resolve();
        });
        response.on('error', () => undefined);
      });
    });
    call.end(JSON.stringify(question));
    await begun;
    for (const { status, headers: { 'retry-after': retryAfter } } of [await sent(), await sent()]) expect([status, retryAfter]).toEqual([503, '5']); // biome-ignore format: one line
    call.destroy();
    const counts: number[] = [];
    await expect.poll(async () => counts.push(...(await Promise.all([count(), count(), count()]))) && counts.includes(1)).toBe(true);
    expect(counts.filter((one) => one > 0)).toEqual([1]);
    // Another replica knows a moment later that the answer has ended.
    await expect.poll(async () => (await sent()).json).toEqual([]);
  });
});
