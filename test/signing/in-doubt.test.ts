/** What is in doubt is settled by a person: by the provider's record, by what came of the answer, again, or with a note. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { thrownCode } from '../support/code-of.ts';
import type { Misbehaviour } from '../support/doors/practice.ts';
import { recordOf } from '../support/network/practice-calls.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { pdfsig } from '../support/pdf/pdfsig.ts';
import { type SigningStation, withSigningActions } from '../support/signing/signing-actions.ts';
import { type BuildOptions, buildStation } from '../support/station.ts';
import { longWait } from '../support/waiting.ts';

const lost: Misbehaviour = { drop: 'before-answer' };

/** A document that was sent and signed, and whose answer never came. */
async function doubtful(options: BuildOptions = {}, wrong = lost): Promise<{ station: SigningStation; id: string }> {
  const station = withSigningActions(await buildStation(options));
  const [id = ''] = await station.contracts('a');
  station.provider.misbehave('sign', wrong);
  await station.sendAll([id]);
  expect(station.jobsOf([id])[0]?.status).toBe('in-doubt');
  return { station, id };
}

const notSetUp = {
  baseUrl: 'https://nowhere.invalid',
  path: 'api/{a}/Validation/{b}',
  flagsAs: 'query' as const,
  transactionPart: '',
  identificationPart: '',
};

/** The code with which it is refused; null when it is not. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (thrown) =>
      thrownCode(() => {
        throw thrown;
      }),
  );

describe('the provider’s record', () => {
  test('is fetched once when asked for twice together, and its candidate can be accepted', async () => {
    const { station, id } = await doubtful();
    const { queue } = station;
    const [first, second] = await Promise.all([queue.check(id), queue.check(id)]);
    expect([first.candidates.length, second]).toEqual([1, first]);
    expect(station.provider.log().filter(({ operation }) => operation === 'validation')).toHaveLength(1);
    await queue.accept(id, first.candidates[0]?.id ?? '');
    expect([station.states([id]), await station.encryptedNames()]).toEqual([['signed'], []]);
  });

  test('that arrives when the document is no longer in doubt gives no candidate and leaves no file', async () => {
    const { station, id } = await doubtful();
    const { queue } = station;
    queue.pause();
    const asked = refusal(queue.check(id));
    expect(await queue.retry([id], { resend: true })).toEqual([id]);
    expect(await asked).toBe('state-changed');
    expect([station.states([id]), await station.encryptedNames()]).toEqual([['queued'], []]);
  });

  test.each(['before-answer', 'during-answer'] as const)(
    '%s: the signed document is a candidate and can be accepted as the result',
    async (drop) => {
      const { station, id } = await doubtful({}, { drop });
      expect(station.queue.state().canCheck).toBe(true);
      const { candidates, problem } = await station.queue.check(id);
      expect([candidates.length, problem]).toEqual([1, null]);
      expect(candidates[0]).toMatchObject({ source: 'record', signatures: 1, signaturesBefore: 0 });

      await station.queue.accept(id, candidates[0]?.id ?? '');
      expect(station.jobsOf([id])[0]).toMatchObject({
        status: 'signed',
        problem: null,
        delivery: 'done',
        signedName: 'a-signed.pdf',
        closed: null,
      });
      const delivered = await readFile(station.signing.signedPath(id));
      const [stored] = (await recordOf(station.provider, 'T-1')).SignedDocuments ?? [];
      expect(delivered.equals(Buffer.from(stored?.Document ?? '', 'base64'))).toBe(true);
      expect(station.jobsOf([id])[0]?.signedSha256).toBe(candidates[0]?.sha256);
      expect(await pdfsig(station.signing.signedPath(id))).toEqual({ signatures: 1, valid: 1 });
      expect(station.calls()).toHaveLength(1);
      await station.reopen();
      expect(station.states([id])).toEqual(['signed']);
      expect(await station.encryptedNames()).toEqual([]);
    },
  );

  test('has a candidate that was written again, which can be accepted as the result', async () => {
    const { station, id } = await doubtful({}, { ...lost, style: { file: 'rewritten' } });
    const { candidates } = await station.queue.check(id);
    expect(candidates).toMatchObject([{ source: 'record', signatures: 1, signaturesBefore: 0 }]);
    await station.queue.accept(id, candidates[0]?.id ?? '');
    expect(station.states([id])).toEqual(['signed']);
  });

  test('gives no candidate of a document that was changed', async () => {
    const { station, id } = await doubtful({}, { ...lost, style: { file: 'rewritten', addition: 'certificate-page' } });
    expect(await station.queue.check(id)).toEqual({ candidates: [], problem: null });
  });

  test('gives no candidate of another document', async () => {
    const { station, id } = await doubtful({}, { drop: 'during-request' });
    const [other = ''] = await station.contracts('other');
    await station.sendAll([other]);
    expect((await recordOf(station.provider, 'T-1')).SignedDocuments).toHaveLength(1);
    expect(await station.queue.check(id)).toEqual({ candidates: [], problem: null });
    expect(station.states([id])).toEqual(['in-doubt no-answer']);
  });

  test.each<[string, Misbehaviour | null, BuildOptions, string]>([
    ['it knows no such transaction', null, {}, 'validation-refused'],
    ['it refuses', { status: 401 }, {}, 'validation-refused'],
    ['it fails', { status: 500 }, {}, 'validation-failed'],
    ['the query is not set up', null, { profile: { validation: notSetUp } }, 'validation-not-set-up'],
  ])('%s: reported, and nothing changes', async (_, wrong, options, code) => {
    const { station, id } = await doubtful(options, { drop: 'during-request' });
    if (wrong) station.provider.misbehave('validation', wrong);
    expect(station.queue.state().canCheck).toBe(code !== 'validation-not-set-up');
    expect(await station.queue.check(id)).toMatchObject({ candidates: [], problem: { code } });
    expect(station.states([id])).toEqual(['in-doubt no-answer']);
  });

  test('a candidate can be accepted once, for its own document, until the next check', async () => {
    const { station, id } = await doubtful();
    const { queue } = station;
    const first = (await queue.check(id)).candidates[0]?.id ?? '';
    const second = (await queue.check(id)).candidates[0]?.id ?? '';
    expect(await refusal(queue.accept(id, first))).toBe('candidate-gone');
    expect(await refusal(queue.accept(id, 'another'))).toBe('candidate-gone');
    expect(station.states([id])).toEqual(['in-doubt no-answer']);
    await queue.accept(id, second);
    expect(await refusal(queue.accept(id, second))).toBe('state-changed');
    expect(await refusal(queue.check(id))).toBe('state-changed');
  });
});

describe('files of the answer', () => {
  test.each<[string, (pdf: Buffer) => string | Buffer, string]>([
    ['XML', (pdf) => `<?xml version="1.0"?><document>${pdf.toString('base64')}</document>`, 'answer-not-json'],
    ['nothing but the file in base64', (pdf) => pdf.toString('base64'), 'answer-not-json'],
    ['the file itself', (pdf) => pdf, 'answer-not-json'],
    [
      'JSON with a fault',
      (pdf) => `{"signedDocuments":[{status:'SUCCESS',signedDocument:'${pdf.toString('base64')}'}]}`,
      'answer-not-json',
    ],
    ['JSON within a text', (pdf) => JSON.stringify(JSON.stringify({ d: pdf.toString('base64') })), 'answer-not-as-described'],
  ])('are saved and searched for a candidate when the answer is %s', async (_, bodyOf, code) => {
    const station = withSigningActions(await buildStation({ profile: { validation: notSetUp } }));
    const before = await station.contracts('a');
    await station.sendAll(before);
    const pdf = await readFile(station.signing.signedPath(before[0] ?? ''));
    station.documents.remove(before);
    const [id = ''] = (await station.documents.open([join(station.folder, 'a.pdf')])).ids;
    const body = bodyOf(pdf);
    station.provider.misbehave('sign', { status: 200, body });
    await station.sendAll([id], { again: true });
    expect(station.states([id])).toEqual([`in-doubt ${code}`]);
    if (code === 'answer-not-json')
      expect((await readFile(join(station.folder, 'signed', 'a-received.bin'))).equals(Buffer.from(body))).toBe(true);
    const { candidates } = await station.queue.check(id);
    expect(candidates).toMatchObject([{ source: 'answer', size: pdf.length, signatures: 1 }]);
    await station.queue.accept(id, candidates[0]?.id ?? '');
    expect(station.states([id])).toEqual(['signed']);
  });

  test.each([
    ['contradicting', 'answer-repeats-document'],
    ['unclear-status', 'answer-not-as-described'],
  ] as const)('are candidates (%s), without a validation query, also after a restart', async (entry, code) => {
    const { station, id } = await doubtful({ profile: { validation: notSetUp } }, { entry });
    expect(station.states([id])).toEqual([`in-doubt ${code}`]);
    await station.reopen();
    const { candidates, problem } = await station.queue.check(id);
    expect(candidates).toMatchObject([{ source: 'answer', signatures: 1, signaturesBefore: 0 }]);
    expect(problem?.code).toBe('validation-not-set-up');
    await station.queue.accept(id, candidates[0]?.id ?? '');
    expect(station.jobsOf([id])[0]).toMatchObject({ status: 'signed', delivery: 'done' });
    expect(await pdfsig(station.signing.signedPath(id))).toEqual({ signatures: 1, valid: 1 });
  });

  test('are no candidates when they are the document itself or another document', async () => {
    const station = withSigningActions(await buildStation({ profile: { validation: notSetUp } }));
    const [id = ''] = await station.contracts('a');
    const original = await readFile(join(station.folder, 'a.pdf'));
    const entry = (signedDocument: string) => ({
      referenceNumber: 'a-other',
      documentId: 'd',
      signedDocument,
      status: 'SUCCESS',
      errorReason: null,
    });
    const stranger = await plainPdf(2, 'stranger');
    const body = { signedDocuments: [original, Buffer.from(stranger)].map((bytes) => entry(bytes.toString('base64'))) };
    station.provider.misbehave('sign', { status: 200, body: JSON.stringify(body) });
    await station.sendAll([id]);
    expect(station.states([id])).toEqual(['in-doubt answer-other-document']);
    expect((await station.queue.check(id)).candidates).toEqual([]);
  });
});

describe('sent again knowingly', () => {
  test('released: the provider gets it twice; not released: nothing happens', async () => {
    const { station, id } = await doubtful();
    expect(await station.queue.retry([id])).toEqual([]);
    expect([station.states([id]), station.calls().length]).toEqual([['in-doubt no-answer'], 1]);
    expect(await station.queue.retry([id], { resend: true })).toEqual([id]);
    await expect.poll(() => station.states([id]), longWait).toEqual(['signed']);
    const sent = station.provider.log().flatMap(({ documents }) => documents ?? []);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
    expect(station.jobsOf([id])[0]?.attempts).toBe(2);
  });

  test.each<[string, Misbehaviour | null, string | null]>([
    ['cancelled', null, null],
    ['refused', { status: 400 }, 'request-refused'],
    ['answered with FAIL', { entry: 'fail' }, 'provider-said-fail'],
  ])('%s: it is in doubt as before, since the earlier call may have signed it', async (_, wrong, warning) => {
    const { station, id } = await doubtful();
    const { queue, signing } = station;
    if (wrong) station.provider.misbehave('sign', wrong);
    else queue.pause();
    await queue.retry([id], { resend: true });
    if (!wrong) expect(signing.cancel([id])).toEqual([id]);
    await expect.poll(() => station.states([id]), longWait).toEqual(['in-doubt earlier-call-in-doubt']);
    expect(station.jobsOf([id])[0]?.warning?.code ?? null).toBe(warning);
    queue.resume();
    // It is neither removed nor sent without a question, here or as the same file.
    expect([await queue.retry([id]), queue.remove([id]), await queue.forget([id])]).toEqual([[], [], []]);
    const calls = station.calls().length;
    await station.reopen();
    expect([station.states([id]), station.calls().length]).toEqual([['in-doubt earlier-call-in-doubt'], calls]);
    const { ids } = await station.documents.open([join(station.folder, 'a.pdf')]);
    const faults = await station.signing.check({ documents: station.entries(ids) });
    expect(faults.map(({ problem }) => problem.code)).toEqual(['same-document-in-doubt']);
    const { candidates } = await station.queue.check(id);
    await station.queue.accept(id, candidates[0]?.id ?? '');
    expect(station.states([id])).toEqual(['signed']);
  });

  test('a failed document is queued again from its stored copy when its file is gone', async () => {
    const station = withSigningActions(await buildStation());
    const [id = ''] = await station.contracts('a');
    station.provider.misbehave('sign', { status: 400 });
    await station.sendAll([id]);
    expect(station.states([id])).toEqual(['failed request-refused']);
    await writeFile(station.folder, 'a.pdf', 'no PDF any more');
    expect(await station.queue.retry([id])).toEqual([id]);
    await expect.poll(() => station.states([id]), longWait).toEqual(['signed']);
    const [first, second] = station.provider.log().flatMap(({ documents }) => documents ?? []);
    expect(second ?? first).toEqual(first);
  });
});

describe('removed from the list', () => {
  const all = { filter: { text: '', group: 'all' as const }, offset: 0, limit: 10 };

  test('a document comes back as it was, with its note; the next start forgets it', async () => {
    const { station, id } = await doubtful();
    const { queue } = station;
    expect([queue.remove([id]), queue.restore([id])]).toEqual([[], []]);
    queue.close(id, 'asked by telephone');
    const [before] = station.jobsOf([id]);
    expect([queue.remove([id, 'unknown']), queue.remove([id])]).toEqual([[id], []]);
    expect([queue.list.page(all).total, queue.list.summary().groups.finished, station.signing.jobs()]).toEqual([0, 0, []]);
    expect([queue.restore([id]), queue.restore([id])]).toEqual([[id], []]);
    expect([queue.list.page(all).items, queue.list.summary().groups.finished]).toEqual([[before], 1]);
    queue.remove([id]);
    await station.reopen();
    expect([station.queue.restore([id]), station.jobsOf([id])]).toEqual([[], []]);
  });

  test('a document that is sent again is listed again', async () => {
    const station = withSigningActions(await buildStation());
    const { queue } = station;
    const [id = ''] = await station.contracts('a');
    station.provider.misbehave('sign', { status: 400 });
    await station.sendAll([id]);
    expect(queue.remove([id])).toEqual([id]);
    expect(await queue.retry([id])).toEqual([id]);
    expect(queue.list.page(all).items).toMatchObject([{ documentId: id, removed: false }]);
    await expect.poll(() => station.states([id]), longWait).toEqual(['signed']);
    expect(queue.restore([id])).toEqual([]);
  });
});

describe('closed with a note', () => {
  test('stays in doubt, with the note, until it is sent again; then it can be taken from the list', async () => {
    const { station, id } = await doubtful();
    const { queue } = station;
    for (const note of ['', '  \n']) expect(thrownCode(() => queue.close(id, note))).toBe('note-missing');
    expect(await queue.forget([id])).toEqual([]);
    queue.close(id, ' asked by telephone: signed there ');
    expect(station.jobsOf([id])[0]).toMatchObject({ status: 'in-doubt', closed: { note: 'asked by telephone: signed there' } });
    await station.reopen();
    expect(station.jobsOf([id])[0]?.closed?.note).toBe('asked by telephone: signed there');
    expect(await station.queue.forget([id])).toEqual([id]);
    expect(station.signing.jobs()).toEqual([]);
    await station.reopen();
    expect([station.signing.jobs(), await station.encryptedNames()]).toEqual([[], []]);
    expect(station.calls()).toHaveLength(1);
  });

  test('what is not in doubt cannot be closed', async () => {
    const station = withSigningActions(await buildStation());
    const [id = ''] = await station.contracts('a');
    await station.sendAll([id]);
    expect(thrownCode(() => station.queue.close(id, 'note'))).toBe('state-changed');
  });
});

describe('the same bytes opened again', () => {
  const faults = async (station: SigningStation, ids: readonly string[], clientInfo: string) =>
    (await station.signing.check({ documents: station.entries(ids, { clientInfo }) })).map(({ problem }) => problem.code);
  /** Taken off the list and opened once more, as after a restart. */
  const openedAgain = async (station: SigningStation) => {
    station.documents.remove(station.documents.list().map(({ id }) => id));
    return (await station.documents.open([join(station.folder, 'a.pdf')])).ids;
  };

  test('while the first is in doubt, or closed by a person: refused for the same client, also after a restart', async () => {
    const { station, id } = await doubtful();
    expect(await faults(station, await openedAgain(station), 'T-1')).toEqual(['same-document-in-doubt']);
    await station.reopen();
    const again = await openedAgain(station);
    expect(await faults(station, again, 'T-1')).toEqual(['same-document-in-doubt']);
    expect(await faults(station, again, 'T-2')).toEqual([]);
    station.queue.close(id, 'done on paper');
    expect(await faults(station, again, 'T-1')).toEqual(['already-sent']);
  });

  test('a copy of the same content is the same document, whatever its name and reference; sent with one click, copies are several', async () => {
    const { station } = await doubtful();
    const copy = await writeFile(station.folder, 'copy.pdf', await readFile(join(station.folder, 'a.pdf')));
    const { ids } = await station.documents.open([copy]);
    expect(await faults(station, ids, 'T-1')).toEqual(['same-document-in-doubt']);
    const third = await writeFile(station.folder, 'third.pdf', await readFile(copy));
    const both = [...ids, ...(await station.documents.open([third])).ids];
    expect(await faults(station, both, 'T-2')).toEqual([]);
  });

  test('while the first waits: refused for the same client, sent for another', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    station.queue.pause();
    await station.send(ids);
    const again = await openedAgain(station);
    expect(await faults(station, again, 'T-1')).toEqual(['same-document-waits']);
    await station.send(again, { clientInfo: 'T-2' });
    station.queue.resume();
    await expect.poll(() => station.states([...ids, ...again]), longWait).toEqual(['signed', 'signed']);
    const signed = await openedAgain(station);
    expect(await faults(station, signed, 'T-1')).toEqual(['already-sent']);
    expect(station.signing.sentBefore(signed[0] ?? '', 'T-1')).toMatchObject({ documentId: ids[0], status: 'signed' });
    // Taken off the list by a person, it was sent all the same.
    await station.queue.forget(ids);
    expect(await faults(station, signed, 'T-1')).toEqual(['already-sent']);
    expect((await station.sendAll(signed, { again: true })).map(({ status }) => status)).toEqual(['signed']);
  });
});
