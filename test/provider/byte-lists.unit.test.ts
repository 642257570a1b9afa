/** Files that the serializers of some providers write as lists of byte numbers. */
import { describe, expect, it } from 'vitest';
import { cut } from '../support/cut.ts';
import { readRecordAnswer } from '../support/doors/provider.ts';
import { memoryStore } from '../support/network/provider-client.ts';
import { read } from '../support/network/read-sign-answer.ts';

const bytesOf = (head: string, length: number): Buffer =>
  Buffer.concat([Buffer.from(head, 'latin1'), Buffer.from(Array.from({ length }, (_, at) => (at * 37) % 256))]);
const pdf = bytesOf('%PDF-1.7\n', 20_000);
const forms: Record<string, (file: Buffer) => unknown> = {
  'a list': (file) => [...file],
  'a list of signed bytes': (file) => [...new Int8Array(file)],
  'a buffer of Node': (file) => file.toJSON(),
  'an object with numbers as names': (file) => ({ ...new Uint8Array(file) }),
  'a typed value of .NET': (file) => ({ $type: 'System.Byte[], mscorlib', $value: [...file] }),
};

describe.each(Object.entries(forms))('%s', (_, formOf) => {
  const entry = (signedDocument: unknown) => ({
    referenceNumber: 'r',
    documentId: 'd',
    signedDocument,
    status: 'SUCCESS',
    errorReason: null,
  });

  it.each([1, 7, 65_536])('is the document of its entry, in chunks of %i bytes', async (size) => {
    const answer = await read(JSON.stringify({ signedDocuments: [entry(formOf(pdf)), entry('QQ==')] }), [size]);
    expect(answer.defect).toBeNull();
    expect(answer.items).toMatchObject([{ status: 'SUCCESS', has: true }, { has: true }]);
    expect(answer.texts.map((text) => Buffer.from(text, 'base64').equals(pdf))).toEqual([true, false]);
    expect(answer.sinks[0]?.pieces).toBeGreaterThan(1);
  });

  it('is a picture of its record', async () => {
    const picture = bytesOf('\xff\xd8\xff\xe0', 2000);
    const record = {
      Uid: 'u',
      Images: [
        { Id: 1, Image: formOf(picture) },
        { Id: 2, Image: null },
      ],
      SignedDocuments: [{ File: formOf(pdf) }],
    };
    const store = memoryStore();
    const { json, texts } = await readRecordAnswer(cut(JSON.stringify(record), [4096]), store.incoming);
    expect(texts.map(({ path }) => path.slice(0, 2))).toEqual([
      ['Images', 0],
      ['SignedDocuments', 0],
    ]);
    expect(store.live().map(({ text }) => Buffer.from(text, 'base64'))).toEqual([picture, pdf]);
    expect(JSON.parse(json)).toMatchObject({ Images: [{ Id: 1 }, { Id: 2 }] });
    expect(json.length).toBeLessThan(300);
  });
});

it('that is cut off is no document, and its answer is cut off', async () => {
  const whole = JSON.stringify({ signedDocuments: [{ referenceNumber: 'r', status: 'SUCCESS', signedDocument: [...pdf] }] });
  for (const part of [whole.slice(0, 90), whole.slice(0, -40)])
    expect(await read(part, [100])).toMatchObject({ defect: 'answer-cut-off', items: [], texts: [] });
});

it.each(['300', '1.5', '"x"', 'null', '-129', '[]', '{"a":1}'])('with %s in it ends the reading of its answer', async (value) => {
  const entry = { referenceNumber: 'r', status: 'SUCCESS', errorReason: null };
  const lists = JSON.stringify({
    signedDocuments: [
      { ...entry, signedDocument: 'QQ==' },
      { ...entry, signedDocument: [...pdf] },
    ],
  });
  const answer = await read(lists.replace(/(,\d+){50}\]/, `,${value}$&`));
  expect(answer).toMatchObject({ defect: 'answer-not-json', items: [{ referenceNumber: 'r' }], texts: ['QQ=='] });
});

it('in a list of files is one of them, and one that lacks a byte is none', async () => {
  const { 5: _, ...gap } = { ...new Uint8Array(pdf.subarray(0, 900)) };
  const record = { Uid: 'u', SignedDocuments: [[...pdf], [[...pdf]], gap, { 0: [...pdf] }] };
  const store = memoryStore();
  const { json, texts } = await readRecordAnswer(cut(JSON.stringify(record), [999]), store.incoming);
  expect(texts.map(({ path }) => path.join('.'))).toEqual(['SignedDocuments.0', 'SignedDocuments.1.0', 'SignedDocuments.3.0']);
  expect(JSON.parse(json)).toEqual({ Uid: 'u', SignedDocuments: [null, [null], gap, { 0: null }] });
});

it('of other numbers, or shorter than any file, stay as they are', async () => {
  const lists = [[], {}, [1], [[1, 2], [3]], [...Buffer.from('%PDF-1.7')], Array.from({ length: 100 }, (_, at) => at), [37.5, 1e3, -0.5]];
  const record = { Uid: 'u', lists, [0]: { 0: 1, 1: { 0: 2 } }, counts: { 0: 37, 2: 80 }, last: [{ 0: [] }] };
  const store = memoryStore();
  const { json, texts } = await readRecordAnswer(cut(JSON.stringify(record), [3]), store.incoming);
  expect(JSON.parse(json)).toEqual(record);
  expect(texts).toEqual([]);
});
