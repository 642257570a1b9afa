import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { SigningJob } from '../support/doors/domain.ts';
import type { Misbehaviour } from '../support/doors/practice.ts';
import { startSwitchedLine } from '../support/network/switched-line.ts';
import { withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';
import { longWait } from '../support/waiting.ts';

const outcome = ({ status, problem, warning }: SigningJob) => [status, problem?.code ?? null, warning?.code ?? null];
const signed = ['signed', null, null];

/** The outcome of the second of three documents of one call when its entry is irregular, and the files that exist then. */
const entries: Record<
  string,
  { wrong: Misbehaviour; second: (string | null)[]; quarantined?: RegExp; file?: boolean; first?: (string | null)[] }
> = {
  'FAIL with a reason': { wrong: { entry: 'fail' }, second: ['rejected', 'provider-said-fail', null] },
  'SUCCESS with null': { wrong: { entry: 'success-null' }, second: ['in-doubt', 'signed-but-empty', null] },
  'no base64': { wrong: { entry: 'not-base64' }, second: ['in-doubt', 'signed-not-base64', null], quarantined: /^b-received\.txt$/ },
  'a PDF that does not open': {
    wrong: { entry: 'malformed-pdf' },
    second: ['in-doubt', 'signed-not-pdf', null],
    quarantined: /^b-received\.bin$/,
  },
  'a PDF without signature': { wrong: { entry: 'unsigned-pdf' }, second: ['unverified', 'result-unacceptable', null] },
  'no entry': { wrong: { entry: 'missing' }, second: ['in-doubt', 'answer-misses-document', null] },
  'its entry twice': { wrong: { entry: 'twice' }, second: ['signed', null, 'answer-repeats-document'], file: true },
  'SUCCESS and FAIL': {
    wrong: { entry: 'contradicting' },
    second: ['in-doubt', 'answer-repeats-document', null],
    quarantined: /^b-received\.bin$/,
  },
  'an entry for another document, with a file that was written again': {
    wrong: { entry: 'other-reference', style: { file: 'rewritten' } },
    second: ['in-doubt', 'answer-other-document', null],
    quarantined: /^b-received\.bin$/,
  },
  'numbers for texts and a status in lower case': { wrong: { entry: 'other-types' }, second: signed, file: true },
  'a status of its own': { wrong: { entry: 'unclear-status' }, second: ['in-doubt', 'answer-not-as-described', null] },
  'a document within an object': { wrong: { entry: 'wrapped-document' }, second: signed, file: true },
  'URL-safe base64': { wrong: { entry: 'url-safe-base64' }, second: signed, file: true },
  'a data prefix': { wrong: { entry: 'data-prefix' }, second: signed, file: true },
};

describe('an irregular entry of an answer affects only its own document', () => {
  for (const [name, { wrong, second, quarantined, file }] of Object.entries(entries)) {
    test(name, async () => {
      const station = withSigningActions(await buildStation());
      const ids = await station.contracts('a', 'b', 'c');
      station.provider.misbehave('sign', { ...wrong, at: 1 });
      const [a, b, c] = await station.sendAll(ids);
      if (!a || !b || !c) throw new Error('three jobs');
      expect([a, b, c].map(outcome)).toEqual([signed, second, signed]);
      const names = await station.signedNames();
      expect(names.filter((found) => found.startsWith('b'))).toEqual([b.quarantinedName, b.signedName].filter((found) => found !== null));
      expect(names).toEqual(expect.arrayContaining(['a-signed.pdf', 'c-signed.pdf']));
      expect(b.signedName !== null).toBe(file === true);
      if (quarantined) expect(b.quarantinedName).toMatch(quarantined);
      else expect(b.quarantinedName).toBeNull();
      if (wrong.entry === 'other-reference') expect(b.problem?.detail).toEqual({ count: 1, context: 'missing' });
      // What came of a call with a document in doubt may be its result, and stays.
      const left = (await station.encryptedNames()).filter(
        (found) => !/^(?:received|decoded)\./.test(found) || (b.status !== 'in-doubt' && b.status !== 'unverified'),
      );
      expect(left).toEqual([]);
    });
  }

  test('a rejected document has the provider’s reason', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a');
    station.provider.misbehave('sign', { entry: 'fail' });
    const [job] = await station.sendAll(ids);
    expect(String(job?.problem?.detail?.providerText)).not.toBe('');
    expect(job?.problem?.message).toBe('provider-said-fail');
  });

  test('a text that is not base64 is saved unchanged', async () => {
    const station = withSigningActions(await buildStation());
    const text = 'this is *not* base64 – ¡qué va!';
    const body = JSON.stringify({
      signedDocuments: [{ referenceNumber: 'a', documentId: 'd', signedDocument: text, status: 'SUCCESS', errorReason: null }],
    });
    const ids = await station.contracts('a');
    station.provider.misbehave('sign', { status: 200, body });
    const [job] = await station.sendAll(ids);
    expect(await readFile(join(station.folder, 'signed', job?.quarantinedName ?? ''), 'utf8')).toBe(text);
  });

  test.each([0.5, 0.98, 0.999])('a PDF cut to %d of its bytes is in doubt, and is saved unchanged', async (part) => {
    const station = withSigningActions(await buildStation());
    const [first = '', second = ''] = await station.contracts('first', 'second');
    await station.sendAll([first]);
    const whole = await readFile(station.signing.signedPath(first));
    const cut = whole.subarray(0, Math.floor(whole.length * part));
    const entry = {
      referenceNumber: 'second',
      documentId: 'd',
      signedDocument: cut.toString('base64'),
      status: 'SUCCESS',
      errorReason: null,
    };
    station.provider.misbehave('sign', { status: 200, body: JSON.stringify({ signedDocuments: [entry] }) });
    const [job] = await station.sendAll([second]);
    expect([job?.status, job?.problem?.code, job?.quarantinedName]).toEqual(['in-doubt', 'signed-not-pdf', 'second-received.bin']);
    expect((await readFile(join(station.folder, 'signed', 'second-received.bin'))).equals(cut)).toBe(true);
  });

  test('an entry for another document next to complete ones gives the first document a warning', async () => {
    const station = withSigningActions(await buildStation());
    const [first, ...ids] = await station.contracts('first', 'a', 'b');
    await station.sendAll([first ?? '']);
    const pdf = (await readFile(station.signing.signedPath(first ?? ''))).toString('base64');
    const entry = (referenceNumber: string) => ({
      referenceNumber,
      documentId: 'd',
      signedDocument: pdf,
      status: 'SUCCESS',
      errorReason: null,
    });
    station.provider.misbehave('sign', { status: 200, body: JSON.stringify({ signedDocuments: ['a', 'b', 'zz'].map(entry) }) });
    const jobs = await station.sendAll(ids);
    expect(jobs.map(outcome)).toEqual([
      ['unverified', 'result-of-two-documents', 'answer-other-document'],
      ['unverified', 'result-of-two-documents', null],
    ]);
    expect(jobs.map(({ quarantinedName }) => quarantinedName)).toEqual(['a-received.bin', null]);
    expect(await station.signedNames()).toEqual(['a-received.bin', 'first-signed.pdf']);
  });
});

describe('a call that fails', () => {
  const calls: Record<string, { wrong: Misbehaviour; expected: [string, string] }> = {
    '400': { wrong: { status: 400 }, expected: ['failed', 'request-refused'] },
    '401 twice': { wrong: { status: 401 }, expected: ['failed', 'token-refused'] },
    '500': { wrong: { status: 500 }, expected: ['in-doubt', 'provider-error'] },
    '418, which is not described': { wrong: { status: 418 }, expected: ['in-doubt', 'unexpected-answer'] },
    'no JSON': { wrong: { json: 'none' }, expected: ['in-doubt', 'answer-not-json'] },
    'JSON of another shape': { wrong: { status: 200, body: '{"ok":true}' }, expected: ['in-doubt', 'answer-not-as-described'] },
    'no answer': { wrong: { drop: 'before-answer' }, expected: ['in-doubt', 'no-answer'] },
  };
  for (const [name, { wrong, expected }] of Object.entries(calls)) {
    test(`${name}: ${expected}`, async () => {
      const station = withSigningActions(await buildStation());
      const ids = await station.contracts('a', 'b');
      station.provider.misbehave('sign', wrong, 2);
      const jobs = await station.sendAll(ids);
      expect(jobs.map(({ status, problem }) => [status, problem?.code])).toEqual([expected, expected]);
      expect(await station.signedNames()).toEqual([]);
      expect(await station.encryptedNames()).toEqual([]);
    });
  }

  test('with an answer that is cut off has the documents of complete entries signed, and the others in doubt', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b', 'c');
    station.provider.misbehave('sign', { json: 'truncated' });
    const jobs = await station.sendAll(ids);
    expect(jobs.map(({ status, problem }) => [status, problem?.code ?? null])).toEqual([
      ['signed', null],
      ['in-doubt', 'answer-cut-off'],
      ['in-doubt', 'answer-cut-off'],
    ]);
  });

  test('does not stop the others', async () => {
    const station = withSigningActions(await buildStation({ signing: { maxDocumentsPerCall: 1, concurrency: 1 } }));
    const ids = await station.contracts('a', 'b', 'c');
    station.provider.misbehave('sign', { status: 500 });
    const jobs = await station.sendAll(ids);
    expect(jobs.map(({ status }) => status)).toEqual(['in-doubt', 'signed', 'signed']);
  });

  test('without a listening provider leaves the document queued with the reason, and is repeated automatically when the provider is back', async () => {
    let line: Awaited<ReturnType<typeof startSwitchedLine>> | undefined;
    const station = withSigningActions(
      await buildStation({
        through: async (origin) => {
          line = await startSwitchedLine(origin);
          onTestFinished(() => line?.close());
          await line.down();
          return line.origin;
        },
      }),
    );
    const ids = await station.contracts('a');
    await station.send(ids);
    await expect.poll(() => station.states(ids), longWait).toEqual(['queued connection-refused']);
    expect(station.queue.state().connection).toMatchObject({ state: 'offline', problem: { code: 'connection-refused' } });
    await line?.up();
    await expect.poll(() => station.states(ids), longWait).toEqual(['signed']);
    await expect.poll(() => station.queue.state().connection, longWait).toMatchObject({ state: 'online', problem: null });
    expect(station.calls()).toEqual([{ references: ['a'], status: 200 }]);
  });
});

test('a document in doubt is sent again only on the clerk’s request', async () => {
  const station = withSigningActions(await buildStation());
  const ids = await station.contracts('a');
  station.provider.misbehave('sign', { drop: 'before-answer' });
  await station.sendAll(ids);
  const plain = await station.signing.send({ documents: station.entries(ids) });
  expect(plain).toMatchObject({ batchId: null, faults: [{ problem: { code: 'document-sent' } }] });
  expect((await station.sendAll(ids, { again: true })).map(({ status }) => status)).toEqual(['signed']);
});
