/** Documents published and asked for: real files, database and sealing. */
import { randomBytes, randomUUID } from 'node:crypto';
import { appendFile, copyFile, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bodySize, jsonBody } from '../../main/client-service/publishing/answer-body.ts';
import { choose } from '../../main/client-service/publishing/choose.ts';
import { problemOf } from '../../shared/errors.ts';
import { certifiedPdf, restrictedPdf, truncatedPdf } from '../fixtures/pdfs.ts';
import { ask, bodyOf, everything, hashesIn, idKey, publishingDesk, sha256 } from '../fixtures/publishing-desk.ts';

const codeOf = (work: () => unknown): Promise<string> =>
  Promise.resolve()
    .then(work)
    .then(
      () => 'done',
      (thrown: unknown) => problemOf(thrown).code,
    );

describe('publishing', () => {
  test('what is staged is checked as for signing, and published as a sealed copy of what was checked', async () => {
    const desk = await publishingDesk();
    const { publishing } = desk;
    const good = await desk.pdf('contract.pdf');
    const write = async (name: string, bytes: Uint8Array | string) => {
      await writeFile(join(desk.folder, name), bytes);
      return join(desk.folder, name);
    };
    const large = await write('large.pdf', '%PDF-1.7');
    await truncate(large, 64 * 1024 * 1024 + 1);
    const staged = await publishing.stage([
      good,
      await write('text.pdf', 'no PDF at all'),
      await write('cut.pdf', await truncatedPdf()),
      await write('certified.pdf', await certifiedPdf(1)),
      await write('restricted.pdf', await restrictedPdf()),
      large,
      join(desk.folder, 'missing.pdf'),
    ]);
    expect(staged.map(({ name, problem }) => `${name} ${problem?.code ?? 'good'}`)).toEqual([
      'contract.pdf good',
      'text.pdf not-a-pdf',
      'cut.pdf pdf-truncated',
      'certified.pdf pdf-certified',
      'restricted.pdf pdf-no-changes',
      'large.pdf document-too-large',
      'missing.pdf file-missing',
    ]);
    const ids = staged.map(({ id }) => id);
    const request = { staged: ids.slice(0, 1), keys: [idKey('1')], once: false, caseId: null };
    // All or none: with a bad one among them nothing is published.
    expect(await codeOf(() => publishing.publish({ ...request, staged: ids.slice(0, 3) }))).toBe('not-a-pdf');
    expect(await codeOf(() => publishing.publish({ ...request, staged: [randomUUID()] }))).toBe('document-unknown');
    expect(await codeOf(() => publishing.publish({ ...request, keys: [idKey('...')] }))).toBe('publication-no-key');
    expect(await codeOf(() => publishing.publish({ ...request, keys: [idKey('1'), idKey('2')] }))).toBe('publication-no-key');
    expect(await codeOf(() => publishing.publish({ ...request, caseId: randomUUID() }))).toBe('case-unknown');
    expect(desk.all()).toEqual([]);
    expect(await desk.sealed()).toEqual([]);

    const [made] = await publishing.publish(request);
    expect(made).toMatchObject({ name: 'contract.pdf', state: 'offered', by: 'Ana', source: 'application', fetches: [], problem: null });
    expect(made?.sha256).toBe(sha256(await readFile(good)));
    expect(await codeOf(() => publishing.publish(request))).toBe('document-unknown');
    expect(desk.noted).toEqual(['published contract.pdf by Ana']);
    // Nothing of it lies there in clear.
    for (const name of await desk.sealed()) expect((await readFile(join(desk.dataDir, 'sealed', name))).includes('%PDF')).toBe(false);
  });

  test('a file that is another by the time that it is published is noticed, and those published with it are not', async () => {
    const desk = await publishingDesk();
    const [first, second] = [await desk.pdf('1.pdf'), await desk.pdf('2.pdf')];
    const staged = await desk.publishing.stage([first, second]);
    await appendFile(second, '\n');
    const request = { staged: staged.map(({ id }) => id), keys: [idKey('1')], once: false, caseId: null };
    expect(await codeOf(() => desk.publishing.publish(request))).toBe('file-changed');
    expect([desk.all(), await desk.sealed(), desk.noted]).toEqual([[], [], []]);
    // Read again under its id.
    expect((await desk.publishing.stage([second]))[0]?.id).toBe(staged[1]?.id);
    expect(await desk.publishing.publish(request)).toHaveLength(2);
  });

  test('what is asked for comes byte for byte, once or until it is withdrawn, and every fetch is told', async () => {
    const desk = await publishingDesk();
    const { publishing } = desk;
    const once = await desk.publish(await desk.pdf('once.pdf'), [idKey('1.020')], { once: true });
    const always = await desk.publish(await desk.pdf('always.pdf'), [idKey('1020'), { kind: 'uid', value: 'U1' }]);
    await desk.publish(await desk.pdf('other.pdf'), [idKey('2020')]);

    expect(await ask(desk, {})).toEqual([]);
    expect(await ask(desk, { IdNumber: '3' })).toEqual([]);
    expect(await ask(desk, { IdNumber: '1020' }, 'first')).toEqual([once.sha256, always.sha256]);
    expect(await ask(desk, { IdNumber: '1020', Uid: 'U1' }, 'second')).toEqual([always.sha256]);
    expect(await ask(desk, { IdNumber: '1020', Uid: 'U2' })).toEqual([]);
    expect(desk.all().map(({ name, state, fetches }) => [name, state, fetches.map(({ user, complete }) => `${user} ${complete}`)])).toEqual(
      [
        ['once.pdf', 'fetched', ['first true']],
        ['always.pdf', 'offered', ['second true', 'first true']],
        ['other.pdf', 'offered', []],
      ],
    );
    expect(desk.noted.slice(3)).toEqual([
      'document-fetched once.pdf first',
      'document-fetched always.pdf first',
      'document-fetched always.pdf second',
    ]);

    expect(publishing.withdraw(always.id).state).toBe('withdrawn');
    expect(await ask(desk, { IdNumber: '1020' })).toEqual([]);
    expect(publishing.offer(once.id).state).toBe('offered');
    expect(await codeOf(() => publishing.remove(once.id))).toBe('publication-offered');
    expect(await ask(desk, { IdNumber: '1020' }, 'third')).toEqual([once.sha256]);
    await publishing.remove(once.id);
    await publishing.remove(always.id);
    expect(await desk.sealed()).toHaveLength(1);
    expect(await codeOf(() => publishing.withdraw(once.id))).toBe('publication-unknown');
    expect(await codeOf(() => publishing.remove(once.id))).toBe('publication-unknown');
    await desk.killed();
    expect(desk.all().map(({ name }) => name)).toEqual(['other.pdf']);
  });

  test('documents of a visit', async () => {
    const desk = await publishingDesk();
    const caseId = randomUUID();
    desk.settings.cases.add(caseId);
    const one = await desk.publish(await desk.pdf('1.pdf'), [idKey('1')], { caseId });
    await desk.publish(await desk.pdf('2.pdf'), [idKey('1')], { caseId, once: true });
    await desk.publish(await desk.pdf('3.pdf'), [idKey('1')]);
    expect(desk.publishing.offered(caseId)).toBe(2);
    desk.publishing.withdraw(one.id);
    expect(desk.publishing.offered(caseId)).toBe(1);
    expect(desk.publishing.ofCase(caseId).map(({ name }) => name)).toEqual(['2.pdf', '1.pdf']);
    const { database } = desk.store;
    const undone = () =>
      database.transaction(() => {
        desk.publishing.removeOfCase(caseId);
        expect(desk.all()).toHaveLength(1);
        throw new Error('no');
      });
    expect(undone).toThrow();
    expect(desk.all().map(({ name }) => name)).toEqual(['1.pdf', '2.pdf', '3.pdf']);
    database.transaction(() => desk.publishing.removeOfCase(caseId));
    await desk.publishing.sweep(() => true);
    expect([desk.all().length, (await desk.sealed()).length]).toEqual([1, 1]);
    expect(await ask(desk, { IdNumber: '1' })).toHaveLength(1);
  });

  test('lists are searched by name and key, the newest first, a page at a time', async () => {
    const desk = await publishingDesk();
    for (const name of ['Crédito 1.pdf', 'Seguro.pdf', 'Crédito 2.pdf']) await desk.publish(await desk.pdf(name), [idKey('79.555.001')]);
    desk.publishing.withdraw(desk.all()[0]?.id ?? '');
    const names = (filter: Parameters<typeof desk.publishing.page>[0]) => desk.publishing.page(filter, 0, 10).items.map(({ name }) => name);
    expect(names({ text: 'credito', show: 'all' })).toEqual(['Crédito 2.pdf', 'Crédito 1.pdf']);
    expect(names({ text: '79555', show: 'offered' })).toEqual(['Crédito 2.pdf', 'Seguro.pdf']);
    expect(names({ text: '', show: 'ended' })).toEqual(['Crédito 1.pdf']);
    expect(names({ text: '…', show: 'all' })).toEqual([]);
    expect(desk.publishing.page(everything, 1, 1)).toMatchObject({ total: 3, items: [{ name: 'Seguro.pdf' }] });
  });
});

describe('the body of an answer', () => {
  test('is what JSON and base64 would make of it, of exactly the size that was said', async () => {
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

  test.each([-1, 1])('of a document that is not of the size that was said breaks off (%i)', async (more) => {
    const body = jsonBody([{ size: 3 + more, read: async function* () { yield Buffer.from('abc'); } }]); // biome-ignore format: one line
    const read = async () => {
      for await (const _ of body);
    };
    await expect(read()).rejects.toMatchObject({ problem: { code: 'record-damaged' } });
  });

  test('holds so many documents and bytes at most, and the others have their turn', () => {
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

describe('answers that do not come to their end', () => {
  test('a document offered once never goes out twice at the same time, however many ask', async () => {
    const desk = await publishingDesk();
    const once = await desk.publish(await desk.pdf('once.pdf'), [idKey('1')], { once: true });
    const always = await desk.publish(await desk.pdf('always.pdf'), [idKey('1')]);
    const answers = await Promise.all(Array.from({ length: 8 }, () => desk.publishing.answer({ IdNumber: '1' }, 'provider')));
    const bodies = await Promise.all(answers.map(bodyOf));
    const hashes = bodies.flatMap(hashesIn);
    expect(hashes.filter((hash) => hash === once.sha256)).toHaveLength(1);
    expect(hashes.filter((hash) => hash === always.sha256)).toHaveLength(8);
    for (const answer of answers) answer.finished(true);
    expect(await ask(desk, { IdNumber: '1' })).toEqual([always.sha256]);
  });

  test('what was broken off is offered again, and told as not complete', async () => {
    const desk = await publishingDesk();
    const once = await desk.publish(await desk.pdf('once.pdf'), [idKey('1')], { once: true });
    const first = await desk.publishing.answer({ IdNumber: '1' }, 'first');
    for await (const _ of first.body) break;
    expect(await ask(desk, { IdNumber: '1' })).toEqual([]);
    first.finished(false);
    // Told twice, or otherwise afterwards: the first word counts.
    const second = await desk.publishing.answer({ IdNumber: '1' }, 'second');
    first.finished(true);
    first.finished(false);
    expect(await ask(desk, { IdNumber: '1' }, 'third')).toEqual([]);
    expect(hashesIn(await bodyOf(second))).toEqual([once.sha256]);
    second.finished(true);
    expect(desk.all()[0]).toMatchObject({
      state: 'fetched',
      fetches: [
        { user: 'second', complete: true },
        { user: 'first', complete: false },
      ],
    });
    expect(desk.noted).toEqual(['published once.pdf by Ana', 'document-fetched once.pdf second']);
  });

  test('a kill in between leaves it offered, with the fetch that began written down', async () => {
    const desk = await publishingDesk();
    const once = await desk.publish(await desk.pdf('once.pdf'), [idKey('1')], { once: true });
    const answer = await desk.publishing.answer({ IdNumber: '1' }, 'first');
    for await (const _ of answer.body) break;
    await desk.killed();
    expect(desk.all()[0]).toMatchObject({ state: 'offered', fetches: [{ user: 'first', complete: false }] });
    expect(await ask(desk, { IdNumber: '1' }, 'second')).toEqual([once.sha256]);
    await desk.killed();
    expect(desk.all()[0]).toMatchObject({ state: 'fetched', fetches: [{ complete: true }, { complete: false }] });
  });

  test('withdrawn while it goes out: it stays withdrawn, and that it went out is told', async () => {
    const desk = await publishingDesk();
    const one = await desk.publish(await desk.pdf('once.pdf'), [idKey('1')], { once: true });
    const answer = await desk.publishing.answer({ IdNumber: '1' }, 'provider');
    desk.publishing.withdraw(one.id);
    await bodyOf(answer);
    answer.finished(true);
    expect(desk.all()[0]).toMatchObject({ state: 'withdrawn', fetches: [{ complete: true }] });
    // Withdrawn while its copy was being looked at: it does not go out at all.
    desk.publishing.offer(one.id);
    const asked = desk.publishing.answer({ IdNumber: '1' }, 'provider');
    desk.publishing.withdraw(one.id);
    expect((await asked).count).toBe(0);
  });
});

describe('what cannot be read', () => {
  test('a damaged or missing copy does not go out and is told; the others of the customer do', async () => {
    const desk = await publishingDesk();
    const good = await desk.publish(await desk.pdf('good.pdf'), [idKey('1')]);
    const bad = await desk.publish(await desk.pdf('bad.pdf'), [idKey('1')], { once: true });
    const lost = await desk.publish(await desk.pdf('lost.pdf'), [idKey('1')]);
    const fileOf = async (id: string) => join(desk.dataDir, 'sealed', (await desk.sealed()).find((name) => name.includes(id)) ?? '');
    const path = await fileOf(bad.id);
    await copyFile(path, `${path}.kept`);
    const bytes = await readFile(path);
    bytes[bytes.length - 20] = (bytes[bytes.length - 20] ?? 0) ^ 1;
    await writeFile(path, bytes);
    await rm(await fileOf(lost.id));
    const told: string[] = [];
    desk.publishing.events.on('changed', ({ name, problem }) => told.push(`${name} ${problem?.code}`));
    expect(await ask(desk, { IdNumber: '1' })).toEqual([good.sha256]);
    expect(told.filter((one) => !one.startsWith('good'))).toEqual(['bad.pdf record-damaged', 'lost.pdf record-damaged']);
    expect(desk.all().map(({ problem }) => problem?.code ?? null)).toEqual([null, 'record-damaged', 'record-damaged']);
    await copyFile(`${path}.kept`, path);
    expect(await ask(desk, { IdNumber: '1' })).toEqual([good.sha256, bad.sha256]);
    expect(desk.all().map(({ problem }) => problem?.code ?? null)).toEqual([null, null, 'record-damaged']);
  });

  test('rows under another key are listed, never go out, and are there again with their key', async () => {
    const desk = await publishingDesk();
    const one = await desk.publish(await desk.pdf('1.pdf'), [idKey('1')]);
    await desk.killed(randomBytes(32));
    expect(desk.all()).toMatchObject([{ id: one.id, state: 'withdrawn', keys: [], problem: { code: 'sealed-elsewhere' } }]);
    expect(desk.publishing.locked()).toBe(1);
    expect(await ask(desk, { IdNumber: '1' })).toEqual([]);
    expect(await codeOf(() => desk.publishing.offer(one.id))).toBe('sealed-elsewhere');
    await desk.publishing.sweep(() => true);
    expect(desk.publishing.renewSeals(desk.store.keys.current().id)).toBe(false);
    await desk.killed();
    expect(await ask(desk, { IdNumber: '1' })).toEqual([one.sha256]);
  });

  test('a row that was put in the place of another is damaged, and can be taken off the list', async () => {
    const desk = await publishingDesk();
    const one = await desk.publish(await desk.pdf('1.pdf'), [idKey('1')]);
    const two = await desk.publish(await desk.pdf('2.pdf'), [idKey('2')]);
    const sealed = desk.store.database.sql.prepare('SELECT sealed FROM publication WHERE id = ?').get(two.id)?.sealed;
    desk.store.database.sql.prepare('UPDATE publication SET sealed = ? WHERE id = ?').run(sealed as Uint8Array, one.id);
    await desk.killed();
    expect(await ask(desk, { IdNumber: '1' })).toEqual([]);
    expect(await ask(desk, { IdNumber: '2' })).toEqual([two.sha256]);
    expect(desk.all()[0]).toMatchObject({ id: one.id, problem: { code: 'record-damaged' } });
    await desk.publishing.remove(one.id);
    expect([desk.all().length, (await desk.sealed()).length]).toEqual([1, 1]);
  });

  test('what is under an older key is sealed anew', async () => {
    const desk = await publishingDesk();
    await desk.publish(await desk.pdf('1.pdf'), [idKey('1')]);
    const { sql } = desk.store.database;
    sql.prepare("UPDATE publication SET key = 'older'").run();
    expect(desk.publishing.renewSeals(desk.store.keys.current().id)).toBe(true);
    expect(sql.prepare('SELECT key FROM publication').get()?.key).toBe(desk.store.keys.current().id);
  });

  test('sealed files that no publication knows are swept, those that are being made are not', async () => {
    const desk = await publishingDesk();
    const path = await desk.pdf('1.pdf');
    const writer = await desk.store.files.create('published', randomUUID());
    await writer.write(Buffer.from('left behind'));
    await writer.finish();
    const publishing = desk.publish(path, [idKey('1')]);
    while (desk.all().length === 0) {
      await desk.publishing.sweep(() => true);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const one = await publishing;
    await desk.publishing.sweep(() => true);
    expect(await desk.sealed()).toHaveLength(1);
    expect(await ask(desk, { IdNumber: '1' })).toEqual([one.sha256]);
  });
});
