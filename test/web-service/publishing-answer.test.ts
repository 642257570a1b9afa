/** What goes out to who asks for published documents: the body, which of them, and answers that do not come to their end. */
import { describe, expect, test } from 'vitest';
import { bodySize, choose, jsonBody } from '../support/doors/web-service.ts';
import { fc } from '../support/runner/property.ts';
import { ask, bodyOf, hashesIn, idKey, openTestPublishing } from '../support/web-service/publishing.ts';

const beingRead = { problem: { code: 'documents-being-read' } };

describe('the body of an answer', () => {
  test('is the JSON of base64 texts, of exactly the announced size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(fc.uint8Array({ maxLength: 10 }), { maxLength: 5 }), { maxLength: 4 }), async (documents) => {
        const whole = documents.map((pieces) => Buffer.concat(pieces));
        const body = jsonBody(
          documents.map((pieces, at) => ({
            size: whole[at]?.length ?? -1,
            async *read() {
              yield* pieces;
            },
          })),
        );
        const text = await bodyOf({
          count: documents.length,
          size: bodySize(whole.map(({ length }) => length)),
          body,
          finished: () => undefined,
        });
        expect(text).toBe(JSON.stringify(whole.map((bytes) => bytes.toString('base64'))));
      }),
    );
  });

  test.each([-1, 1])('is cut off for a document of another size than announced (%i)', async (more) => {
    const body = jsonBody([{ size: 3 + more, read: async function* () { yield Buffer.from('abc'); } }]); // biome-ignore format: one line
    const read = async () => {
      for await (const _ of body);
    };
    await expect(read()).rejects.toMatchObject({ problem: { code: 'stored-data-damaged' } });
  });

  test('has a limited number of documents and bytes, and the next answer the others', () => {
    const mib = 1024 * 1024;
    const documents = Array.from({ length: 250 }, (_, id) => ({ id, size: 1, fetches: [] as { at: string; complete: boolean }[] }));
    const seen: number[] = [];
    for (let round = 0; round < 3; round++) {
      const chosen = choose(documents);
      expect(chosen.length).toBe(100);
      expect(chosen.map(({ id }) => id)).toEqual(chosen.map(({ id }) => id).toSorted((a, b) => a - b));
      for (const one of chosen) one.fetches = [{ at: `2026-01-01T00:00:0${round}.000Z`, complete: true }];
      seen.push(...chosen.map(({ id }) => id));
    }
    expect(new Set(seen).size).toBe(250);
    expect(choose(Array.from({ length: 9 }, () => ({ size: 60 * mib, fetches: [] })))).toHaveLength(4);
  });
});

describe('interrupted answers', () => {
  test('a document offered once is never in two answers at the same time', async () => {
    const opened = await openTestPublishing();
    const once = await opened.publish(await opened.pdf('once.pdf'), [idKey('1')], { once: true });
    const always = await opened.publish(await opened.pdf('always.pdf'), [idKey('1')]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => opened.publishing.answer({ IdNumber: '1' }, 'provider')));
    const bodies = await Promise.all(answers.map(bodyOf));
    const hashes = bodies.flatMap(hashesIn);
    expect(hashes.filter((hash) => hash === once.sha256)).toHaveLength(1);
    expect(hashes.filter((hash) => hash === always.sha256)).toHaveLength(8);
    for (const answer of answers) answer.finished(true);
    expect(await ask(opened, { IdNumber: '1' })).toEqual([always.sha256]);
  });

  test('a document in an interrupted answer is offered again, and reported as incomplete', async () => {
    const opened = await openTestPublishing();
    const once = await opened.publish(await opened.pdf('once.pdf'), [idKey('1')], { once: true });
    const first = await opened.publishing.answer({ IdNumber: '1' }, 'first');
    for await (const _ of first.body) break;
    // An empty list would mean that there is none for this customer.
    await expect(ask(opened, { IdNumber: '1' })).rejects.toMatchObject(beingRead);
    expect(await ask(opened, { IdNumber: '2' })).toEqual([]);
    first.finished(false);
    // Called twice, or with another value: the first call counts.
    const second = await opened.publishing.answer({ IdNumber: '1' }, 'second');
    first.finished(true);
    first.finished(false);
    await expect(ask(opened, { IdNumber: '1' }, 'third')).rejects.toMatchObject(beingRead);
    expect(hashesIn(await bodyOf(second))).toEqual([once.sha256]);
    second.finished(true);
    expect(await ask(opened, { IdNumber: '1' })).toEqual([]);
    expect(opened.all()[0]).toMatchObject({
      state: 'fetched',
      fetches: [
        { user: 'second', complete: true },
        { user: 'first', complete: false },
      ],
    });
    expect(opened.noted).toEqual(['published once.pdf by Ana', 'document-fetched once.pdf second']);
  });

  test('a kill during an answer leaves the document offered, with the begun fetch recorded', async () => {
    const opened = await openTestPublishing();
    const once = await opened.publish(await opened.pdf('once.pdf'), [idKey('1')], { once: true });
    const answer = await opened.publishing.answer({ IdNumber: '1' }, 'first');
    for await (const _ of answer.body) break;
    await opened.killed();
    expect(opened.all()[0]).toMatchObject({ state: 'offered', fetches: [{ user: 'first', complete: false }] });
    expect(await ask(opened, { IdNumber: '1' }, 'second')).toEqual([once.sha256]);
    await opened.killed();
    expect(opened.all()[0]).toMatchObject({ state: 'fetched', fetches: [{ complete: true }, { complete: false }] });
  });

  test('a document withdrawn during an answer stays withdrawn, and its fetch is reported', async () => {
    const opened = await openTestPublishing();
    const one = await opened.publish(await opened.pdf('once.pdf'), [idKey('1')], { once: true });
    const answer = await opened.publishing.answer({ IdNumber: '1' }, 'provider');
    opened.publishing.withdraw(one.id);
    await bodyOf(answer);
    answer.finished(true);
    expect(opened.all()[0]).toMatchObject({ state: 'withdrawn', fetches: [{ complete: true }] });
    // Withdrawn while its copy was being looked at: it does not go out at all.
    opened.publishing.offer(one.id);
    const asked = opened.publishing.answer({ IdNumber: '1' }, 'provider');
    opened.publishing.withdraw(one.id);
    expect((await asked).count).toBe(0);
  });
});
