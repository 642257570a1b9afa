/** Another customer's document never leaves: the whole service over real sockets, with real encrypted files. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Publication, PublicationKey } from '../support/doors/domain.ts';
import { classifyBody } from '../support/doors/records.ts';
import { distinctKeys } from '../support/doors/web-service.ts';
import { plainPdf } from '../support/pdf/pdfs.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { keyArbitrary, mayHave, transactionArbitrary } from '../support/web-service/customers-asked.ts';
import { hashesIn } from '../support/web-service/publishing.ts';
import { sendToDocuments, tokenFor } from '../support/web-service/service-calls.ts';
import { buildServing } from '../support/web-service/web-service-actions.ts';

/** A token's holder, who asks for documents with the JSON text of a transaction: SHA-256 of those that came. */
async function provider(url: string, user: { username: string; password: string }) {
  const token = await tokenFor(url, user);
  return async (transaction: string): Promise<string[]> => {
    const { status, headers, text } = await sendToDocuments(url, token, `{"JsonTransaction":${transaction}}`);
    expect(status).toBe(200);
    expect(Number(headers['content-length'])).toBe(text.length);
    return hashesIn(text);
  };
}

test('over sockets each transaction gets the documents of its customer, whole, and no others', async () => {
  const station = await buildServing();
  const { publishing, service } = station;
  const ask = await provider(station.url, station.user);
  const { compared } = service.settings();
  let number = 0;
  const publish = async (keys: PublicationKey[], once: boolean) => {
    const path = join(station.folder, `${number}.pdf`);
    await writeFile(path, await plainPdf(1, `Document ${number++}`));
    const staged = await publishing.stage([path]);
    const [made] = await publishing.publish({ staged: staged.map(({ id }) => id), keys, once, visitId: null });
    if (!made) throw new Error('nothing was published');
    return made;
  };

  const sets = fc
    .sample(fc.array(keyArbitrary, { minLength: 1, maxLength: 3 }), 60)
    .flatMap((keys) => distinctKeys(keys) ?? [])
    .map((key) => [key]);
  const mixed = fc.sample(fc.array(keyArbitrary, { minLength: 2, maxLength: 4, size: 'max' }), 60).flatMap((keys) => {
    const stated = distinctKeys(keys);
    return stated ? [stated] : [];
  });
  const documents: Publication[] = [];
  for (const keys of [...sets.slice(0, 15), ...mixed.slice(0, 10)]) documents.push(await publish(keys, false));
  let came = 0;
  await fc.assert(
    fc.asyncProperty(transactionArbitrary, async (transaction) => {
      const read = classifyBody(Buffer.from(`{"JsonTransaction":${transaction}}`));
      if (read.kind !== 'question') throw new Error('no question');
      const due = documents.filter(({ keys }) => mayHave(keys, read.transaction, compared)).map(({ sha256 }) => sha256);
      const hashes = await ask(transaction);
      expect(hashes, JSON.stringify(documents.map(({ keys }) => keys))).toEqual(due);
      came += hashes.length;
    }),
    { numRuns: runs(150) },
  );
  expect(came).toBeGreaterThan(0);

  // Offered once: of many who ask at the same time one gets it, whole; the others get what else is theirs.
  const once = await publish([{ kind: 'customer', value: 'only once' }], true);
  const always = await publish([{ kind: 'customer', value: 'only once' }], false);
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask('{"CustomerIdFromClient":"only once"}')));
  expect(answers.flat().filter((hash) => hash === once.sha256)).toHaveLength(1);
  expect(answers.flat().filter((hash) => hash === always.sha256)).toHaveLength(6);
  await expect.poll(() => publishing.page({ text: '', show: 'ended' }, 0, 9).items.map(({ id }) => id)).toEqual([once.id]);
  await station.restart();
  const again = await provider(station.url, station.user);
  expect(await again('{"CustomerIdFromClient":"only once"}')).toEqual([always.sha256]);
});
