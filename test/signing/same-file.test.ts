/** The same file for two documents: for copies of one original it is accepted, for any others no document is signed. */
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { batchFinished } from '../support/signing/batch-finished.ts';
import { type SigningStation, withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { longWait, untilMoment } from '../support/waiting.ts';

/** The answer of a call for these references: the file of a signed document for each. */
async function answerOf(station: SigningStation, id: string, references: readonly string[], status = 'SUCCESS'): Promise<string> {
  const signedDocument = (await readFile(station.signing.signedPath(id))).toString('base64');
  const entry = (referenceNumber: string) => ({ referenceNumber, documentId: 'd', signedDocument, status, errorReason: null });
  return JSON.stringify({ signedDocuments: references.map(entry) });
}

describe('the same file for two documents', () => {
  test('of one call: both are unverified, each with the name of the other', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b');
    station.provider.misbehave('sign', { entry: 'same-file', at: 1 });
    await station.sendAll(ids);
    expect(
      station
        .jobsOf(ids)
        .map(({ status, problem, verification }) => [status, problem?.detail, verification?.findings.includes('same-answer')]),
    ).toEqual([
      ['unverified', { name: 'b.pdf' }, true],
      ['unverified', { name: 'a.pdf' }, true],
    ]);
    expect(await station.signedNames()).toEqual([]);
  });

  test('of two calls: the one that was signed is not any more, and its delivered file stays where it is', async () => {
    const station = withSigningActions(await buildStation());
    const [first = '', second = ''] = await station.contracts('first', 'second');
    await station.sendAll([first]);
    station.provider.misbehave('sign', { status: 200, body: await answerOf(station, first, ['second']) });
    await station.sendAll([second]);
    expect(station.states([first, second])).toEqual(['unverified result-of-two-documents', 'unverified result-of-two-documents']);
    expect(await station.signedNames()).toEqual(['first-signed.pdf']);
    expect(await codeOf(station.queue.releaseFile(first, 'why'))).toBe('state-changed');
  });
});

describe('equal files for copies of one original, by a provider whose signatures do not differ', () => {
  /** Opens `first.pdf`, and copies of it with these names. */
  async function copies(...names: string[]): Promise<{ station: SigningStation; ids: string[] }> {
    const station = withSigningActions(await buildStation({ practice: { style: { clock: 'stopped' } } }));
    const [first = ''] = await station.contracts('first');
    const paths = names.map((name) => join(station.folder, `${name}.pdf`));
    for (const path of paths) await copyFile(join(station.folder, 'first.pdf'), path);
    return { station, ids: [first, ...(await station.documents.open(paths)).ids] };
  }

  /** Verified each against its own original, in files that do not differ. */
  function expectSigned(station: SigningStation, ids: readonly string[]): void {
    const jobs = station.jobsOf(ids);
    expect(jobs.map(({ status, problem, verification }) => [status, problem, verification?.findings])).toEqual(
      ids.map(() => ['signed', null, []]),
    );
    expect(new Set(jobs.map(({ signedSha256 }) => signedSha256)).size).toBe(1);
    expect(ids.map((id) => station.signing.verification(id)?.report.original)).toEqual(ids.map(() => 'preserved'));
  }

  test('in one call: all are signed', async () => {
    const { station, ids } = await copies('second', 'third');
    await station.sendAll(ids);
    expect(station.calls()).toMatchObject([{ references: ['first', 'second', 'third'] }]);
    expectSigned(station, ids);
    expect(await station.signedNames()).toEqual(['first-signed.pdf', 'second-signed.pdf', 'third-signed.pdf']);
  });

  test('for two customers, also when the station starts again in between: each is signed', async () => {
    const { station, ids } = await copies('second', 'third');
    const [first = '', second = '', third = ''] = ids;
    const documents = [...station.entries([first]), ...station.entries([second], { clientInfo: 'T-2' })];
    await batchFinished(station, (await station.signing.send({ documents })).batchId);
    await station.queue.deliver([first, second]);
    expectSigned(station, [first, second]);
    await station.reopen();
    const again = (await station.documents.open([join(station.folder, 'third.pdf')])).ids;
    await station.sendAll(again, { clientInfo: 'T-3' });
    expect(again).not.toEqual([third]);
    expectSigned(station, [first, second, ...again]);
    expect(station.calls()).toHaveLength(3);
  });

  test('when a kill cut off the check of the second: it is signed at the next start', async () => {
    const { station, ids } = await copies('second');
    const [first = '', second = ''] = ids;
    await station.sendAll([first]);
    await station.send([second], { clientInfo: 'T-2' });
    await untilMoment(() => station.encryptedFiles.list(['decoded']).length > 0);
    const next = await station.openOn(station.asKilled());
    expect(next.signing.jobs().map(({ name, status }) => [name, status])).toEqual([
      ['first.pdf', 'signed'],
      ['second.pdf', 'signed'],
    ]);
    await expect.poll(() => station.states(ids), longWait).toEqual(['signed', 'signed']);
  });

  test('at another place than requested: that one alone is unverified', async () => {
    const { station, ids } = await copies('second');
    const [first = '', second = ''] = ids;
    await station.sendAll([first]);
    station.provider.misbehave('sign', { status: 200, body: await answerOf(station, first, ['second']) });
    const elsewhere = { page: -1, anchor: 'top-left', x: 40, y: 60, width: 200, height: 60 } as const;
    await station.sendAll([second], { clientInfo: 'T-2', placement: elsewhere });
    expect(station.states(ids)).toEqual(['signed', 'unverified result-unacceptable']);
    expect(station.jobsOf([second])[0]?.verification?.findings).toEqual(['signature-moved']);
  });

  test('as a candidate that a person takes: it is signed', async () => {
    const { station, ids } = await copies('second');
    const [first = '', second = ''] = ids;
    await station.sendAll([first]);
    station.provider.misbehave('sign', { status: 200, body: await answerOf(station, first, ['second'], 'UNKNOWN') });
    await station.sendAll([second], { clientInfo: 'T-2' });
    const { candidates } = await station.queue.check(second);
    expect(candidates).toMatchObject([{ source: 'answer', verification: { bottomLine: 'signed' } }]);
    await station.queue.accept(second, candidates[0]?.id ?? '');
    await station.queue.deliver([second]);
    expectSigned(station, ids);
  });

  test('and for documents with another original: all of them are unverified', async () => {
    const { station, ids } = await copies('second');
    const [first = '', second = ''] = ids;
    await station.sendAll([first]);
    await station.sendAll([second], { clientInfo: 'T-2' });
    const others = await station.contracts('a', 'b');
    station.provider.misbehave('sign', { status: 200, body: await answerOf(station, first, ['a', 'b']) });
    await station.sendAll(others, { clientInfo: 'T-3' });
    const all = [...ids, ...others];
    expect(station.jobsOf(all).map(({ status, problem }) => [status, problem?.code, problem?.detail])).toEqual([
      ['unverified', 'result-of-two-documents', { name: 'a.pdf' }],
      ['unverified', 'result-of-two-documents', { name: 'a.pdf' }],
      ['unverified', 'result-of-two-documents', { name: 'b.pdf' }],
      ['unverified', 'result-of-two-documents', { name: 'a.pdf' }],
    ]);
    expect(await station.queue.checkAgain(others).then(() => station.states(others))).toEqual(
      others.map(() => 'unverified result-of-two-documents'),
    );
  });
});
