/** The validation query over a real line: what goes out, every member of the record that comes back, what else may be answered. */
import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { networkSchema, validationProfileSchema } from '../support/doors/domain.ts';
import { StationError } from '../support/doors/errors.ts';
import { connectValidation, type RecordOptions } from '../support/doors/provider.ts';
import { imageMembers, innerMembers, type Member, readRecord, scoreMembers, topMembers } from '../support/doors/records.ts';
import { listen } from '../support/network/listening.ts';
import { memoryStore } from '../support/network/provider-client.ts';
import { type Script, startRawServer } from '../support/network/raw-server.ts';
import { sha256 } from '../support/sha256.ts';

const nothing = { images: false, documents: false, video: false };

async function scripted(script: Script, profile: object = {}, network: object = {}) {
  const server = closing(await startRawServer(script));
  const client = closing(
    connectValidation({
      validation: {
        profile: validationProfileSchema.parse({ baseUrl: `${server.origin}/v1`, path: 'api/{office}/Validation/{number}', ...profile }),
        apiKey: async () => 'key-1',
      },
      network: networkSchema.parse({ proxy: 'none', ...network }),
    }),
  );
  const store = memoryStore();
  const ask = (wish: Partial<typeof nothing> = {}, options: RecordOptions = {}, parts = ['bogotá', 'T-7/8']) =>
    client.fetch({ parts, wish: { ...nothing, ...wish } }, store.incoming, options);
  const problem = async (...args: Parameters<typeof ask>) => {
    const error = await ask(...args).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    if (!(error instanceof StationError)) throw new Error('a problem was expected', { cause: error });
    expect(store.live()).toEqual([]);
    // The number is personal data: never in what is logged.
    expect(`${error.message} ${error.problem.message}`).not.toMatch(/T-7|bogot/);
    return error.problem;
  };
  return { server, ask, problem, store };
}

test('a query is not lost on a connection that the provider ends without a word', async () => {
  const connections = new Set<Socket>();
  const server = closing(
    createServer(({ socket }, answer) => {
      if (connections.has(socket)) return void socket.destroy();
      connections.add(socket);
      answer.end('{"Uid":"u"}');
    }),
  );
  const port = await listen(server);
  const profile = validationProfileSchema.parse({ baseUrl: `http://127.0.0.1:${port}`, path: '{number}' });
  const client = closing(
    connectValidation({
      validation: { profile, apiKey: async () => 'key-1' },
      network: networkSchema.parse({ proxy: 'none' }),
    }),
  );
  for (let n = 0; n < 3; n += 1)
    expect(await client.fetch({ parts: ['T-1'], wish: nothing }, memoryStore().incoming)).toMatchObject({ status: 200 });
});

describe('what goes out', () => {
  const all = ['returnImages', 'returnDocuments', 'returnVideoLiveness'] as const;
  it.each([
    [{}, []],
    [{ images: true }, [all[0]]],
    [{ documents: true }, [all[1]]],
    [{ video: true }, [all[2]]],
    [{ images: true, documents: true, video: true }, [...all]],
  ])('sends flags for %j, as parameters and as headers', async (wish, flags) => {
    for (const flagsAs of ['query', 'headers']) {
      const { server, ask } = await scripted((exchange) => exchange.answer(200, {}), { flagsAs });
      await ask(wish);
      const [exchange] = server.exchanges;
      const query = flagsAs === 'query' && flags.length > 0 ? `?${flags.map((flag) => `${flag}=true`).join('&')}` : '';
      expect(exchange?.method).toBe('GET');
      expect(exchange?.path).toBe(`/v1/api/bogot%C3%A1/Validation/T-7%2F8${query}`);
      expect(exchange?.headers.filter(([name]) => !/^(host|connection)$/.test(name))).toEqual([
        ['accept', 'application/json'],
        ['apiKey', 'key-1'],
        ...(flagsAs === 'headers' ? flags.map((flag) => [flag, 'true']) : []),
      ]);
      expect(await exchange?.body()).toHaveLength(0);
    }
  });

  it('sends nothing when a part is missing or cannot be in an address, or the path has none', async () => {
    const { server, problem } = await scripted((exchange) => exchange.answer(200, {}));
    expect(await problem({}, {}, ['bogotá'])).toMatchObject({ code: 'validation-parts-missing', detail: { part: 'number' } });
    expect(await problem({}, {}, ['', 'T-7'])).toMatchObject({ code: 'validation-parts-missing', detail: { part: 'office' } });
    expect(await problem({}, {}, ['..', 'T-7'])).toMatchObject({ code: 'validation-part-unusable', detail: { part: 'office' } });
    const fixed = await scripted((exchange) => exchange.answer(200, {}), { path: 'api/1/Validation/2' });
    expect(await fixed.problem({}, {}, [])).toMatchObject({ code: 'validation-not-set-up' });
    expect([...server.exchanges, ...fixed.server.exchanges]).toEqual([]);
  });
});

/** JSON text of a value of each described type. */
const example = {
  string: '"Ñandú \\"x\\" "',
  integer: '3',
  float: '96.40',
  boolean: 'true',
  datetime: '"2026-09-14T09:20:31.5071234-05:00"',
};
const members = (list: readonly Member[], text: (member: Member) => string): string =>
  list.map((member) => `"${member.name}":${text(member)}`).join(',');
const recordText = (text: (member: Member) => string): string => {
  const top = Object.values(topMembers).flat();
  const sections = Object.entries(innerMembers).map(([name, section]) => `"${name}":{${members(section.members, text)}}`);
  const lists = [`"Scores":[{${members(scoreMembers, text)}},{}]`, `"Images":[{${members(imageMembers, text)},"Image":null}]`];
  return `{${[members(top, text), ...sections, ...lists, '"SignedDocuments":[],"Parameters":{},"StateSignatureDocument":{}'].join(',')}}`;
};

describe('what comes back', () => {
  it.each([
    ['every described member with its type', recordText(({ type }) => example[type])],
    ['every member null', recordText(() => 'null')],
    ['every member of another type', recordText(({ type }) => (type === 'string' ? '[{"a":1}]' : '"?"'))],
    ['sections null', '{"Uid":"u","Extras":null,"Scores":null,"Images":null,"SignedDocuments":null,"Response_ANI":null,"Parameters":null}'],
    ['next to nothing', '{"Uid":"u"}'],
    ['members that are not described', '{"Uid":"u","Nuevo":{"a":[1,{"b":null}]},"2":"x","":0,"__proto__":{"y":1},"uid":"v"}'],
    [
      'numbers past what JavaScript holds',
      '{"Id":9007199254740993123,"x":0.1000000000000000055511,"y":-0,"z":1.0,"w":6.02E+23,"v":1e-999}',
    ],
    ['date-times as written', '{"StartingDate":"2026-09-14T09:20:31","CreationDate":"2026-09-14T09:20:31.507Z","IssueDate":"14/09/2026"}'],
  ])('%s: unchanged', async (_, text) => {
    const { ask } = await scripted((exchange) => exchange.answer(200, text));
    expect(await ask()).toEqual({
      status: 200,
      error: null,
      json: text,
      texts: [],
      size: Buffer.byteLength(text),
      sha256: sha256(text),
      isTextUncertain: false,
      around: '',
      inTexts: [],
    });
  });

  it.each([
    ['<br>Warning: año in línea 3 ', '\n<!-- node-7 -->\n', '<br>Warning: año in línea 3 <!-- node-7 -->'],
    ['', ' served by (b)', 'served by (b)'],
    ['\ufeff\ufeff ', '\n', ''],
  ])('with %j and %j around it: the text is part of the answer', async (before, after, around) => {
    const { ask } = await scripted((exchange) => exchange.answer(200, `${before}{"Uid":"u"}${after}`));
    const answer = await ask();
    expect({ ...answer, around: answer.around.replaceAll(/\s+/g, ' ') }).toMatchObject({ json: '{"Uid":"u"}', around });
    expect(readRecord(answer.json, [], { visitIdentification: '', receivedDay: '2026-11-29', around }).other).toEqual(
      around === '' ? null : { $: around },
    );
  });

  it('in the character encoding of its header: in the same characters', async () => {
    const bytes = Buffer.from('{"FirstName":"Núñez"}', 'latin1');
    const type = { 'content-type': 'application/json; charset=ISO-8859-1' };
    const { ask } = await scripted((exchange) => exchange.answer(200, bytes, type));
    expect(await ask()).toMatchObject({ json: '{"FirstName":"Núñez"}', isTextUncertain: false });
  });

  it('the description has 66 members of the record that are values, and the test has them all', () => {
    expect(Object.values(topMembers).flat()).toHaveLength(66);
    expect(recordText(() => '1').match(/"[A-Za-z_]+":/g)).toHaveLength(66 + 7 + 11 + 2 + 7 + 5);
  });

  it('streams pictures, video and documents to the store, and reports the bytes', async () => {
    const [picture, video, contract] = ['P'.repeat(300_000), 'V'.repeat(400_000), 'C'.repeat(2000)];
    const record = {
      Uid: 'u',
      Images: [
        { ImageTypeId: 3, Image: picture },
        { ImageTypeId: 20, Image: video },
      ],
      SignedDocuments: [{ Document: contract }],
    };
    const { ask, store } = await scripted((exchange) => exchange.answer(200, record));
    const reported: number[] = [];
    const answer = await ask({ images: true, documents: true, video: true }, { onProgress: (bytes) => reported.push(bytes) });
    expect(answer.texts.map(({ path }) => path)).toEqual([
      ['Images', 0, 'Image'],
      ['Images', 1, 'Image'],
      ['SignedDocuments', 0, 'Document'],
    ]);
    expect(store.live()).toEqual([picture, video, contract].map((text) => ({ text, closed: true, discarded: false })));
    expect(JSON.parse(answer.json)).toEqual({
      Uid: 'u',
      Images: [
        { ImageTypeId: 3, Image: null },
        { ImageTypeId: 20, Image: null },
      ],
      SignedDocuments: [{ Document: null }],
    });
    expect(reported).toEqual(reported.toSorted((a, b) => a - b));
    expect([reported.at(-1), reported.length > 5]).toEqual([answer.size, true]);
  });
});

describe('other answers', () => {
  const begun = `{"Images":[{"Image":"${'A'.repeat(300_000)}`;

  it.each([400, 401, 403, 404])('%i: refused, with the provider’s words and without the key', async (status) => {
    const { problem } = await scripted((exchange) => exchange.answer(status, { error: 'no record\u202e for key-1\n' }));
    const [reported, silent] = status === 401 || status === 403 ? [{ context: 'key' }, 'key_unexplained'] : [{}, 'unexplained'];
    expect(await problem()).toEqual(
      expect.objectContaining({ code: 'validation-refused', detail: { status, providerText: 'no record for …', ...reported } }),
    );
    const unexplained = await scripted((exchange) => exchange.answer(status, '<html>'));
    expect((await unexplained.problem()).detail).toEqual({ status, context: silent });
  });

  it.each([204, 429, 500, 502, 503])('%i: failed, and not retried', async (status) => {
    const { problem, server } = await scripted((exchange) => exchange.answer(status, { Uid: 'u' }, { location: '/x', 'retry-after': '1' }));
    expect(await problem()).toMatchObject({ code: 'validation-failed', detail: { status } });
    expect(server.exchanges).toHaveLength(1);
  });

  it.each([202, 206, 207])('%i: read like 200, since what it has must not be lost', async (status) => {
    const { ask } = await scripted((exchange) => exchange.answer(status, { Uid: 'u' }));
    expect(await ask()).toMatchObject({ status, json: '{"Uid":"u"}' });
    const unreadable = await scripted((exchange) => exchange.answer(status, '<html>'));
    expect(await unreadable.problem()).toMatchObject({ code: 'validation-failed', detail: { status } });
  });

  it('301: the address is wrong, and not retried', async () => {
    const { problem, server } = await scripted((exchange) => exchange.answer(301, { Uid: 'u' }, { location: '/x' }));
    expect(await problem()).toMatchObject({ code: 'service-not-found', detail: { status: 301 } });
    expect(server.exchanges).toHaveLength(1);
  });

  it('500: the provider’s words reach the clerk', async () => {
    const { problem } = await scripted((exchange) => exchange.answer(500, { error: 'base de datos caída, key-1' }));
    expect(await problem()).toMatchObject({ detail: { status: 500, providerText: 'base de datos caída, …', context: 'said' } });
  });

  it.each<[string, string]>([
    ['a page', '<html>'],
    ['nothing', ''],
    ['a text', '"u"'],
    ['null', 'null'],
    ['half a record that says it is whole', '{"Uid":"u"'],
  ])('%s: failed', async (_, text) => {
    const { problem } = await scripted((exchange) => exchange.answer(200, text));
    expect(await problem()).toMatchObject({ code: 'validation-failed', detail: { status: 200 } });
  });

  it('a record over the limits', async () => {
    const { problem } = await scripted((exchange) => exchange.answer(200, `${begun}"}],"x":${'['.repeat(100)}`));
    expect(await problem()).toMatchObject({ code: 'record-too-large' });
  });

  it.each<[string, Script]>([
    ['no answer', ({ socket }) => void socket.destroy()],
    ['silence', () => {}],
    ['cut off', ({ socket }) => void socket.end(`HTTP/1.1 200 OK\r\ncontent-length: 900000\r\n\r\n${begun}`)],
    ['silence in the middle', ({ socket }) => void socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 900000\r\n\r\n${begun}`)],
  ])('%s: unanswered', async (_, script) => {
    const { problem } = await scripted(script, {}, { answerTimeout: 300, silenceTimeout: 300 });
    expect(await problem()).toMatchObject({ code: 'validation-unanswered' });
  });

  it('a failed connection has its own problem', async () => {
    const { problem, server } = await scripted(() => {});
    await server.close();
    expect(await problem()).toMatchObject({ code: 'connection-refused' });
  });

  it('stopped by the person: before, while waiting and during the answer', async () => {
    const { problem, server } = await scripted((exchange) => {
      if (server.exchanges.length > 1) exchange.socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 900000\r\n\r\n${begun}`);
    });
    expect(await problem({}, { signal: AbortSignal.abort() })).toMatchObject({ code: 'cancelled' });
    expect(server.exchanges).toEqual([]);
    const waiting = new AbortController();
    const first = problem({}, { signal: waiting.signal });
    while (server.exchanges.length === 0) await wait(5);
    waiting.abort();
    expect(await first).toMatchObject({ code: 'cancelled' });
    const coming = new AbortController();
    expect(await problem({}, { signal: coming.signal, onProgress: (bytes) => bytes > 200_000 && coming.abort() })).toMatchObject({
      code: 'cancelled',
    });
  });
});

it('a record of 60 MB is never whole in memory', () => {
  const bench = fileURLToPath(new URL('../bench/validation-answer.ts', import.meta.url));
  const { peakMiB, files, bytes } = JSON.parse(execFileSync(process.execPath, [bench, '60'], { encoding: 'utf8' }));
  expect([files, bytes > 44_000_000]).toEqual([8, true]);
  // Some 90 MiB here, and 145 for 600 MB; text and bytes whole would be several times its size.
  expect(peakMiB).toBeLessThan(180);
});
