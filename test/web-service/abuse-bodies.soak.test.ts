/** The whole service under abusive bodies: always a proper answer, never one too many, and a working service afterwards. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordMembers } from '../support/records/records.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { type AbusedService, form, large, openAbusedService, small, soonTooMuch } from '../support/web-service/abused-service.ts';
import { expectProper, parsed, statusAt } from '../support/web-service/proper-answers.ts';
import { request, speak } from '../support/web-service/raw-calls.ts';

let service: AbusedService;
beforeAll(async () => {
  service = await openAbusedService(soonTooMuch);
});
afterAll(() => service.close());

let bodies = 0;
/** Before each body of a long loop: nothing is quarantined above a limit. */
async function makeRoom(): Promise<void> {
  bodies += 1;
  if (bodies % 500 === 0) await service.emptyQuarantine();
}

const statusOf = (bytes: Uint8Array): Promise<number | undefined> => statusAt(service.url, bytes);

const keys = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...recordMembers) },
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'JsonTransaction', 'Images', 'then', 'toJSON', ''),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const { value: anything } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.oneof(fc.string({ unit: 'binary' }), fc.double(), fc.boolean(), fc.constant(null), fc.constantFrom(small, 1e308, -0)),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  // Entries, not objects: `__proto__` has to be a member, and texts are not to be well-formed at any price.
  object: fc.uniqueArray(fc.tuple(keys, tie('value')), { selector: ([key]) => key, maxLength: 6 }).map((entries) => ({ entries })),
}));
function textOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const { entries } = value as { entries: [string, unknown][] };
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${textOf(inner)}`).join(',')}}`;
}

describe('bodies', () => {
  test('of any JSON are stored or refused, and no document is returned', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (value) => {
        await makeRoom();
        const heard = await speak(service.url, [service.documents(textOf(value))]);
        expectProper(heard, [200, 400]);
        expect(heard.answers).toHaveLength(1);
        const asked = JSON.parse(textOf(value))?.JsonTransaction;
        const named = typeof asked === 'object' && asked !== null && Object.hasOwn(asked, 'IdNumber') ? asked.IdNumber : null;
        const [answer] = heard.answers;
        if (named !== small && answer?.status === 200) expect([[], {}]).toContainEqual(parsed(answer));
      }),
      { numRuns: runs(150) },
    );
    await service.expectRight();
  });

  test('of any bytes, in any part of a push or a form, get a proper answer', async () => {
    const push = service.documents(JSON.stringify({ Uid: 'U-1', IdNumber: '88', Extras: { IdState: '1' } }));
    const asks = request({ path: '/api/token', headers: form, body: 'grant_type=refresh_token&username=a&password=b' });
    const change = fc.record({
      at: fc.nat({ max: push.length }),
      remove: fc.nat({ max: 20 }),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 12 }),
        fc.constantFrom(
          '\r\n',
          '\r\n\r\n',
          '\n',
          '\0',
          ': ',
          '{',
          '"',
          'Content-Length: 5\r\n',
          'Transfer-Encoding: chunked\r\n',
          ' HTTP/1.1\r\n',
        ),
      ),
    });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(push, asks), fc.array(change, { minLength: 1, maxLength: 4 }), async (whole, changes) => {
        await makeRoom();
        let bytes = whole;
        for (const { at, remove, insert } of changes) {
          bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(insert as string), bytes.subarray(at + remove)]);
        }
        expectProper(await speak(service.url, [bytes], { half: true }));
      }),
      { numRuns: runs(250) },
    );
    await service.expectRight();
  });

  test('of any bytes in place of a request get a proper answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 4 }), async (pieces) => {
        await makeRoom();
        expectProper(await speak(service.url, pieces, { half: true }), [400]);
      }),
      { numRuns: runs(60) },
    );
  });

  test.each([
    ['a hundred thousand arrays', '['.repeat(100_000), 400],
    ['as many objects', '{"Extras":'.repeat(20_000), 400],
    ['closed ones', `{"Extras":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400],
    ['65 levels', `{"Extras":${'['.repeat(64)}${']'.repeat(64)}}`, 400],
    ['within a question', `{"JsonTransaction":{"IdNumber":"${small}","a":${'['.repeat(70)}${']'.repeat(70)}}}`, 400],
    ['64 levels', `{"Uid":"deep","Parameters":${'['.repeat(63)}${']'.repeat(63)}}`, 200],
    ['half a million members', `{"Uid":"u",${Array.from({ length: 100_001 }, (_, n) => `"${n}":0`).join(',')}}`, 400],
  ])('that are deep or broad: %s', async (_, body, status) => {
    expect(await statusOf(service.documents(body))).toBe(status);
  });

  test.each([
    ['at the top', '{"Uid":"a","Uid":"b"}'],
    ['deep in it', '{"Uid":"a","Extras":{"x":[{"y":1,"y":1}]}}'],
    ['in another spelling', '{"Uid":"a","\\u0055id":"b"}'],
    ['of the question', `{"JsonTransaction":{"IdNumber":"999"},"JsonTransaction":{"IdNumber":"${small}"}}`],
    ['in the question', `{"JsonTransaction":{"IdNumber":"999","IdNumber":"${small}"}}`],
    ['of the prototype', '{"Uid":"a","__proto__":1,"__proto__":2}'],
  ])('with a member twice, %s', async (_, body) => {
    expect(await statusOf(service.documents(body))).toBe(400);
  });

  test.each([
    ['the key', `{"JsonTransaction":{"__proto__":{"IdNumber":"${small}"}}}`, 200, []],
    ['the key of its maker', `{"JsonTransaction":{"constructor":{"prototype":{"IdNumber":"${small}"}}}}`, 200, []],
    ['an array', `{"JsonTransaction":{"IdNumber":["${small}"]}}`, 200, []],
    ['an object with a text', `{"JsonTransaction":{"IdNumber":{"toString":"${small}","valueOf":"${small}"}}}`, 200, []],
    ['a record', '{"__proto__":{"Uid":"x"},"constructor":{"prototype":{"IdNumber":"1"}}}', 400, null],
  ])('that hide %s under names that every object inherits find nothing', async (_, body, status, answer) => {
    const { answers } = await speak(service.url, [service.documents(body)]);
    expect(answers.map((one) => one.status)).toEqual([status]);
    if (answer && answers[0]) expect(parsed(answers[0])).toEqual(answer);
    await service.expectRight();
  });

  test('with a question in a member that every object inherits are answered as with one in any other', async () => {
    const question = `{"JsonTransaction":{"IdNumber":"${small}"}}`;
    const answersTo = async (name: string) => (await speak(service.url, [service.documents(`{"${name}":${question}}`)])).answers;
    const expected = (await answersTo('data')).map(parsed);
    expect(expected).toEqual([[expect.stringMatching(/^JVBERi/)]]);
    for (const name of ['__proto__', 'constructor']) expect((await answersTo(name)).map(parsed), name).toEqual(expected);
    await service.expectRight();
  });

  test('that are no JSON', async () => {
    const bodies = [
      Buffer.from('{"Uid":"a"}', 'utf16le').subarray(1),
      '{"Uid":"a"}{"Uid":"b"}',
      '{"Uid":NaN}',
      "{'Uid':'a'}",
      '{"Uid":"a",}',
      '{"Uid":01}',
      '{"Uid":"a\u0000"}',
      '{"Uid":"\\ud800"',
      '"Uid"',
      'null',
      '',
    ];
    for (const body of bodies) expect(await statusOf(service.documents(body))).toBe(400);
    expect(await statusOf(service.documents('\ufeff{"Uid":"with a mark before it"}'))).toBe(200);
    expect(await statusOf(service.documents('{"Uid":"half a letter \\ud800"}'))).toBe(200);
  });
});

test('no document of another customer was returned by any of these tests', async () => {
  const { fetches } = await service.state();
  expect(fetches[large]).toEqual([]);
});
