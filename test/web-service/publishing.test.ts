/** Documents published, offered, withdrawn and asked for: real files, database and sealing. */
import { randomUUID } from 'node:crypto';
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { certifiedPdf, restrictedPdf, truncatedPdf } from '../support/pdfs.ts';
import { ask, everything, idKey, publishingDesk, sha256 } from '../support/publishing-desk.ts';

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
  expect(desk.all().map(({ name, state, fetches }) => [name, state, fetches.map(({ user, complete }) => `${user} ${complete}`)])).toEqual([
    ['once.pdf', 'fetched', ['first true']],
    ['always.pdf', 'offered', ['second true', 'first true']],
    ['other.pdf', 'offered', []],
  ]);
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
