/** Answers that name a document otherwise than it was sent: its file says which one it is, or a person does. */
import { describe, expect, test } from 'vitest';
import type { SigningJob } from '../support/doors/domain.ts';
import { openPdf, type SigningStyle, signerOfProcess, signPdf } from '../support/doors/verification.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';

/** A document as a provider returns it, signed at the place that `sent` requests. */
async function signed(original: Uint8Array, style: SigningStyle = {}): Promise<Buffer> {
  const { pdf, ...open } = await openPdf(original);
  const place = { page: pdf.getPage(pdf.getPageCount() - 1), rect: { left: 360, bottom: 40, right: 560, top: 100 } };
  return Buffer.from(await signPdf({ pdf, ...open }, place, await signerOfProcess(), { style }));
}

const base64 = (file: Uint8Array) => Buffer.from(file).toString('base64');
const entry = (referenceNumber: string | null, signedDocument: string | null, more: object = {}) => ({
  ...(referenceNumber !== null && { referenceNumber }),
  documentId: 'd',
  signedDocument,
  status: 'SUCCESS',
  errorReason: null,
  ...more,
});

const build = async () => withSigningActions(await buildStation());
type Built = Awaited<ReturnType<typeof build>>;

/** Sends these documents in one call, which gets this answer. */
async function sent(
  station: Built,
  documents: Record<string, Uint8Array>,
  answer: object | string,
  clientInfo = 'T-1',
): Promise<SigningJob[]> {
  const paths = Object.entries(documents).map(([name, bytes]) => writeFile(station.folder, `${name}.pdf`, bytes));
  const { ids } = await station.documents.open(await Promise.all(paths));
  station.provider.misbehave('sign', { status: 200, body: typeof answer === 'string' ? answer : JSON.stringify(answer) });
  return station.sendAll(ids, { clientInfo });
}

const outcomes = (jobs: readonly SigningJob[]) =>
  jobs.map(({ status, problem, warning }) => [status, problem?.code, warning?.code].filter(Boolean).join(' '));

const [first, second] = [await plainPdf(1, 'first'), await plainPdf(1, 'second')];
const [firstSigned, secondSigned] = [await signed(first), await signed(second)];
const [firstAgain, firstRewritten, other] = [
  await signed(first),
  await signed(first, { file: 'rewritten' }),
  await signed(await plainPdf(1, 'other')),
];
const inDoubt = 'in-doubt answer-other-document';

test('a part of the answer that cannot be read, or has no reference, is not reported as another document', async () => {
  const outcome = (jobs: readonly SigningJob[]) =>
    jobs.map(({ status, problem, warning }) => [status, problem?.code, warning?.code, warning?.detail?.context, warning?.detail?.count]);
  const answer = JSON.stringify({ signedDocuments: [entry('first', base64(firstSigned))] });
  const [damaged, unnamed] = [', {x: 1}]}', ',{"documentId":"d"}]}'].map((rest) => answer.replace(/\]\}$/, rest));
  for (const body of [damaged, unnamed]) {
    const signed = [['signed', undefined, 'answer-other-document', 'unnamed', undefined]];
    expect(outcome(await sent(await build(), { first }, body ?? ''))).toEqual(signed);
  }
  expect(outcomes(await sent(await build(), { first, second }, damaged ?? ''))).toEqual(['signed', 'in-doubt answer-not-json']);
});

test('a signed file that is written as its bytes is the file of its document', async () => {
  const station = await build();
  const signedDocuments = [entry('first', null, { signedDocument: firstSigned.toJSON() })];
  expect(outcomes(await sent(station, { first }, { signedDocuments }))).toEqual(['signed']);
  expect(await station.signedNames()).toEqual(['first-signed.pdf']);
});

test('a failure with a signed file of its document is in doubt, and its file a candidate', async () => {
  const station = await build();
  const failed = (file: Uint8Array) => ({
    signedDocuments: [entry('first', base64(file), { status: 'FAIL', errorReason: 'No coincide' })],
  });
  const [job] = await sent(station, { first }, failed(firstSigned));
  expect(job).toMatchObject({ status: 'in-doubt', problem: { code: 'answer-not-as-described' } });
  expect(job?.problem?.detail?.providerText).toBe('FAIL; No coincide');
  const id = job?.documentId ?? '';
  const candidate = (await station.queue.check(id)).candidates.find(({ source }) => source === 'answer');
  await station.queue.accept(id, candidate?.id ?? '');
  expect(station.states([id])).toEqual(['signed']);
  for (const file of [first, Buffer.from('no PDF')])
    expect(outcomes(await sent(await build(), { first }, failed(file)))).toEqual(['rejected provider-said-fail']);
});

describe('an entry that names no sent document', () => {
  test.each<[string, (reference: string, file: string) => object]>([
    ['with an ending', (reference, file) => entry(`${reference}.pdf`, file)],
    ['escaped', (reference, file) => entry(encodeURIComponent(`ñ/${reference}`), file)],
    ['cut', (reference, file) => entry(reference.slice(0, 3), file)],
    ['by a number of its own', (_, file) => entry('7', file)],
    ['under another member', (reference, file) => entry(null, file, { reference })],
    ['with line breaks in its file', (reference, file) => entry(`x-${reference}`, file.replaceAll(/.{76}/g, '$&\r\n'))],
  ])('is that of the document with which its file begins: %s', async (_, entryOf) => {
    const station = await build();
    const signedDocuments = [entryOf('second', base64(secondSigned)), entryOf('first', base64(firstSigned))];
    const jobs = await sent(station, { first, second }, { signedDocuments });
    expect(outcomes(jobs)).toEqual(['signed', 'signed']);
    expect(await station.signedNames()).toEqual(['first-signed.pdf', 'second-signed.pdf']);
  });

  test('is checked like any other: a document without a signature is not signed', async () => {
    const unsigned = Buffer.concat([first, Buffer.from('\n')]);
    const jobs = await sent(await build(), { first }, { signedDocuments: [entry('first.pdf', base64(unsigned))] });
    expect(outcomes(jobs)).toEqual(['unverified result-unacceptable']);
  });

  test.each<[string, object[]]>([
    ['a file that was written again', [entry('first.pdf', base64(firstRewritten))]],
    ['the document itself', [entry('first.pdf', base64(first))]],
    ['another document', [entry('first.pdf', base64(other))]],
    ['two files of it', [entry('first.pdf', base64(firstSigned)), entry('x', base64(firstAgain))]],
    ['another file of it that is no entry', [entry('first.pdf', base64(firstSigned), { archived: base64(firstAgain) })]],
    ['no SUCCESS', [entry('first.pdf', base64(firstSigned), { status: 'OK' })]],
    ['no base64', [entry('first.pdf', `${base64(firstSigned)}*`)]],
  ])('is of no document with %s', async (_, signedDocuments) => {
    const [outcome] = outcomes(await sent(await build(), { first }, { signedDocuments }));
    expect(outcome).toMatch(/^in-doubt answer-(?:other-document|not-as-described)$/);
  });

  test('is of no document where the file begins with two: the same one twice, and one that continues the other', async () => {
    const twice = { signedDocuments: [entry('x', base64(firstSigned)), entry('y', base64(secondSigned))] };
    expect(outcomes(await sent(await build(), { a: first, b: first, second }, twice))).toEqual([inDoubt, inDoubt, 'signed']);
    // The second customer signs what the first has signed.
    const both = [entry('a.pdf', base64(firstSigned)), entry('b.pdf', base64(await signed(firstSigned)))];
    const jobs = await sent(await build(), { a: first, b: firstSigned }, { signedDocuments: both });
    expect(jobs.map(({ status }) => status)).not.toContain('signed');
  });

  test('leaves to a document the file that names it, whatever it is', async () => {
    const answer = { signedDocuments: [entry('first', base64(secondSigned)), entry('x', base64(firstSigned))] };
    const jobs = await sent(await build(), { first, second }, answer);
    expect(jobs.map(({ status }) => status)).toEqual(['unverified', 'in-doubt']);
  });

  test('is also that of a document with an entry without a file: a document that failed is in doubt then', async () => {
    const failed = entry('first', null, { status: 'FAIL', errorReason: 'no' });
    const answer = { signedDocuments: [failed, entry('second', null), entry('x', base64(firstSigned)), entry('y', base64(secondSigned))] };
    expect(outcomes(await sent(await build(), { first, second }, answer))).toEqual([
      'in-doubt answer-repeats-document',
      'signed answer-repeats-document',
    ]);
  });

  test('is of no document that was sent for another customer too: only the reference says who signed it', async () => {
    const station = await build();
    await sent(station, { form: first }, { signedDocuments: [entry('form', base64(firstSigned))] });
    const answer = { signedDocuments: [entry('x', base64(firstAgain))] };
    expect(outcomes(await sent(station, { other: first }, answer, 'T-2'))).toEqual([inDoubt]);
    // A document that was cancelled before it was sent has no file.
    const another = await build();
    const { ids } = await another.documents.open([await writeFile(another.folder, 'form.pdf', first)]);
    another.queue.pause();
    await another.send(ids, { clientInfo: 'T-1' });
    another.signing.cancel(ids);
    another.queue.resume();
    expect(outcomes(await sent(another, { other: first }, answer, 'T-2'))).toEqual(['signed']);
  });
});
