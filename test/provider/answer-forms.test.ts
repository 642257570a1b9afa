/** Forms of an answer that the description leaves open and that HTTP allows, over real sockets: its compression, its encoding, its status. */

import { setImmediate } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { networkSchema, searchProfileSchema, validationProfileSchema } from '../support/doors/domain.ts';
import { connectSearch } from '../support/doors/provider.ts';
import { call, client, memoryStore } from '../support/network/provider-client.ts';
import { type Exchange, startRawServer } from '../support/network/raw-server.ts';
import { makeAuthority } from '../support/network/test-ca.ts';
import { writeFile } from '../support/pdf/pdfs.ts';
import { tempDir } from '../support/temp-dir.ts';

const text = 'A'.repeat(3000);
const bodies: Record<string, unknown> = {
  '/token': { access_token: 'token-1', token_type: 'Bearer', expires_in: 3600 },
  '/sign-documents': { signedDocuments: [{ referenceNumber: 'ref-1', documentId: 'd', signedDocument: text, status: 'SUCCESS' }] },
  '/record/T-1?returnDocuments=true': { Uid: 'u', SignedDocuments: [{ Document: text }] },
  '/search': { datos_tsti: [] },
};

/** A station next to a provider that answers each operation by `answer`. `secure`: over TLS. */
async function connected(answer: (exchange: Exchange, body: string) => void | Promise<void>, secure = false) {
  const authority = secure ? await makeAuthority() : null;
  const server = await startRawServer(
    async (exchange) => {
      await exchange.body();
      await answer(exchange, JSON.stringify(bodies[exchange.path]));
    },
    await authority?.issue(),
  );
  const caFile = authority === null ? '' : await writeFile(await tempDir(), 'ca.pem', authority.pem);
  const access = { profile: validationProfileSchema.parse({ baseUrl: server.origin, path: 'record/{t}' }), apiKey: async () => 'key' };
  const provider = client(server.origin, { caFile }, { validation: access });
  const searching = connectSearch({
    search: searchProfileSchema.parse({ url: `${server.origin}/search`, projectName: 'p' }),
    network: networkSchema.parse({ proxy: 'none', caFile }),
    apiKey: async () => 'key',
  });
  onTestFinished(async () => {
    await Promise.all([provider.close(), searching.close()]);
    await server.close();
  });
  const query = { name: 'Ana', identification: '', judicial: false, procurator: false };
  return {
    sign: (store = memoryStore()) => provider.signDocuments(call(), store.incoming),
    record: (store = memoryStore()) => provider.signedDocumentsOf('T-1', store.incoming),
    search: () => searching.search(query, undefined),
    store: memoryStore,
  };
}

async function expectRead({ sign, record, search, store }: Awaited<ReturnType<typeof connected>>): Promise<void> {
  const [signed, documents] = [store(), store()];
  expect(await sign(signed)).toMatchObject({ kind: 'answered', items: [{ referenceNumber: 'ref-1', status: 'SUCCESS' }], defect: null });
  expect(signed.live()).toMatchObject([{ closed: true }]);
  expect(await record(documents)).toHaveLength(1);
  expect(documents.live()).toMatchObject([{ text, closed: true }]);
  const found = await search();
  expect(found.kind === 'answered' ? String(Buffer.from(found.raw)) : found).toBe(JSON.stringify(bodies['/search']));
}

describe('an answer', () => {
  it.each([
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity, gzip', gzipSync],
    ['identity', (body: string) => Buffer.from(body)],
    ['deflate', deflateRawSync],
    ['Deflate', deflateRawSync],
    ['BR', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['', gzipSync],
    ['', deflateSync],
    ['gzip', deflateSync],
    ['gzip', (body: string) => Buffer.from(body)],
    ['deflate', (body: string) => Buffer.from(body)],
    ['br', (body: string) => Buffer.from(body)],
    ['gzip, gzip', (body: string) => gzipSync(gzipSync(body))],
    ['gzip, br', (body: string) => brotliCompressSync(gzipSync(body))],
    ['gzip', (body: string) => gzipSync(gzipSync(body))],
  ])('that is compressed by "%s" unasked is read in each operation', async (coding, compress) => {
    await expectRead(await connected((exchange, body) => exchange.answer(200, compress(body), { 'content-encoding': coding })));
  });

  it.each([
    ['ISO-8859-1', 'application/json; charset=ISO-8859-1', (json: string) => Buffer.from(json, 'latin1')],
    ['windows-1252 that is not named', 'application/json', (json: string) => Buffer.from(json, 'latin1')],
    ['UTF-16 with its mark', 'application/json; charset=utf-16', (json: string) => Buffer.from(`\ufeff${json}`, 'utf16le')],
    ['UTF-8, under another name', 'application/json; charset=ISO-8859-1', (json: string) => Buffer.from(json)],
  ])('in %s keeps its characters, also as a refusal', async (_, type, encode) => {
    const entry = {
      referenceNumber: 'Pagaré',
      documentId: 'd',
      signedDocument: null,
      status: 'FAIL',
      errorReason: 'Identificación inválida',
    };
    const answers = [JSON.stringify({ signedDocuments: [entry] }), JSON.stringify({ error: entry.errorReason })];
    const { sign } = await connected((exchange, body) => {
      if (exchange.path === '/token') exchange.answer(200, body);
      else exchange.answer(answers.length === 2 ? 200 : 400, encode(answers.shift() ?? ''), { 'content-type': type });
    });
    expect(await sign()).toMatchObject({ items: [{ referenceNumber: 'Pagaré', errorReason: entry.errorReason }], defect: null });
    expect(await sign()).toMatchObject({ kind: 'refused', problem: { detail: { providerText: entry.errorReason } } });
  });

  it('that is compressed and arrives byte by byte is read in each operation', async () => {
    const provider = await connected(async (exchange, body) => {
      exchange.socket.setNoDelay(true);
      exchange.socket.write('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n');
      for (const byte of gzipSync(body)) {
        exchange.socket.write(Buffer.from([byte]));
        await setImmediate();
      }
      exchange.socket.end();
    });
    await expectRead(provider);
  });

  const warning = '<br />\n<b>Warning</b>: Undefined array key "ref" in <b>/srv/api.php</b> on line <b>12</b><br />\n';
  it.each<[string, (json: string) => string]>([
    ['two byte order marks before it', (json) => `\ufeff\ufeff${json}`],
    ['a mark that keeps a page from running it', (json) => `)]}',\n${json}`],
    ['a warning of the server before it', (json) => warning + json],
    ['the line of a log before it', (json) => `[29-Nov-2026 04:00:00 UTC] PHP Notice: x[1]\n${json}`],
    ['a call around it', (json) => `callback(${json});`],
    ['a comment after it', (json) => `${json}\n<!-- 0.12 s on "node-3" {} -->`],
    ['zeros after it', (json) => `${json}\0\0`],
  ])('with %s is read as the token, the signed documents and the record', async (_, around) => {
    const { sign, record, store } = await connected((exchange, body) => exchange.answer(200, around(body)));
    const [signed, documents] = [store(), store()];
    expect(await sign(signed)).toMatchObject({ items: [{ referenceNumber: 'ref-1', status: 'SUCCESS' }], defect: null, unread: null });
    expect(signed.live()).toMatchObject([{ text, closed: true }]);
    expect(await record(documents)).toHaveLength(1);
  });

  it.each([
    ['without a length', '1.0', () => ''],
    ['with its length', '1.1', (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n`],
  ])('over TLS that ends without a word, %s, is read in each operation', async (_, version, lengthOf) => {
    const provider = await connected((exchange, body) => {
      // Unlike `end`, it sends no alert that closes.
      exchange.socket.write(`HTTP/${version} 200 OK\r\n${lengthOf(body)}\r\n${body}`, () => exchange.socket.destroy());
    }, true);
    await expectRead(provider);
  });

  it('that is shorter than stated, and whole, is read in each operation', async () => {
    await expectRead(await connected((exchange, body) => exchange.answer(200, body, { 'content-length': '9999999' })));
  });

  it('that refuses with a path in its text has that text', async () => {
    const { sign } = await connected((exchange) => exchange.answer(400, '{"error":"No se abre C:\\datos\\x"}'));
    expect(await sign()).toMatchObject({ kind: 'refused', problem: { detail: { providerText: 'No se abre C:\\datos\\x' } } });
  });

  it('in which base64 has line ends that JSON does not allow is read', async () => {
    const { sign, record, store } = await connected((exchange, body) => exchange.answer(200, body.replaceAll('AAAA', 'AAAA\r\n')));
    const documents = store();
    expect(await sign(documents)).toMatchObject({ items: [{ referenceNumber: 'ref-1' }], defect: null });
    expect(documents.live().map((one) => one.text.replaceAll(' ', ''))).toEqual([text]);
    expect(await record()).toHaveLength(1);
  });

  it.each<[string, string, number, boolean]>([
    ['a long body that is no JSON', `<html>${text}</html>`, 200, true],
    ['one that arrives in several pieces', `<html>${'A'.repeat(200_000)}</html>`, 200, true],
    ['a second answer behind the first', `${JSON.stringify(bodies['/sign-documents'])}{"signedDocuments":[{"a":"${text}"}]}`, 200, true],
    ['a long body that is no JSON, under 202', `<html>${text}</html>`, 202, true],
    ['a short body that is no JSON', '<html></html>', 200, false],
    ['a long page under 500', `<html>${text}</html>`, 500, false],
  ])('%s: what could not be read is stored unchanged, when it may have a document', async (_, body, status, isStored) => {
    const { sign, store } = await connected((exchange, token) =>
      exchange.path === '/token' ? exchange.answer(200, token) : exchange.answer(status, body),
    );
    const documents = store();
    const outcome = await sign(documents);
    expect(outcome).toMatchObject(status < 300 ? { kind: 'answered', defect: { code: 'answer-not-json' } } : { kind: 'unknown' });
    const stored = documents.live().map((one) => Buffer.from(one.text, 'base64').toString());
    expect(stored.includes(body)).toBe(isStored);
    if (!isStored) expect(stored).toEqual([]);
  });

  it.each([201, 203])('of %i is read as one of 200 in each operation', async (status) => {
    await expectRead(await connected((exchange, body) => exchange.answer(status, body)));
  });

  it.each<[string, BufferEncoding, string]>([
    ['application/json; charset=ISO-8859-1', 'latin1', ''],
    ['application/json; charset=utf-16', 'utf16le', '\ufeff'],
    ['application/json', 'utf16le', ''],
    ['application/json; charset=ISO-8859-1', 'utf8', ''],
  ])('of type %s in %s is a search answer in UTF-8', async (type, encoding, mark) => {
    const said = '{"results":[{"nombre":"Núñez"}]}';
    const { search } = await connected((exchange) => exchange.answer(200, Buffer.from(mark + said, encoding), { 'content-type': type }));
    const found = await search();
    expect(found.kind === 'answered' ? String(Buffer.from(found.raw)) : found).toBe(said);
  });

  it.each([
    ['alone', 'HTTP/1.1 100 Continue\r\n\r\n', true],
    ['with a header', 'HTTP/1.1 100 Continue\r\nDate: Sat, 28 Nov 2026 12:00:00 GMT\r\n\r\n', true],
    ['twice, before another one', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n', true],
    ['in one piece with the answer', 'HTTP/1.1 100 Continue\r\n\r\n', false],
  ])('after an unasked "100 Continue" %s is read in each operation', async (_, interim, alone) => {
    const provider = await connected((exchange, body) => {
      if (!alone) exchange.socket.cork();
      exchange.socket.write(interim);
      const answer = () => {
        exchange.answer(200, body);
        exchange.socket.uncork();
      };
      if (alone) setTimeout(answer, 20);
      else answer();
    });
    await expectRead(provider);
  });

  it.each([
    ['in pieces', 9],
    ['byte by byte', 1],
  ])('whose head comes %s, after interim answers and with malformed lines, is read in each operation', async (_, size) => {
    const provider = await connected(async (exchange, body) => {
      exchange.socket.setNoDelay(true);
      const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\nBad Name: x\r\n\r\n';
      const head = `${interim}HTTP/1.1 200 OK\r\nX-Long: a\r\n b\r\nnothing\r\nConnection: close\r\n\r\n`;
      for (let at = 0; at < head.length; at += size) {
        exchange.socket.write(head.slice(at, at + size));
        await setImmediate();
      }
      exchange.socket.end(body);
    });
    await expectRead(provider);
  });

  it('with many large headers is read in each operation', async () => {
    const cookies = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`x-cookie-${at}`, 'x'.repeat(5_000)]));
    await expectRead(await connected((exchange, body) => exchange.answer(200, body, cookies)));
  });

  it.each<[string, (hex: string) => string, string]>([
    ['blanks behind each size', (hex) => `${hex}  `, '\r\n'],
    ['blanks before an extension', (hex) => `00${hex.toUpperCase()} ;a="b"`, '\r\n'],
    ['LF at the end of each line', (hex) => hex, '\n'],
  ])('in pieces with %s is read in each operation', async (_, line, end) => {
    const provider = await connected(async (exchange, body) => {
      exchange.socket.setNoDelay(true);
      exchange.socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      for (let at = 0; at < body.length; at += 700) {
        const piece = body.slice(at, at + 700);
        exchange.socket.write(line(Buffer.byteLength(piece).toString(16)));
        await setImmediate();
        exchange.socket.write(end + piece + end);
      }
      // The connection stays open: the last piece is the end.
      exchange.socket.write(line('0') + end + end);
    });
    await expectRead(provider);
  });

  it.each([
    ['behind it', 0],
    ['within it', 20],
  ])('with a malformed size of a piece %s is read up to there', async (_, missing) => {
    const { sign, store } = await connected((exchange, body) => {
      if (exchange.path === '/token') return void exchange.answer(200, body);
      const piece = body.slice(0, body.length - missing);
      exchange.socket.end(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${piece.length.toString(16)}\r\n${piece}\r\nzz\r\n`);
    });
    const signed = store();
    expect(await sign(signed)).toMatchObject({ kind: 'answered', items: missing === 0 ? [{ referenceNumber: 'ref-1' }] : [] });
    expect(signed.live()).toMatchObject([{ text }]);
  });

  it.each([
    ['a folded line', 'X-Long: a\r\n b'],
    ['a control character', 'X-Bad: a\x00b\x1f'],
    ['a line without a colon', 'nothing'],
    ['a name with a blank', 'Bad Name: x'],
    ['a length that is no number', 'Content-Length: many'],
    ['two lengths', 'Content-Length: 7\r\nContent-Length: 8'],
    ['a line that ends with LF', 'X-A: b\nX-C: d'],
  ])('whose head has %s is read in each operation', async (_, line) => {
    const provider = await connected((exchange, body) => {
      exchange.socket.end(`HTTP/1.1 200 OK\r\n${line}\r\nConnection: close\r\n\r\n${body}`);
    });
    await expectRead(provider);
  });

  it('that comes in pieces and states a length, with LF at the end of its lines, is read in each operation', async () => {
    const provider = await connected((exchange, body) => {
      const head = 'HTTP/1.1 200 OK\nContent-Length: 9\nTransfer-Encoding: chunked\n\n';
      exchange.socket.end(`${head}${Buffer.byteLength(body).toString(16)}\r\n${body}\r\n0\r\n\r\n`);
    });
    await expectRead(provider);
  });

  it.each([
    ['has a malformed status', 'HTTP/1.1 2x0 OK\r\nContent-Length: 0\r\n\r\n'],
    ['has headers that are too large', `HTTP/1.1 200 OK\r\nSet-Cookie: ${'x'.repeat(300_000)}\r\nContent-Length: 0\r\n\r\n`],
  ])('that %s is not reported as none', async (_, answer) => {
    const { sign } = await connected((exchange, body) => {
      if (exchange.path === '/token') exchange.answer(200, body);
      else exchange.socket.end(answer);
    });
    expect(await sign()).toMatchObject({ kind: 'unknown', problem: { code: 'no-answer', detail: { context: 'unreadable' } } });
  });

  it('that is refused has its compressed text shown', async () => {
    const refusal = gzipSync(JSON.stringify({ error: 'clientInfo is missing' }));
    const { sign } = await connected((exchange, body) =>
      exchange.path === '/token' ? exchange.answer(200, body) : exchange.answer(400, refusal, { 'content-encoding': 'gzip' }),
    );
    expect(await sign()).toMatchObject({ kind: 'refused', problem: { detail: { providerText: 'clientInfo is missing' } } });
  });

  it.each([
    ['is cut off', 'gzip', (body: Buffer) => gzipSync(body).subarray(0, -12)],
    ['is not of its coding', 'gzip', (body: Buffer) => Buffer.from(body.map((byte) => byte ^ 0xff))],
    ['is in a coding that is not known', 'compress', (body: Buffer) => body.map((byte) => byte ^ 0x9d)],
    ['is compressed four times', 'gzip', (body: Buffer) => gzipSync(gzipSync(gzipSync(gzipSync(body))))],
  ])('that %s leaves the document in doubt and the search without an answer', async (_, coding, made) => {
    const { sign, search } = await connected((exchange, body) => {
      if (exchange.path === '/token') exchange.answer(200, body);
      else exchange.answer(200, made(Buffer.from(body)), { 'content-encoding': coding });
    });
    const signed = await sign();
    expect(signed.kind === 'answered' ? signed.defect?.code : signed.kind).toMatch(/^answer-|^unknown$/);
    const found = await search();
    if (found.kind === 'answered') expect(() => JSON.parse(String(Buffer.from(found.raw)))).toThrow();
    else expect(found.problem.code).toMatch(/^(search-|answer-)/);
  });
});

const inCase = (value: unknown, change: (name: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((element) => inCase(element, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [change(name), inCase(inner, change)]));
};
const lowerFirst = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

describe('an answer that is wrapped or spelled in another way', () => {
  it.each<[string, (value: unknown) => unknown]>([
    ['in a member', (value) => ({ code: 0, message: 'OK', data: value })],
    ['in two members', (value) => ({ d: { response: value } })],
    ['in a list', (value) => [value]],
    ['as JSON in a text', (value) => JSON.stringify(value)],
    ['as JSON in a text in a member of another case', (value) => JSON.stringify({ Result: value })],
    ['as JSON in the text of a member', (value) => ({ code: 0, d: JSON.stringify(value), more: [] })],
    ['in camel case', (value) => inCase(value, lowerFirst)],
    ['in capitals', (value) => inCase(value, (name) => name.toUpperCase())],
  ])('is read by each operation: %s', async (_, made) => {
    const { sign, record, store } = await connected((exchange) => {
      exchange.answer(200, JSON.stringify(made(bodies[exchange.path])));
    });
    const [signed, documents] = [store(), store()];
    expect(await sign(signed)).toMatchObject({ kind: 'answered', items: [{ referenceNumber: 'ref-1', status: 'SUCCESS' }], defect: null });
    expect(signed.live()).toMatchObject([{ text, closed: true }]);
    expect(await record(documents)).toHaveLength(1);
    expect(documents.live()).toMatchObject([{ text, closed: true }]);
  });

  it('with an escape that JSON does not have is whole', async () => {
    const { sign, record, store } = await connected((exchange, body) => {
      exchange.answer(200, body.replaceAll(text, `${text}\\+${text}`).replace('"d"', '"C:\\d"'));
    });
    const [signed, documents] = [store(), store()];
    expect(await sign(signed)).toMatchObject({ items: [{ referenceNumber: 'ref-1', providerDocumentId: 'C:\\d' }], defect: null });
    expect(await record(documents)).toHaveLength(1);
    for (const one of [signed, documents]) expect(one.live()).toMatchObject([{ text: `${text}\\+${text}`, closed: true }]);
  });
});
