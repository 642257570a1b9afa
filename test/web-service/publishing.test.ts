/** Documents published, offered, withdrawn and asked for: real files, database and encrypting. */
import { randomUUID } from 'node:crypto';
import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { certifiedPdf, restrictedPdf, truncatedPdf } from '../support/pdf/pdfs.ts';
import { sha256 } from '../support/sha256.ts';
import { ask, everything, idKey, openTestPublishing } from '../support/web-service/publishing.ts';

test('a staged file is checked as for signing, and the checked content is published from an encrypted copy', async () => {
  const opened = await openTestPublishing();
  const { publishing } = opened;
  const good = await opened.pdf('contract.pdf');
  const write = async (name: string, bytes: Uint8Array | string) => {
    await writeFile(join(opened.folder, name), bytes);
    return join(opened.folder, name);
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
    join(opened.folder, 'missing.pdf'),
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
  const request = { staged: ids.slice(0, 1), keys: [idKey('1')], once: false, visitId: null };
  // All or none: with a bad one among them nothing is published.
  expect(await codeOf(() => publishing.publish({ ...request, staged: ids.slice(0, 3) }))).toBe('not-a-pdf');
  expect(await codeOf(() => publishing.publish({ ...request, staged: [randomUUID()] }))).toBe('document-unknown');
  expect(await codeOf(() => publishing.publish({ ...request, keys: [idKey('...')] }))).toBe('publication-no-key');
  expect(await codeOf(() => publishing.publish({ ...request, keys: [idKey('1'), idKey('2')] }))).toBe('publication-no-key');
  expect(await codeOf(() => publishing.publish({ ...request, visitId: randomUUID() }))).toBe('visit-unknown');
  expect(opened.all()).toEqual([]);
  expect(await opened.encrypted()).toEqual([]);

  const [made] = await publishing.publish(request);
  expect(made).toMatchObject({ name: 'contract.pdf', state: 'offered', by: 'Ana', source: 'application', fetches: [], problem: null });
  expect(made?.sha256).toBe(sha256(await readFile(good)));
  expect(await codeOf(() => publishing.publish(request))).toBe('document-unknown');
  expect(opened.noted).toEqual(['published contract.pdf by Ana']);
  // Nothing of it lies there in clear.
  for (const name of await opened.encrypted())
    expect((await readFile(join(opened.dataDir, 'encrypted', name))).includes('%PDF')).toBe(false);
});

test('a file that changed before publishing is refused, together with the files of the same call', async () => {
  const opened = await openTestPublishing();
  const [first, second] = [await opened.pdf('1.pdf'), await opened.pdf('2.pdf')];
  const staged = await opened.publishing.stage([first, second]);
  await appendFile(second, '\n');
  const request = { staged: staged.map(({ id }) => id), keys: [idKey('1')], once: false, visitId: null };
  expect(await codeOf(() => opened.publishing.publish(request))).toBe('file-changed');
  expect([opened.all(), await opened.encrypted(), opened.noted]).toEqual([[], [], []]);
  // Read again under its id.
  expect((await opened.publishing.stage([second]))[0]?.id).toBe(staged[1]?.id);
  expect(await opened.publishing.publish(request)).toHaveLength(2);
});

test('a published document is returned byte for byte, once or until it is withdrawn, and every fetch is reported', async () => {
  const opened = await openTestPublishing();
  const { publishing } = opened;
  const once = await opened.publish(await opened.pdf('once.pdf'), [idKey('1.020')], { once: true });
  const always = await opened.publish(await opened.pdf('always.pdf'), [idKey('1020'), { kind: 'uid', value: 'U1' }]);
  await opened.publish(await opened.pdf('other.pdf'), [idKey('2020')]);

  expect(await ask(opened, {})).toEqual([]);
  expect(await ask(opened, { IdNumber: '3' })).toEqual([]);
  expect(await ask(opened, { IdNumber: '1020' }, 'first')).toEqual([once.sha256, always.sha256]);
  expect(await ask(opened, { IdNumber: '1020', Uid: 'U1' }, 'second')).toEqual([always.sha256]);
  expect(await ask(opened, { IdNumber: '1020', Uid: 'U2' })).toEqual([]);
  expect(opened.all().map(({ name, state, fetches }) => [name, state, fetches.map(({ user, complete }) => `${user} ${complete}`)])).toEqual(
    [
      ['once.pdf', 'fetched', ['first true']],
      ['always.pdf', 'offered', ['second true', 'first true']],
      ['other.pdf', 'offered', []],
    ],
  );
  expect(opened.noted.slice(3)).toEqual([
    'document-fetched once.pdf first',
    'document-fetched always.pdf first',
    'document-fetched always.pdf second',
  ]);

  expect(publishing.withdraw(always.id).state).toBe('withdrawn');
  expect(await ask(opened, { IdNumber: '1020' })).toEqual([]);
  expect(publishing.offer(once.id).state).toBe('offered');
  expect(await codeOf(() => publishing.remove(once.id))).toBe('publication-offered');
  expect(await ask(opened, { IdNumber: '1020' }, 'third')).toEqual([once.sha256]);
  await publishing.remove(once.id);
  await publishing.remove(always.id);
  expect(await opened.encrypted()).toHaveLength(1);
  expect(await codeOf(() => publishing.withdraw(once.id))).toBe('publication-unknown');
  expect(await codeOf(() => publishing.remove(once.id))).toBe('publication-unknown');
  await opened.killed();
  expect(opened.all().map(({ name }) => name)).toEqual(['other.pdf']);
});

test('documents of a visit', async () => {
  const opened = await openTestPublishing();
  const visitId = randomUUID();
  opened.settings.visits.add(visitId);
  const one = await opened.publish(await opened.pdf('1.pdf'), [idKey('1')], { visitId });
  await opened.publish(await opened.pdf('2.pdf'), [idKey('1')], { visitId, once: true });
  await opened.publish(await opened.pdf('3.pdf'), [idKey('1')]);
  expect(opened.publishing.offered(visitId)).toBe(2);
  opened.publishing.withdraw(one.id);
  expect(opened.publishing.offered(visitId)).toBe(1);
  expect(opened.publishing.ofVisit(visitId).map(({ name }) => name)).toEqual(['2.pdf', '1.pdf']);
  const { database } = opened.store;
  const undone = () =>
    database.transaction(() => {
      opened.publishing.removeOfVisit(visitId);
      expect(opened.all()).toHaveLength(1);
      throw new Error('no');
    });
  expect(undone).toThrow();
  expect(opened.all().map(({ name }) => name)).toEqual(['1.pdf', '2.pdf', '3.pdf']);
  database.transaction(() => opened.publishing.removeOfVisit(visitId));
  await opened.publishing.sweep(() => true);
  expect([opened.all().length, (await opened.encrypted()).length]).toEqual([1, 1]);
  expect(await ask(opened, { IdNumber: '1' })).toHaveLength(1);
});

test('lists are searched by name and key, the newest first, a page at a time', async () => {
  const opened = await openTestPublishing();
  for (const name of ['Crédito 1.pdf', 'Seguro.pdf', 'Crédito 2.pdf']) await opened.publish(await opened.pdf(name), [idKey('79.555.001')]);
  opened.publishing.withdraw(opened.all()[0]?.id ?? '');
  const names = (filter: Parameters<typeof opened.publishing.page>[0]) =>
    opened.publishing.page(filter, 0, 10).items.map(({ name }) => name);
  expect(names({ text: 'credito', show: 'all' })).toEqual(['Crédito 2.pdf', 'Crédito 1.pdf']);
  expect(names({ text: '79555', show: 'offered' })).toEqual(['Crédito 2.pdf', 'Seguro.pdf']);
  expect(names({ text: '', show: 'ended' })).toEqual(['Crédito 1.pdf']);
  expect(names({ text: '…', show: 'ended' })).toEqual(['Crédito 1.pdf']);
  expect(opened.publishing.page(everything, 1, 1)).toMatchObject({ total: 3, items: [{ name: 'Seguro.pdf' }] });
});
