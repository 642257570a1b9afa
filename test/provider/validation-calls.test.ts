/** The validation query over the line (interface description, endpoint E and Errors). */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { profileSchema, validationProfileSchema } from '../support/doors/domain.ts';
import { StationError } from '../support/doors/errors.ts';
import { startPractice } from '../support/doors/practice.ts';
import { connectSigning, type ValidationAccess } from '../support/doors/provider.ts';
import { call, client, memoryStore, sentBytes } from '../support/network/provider-client.ts';
import { type Script, startRawServer } from '../support/network/raw-server.ts';
import { plainPdf } from '../support/pdf/pdfs.ts';

const transaction = 'T-7/8 ñ';

function asking(origin: string, profile: object = {}, network: object = {}, apiKey: ValidationAccess['apiKey'] = async () => 'key-1') {
  const validation = { profile: validationProfileSchema.parse({ baseUrl: origin, path: 'api/17/Validation/{t}', ...profile }), apiKey };
  return closing(client(origin, network, { validation }));
}
async function scripted(script: Script, profile: object = {}, network: object = {}, apiKey?: ValidationAccess['apiKey']) {
  const server = closing(await startRawServer(script));
  const provider = asking(server.origin, profile, network, apiKey);
  const store = memoryStore();
  const ask = (number = transaction) =>
    provider.signedDocumentsOf(number, store.incoming).then(
      (contents) => contents.length,
      (error: unknown) => {
        if (!(error instanceof StationError)) throw error;
        // The number is personal data: never in what is logged.
        expect(`${error.message} ${error.problem.message}`).not.toMatch(/T-7|%C3%B1/);
        return error.problem;
      },
    );
  return { server, provider, store, ask };
}
const record = { Uid: 'u', SignedDocuments: [{ Document: 'A'.repeat(2000) }] };

test('each document of a list that occurs twice in the record is one', async () => {
  const lists = ['A', 'B'].map((letter) => `"SignedDocuments":[{"Document":"${letter.repeat(2000)}"}]`);
  const { store, ask } = await scripted((exchange) => exchange.answer(200, `{"Uid":"u",${lists.join()}}`));
  expect(await ask()).toBe(2);
  expect(store.live().map(({ text }) => text[0])).toEqual(['A', 'B']);
});

describe('a query', () => {
  it.each([
    ['query', '?returnDocuments=true', []],
    ['headers', '', [['returnDocuments', 'true']]],
  ])('sends its flags as %s', async (flagsAs, query, more) => {
    const { server, store, ask } = await scripted((exchange) => exchange.answer(200, record), { flagsAs });
    expect(await ask()).toBe(1);
    expect(store.live()).toEqual([{ text: 'A'.repeat(2000), closed: true, discarded: false }]);
    const [exchange] = server.exchanges;
    expect([exchange?.method, exchange?.path]).toEqual(['GET', `/api/17/Validation/T-7%2F8%20%C3%B1${query}`]);
    expect(exchange?.headers).toEqual([
      ['host', `127.0.0.1:${server.port}`],
      ['connection', 'close'],
      ['accept', 'application/json'],
      ['apiKey', 'key-1'],
      ...more,
    ]);
    expect(server.exchanges).toHaveLength(1);
  });

  it('reads the current key, and sends nothing without a usable one', async () => {
    const keys = ['one', ' two\n', 'clé', ''];
    const { server, ask } = await scripted(
      (exchange) => exchange.answer(200, {}),
      {},
      {},
      async () => {
        const key = keys.shift();
        if (key === undefined) throw new StationError('secret-missing', { secret: 'validationApiKey' });
        return key;
      },
    );
    const missing = { code: 'secret-missing', detail: { secret: 'validationApiKey' } };
    expect([await ask(), await ask()]).toEqual([0, 0]);
    for (const _ of [1, 2, 3]) expect(await ask()).toMatchObject(missing);
    expect(server.exchanges.map((exchange) => exchange.header('apikey'))).toEqual(['one', 'two']);
  });
});

describe('a validation profile is usable', () => {
  it('only with a path that takes a transaction number and nothing else', async () => {
    const without = closing(client('https://host.invalid'));
    const providers = [
      without,
      asking('https://host.invalid', { path: undefined }),
      asking('https://host.invalid', { path: 'api/x' }),
      asking('https://host.invalid', { identificationPart: 't' }),
    ];
    for (const provider of providers) {
      await expect(provider.signedDocumentsOf(transaction, memoryStore().incoming)).rejects.toMatchObject({
        problem: { code: 'validation-not-set-up' },
      });
    }
  });

  it('not with values that cannot be part of an address', async () => {
    const { server, ask } = await scripted((exchange) => exchange.answer(200, {}));
    for (const number of ['.', '..']) expect(await ask(number)).toMatchObject({ code: 'validation-part-unusable', detail: { part: 't' } });
    expect(await ask('')).toMatchObject({ code: 'validation-parts-missing', detail: { part: 't' } });
    expect(server.exchanges).toEqual([]);
  });
});

describe('an answer', () => {
  it.each([400, 401, 403, 404, 422])('of %i is a refusal with the provider’s text', async (status) => {
    const { ask } = await scripted((exchange) => exchange.answer(status, { error: `no record of ${transaction}` }));
    expect(await ask()).toMatchObject({
      code: 'validation-refused',
      detail: { status, providerText: `no record of ${transaction}` },
    });
  });

  it.each([204, 302, 405, 429, 500, 503])('of %i is a failure', async (status) => {
    const { ask, server } = await scripted((exchange) => exchange.answer(status, { error: 'x' }, { location: '/elsewhere' }));
    expect(await ask()).toMatchObject({
      code: status === 302 || status === 405 ? 'service-not-found' : 'validation-failed',
      detail: { status },
    });
    expect(server.exchanges).toHaveLength(1);
  });

  it.each([201, 202, 203, 206, 207])('of %i counts by its contents', async (status) => {
    const { ask, store } = await scripted((exchange) => exchange.answer(status, record));
    expect(await ask()).toBe(1);
    expect(store.live()).toHaveLength(1);
    const { ask: askOther } = await scripted((exchange) => exchange.answer(status, { error: 'later' }));
    expect(await askOther()).toMatchObject({ code: 'validation-failed', detail: { status, providerText: 'later' } });
  });

  it.each<[string, Script, object]>([
    ['a page', (exchange) => exchange.answer(200, '<html>'), { code: 'validation-failed', detail: { status: 200 } }],
    [
      'a text',
      (exchange) => exchange.answer(200, Buffer.from('No hay \xa4', 'latin1'), { 'content-type': 'text/plain; charset=ISO-8859-15' }),
      { code: 'validation-failed', detail: { status: 200, providerText: 'No hay €', context: 'said' } },
    ],
    [
      'a text in JSON',
      (exchange) => exchange.answer(200, '"No existe"'),
      { code: 'validation-failed', detail: { status: 200, providerText: 'No existe', context: 'said' } },
    ],
    [
      'cut off',
      ({ socket }) => {
        socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\n{"SignedDocuments":["${'A'.repeat(3000)}"`);
      },
      { code: 'validation-unanswered' },
    ],
    [
      'silent after its beginning',
      ({ socket }) => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 9000\r\n\r\n{"SignedDocuments":["${'A'.repeat(3000)}"`);
      },
      { code: 'validation-unanswered' },
    ],
  ])('that is %s is a failure, and nothing is stored', async (_, script, problem) => {
    const { ask, store } = await scripted(script, {}, { silenceTimeout: 300 });
    expect(await ask()).toMatchObject(problem);
    expect(store.live()).toEqual([]);
  });

  it('that comes byte by byte ends by the limit of a whole call, and one that is fast enough does not', async () => {
    const begun = `HTTP/1.1 200 OK\r\ncontent-length: 9000000\r\n\r\n{"SignedDocuments":["${'A'.repeat(3000)}"`;
    const slow: Script = async ({ socket }) => {
      socket.write(begun);
      while (!socket.destroyed) {
        socket.write(' ');
        await sleep(20);
      }
    };
    const { ask, store } = await scripted(slow, {}, { callTimeout: 1_000 });
    expect(await ask()).toMatchObject({ code: 'validation-unanswered', detail: { context: 'limit', seconds: 1 } });
    expect(store.live()).toEqual([]);
    let rounds = 0;
    const fast = await scripted(
      async ({ socket }) => {
        const text = JSON.stringify({ SignedDocuments: ['A'.repeat(3000)] });
        socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length + 30 * 100_000}\r\n\r\n`);
        for (; rounds < 30; rounds += 1) {
          socket.write(' '.repeat(100_000));
          await sleep(20);
        }
        socket.write(text);
      },
      {},
      { callTimeout: 100 },
    );
    expect([await fast.ask(), rounds]).toEqual([1, 30]);
  });

  it('that never comes has its own problem, whether the query was sent or not', async () => {
    const cut = await scripted((exchange) => void exchange.socket.destroy());
    expect(await cut.ask()).toMatchObject({ code: 'validation-unanswered' });
    const mute = await scripted(() => {}, {}, { answerTimeout: 300 });
    expect(await mute.ask()).toMatchObject({ code: 'validation-unanswered' });
    await cut.server.close();
    expect(await cut.ask()).toMatchObject({ code: 'connection-refused' });
  });

  it('of many megabytes is read as a stream', async () => {
    const text = JSON.stringify({
      Images: [{ Image: 'i'.repeat(20_000_000) }],
      SignedDocuments: ['A'.repeat(20_000_000), 'B'.repeat(1000)],
    });
    const { ask, store } = await scripted((exchange) => exchange.answer(200, text));
    expect(await ask()).toBe(2);
    // The picture was thrown away.
    expect(store.live().map((one) => one.text.slice(0, 1))).toEqual(['A', 'B']);
    expect(store.live().map((one) => one.text.length)).toEqual([20_000_000, 1000]);
  });
});

it('a document that the practice provider signed without an answer is fetched', async () => {
  const practice = closing(await startPractice());
  const { signing, validation, network } = profileSchema.parse(practice.profile);
  if (!signing || !validation) throw new Error('practice has both sections');
  const provider = closing(
    connectSigning({
      signing,
      network: { ...network, proxy: 'none' },
      secret: async () => practice.secrets.clientSecret ?? '',
      validation: { profile: validation, apiKey: async () => practice.secrets.validationApiKey ?? '' },
    }),
  );
  const original = await plainPdf();
  practice.misbehave('sign', { drop: 'before-answer' });
  const documents = [{ reference: 'r', fileName: 'a.pdf', content: sentBytes(original) }];
  const placement = { x1: 100, y1: 50, x2: 200, y2: 90, signaturePage: 1 };
  const outcome = await provider.signDocuments(call({ documents, clientInfo: transaction, placement }), memoryStore().incoming);
  expect(outcome).toMatchObject({ kind: 'unknown', problem: { code: 'no-answer' } });

  const store = memoryStore();
  expect(await provider.signedDocumentsOf(transaction, store.incoming)).toHaveLength(1);
  const found = Buffer.from(store.live()[0]?.text ?? '', 'base64');
  expect(found.subarray(0, original.length).equals(Buffer.from(original))).toBe(true);
  expect(found.includes('/ByteRange', original.length)).toBe(true);
  await expect(provider.signedDocumentsOf('T-nobody', memoryStore().incoming)).rejects.toMatchObject({
    problem: { code: 'validation-refused', detail: { status: 404 } },
  });
  practice.misbehave('validation', { status: 500 });
  await expect(provider.signedDocumentsOf(transaction, memoryStore().incoming)).rejects.toMatchObject({
    problem: { code: 'validation-failed', detail: { status: 500 } },
  });
});
