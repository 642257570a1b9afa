/** Each wrong file that the practice provider returns is wrong in its own way only, and each style of signing sound: judged by poppler. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { type Practice, startPractice } from '../support/doors/practice.ts';
import { bytesOf, type Item, signed } from '../support/network/practice-calls.ts';
import { shapedPdf, writeFile } from '../support/pdf/pdfs.ts';
import { pdfsigSignatures } from '../support/pdf/pdfsig.ts';
import { countPages, readPdf } from '../support/pdf/poppler.ts';
import { widgets } from '../support/pdf/widgets.ts';
import { sharedTempDir } from '../support/temp-dir.ts';

const folder = sharedTempDir();
let practice: Practice;
let sent: Uint8Array[];
beforeAll(async () => {
  practice = await startPractice();
  sent = [await shapedPdf([{}, {}, {}], 'First'), await shapedPdf([{}, {}], 'Second')];
});
afterAll(() => practice.close());

const tried = (name: string, documents = sent): Promise<Item[]> =>
  signed(practice, documents, { clientInfo: `TRY-${name}`, signaturePage: '2' });
/** Of the first document, sent alone. */
const triedOne = async (name: string): Promise<Buffer> => bytesOf((await tried(name, sent.slice(0, 1)))[0]);

/** How many pages, which of them have a signature's widget, and what pdfsig says of each signature. */
async function seen(bytes: Buffer) {
  const pages = await countPages(bytes);
  const judged = await pdfsigSignatures(await writeFile(folder, 'signed.pdf', bytes));
  const places = (await widgets(bytes)).map(({ page, rect: [left, , right] }) => (left === right ? 'nowhere' : page));
  return { pages, places, judged: judged.map(({ validation, total }) => `${validation}${total ? '' : ', partial'}`) };
}

const valid = 'Signature is Valid';
const kinds: [name: string, pages: number, places: (number | string)[], judged: string[]][] = [
  ['nothing-of-the-kind', 3, [2], [valid]],
  ['swapped', 2, [2], [valid]],
  ['other-pdf', 3, [2], [valid]],
  ['original', 3, [], []],
  ['unsigned-pdf', 3, [], []],
  ['broken-cms', 3, [2], ['Signature is Invalid']],
  ['broken-cms+time-stamp', 3, [2], ['Signature is Invalid']],
  ['cut-cms', 3, [2], ['Unknown Validation Failure']],
  ['zeroed-cms', 3, [2], ['Unknown Validation Failure, partial']],
  // Poppler takes the byte range for what it says.
  ['wrong-byte-range', 3, [2], [`${valid}, partial`]],
  ['altered-text', 3, [2], ['Digest Mismatch']],
  ['altered-later', 3, [2], [`${valid}, partial`]],
  ['other-page', 3, [1], [valid]],
  ['other-place', 3, [2], [valid]],
  ['invisible', 3, ['nowhere'], [valid]],
  ['dropped-page', 2, [2], [valid]],
  ['added-page', 4, [2], [valid]],
  ['extra-signature', 3, [2, 2], [`${valid}, partial`, valid]],
  ['rewritten', 3, [2], [valid]],
  ['certificate-page', 4, [2], [valid]],
  ['footer', 3, [2], [valid]],
  ['pades', 3, [2], [valid]],
  ['time-stamp', 3, [2], [valid]],
  ['rsa-pss', 3, [2], [valid]],
  ['ecdsa', 3, [2], [valid]],
  ['rewritten+dropped-page', 2, [2], [valid]],
  ['pades+time-stamp+ecdsa+rewritten+certificate-page', 4, [2], [valid]],
];

test.each(kinds)('%s: %i pages, signed on %j: %j', async (name, pages, places, judged) => {
  const [item] = await tried(name, name === 'swapped' ? sent : sent.slice(0, 1));
  expect(item).toMatchObject({ referenceNumber: 'ref-0', status: 'SUCCESS' });
  const found = await seen(bytesOf(item));
  expect({ pages: found.pages, places: found.places, judged: found.judged }).toEqual({ pages, places, judged });
});

describe('the file of another document', () => {
  test('two are swapped', async () => {
    const [first, second] = (await tried('swapped')).map(bytesOf);
    expect(first?.subarray(0, sent[1]?.length)).toEqual(Buffer.from(sent[1] ?? []));
    expect(second?.subarray(0, sent[0]?.length)).toEqual(Buffer.from(sent[0] ?? []));
  });

  test('one comes for both', async () => {
    const [first, second] = (await tried('same-file')).map(bytesOf);
    expect(second).toEqual(first);
  });

  test('none was sent', async () => {
    const { texts } = await readPdf(await triedOne('other-pdf'));
    expect(texts.join(' ')).toContain('another contract');
  });
});

test('what is altered is what is read, and the rest is as it was', async () => {
  // The mark has the minute of the signature.
  const minute = /\d\d:\d\d(?= UTC)/g;
  const texts = async (name: string) => (await readPdf(await triedOne(name))).texts.join('\n').replaceAll(minute, '00:00');
  const [before, within, over] = [await texts('none'), await texts('altered-text'), await texts('altered-later')];
  expect(before).toContain('00:00 UTC');
  const letters = (text: string) => [...text];
  expect(letters(within)).toHaveLength(letters(before).length);
  expect(letters(within).filter((letter, index) => letter !== before[index])).toHaveLength(1);
  expect(over).toContain('OTHER TEXT');
});

test('the file is the one that was sent where the style is not another', async () => {
  expect(await triedOne('original')).toEqual(Buffer.from(sent[0] ?? []));
  for (const name of ['footer', 'pades', 'dropped-page'])
    expect((await triedOne(name)).subarray(0, sent[0]?.length)).toEqual(Buffer.from(sent[0] ?? []));
  expect((await triedOne('rewritten')).subarray(0, sent[0]?.length)).not.toEqual(Buffer.from(sent[0] ?? []));
});

test('a document that cannot be spoiled so is FAIL', async () => {
  const [item] = await signed(practice, [await shapedPdf([{}])], { clientInfo: 'TRY-other-page' });
  expect(item).toMatchObject({ status: 'FAIL', errorReason: 'practice: the document has one page only' });
});

test('a provider of a style signs so without being asked', async () => {
  const other = closing(await startPractice({ style: { subFilter: 'ETSI.CAdES.detached' } }));
  expect(bytesOf((await signed(other, sent))[0]).includes('/SubFilter /ETSI.CAdES.detached')).toBe(true);
});
