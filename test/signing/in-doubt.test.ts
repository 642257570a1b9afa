/** What is in doubt is settled by a person: by the provider's record, by what came of the answer, again, or with a note. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Misbehaviour } from '../support/doors/practice.ts';
import { codeOf } from '../support/outbox-desk.ts';
import { plainPdf, writeFile } from '../support/pdfs.ts';
import { pdfsig } from '../support/pdfsig.ts';
import { recordOf } from '../support/practice-calls.ts';
import { type Desk, openDesk, patiently } from '../support/signing-desk.ts';

const lost: Misbehaviour = { drop: 'before-answer' };

/** A document that was sent and signed, and whose answer never came. */
async function doubtful(options: Parameters<typeof openDesk>[0] = {}, wrong = lost): Promise<{ desk: Desk; id: string }> {
  const desk = await openDesk(options);
  const [id = ''] = await desk.contracts('a');
  desk.practice.misbehave('sign', wrong);
  await desk.sendAll([id]);
  expect(desk.jobsOf([id])[0]?.status).toBe('in-doubt');
  return { desk, id };
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
      codeOf(() => {
        throw thrown;
      }),
  );

describe('the provider’s record', () => {
  test('asked for twice at once is asked for once, and what is offered can be taken', async () => {
    const { desk, id } = await doubtful();
    const { queue } = desk.station;
    const [first, second] = await Promise.all([queue.check(id), queue.check(id)]);
    expect([first.offers.length, second]).toEqual([1, first]);
    expect(desk.practice.log().filter(({ operation }) => operation === 'validation')).toHaveLength(1);
    await queue.accept(id, first.offers[0]?.id ?? '');
    expect([desk.states([id]), await desk.sealedNames()]).toEqual([['signed'], []]);
  });

  test('that comes when the document is no longer in doubt is offered to nobody, and nothing of it stays', async () => {
    const { desk, id } = await doubtful();
    const { queue } = desk.station;
    queue.pause();
    const asked = refusal(queue.check(id));
    expect(await queue.retry([id], true)).toEqual([id]);
    expect(await asked).toBe('state-changed');
    expect([desk.states([id]), await desk.sealedNames()]).toEqual([['queued'], []]);
  });

  test.each(['before-answer', 'during-answer'] as const)('%s: what it signed is found, offered, and taken as the result', async (drop) => {
    const { desk, id } = await doubtful({}, { drop });
    expect(desk.station.queue.state().canCheck).toBe(true);
    const { offers, problem } = await desk.station.queue.check(id);
    expect([offers.length, problem]).toEqual([1, null]);
    expect(offers[0]).toMatchObject({ source: 'record', signatures: 1, signaturesBefore: 0 });

    await desk.station.queue.accept(id, offers[0]?.id ?? '');
    expect(desk.jobsOf([id])[0]).toMatchObject({
      status: 'signed',
      problem: null,
      delivery: 'done',
      signedName: 'a-signed.pdf',
      closed: null,
    });
    const delivered = await readFile(desk.signing.signedPath(id));
    const [kept] = (await recordOf(desk.practice, 'T-1')).SignedDocuments ?? [];
    expect(delivered.equals(Buffer.from(kept?.Document ?? '', 'base64'))).toBe(true);
    expect(desk.jobsOf([id])[0]?.signedSha256).toBe(offers[0]?.sha256);
    expect(await pdfsig(desk.signing.signedPath(id))).toEqual({ signatures: 1, valid: 1 });
    expect(desk.calls()).toHaveLength(1);
    await desk.reopen();
    expect(desk.states([id])).toEqual(['signed']);
    expect(await desk.sealedNames()).toEqual([]);
  });

  test('signed documents of others in the record are not offered', async () => {
    const { desk, id } = await doubtful({}, { drop: 'during-request' });
    const [other = ''] = await desk.contracts('other');
    await desk.sendAll([other]);
    expect((await recordOf(desk.practice, 'T-1')).SignedDocuments).toHaveLength(1);
    expect(await desk.station.queue.check(id)).toEqual({ offers: [], problem: null });
    expect(desk.states([id])).toEqual(['in-doubt no-answer']);
  });

  test.each<[string, Misbehaviour | null, Parameters<typeof openDesk>[0], string]>([
    ['it knows no such transaction', null, {}, 'validation-refused'],
    ['it refuses', { status: 401 }, {}, 'validation-refused'],
    ['it fails', { status: 500 }, {}, 'validation-failed'],
    ['the query is not set up', null, { profile: { validation: notSetUp } }, 'validation-not-set-up'],
  ])('%s: told, and nothing changes', async (_, wrong, options, code) => {
    const { desk, id } = await doubtful(options, { drop: 'during-request' });
    if (wrong) desk.practice.misbehave('validation', wrong);
    expect(desk.station.queue.state().canCheck).toBe(code !== 'validation-not-set-up');
    expect(await desk.station.queue.check(id)).toMatchObject({ offers: [], problem: { code } });
    expect(desk.states([id])).toEqual(['in-doubt no-answer']);
  });

  test('an offer is good for its own document, once, and not after another look', async () => {
    const { desk, id } = await doubtful();
    const { queue } = desk.station;
    const first = (await queue.check(id)).offers[0]?.id ?? '';
    const second = (await queue.check(id)).offers[0]?.id ?? '';
    expect(await refusal(queue.accept(id, first))).toBe('offer-gone');
    expect(await refusal(queue.accept(id, 'another'))).toBe('offer-gone');
    expect(desk.states([id])).toEqual(['in-doubt no-answer']);
    await queue.accept(id, second);
    expect(await refusal(queue.accept(id, second))).toBe('state-changed');
    expect(await refusal(queue.check(id))).toBe('state-changed');
  });
});

describe('what came of the answer', () => {
  test('is offered, without a validation query, also after a new start', async () => {
    const { desk, id } = await doubtful({ profile: { validation: notSetUp } }, { entry: 'contradicting' });
    expect(desk.states([id])).toEqual(['in-doubt answer-repeats-document']);
    await desk.reopen();
    const { offers, problem } = await desk.station.queue.check(id);
    expect(offers).toMatchObject([{ source: 'answer', signatures: 1, signaturesBefore: 0 }]);
    expect(problem?.code).toBe('validation-not-set-up');
    await desk.station.queue.accept(id, offers[0]?.id ?? '');
    expect(desk.jobsOf([id])[0]).toMatchObject({ status: 'signed', delivery: 'done' });
    expect(await pdfsig(desk.signing.signedPath(id))).toEqual({ signatures: 1, valid: 1 });
  });

  test('neither the document itself nor another one is offered', async () => {
    const desk = await openDesk({ profile: { validation: notSetUp } });
    const [id = ''] = await desk.contracts('a');
    const original = await readFile(join(desk.folder, 'a.pdf'));
    const entry = (signedDocument: string) => ({
      referenceNumber: 'a-other',
      documentId: 'd',
      signedDocument,
      status: 'SUCCESS',
      errorReason: null,
    });
    const stranger = await plainPdf(2, 'stranger');
    const body = { signedDocuments: [original, Buffer.from(stranger)].map((bytes) => entry(bytes.toString('base64'))) };
    desk.practice.misbehave('sign', { status: 200, body: JSON.stringify(body) });
    await desk.sendAll([id]);
    expect(desk.states([id])).toEqual(['in-doubt answer-other-document']);
    expect((await desk.station.queue.check(id)).offers).toEqual([]);
  });
});

describe('sent again, knowing', () => {
  test('with release: the provider gets it twice; without, nothing happens', async () => {
    const { desk, id } = await doubtful();
    expect(await desk.station.queue.retry([id], false)).toEqual([]);
    expect([desk.states([id]), desk.calls().length]).toEqual([['in-doubt no-answer'], 1]);
    expect(await desk.station.queue.retry([id], true)).toEqual([id]);
    await expect.poll(() => desk.states([id]), patiently).toEqual(['signed']);
    const sent = desk.practice.log().flatMap(({ documents }) => documents ?? []);
    expect(sent).toHaveLength(2);
    expect(sent[0]).toEqual(sent[1]);
    expect(desk.jobsOf([id])[0]?.attempts).toBe(2);
  });

  test('what failed is queued again from its sealed copy, its file long gone', async () => {
    const desk = await openDesk();
    const [id = ''] = await desk.contracts('a');
    desk.practice.misbehave('sign', { status: 400 });
    await desk.sendAll([id]);
    expect(desk.states([id])).toEqual(['failed request-refused']);
    await writeFile(desk.folder, 'a.pdf', 'no PDF any more');
    expect(await desk.station.queue.retry([id], false)).toEqual([id]);
    await expect.poll(() => desk.states([id]), patiently).toEqual(['signed']);
    const [first, second] = desk.practice.log().flatMap(({ documents }) => documents ?? []);
    expect(second ?? first).toEqual(first);
  });
});

describe('closed with a note', () => {
  test('stays in doubt, with the note, until it is sent again; then it can be taken from the list', async () => {
    const { desk, id } = await doubtful();
    const { queue } = desk.station;
    for (const note of ['', '  \n']) expect(codeOf(() => queue.close(id, note))).toBe('note-missing');
    expect(await queue.forget([id])).toEqual([]);
    queue.close(id, ' asked by telephone: signed there ');
    expect(desk.jobsOf([id])[0]).toMatchObject({ status: 'in-doubt', closed: { note: 'asked by telephone: signed there' } });
    await desk.reopen();
    expect(desk.jobsOf([id])[0]?.closed?.note).toBe('asked by telephone: signed there');
    expect(await desk.station.queue.forget([id])).toEqual([id]);
    expect(desk.signing.jobs()).toEqual([]);
    await desk.reopen();
    expect([desk.signing.jobs(), await desk.sealedNames()]).toEqual([[], []]);
    expect(desk.calls()).toHaveLength(1);
  });

  test('what is not in doubt cannot be closed', async () => {
    const desk = await openDesk();
    const [id = ''] = await desk.contracts('a');
    await desk.sendAll([id]);
    expect(codeOf(() => desk.station.queue.close(id, 'note'))).toBe('state-changed');
  });
});

describe('the same bytes opened again', () => {
  const faults = async (desk: Desk, ids: readonly string[], clientInfo: string) =>
    (await desk.signing.check({ documents: desk.entries(ids, { clientInfo }) })).map(({ problem }) => problem.code);
  /** Taken off the list and opened once more, as after a restart. */
  const openedAgain = async (desk: Desk) => {
    desk.documents.remove(desk.documents.list().map(({ id }) => id));
    return (await desk.documents.open([join(desk.folder, 'a.pdf')])).ids;
  };

  test('while the first is in doubt: refused for the same client, also after a new start, until it is closed', async () => {
    const { desk, id } = await doubtful();
    expect(await faults(desk, await openedAgain(desk), 'T-1')).toEqual(['same-document-in-doubt']);
    await desk.reopen();
    const again = await openedAgain(desk);
    expect(await faults(desk, again, 'T-1')).toEqual(['same-document-in-doubt']);
    expect(await faults(desk, again, 'T-2')).toEqual([]);
    desk.station.queue.close(id, 'done on paper');
    expect(await faults(desk, again, 'T-1')).toEqual([]);
  });

  test('a copy of the same content that has another name and reference is another document, unless it takes over the reference', async () => {
    const { desk } = await doubtful();
    const copy = await writeFile(desk.folder, 'copy.pdf', await readFile(join(desk.folder, 'a.pdf')));
    const { ids } = await desk.documents.open([copy]);
    expect(await faults(desk, ids, 'T-1')).toEqual([]);
    const named = desk.entries(ids, { reference: 'a', clientInfo: 'T-1' });
    expect((await desk.signing.check({ documents: named })).map(({ problem }) => problem.code)).toEqual(['same-document-in-doubt']);
  });

  test('while the first waits: refused for the same client, sent for another', async () => {
    const desk = await openDesk();
    const ids = await desk.contracts('a');
    desk.station.queue.pause();
    await desk.send(ids);
    const again = await openedAgain(desk);
    expect(await faults(desk, again, 'T-1')).toEqual(['same-document-waits']);
    await desk.send(again, { clientInfo: 'T-2' });
    desk.station.queue.resume();
    await expect.poll(() => desk.states([...ids, ...again]), patiently).toEqual(['signed', 'signed']);
    // Nothing is in the way any more.
    expect(await faults(desk, await openedAgain(desk), 'T-1')).toEqual([]);
  });
});
