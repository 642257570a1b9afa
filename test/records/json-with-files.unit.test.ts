/** The JSON of a record with its files back in their places. */

import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { cut } from '../support/cut.ts';
import type { RecordFile } from '../support/doors/domain.ts';
import { recordJson } from '../support/doors/records.ts';
import { aFile } from '../support/records/records.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';

const textOf = async (chunks: AsyncIterable<Uint8Array>): Promise<string> =>
  new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await buffer(chunks));

type JsonPath = (string | number)[];
/** Of every text in a value. */
function texts(value: unknown, path: JsonPath = []): { path: JsonPath; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  const isArray = Array.isArray(value);
  return Object.entries(value).flatMap(([name, inner]) => texts(inner, [...path, isArray ? Number(name) : name]));
}
const replaced = (value: unknown, paths: Set<string>, path: JsonPath = []): unknown => {
  if (paths.has(JSON.stringify(path))) return null;
  if (Array.isArray(value)) return value.map((inner, at) => replaced(inner, paths, [...path, at]));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, replaced(inner, paths, [...path, name])]));
};

it('equals the received text byte for byte, whichever texts are in files', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })),
      fc.infiniteStream(fc.boolean()),
      fc.infiniteStream(fc.boolean()),
      fc.integer({ min: 1, max: 50 }),
      async (record, chosen, kinds, size) => {
        const taken = texts(record).filter(() => chosen.next().value);
        const contents = new Map<string, Uint8Array>();
        const files = taken.map(({ path, text }, index): RecordFile => {
          // As base64 its bytes come back as base64 of them; other texts as they were.
          const decoded = kinds.next().value && text === Buffer.from(text, 'base64').toString('base64');
          contents.set(String(index), decoded ? Buffer.from(text, 'base64') : Buffer.from(text));
          return aFile(String(index), path, { decoded });
        });
        const json = JSON.stringify(replaced(record, new Set(taken.map(({ path }) => JSON.stringify(path)))));
        const made = recordJson({ json, files }, (id) => cut(contents.get(id) ?? '', [size]), true);
        // A lone half of a character has no bytes of its own.
        expect(await textOf(made)).toBe(JSON.stringify(JSON.parse(Buffer.from(JSON.stringify(record)).toString())));
      },
    ),
    { numRuns: runs(300) },
  );
});

describe('the places of files', () => {
  const json =
    '{"Id":12345678901234567890, "Images" : [ {"Image":null,"n":1.50} ,{"Image" : null}], "a\\"]{b":{"x":null},"Note":"null, {[ \\\\"}';
  const files = [aFile('b', ['Images', 1, 'Image']), aFile('a', ['Images', 0, 'Image']), aFile('c', ['a"]{b', 'x'], { decoded: false })];
  const contents: Record<string, string> = { a: 'AAAA', b: 'hola', c: 'línea 1\n"dos"' };
  const read = (id: string) => cut(contents[id] ?? '', [2]);

  it('are found in any spelling of JSON, and everything else stays digit for digit', async () => {
    const made = await textOf(recordJson({ json, files }, read, true));
    expect(made).toBe(
      json
        .replace('"Image":null', '"Image":"QUFBQQ=="')
        .replace('"Image" : null', '"Image" : "aG9sYQ=="')
        .replace('"x":null', '"x":"línea 1\\n\\"dos\\""'),
    );
  });

  it('stay null where files are left out or missing', async () => {
    expect(await textOf(recordJson({ json, files }, read, false))).toBe(json);
    const made = await textOf(recordJson({ json, files }, (id) => (id === 'b' ? null : read(id)), true));
    expect(JSON.parse(made).Images).toEqual([{ Image: 'QUFBQQ==', n: 1.5 }, { Image: null }]);
  });

  it('are the last of a repeated member, and only where the value is null', async () => {
    const twice = '{"V":null,"V":null,"W":"w"}';
    const made = recordJson({ json: twice, files: [aFile('a', ['V']), aFile('b', ['W']), aFile('c', ['X'])] }, read, true);
    expect(await textOf(made)).toBe('{"V":null,"V":"QUFBQQ==","W":"w"}');
  });

  it('of a list that occurs twice are in both lists, in their order', async () => {
    const image = ['Images', 0, 'Image'];
    const contract = ['SignedDocuments', 0];
    const lists = (one: string, two: string, first: string, second: string) =>
      `{"Images":[{"Image":${one}}],"SignedDocuments":[${first},"-"],"Images":[{"Image":${two}}],"SignedDocuments":[${second}]}`;
    const twice = [aFile('a', image), aFile('b', contract), aFile('c', image, { decoded: false }), aFile('d', contract)];
    const made = recordJson({ json: lists('null', 'null', 'null', 'null'), files: twice }, (id) => cut(id, [2]), true);
    expect(await textOf(made)).toBe(lists('"YQ=="', '"c"', '"Yg=="', '"ZA=="'));
  });
});

it('holds no file whole in memory', async () => {
  const [size, pieces] = [64 * 1024, 480];
  async function* large(): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.alloc(size, 0x5a);
    for (let index = 0; index < pieces; index += 1) yield bytes;
  }
  let total = 0;
  let largest = 0;
  for await (const chunk of recordJson({ json: '{"V":null}', files: [aFile('a', ['V'])] }, large, true)) {
    total += chunk.length;
    largest = Math.max(largest, chunk.length);
  }
  expect(total).toBe('{"V":""}'.length + 4 * Math.ceil((size * pieces) / 3));
  expect(largest).toBeLessThan(2 * size);
});
