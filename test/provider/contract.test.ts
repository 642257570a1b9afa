/** The client against the practice provider: every status of the interface description (Errors), every misbehaviour. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closing } from '../support/closing.ts';
import { profileSchema, type SigningProfile } from '../support/doors/domain.ts';
import { type Misbehaviour, type Practice, startPractice } from '../support/doors/practice.ts';
import { type CallOutcome, connectSigning, type SigningCall, type SigningConnection } from '../support/doors/provider.ts';
import { memoryStore, sentBytes } from '../support/network/provider-client.ts';
import { plainPdf } from '../support/pdf/pdfs.ts';
import { sha256 } from '../support/sha256.ts';
import { tempDir } from '../support/temp-dir.ts';

let practice: Practice;
let provider: SigningConnection;
let contract: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  practice = await startPractice({ maxDocuments: 5 });
  contract = new Uint8Array(await plainPdf(3));
});
afterAll(() => practice.close());
beforeEach(() => {
  provider = connect(practice);
});
afterEach(() => provider.close());

function connect(
  to: Practice,
  change: Partial<SigningProfile> = {},
  network: object = {},
  secret = to.secrets.clientSecret ?? '',
): SigningConnection {
  const profile = profileSchema.parse({ ...to.profile, network: { proxy: 'none', ...network } });
  if (!profile.signing) throw new Error('no signing section');
  return connectSigning({ signing: { ...profile.signing, ...change }, network: profile.network, secret: async () => secret });
}
function calling(count: number, over: Partial<SigningCall> = {}): SigningCall {
  const documents = Array.from({ length: count }, (_, index) => ({
    reference: `ref ${index} ñ`,
    fileName: `contrato ${index}.pdf`,
    content: sentBytes(contract),
  }));
  return { documents, clientInfo: 'T-1', placement: { x1: 360, y1: 40, x2: 560, y2: 100, signaturePage: 3 }, ...over };
}
async function sign(count = 1, over: Partial<SigningCall> = {}, by = provider) {
  const store = memoryStore();
  const outcome = await by.signDocuments(calling(count, over), store.incoming);
  return { outcome, contents: store.live().map((one) => one.text) };
}
const references = (outcome: CallOutcome) => (outcome.kind === 'answered' ? outcome.items.map((item) => item.referenceNumber) : null);
const tries = (from: number) =>
  practice
    .log()
    .slice(from)
    .map((entry) => `${entry.operation} ${entry.status}`);

describe('200', () => {
  it('receives the documents byte for byte and returns signed PDFs', async () => {
    const { outcome, contents } = await sign(3);
    expect(outcome).toMatchObject({ kind: 'answered', defect: null });
    expect(references(outcome)).toEqual(['ref 0 ñ', 'ref 1 ñ', 'ref 2 ñ']);
    expect(practice.log().at(-1)?.documents).toEqual([0, 1, 2].map((index) => ({ reference: `ref ${index} ñ`, sha256: sha256(contract) })));
    for (const text of contents) {
      const bytes = Buffer.from(text, 'base64');
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
      expect(bytes.includes('/ByteRange')).toBe(true);
      expect(bytes.length).toBeGreaterThan(contract.length);
    }
  });

  it('may have FAIL for one document and not for the others', async () => {
    practice.misbehave('sign', { entry: 'fail', at: 1 });
    const { outcome, contents } = await sign(3);
    expect(outcome).toMatchObject({
      kind: 'answered',
      defect: null,
      items: [{ status: 'SUCCESS' }, { status: 'FAIL', content: null }, { status: 'SUCCESS' }],
    });
    expect(outcome.kind === 'answered' && outcome.items[1]?.errorReason).toBeTruthy();
    expect(contents).toHaveLength(2);
  });

  it.each<[NonNullable<Misbehaviour['entry']>, number]>([
    ['success-null', 2],
    ['missing', 1],
    ['twice', 3],
    ['contradicting', 3],
    ['other-reference', 2],
    ['not-base64', 2],
    ['data-prefix', 2],
  ])('returns the entries unevaluated: %s', async (entry, count) => {
    practice.misbehave('sign', { entry, at: 0 });
    const { outcome } = await sign(2);
    expect(outcome).toMatchObject({ kind: 'answered', defect: null });
    expect(references(outcome)).toHaveLength(count);
    if (entry === 'success-null') expect(outcome).toMatchObject({ items: [{ status: 'SUCCESS', content: null }, {}] });
  });

  it.each<[Misbehaviour, string]>([
    [{ json: 'none' }, 'answer-not-json'],
    [{ json: 'truncated' }, 'answer-cut-off'],
    [{ drop: 'during-answer' }, 'answer-cut-off'],
    [{ body: '{"documents":[]}' }, 'answer-not-as-described'],
  ])('with %j gives %s and its complete entries', async (how, code) => {
    practice.misbehave('sign', how);
    const { outcome, contents } = await sign(3);
    expect(outcome).toMatchObject({ kind: 'answered', defect: { code } });
    expect(references(outcome)).toEqual(['ref 0 ñ', 'ref 1 ñ', 'ref 2 ñ'].slice(0, contents.length));
  });
});

describe('other answers', () => {
  it('400 means missing documents, client information or identifier', async () => {
    const other = connect(practice, { accountId: 'other' });
    for (const { outcome } of [await sign(0), await sign(1, { clientInfo: '' }), await sign(1, {}, other)])
      expect(outcome).toMatchObject({
        kind: 'refused',
        problem: { code: 'request-refused', detail: { providerText: expect.stringMatching(/missing|not known/) } },
      });
    await other.close();
  });

  it.each([
    ['401', 'unknown'],
    ['403', 'expired'],
  ] as const)('%s: one new token, one more try', async (status, how) => {
    await sign();
    practice.spoilTokens(how);
    const from = practice.log().length;
    expect((await sign()).outcome).toMatchObject({ kind: 'answered', defect: null });
    expect(tries(from)).toEqual([`sign ${status}`, 'token 200', 'sign 200']);
  });

  it.each([401, 403])('%i twice is a refusal', async (status) => {
    await sign();
    practice.misbehave('sign', { status }, 2);
    const from = practice.log().length;
    expect((await sign()).outcome).toMatchObject({ kind: 'refused', problem: { code: 'token-refused', detail: { status } } });
    expect(tries(from)).toEqual([`sign ${status}`, 'token 200', `sign ${status}`]);
  });

  it('413 means too large', async () => expect((await sign(6)).outcome).toEqual({ kind: 'too-large' }));

  it.each<[Misbehaviour, object]>([
    [{ status: 500 }, { kind: 'unknown', problem: { code: 'provider-error', detail: { status: 500 } } }],
    [
      { status: 502, body: 'bad gateway' },
      { kind: 'unknown', problem: { code: 'provider-error' } },
    ],
    [{ status: 418 }, { kind: 'unknown', problem: { code: 'unexpected-answer', detail: { status: 418 } } }],
    [{ status: 429 }, { kind: 'refused', problem: { code: 'provider-busy' }, retryable: true }],
    [
      { status: 503, headers: { 'retry-after': '30' } },
      { kind: 'refused', problem: { code: 'provider-busy', detail: { retryAfter: 30 } }, retryable: true },
    ],
    [{ status: 503 }, { kind: 'unknown', problem: { code: 'provider-error', detail: { status: 503 } } }],
    [{ drop: 'during-request' }, { kind: 'unknown', problem: { code: 'no-answer' } }],
    [{ drop: 'before-answer' }, { kind: 'unknown', problem: { code: 'no-answer' } }],
  ])('%j', async (how, expected) => {
    practice.misbehave('sign', how);
    const from = practice.log().length;
    expect((await sign()).outcome).toMatchObject(expected);
    expect(
      practice
        .log()
        .slice(from)
        .filter((entry) => entry.operation === 'sign'),
    ).toHaveLength(1);
  });

  it('an answer after the time limit is in doubt', async () => {
    practice.misbehave('sign', { delay: 20_000 });
    const hurried = connect(practice, {}, { answerTimeout: 300 });
    expect((await sign(1, {}, hurried)).outcome).toMatchObject({ kind: 'unknown', problem: { code: 'no-answer' } });
    await hurried.close();
  });
});

describe('the token', () => {
  it('is refused for a wrong secret, with the provider’s text', async () => {
    const other = connect(practice, {}, {}, 'wrong');
    expect((await sign(1, {}, other)).outcome).toMatchObject({
      kind: 'refused',
      problem: { code: 'credentials-refused', detail: { status: 400, providerText: expect.stringMatching(/\w/) } },
    });
    await expect(other.testSigning()).rejects.toMatchObject({ problem: { code: 'credentials-refused' } });
    await other.close();
  });

  it('is used until it expires', async () => {
    const from = practice.log().length;
    await Promise.all(Array.from({ length: 10 }, () => sign()));
    await sign();
    expect(tries(from).filter((entry) => entry === 'token 200')).toHaveLength(1);
  });
});

describe('https', () => {
  it('a self-signed certificate is refused, and trusted once its file is named', async () => {
    const secure = closing(await startPractice({ tls: true }));
    const careful = connect(secure);
    expect((await sign(1, {}, careful)).outcome).toMatchObject({ kind: 'refused', problem: { code: 'certificate-untrusted' } });
    expect(secure.log()).toEqual([]);
    const caFile = join(await tempDir(), 'ca.pem');
    await writeFile(caFile, secure.certificate ?? '');
    const trusting = connect(secure, {}, { caFile });
    expect((await sign(1, {}, trusting)).outcome).toMatchObject({ kind: 'answered', defect: null });
    await Promise.all([careful.close(), trusting.close()]);
  });
});
