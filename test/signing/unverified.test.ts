/** What comes back is checked before it is signed; what the check does not accept stays encrypted until a person says what becomes of it. */
import { readdirSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { codeOf, thrownCode } from '../support/code-of.ts';
import { type VerificationSettings, verificationSettingsSchema } from '../support/doors/domain.ts';
import type { Misbehaviour } from '../support/doors/practice.ts';
import { signerOfProcess } from '../support/doors/verification.ts';
import { makeSelfSigned } from '../support/network/test-ca.ts';
import { pemOf } from '../support/pdf/signed-pdf.ts';
import { sha256 as sha256Of } from '../support/sha256.ts';
import { type SigningStation, withSigningActions } from '../support/signing/signing-actions.ts';
import { type BuildOptions, buildStation } from '../support/station.ts';
import { longWait, untilMoment } from '../support/waiting.ts';

type Wrong = NonNullable<Misbehaviour['entry']>;

/** A document of which the provider sent this in place of the signed file. */
async function unverified(entry: Wrong = 'altered-later', options: BuildOptions = {}): Promise<{ station: SigningStation; id: string }> {
  const station = withSigningActions(await buildStation(options));
  const [id = ''] = await station.contracts('a');
  station.provider.misbehave('sign', { entry });
  await station.sendAll([id]);
  return { station, id };
}

const jobOf = (station: SigningStation, id: string) => station.jobsOf([id])[0];
const kindsOf = async (station: SigningStation) => (await station.encryptedFiles.list()).map(({ kind }) => kind).toSorted();

describe('a signature by a clock that stopped at the begin of its certificate', () => {
  const day = 86_400_000;
  /** A station whose clock is this many days ahead. */
  async function stationAhead(days: number): Promise<SigningStation> {
    // Its certificate begins now.
    await signerOfProcess();
    const station = withSigningActions(await buildStation({ practice: { style: { clock: 'stopped' } } }));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * day });
    onTestFinished(() => void vi.useRealTimers());
    return station;
  }
  const found = (station: SigningStation, id: string) => [
    jobOf(station, id)?.status,
    jobOf(station, id)?.verification?.findings.filter((finding) => finding.includes('-before-') || /future|then/.test(finding)),
  ];

  test.each([
    [3, 'signed', ['signed-before-sent']],
    [-3, 'signed', ['signed-in-future']],
    // The certificate lasts two years.
    [1000, 'unverified', ['certificate-not-valid-then', 'signed-before-sent']],
  ])('of a document that is sent %i days later', async (days, ...expected) => {
    const station = await stationAhead(days);
    const ids = await station.contracts('a');
    await station.sendAll(ids);
    expect(found(station, ids[0] ?? '')).toEqual(expected);
  });

  test('of a document that was sent then, and again a week later: it may be that of the first time', async () => {
    const station = await stationAhead(0);
    const [id = ''] = await station.contracts('a');
    station.provider.misbehave('sign', { drop: 'before-answer' });
    await station.sendAll([id]);
    vi.setSystemTime(Date.now() + 7 * day);
    await station.queue.retry([id], { resend: true });
    await expect.poll(() => jobOf(station, id)?.status, longWait).toBe('signed');
    expect(found(station, id)).toEqual(['signed', []]);
  });
});

describe('a file that the check does not accept', () => {
  test.each<[Wrong, string]>([
    ['original', 'result-unacceptable'],
    ['unsigned-pdf', 'result-unacceptable'],
    ['broken-cms', 'result-unacceptable'],
    ['altered-later', 'result-unacceptable'],
    ['other-place', 'result-unacceptable'],
    ['extra-signature', 'result-unacceptable'],
    ['cut-cms', 'result-unverifiable'],
  ])('%s: unverified, in no folder, encrypted next to its original', async (entry, code) => {
    const { station, id } = await unverified(entry);
    expect(jobOf(station, id)).toMatchObject({ status: 'unverified', problem: { code }, delivery: 'none', signedName: null });
    expect(await station.signedNames()).toEqual([]);
    await expect.poll(() => kindsOf(station), longWait).toEqual(['decoded', 'original']);
    const report = station.signing.verification(id)?.report;
    expect(jobOf(station, id)?.verification).toMatchObject({ bottomLine: report?.bottomLine, findings: report?.findings });
    expect(report?.findings).not.toEqual([]);
    await station.reopen();
    await station.queue.deliver([id], station.folder);
    expect([jobOf(station, id)?.status, await kindsOf(station)]).toEqual(['unverified', ['decoded', 'original']]);
    expect(station.signing.verification(id)?.report).toEqual(report);
  });

  test('is that of another document where two files were swapped; the third one is signed', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b', 'c');
    station.provider.misbehave('sign', { entry: 'swapped', at: 0 });
    await station.sendAll(ids);
    // The file of b came for a, too: no one can say which of the two it belongs to.
    expect(station.states(ids)).toEqual(['unverified result-of-two-documents', 'unverified result-of-two-documents', 'signed']);
    expect(await station.signedNames()).toEqual(['c-signed.pdf']);
  });
});

describe('a person', () => {
  test('releases the file only with a reason, once; who and why are in the log, and it stays unverified', async () => {
    const { station, id } = await unverified();
    const { queue } = station;
    station.settings.change({ clerk: 'Marta Núñez' });
    for (const reason of ['', ' \n']) expect(await codeOf(queue.releaseFile(id, reason))).toBe('reason-missing');
    expect(await station.signedNames()).toEqual([]);
    await queue.releaseFile(id, ' The customer waits; the provider confirmed it by telephone ');
    const released = { by: 'Marta Núñez', reason: 'The customer waits; the provider confirmed it by telephone' };
    expect(jobOf(station, id)).toMatchObject({
      status: 'unverified',
      fileRelease: released,
      delivery: 'done',
      signedName: 'a-released.pdf',
    });
    expect(await station.signedNames()).toEqual(['a-released.pdf']);
    const [entry] = [...station.audit.all()].filter(({ kind }) => kind === 'file-released');
    expect(entry?.content).toEqual({ by: released.by, about: id, detail: { name: 'a.pdf', text: released.reason } });
    expect(await codeOf(queue.releaseFile(id, 'once more'))).toBe('state-changed');
    await station.reopen();
    expect(jobOf(station, id)).toMatchObject({ status: 'unverified', fileRelease: released });
    expect(await station.queue.forget([id])).toEqual([id]);
    expect(await kindsOf(station)).toEqual([]);
  });

  test('sees the release in the visit, which cannot be removed before', async () => {
    const station = withSigningActions(await buildStation());
    const visit = station.visits.create({ name: 'Rosalba', identification: '52123456', transaction: 'T-1' });
    const [id = ''] = await station.contracts('a');
    station.provider.misbehave('sign', { entry: 'original' });
    await station.sendAll([id]);
    expect(await codeOf(station.visits.remove(visit.id))).toBe('visit-busy');
    await station.queue.releaseFile(id, 'wanted as it is');
    const { documents, events } = station.visits.open(visit.id);
    expect(documents).toMatchObject([
      { status: 'unverified', fileRelease: { reason: 'wanted as it is' }, verification: { bottomLine: 'unacceptable' } },
    ]);
    expect(events.map(({ kind, detail }) => [kind, detail.status ?? detail.text])).toEqual([
      ['opened', undefined],
      ['queued', undefined],
      ['document', 'unverified'],
      ['file-released', 'wanted as it is'],
    ]);
    expect(station.visits.verification(visit.id, id)).toEqual(station.signing.verification(id));
    await station.visits.remove(visit.id);
  });

  test('sends it again knowingly; the earlier file goes into no folder', async () => {
    const { station, id } = await unverified();
    expect(await station.queue.retry([id])).toEqual([]);
    expect(await station.queue.retry([id], { resend: true })).toEqual([id]);
    await expect.poll(() => jobOf(station, id)?.delivery, longWait).toBe('done');
    expect(jobOf(station, id)).toMatchObject({ status: 'signed', verification: { bottomLine: 'signed' }, fileRelease: null });
    expect(await station.signedNames()).toEqual(['a-signed.pdf']);
  });

  test('sends it again while its release was cut off: the next start removes the unfinished file', async () => {
    const { station, id } = await unverified();
    const folder = join(station.folder, 'signed');
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, 'in the way');
    await station.queue.releaseFile(id, 'wanted as it is');
    expect(jobOf(station, id)).toMatchObject({ status: 'unverified', delivery: 'waiting' });
    const withheld = (await station.encryptedFiles.list()).find(({ kind }) => kind === 'decoded');
    await station.queue.retry([id], { resend: true });
    await expect.poll(() => jobOf(station, id)?.status, longWait).toBe('signed');
    // As a station that was killed while it wrote the released file leaves the folder.
    await rm(folder);
    await mkdir(folder);
    await writeFile(join(folder, `.station-${withheld?.id}.part`), '%PDF-');
    await station.reopen();
    await expect.poll(() => jobOf(station, id)?.delivery, longWait).toBe('done');
    // An orderly end waits for it.
    await station.reopen();
    expect(readdirSync(folder)).toEqual(['a-signed.pdf']);
    expect(await kindsOf(station)).toContain('decoded');
  });

  test('closes it with a note; only then it can be taken from the list, and it counts as sent', async () => {
    const { station, id } = await unverified();
    const again = async () => {
      const { ids } = await station.documents.open([join(station.folder, 'a.pdf')]);
      const faults = await station.signing.check({ documents: station.entries(ids.filter((one) => one !== id)) });
      return faults.map(({ problem }) => problem.code);
    };
    station.documents.remove([id]);
    expect([await station.queue.forget([id]), await again()]).toEqual([[], ['same-document-unverified']]);
    expect(thrownCode(() => station.queue.close(id, ' '))).toBe('note-missing');
    station.queue.close(id, 'signed on paper');
    expect([jobOf(station, id)?.closed?.note, await again()]).toEqual(['signed on paper', ['already-sent']]);
    expect([station.queue.remove([id]), await again()]).toEqual([[id], ['already-sent']]);
    expect([await station.queue.forget([id]), await again()]).toEqual([[id], ['already-sent']]);
  });
});

describe('a check', () => {
  const wrongBody = async (station: SigningStation, status: string) => {
    const original = await readFile(join(station.folder, 'a.pdf'));
    // Begins with what was sent, and opens: all that a candidate has to do.
    const signedDocument = Buffer.concat([original, Buffer.from('\n% more\n%%EOF\n')]).toString('base64');
    return JSON.stringify({ signedDocuments: [{ referenceNumber: 'a', documentId: 'd', signedDocument, status, errorReason: null }] });
  };

  test('of a candidate that a person takes decides whether the document is signed', async () => {
    const station = withSigningActions(await buildStation());
    const [id = ''] = await station.contracts('a');
    station.provider.misbehave('sign', { status: 200, body: await wrongBody(station, 'UNKNOWN') });
    await station.sendAll([id]);
    expect(station.states([id])).toEqual(['in-doubt answer-not-as-described']);
    const { candidates } = await station.queue.check(id);
    const [candidate, right] = candidates;
    expect([candidate, right]).toMatchObject([
      { source: 'answer', verification: { bottomLine: 'unverifiable' } },
      { source: 'record', verification: { bottomLine: 'signed' } },
    ]);
    await station.queue.accept(id, candidate?.id ?? '');
    expect(station.states([id])).toEqual(['unverified result-unverifiable']);
    expect(await station.signedNames()).toEqual([]);
  });

  test('that a kill cut off is made at the next start, by the settings of the call', async () => {
    const station = withSigningActions(await buildStation());
    const ids = await station.contracts('a', 'b');
    station.provider.misbehave('sign', { entry: 'original', at: 0 });
    await station.send(ids);
    // The answer is complete on the disk, and nothing is checked yet.
    await untilMoment(() => station.encryptedFiles.list(['decoded']).length > 0);
    const copy = station.asKilled();
    expect(station.states(ids)).toEqual(['sending', 'sending']);
    await expect.poll(() => station.states(ids), longWait).toEqual(['unverified result-unacceptable', 'signed']);
    const next = await station.openOn(copy, { profile: { ...station.profile, signing: undefined } });
    expect(next.signing.jobs().map(({ status, verification }) => [status, verification?.bottomLine])).toEqual([
      ['unverified', 'unacceptable'],
      ['signed', 'signed'],
    ]);
    expect(station.calls()).toHaveLength(1);
  });

  test('that cannot be made leaves the document unverified, with the reason', async () => {
    const station = withSigningActions(await buildStation());
    const [id = ''] = await station.contracts('a');
    // Of a file that does not begin with what was sent, the copy of that is needed.
    station.provider.misbehave('sign', { delay: 1_000, style: { file: 'rewritten' } });
    await station.send([id]);
    await untilMoment(() => station.provider.log().length > 1 || station.states([id])[0] === 'sending');
    await wait(300);
    const [name = ''] = readdirSync(join(station.dataDir, 'encrypted')).filter((one) => one.startsWith('original.'));
    await writeFile(join(station.dataDir, 'encrypted', name), 'damaged');
    await expect.poll(() => station.states([id]), longWait).toEqual(['unverified result-not-checked']);
    expect(jobOf(station, id)).toMatchObject({ verification: null, problem: { detail: { cause: 'stored-data-damaged' } } });
    expect(await station.signedNames()).toEqual([]);
  });
});

const practiceName = 'Firmante de PRÁCTICA / PRACTICE signer';
const practiceRoot = pemOf(await signerOfProcess());
const practiceSha256 = sha256Of(Buffer.from(practiceRoot.replaceAll(/-----.*-----|\s/g, ''), 'base64')).replaceAll(/..(?=.)/g, '$&:');

describe('the settings of the connection', () => {
  test('are asked again; a check that a person stops leaves the document as it was', async () => {
    const { station, id } = await unverified();
    const before = station.jobsOf([id]);
    let isOver = false;
    const again = codeOf(station.queue.checkAgain([id])).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      station.queue.stopCheck(id);
      await nextTurn();
    }
    expect(await again).toBe('cancelled');
    expect(station.jobsOf([id])).toEqual(before);
  });

  const usual = verificationSettingsSchema.parse({ rules: [{ kind: 'area', edge: 'top', depth: 20, pages: 'all' }] });
  const withSettings = (verification: Partial<VerificationSettings>, more: BuildOptions = {}): BuildOptions => ({
    ...more,
    signing: { verification: { ...usual, withheld: [], ...verification } },
  });
  test.each<[string, Wrong, Partial<VerificationSettings>, string]>([
    ['say that another place is accepted', 'other-place', {}, 'signed'],
    ['hold an invisible signature back', 'invisible', { withheld: ['invisible'] }, 'unverified'],
    ['accept an invisible signature', 'invisible', {}, 'signed'],
    ['expect another signer', 'invisible', { expectedSigner: 'Otra firma S.A.' }, 'unverified'],
    // The root of practice is none of the station here, so anyone may have written the name.
    ['expect this signer by a name, of an issuer that is not trusted', 'invisible', { expectedSigner: practiceName }, 'unverified'],
    ['expect this signer by its name, and trust its root', 'invisible', { expectedSigner: practiceName, roots: practiceRoot }, 'signed'],
    ['expect this signer by its certificate', 'invisible', { expectedSigner: practiceSha256 }, 'signed'],
  ])('%s', async (_, entry, settings, status) => {
    const { station, id } = await unverified(entry, withSettings(settings));
    expect(jobOf(station, id)?.status).toBe(status);
  });

  test('an issuer that no root covers is a remark until the roots of the provider are named', async () => {
    const { station, id } = await unverified('invisible', withSettings({}));
    expect(jobOf(station, id)).toMatchObject({
      status: 'signed',
      verification: { findings: expect.arrayContaining(['issuer-not-trusted']) },
    });
    const { cert: roots } = await makeSelfSigned();
    const second = await unverified('invisible', withSettings({ roots }));
    expect(jobOf(second.station, second.id)).toMatchObject({ status: 'unverified', problem: { code: 'result-unacceptable' } });
  });

  test('a rule made after the first document lets it through when it is checked again, and others at once', async () => {
    const station = withSigningActions(await buildStation({ stored: true, signing: { verification: { ...usual, rules: [] } } }));
    const [first = '', second = ''] = await station.contracts('first', 'second');
    await station.sendAll([first]);
    // Practice marks its pages, and nothing says yet that it may.
    expect(station.states([first])).toEqual(['unverified result-unacceptable']);
    expect(await station.queue.checkAgain([first])).toEqual([]);
    const { signing, ...rest } = station.settings.profile(station.profileId);
    if (!signing) throw new Error('a signing section');
    const rules = [{ kind: 'area', edge: 'top', depth: 20, pages: 'all' } as const];
    station.settings.saveProfile({ ...rest, signing: { ...signing, verification: { ...signing.verification, rules } } }, station.profileId);
    station.settingsChanged();
    await station.sendAll([second]);
    expect(await station.queue.checkAgain([first])).toEqual([first]);
    expect(station.states([first, second])).toEqual(['signed', 'signed']);
    expect(await station.signedNames()).toEqual(['first-signed.pdf', 'second-signed.pdf']);
    expect(station.signing.verification(first)?.report.comparison?.accepted).toMatchObject([{ rule: { kind: 'area' }, pages: [1] }]);
  });
});
