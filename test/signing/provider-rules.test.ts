/** Rules of a connection profile, made from an unverified document whose provider adds the same to every document. */
import { describe, expect, test } from 'vitest';
import { codeOf } from '../support/code-of.ts';
import { type ProviderRule, verificationSettingsSchema } from '../support/doors/domain.ts';
import { markArea, openPdf, type SigningStyle, signerOfProcess, signPdf } from '../support/doors/verification.ts';
import { appended, unsigned } from '../support/pdf/initialled-pdf.ts';
import { plainPdf, writeFile } from '../support/pdf/pdfs.ts';
import { sized } from '../support/runner/soak.ts';
import { type SigningStation, withSigningActions } from '../support/signing/signing-actions.ts';
import { buildStation } from '../support/station.ts';

const atEnd = { kind: 'pages-at-end', count: 1 } as const;
const footer = { kind: 'area', edge: 'bottom', depth: 20, pages: 'all' } as const;

/** The profile is stored, and accepts the mark of practice. */
const storedStation = async () => withSigningActions(await buildStation({ stored: true }));

/** Documents of `pages` pages each, returned signed in this style. */
async function sent(station: SigningStation, style: SigningStyle, pages = 1, ...names: string[]): Promise<string[]> {
  const paths = names.map(async (name) => writeFile(station.folder, `${name}.pdf`, await plainPdf(pages, name)));
  const { ids } = await station.documents.open(await Promise.all(paths));
  station.provider.misbehave('sign', { style });
  await station.sendAll(ids);
  return ids;
}

/** A document for which the provider signs and returns another one, just as it signs what it gets. */
async function answeredWith(station: SigningStation, name: string, original: Uint8Array, other: Uint8Array, footed = false) {
  const { ids } = await station.documents.open([await writeFile(station.folder, `${name}.pdf`, original)]);
  const { pdf, ...open } = await openPdf(other);
  const place = { page: pdf.getPage(pdf.getPageCount() - 1), rect: { left: 360, bottom: 40, right: 560, top: 100 } };
  const style: SigningStyle = { file: 'rewritten', ...(footed && { addition: 'footer' }) };
  const file = await signPdf({ pdf, ...open }, place, await signerOfProcess(), { style });
  const signedDocument = Buffer.from(file).toString('base64');
  const entry = { referenceNumber: name, documentId: 'd', signedDocument, status: 'SUCCESS', errorReason: null };
  station.provider.misbehave('sign', { status: 200, body: JSON.stringify({ signedDocuments: [entry] }) });
  await station.sendAll(ids);
  return ids;
}

/** A line on one of the pages, from 0. */
async function withLine(text: string, on: number, where: { x: number; y: number }, title = 'contract', pages = 3): Promise<Uint8Array> {
  const { pdf } = await openPdf(await plainPdf(pages, title));
  if (text !== '') pdf.getPage(on).drawText(text, { ...where, size: 8 });
  return pdf.save({ rewrite: true });
}

const rulesOf = (station: SigningStation) => station.settings.profile(station.profileId).signing?.verification.rules;
const made = (station: SigningStation) => [...station.audit.all()].filter(({ kind }) => kind === 'rule-made');

async function proposed(station: SigningStation, id: string): Promise<ProviderRule[]> {
  return (await station.queue.proposeRule(id)).rules;
}

describe('the rule that is proposed', () => {
  const additions: [string, SigningStyle, number, ProviderRule[]][] = [
    ['a page at the end of a file that was written again', { addition: 'certificate-page', file: 'rewritten' }, 1, [atEnd]],
    ['a footer on each page', { addition: 'footer' }, 3, [footer]],
    ['both', { addition: 'footer-and-page' }, 2, [atEnd, footer]],
    ...sized<[string, SigningStyle, number, ProviderRule[]][]>(
      [],
      [
        ['a page at the end', { addition: 'certificate-page' }, 2, [atEnd]],
        ['a footer on the only page', { addition: 'footer', file: 'rewritten' }, 1, [footer]],
      ],
    ),
  ];

  test('is the smallest one, for pages at the end, a footer and both', async () => {
    const station = await storedStation();
    for (const [others, [addition, style, pages, rules]] of additions.entries()) {
      const [id = ''] = await sent(station, style, pages, addition);
      expect(station.states([id]), addition).toEqual(['unverified result-unacceptable']);
      const before = station.jobsOf([id]);
      expect(await station.queue.proposeRule(id), addition).toEqual({ rules, others });
      expect([station.jobsOf([id]), rulesOf(station)], addition).toEqual([before, [markArea]]);
    }
  });

  test('has a strip along each edge that needs one', async () => {
    const verification = verificationSettingsSchema.parse({});
    const station = withSigningActions(await buildStation({ stored: true, signing: { verification } }));
    const [id = ''] = await sent(station, { addition: 'footer' }, 2, 'a');
    expect(await proposed(station, id)).toEqual(expect.arrayContaining([footer, markArea]));
  });

  const lines: [string, number, { x: number; y: number }, ProviderRule, number?][] = [
    ['first', 0, { x: 200, y: 820 }, { kind: 'area', edge: 'top', depth: 30, pages: 'first' }],
    ['last', 2, { x: 4, y: 500 }, { kind: 'area', edge: 'left', depth: 110, pages: 'last' }],
    // Its provider may as well add to each page but the last.
    ['first of two', 0, { x: 200, y: 820 }, { kind: 'area', edge: 'top', depth: 30, pages: 'all' }, 2],
  ];

  test('is for the first or the last page alone where at least two others have nothing', async () => {
    const station = await storedStation();
    for (const [page, on, where, rule, pages] of lines) {
      const [id = ''] = await answeredWith(
        station,
        page,
        await withLine('', on, where, page, pages),
        await withLine('Sello 2026-0417', on, where, page, pages),
      );
      expect(station.states([id]), page).toEqual(['unverified result-unacceptable']);
      expect(await proposed(station, id), page).toEqual([rule]);
    }
  });

  test('is a strip for the initials of a signature on each page, and none where they are over the words of the document', async () => {
    const station = await storedStation();
    const returned = async (name: string, initials: string) => {
      const { ids } = await station.documents.open([await writeFile(station.folder, `${name}.pdf`, unsigned)]);
      const signedDocument = (await appended('one field', initials)).toString('base64');
      const entry = { referenceNumber: name, documentId: 'd', signedDocument, status: 'SUCCESS', errorReason: null };
      station.provider.misbehave('sign', { status: 200, body: JSON.stringify({ signedDocuments: [entry] }) });
      await station.sendAll(ids, { placement: { page: -1, anchor: 'bottom-left', x: 150, y: 140, width: 100, height: 40 }, again: true });
      return ids[0] ?? '';
    };
    const id = await returned('initials', '20 30 60 48');
    expect(station.states([id])).toEqual(['unverified result-unacceptable']);
    const rules = await proposed(station, id);
    expect(rules).toEqual([{ kind: 'area', edge: 'bottom', depth: 120, pages: 'all' }]);
    expect(await station.queue.acceptRule(id, rules)).toEqual([id]);
    expect(station.jobsOf([id])[0]?.verification?.acceptedBy).toEqual(rules);
    const over = await returned('over', '190 4 290 22');
    expect(station.states([over])).toEqual(['unverified result-unacceptable']);
    expect(await codeOf(station.queue.proposeRule(over))).toBe('no-rule-fits');
  });

  const wrong = ['other-pdf', 'altered-text', 'dropped-page', 'broken-cms'] as const;
  const allWrong = sized([...wrong], [...wrong, 'altered-later', 'added-page', 'other-place', 'original'] as const);

  test(`is none for ${allWrong.join(', ')}`, async () => {
    const station = await storedStation();
    for (const entry of allWrong) {
      const { ids } = await station.documents.open([await writeFile(station.folder, `${entry}.pdf`, await plainPdf(2, entry))]);
      station.provider.misbehave('sign', { entry, style: { addition: 'footer' } });
      const before = await station.sendAll(ids);
      const [id = ''] = ids;
      expect(await codeOf(station.queue.proposeRule(id)), entry).toBe('no-rule-fits');
      expect(await codeOf(station.queue.acceptRule(id, [footer, atEnd])), entry).toBe('no-rule-fits');
      expect([station.jobsOf(ids), rulesOf(station), made(station)], entry).toEqual([before, [markArea], []]);
    }
  });

  test('is none for a file that came back for two documents', async () => {
    const station = await storedStation();
    const ids = await station.contracts('a', 'b');
    station.provider.misbehave('sign', { entry: 'same-file', at: 1, style: { addition: 'footer' } });
    await station.sendAll(ids);
    for (const id of ids) expect(await codeOf(station.queue.proposeRule(id))).toBe('no-rule-fits');
  });

  test('is searched for, shown as one check, until a person stops it; the document keeps its state', async () => {
    const station = await storedStation();
    // Only a search of more than a second is shown.
    const [id = ''] = await sent(station, { addition: 'footer' }, 45, 'a');
    const before = station.jobsOf([id]);
    const underWay = () => station.queue.state().checking.map(({ documentId }) => documentId);
    const stop = ({ checking }: { checking: readonly unknown[] }) => checking.length > 0 && station.queue.stopCheck(id);
    station.queue.events.on('changed', stop);
    expect(await codeOf(station.queue.proposeRule(id))).toBe('cancelled');
    station.queue.events.off('changed', stop);
    const emitted: string[] = [];
    station.queue.events.on('changed', ({ checking }) => emitted.push(checking.map(({ documentId }) => documentId).join()));
    await station.queue.proposeRule(id);
    expect(emitted.join(' ').trim()).toBe(id);
    expect([underWay(), station.jobsOf([id]), rulesOf(station)]).toEqual([[], before, [markArea]]);
  });

  test('needs the stored profile of the document', async () => {
    const practising = withSigningActions(await buildStation());
    const [id = ''] = await sent(practising, { addition: 'footer' }, 1, 'a');
    expect(await codeOf(practising.queue.proposeRule(id))).toBe('other-account');
    expect(await codeOf(practising.queue.acceptRule(id, [footer]))).toBe('other-account');
    const station = await storedStation();
    const [other = ''] = await sent(station, { addition: 'footer' }, 1, 'b');
    station.settings.removeProfile(station.profileId);
    expect(await codeOf(station.queue.proposeRule(other))).toBe('other-account');
    expect(await codeOf(station.queue.proposeRule('unknown'))).toBe('state-changed');
  });
});

describe('a rule that a person accepts', () => {
  test('is saved and logged, and makes all documents signed that are unverified for the same reason', async () => {
    const station = await storedStation();
    station.settings.change({ clerk: 'Marta Núñez' });
    const [first = '', second = ''] = await sent(station, { addition: 'footer' }, 1, 'first', 'second');
    const [settled = ''] = await sent(station, { addition: 'footer' }, 1, 'settled');
    station.queue.close(settled, 'signed on paper');
    const { rules, others } = await station.queue.proposeRule(first);
    expect(others).toBe(1);
    expect(await station.queue.acceptRule(first, rules)).toEqual([first, second]);
    expect(station.states([first, second, settled])).toEqual(['signed', 'signed', 'unverified result-unacceptable']);
    expect(await station.signedNames()).toEqual(['first-signed.pdf', 'second-signed.pdf']);
    expect(rulesOf(station)).toEqual([markArea, footer]);
    expect(station.jobsOf([second])[0]?.verification?.acceptedBy).toEqual(expect.arrayContaining([markArea, footer]));
    const detail = { name: 'first.pdf', providerRules: JSON.stringify([footer]) };
    expect(made(station).map(({ content }) => content)).toEqual([{ by: 'Marta Núñez', about: first, detail }]);
    await sent(station, { addition: 'footer' }, 1, 'third');
    expect(await station.signedNames()).toContain('third-signed.pdf');
  });

  test('is an event of the visit of the document', async () => {
    const station = await storedStation();
    const visit = station.visits.create({ name: 'Rosalba', identification: '52123456', transaction: 'T-1' });
    const [id = ''] = await sent(station, { addition: 'certificate-page' }, 1, 'a');
    await station.queue.acceptRule(id, await proposed(station, id));
    expect(station.visits.open(visit.id).events.map(({ kind, detail }) => [kind, detail.status ?? detail.providerRules])).toEqual([
      ['opened', undefined],
      ['queued', undefined],
      ['document', 'unverified'],
      ['rule-made', JSON.stringify([atEnd])],
      ['document', 'signed'],
    ]);
  });

  test('is not saved twice, and none is proposed where the settings have it', async () => {
    const station = await storedStation();
    const [id = ''] = await sent(station, { addition: 'certificate-page' }, 1, 'a');
    const { signing, ...rest } = station.settings.profile(station.profileId);
    if (!signing) throw new Error('a signing section');
    const verification = { ...signing.verification, rules: [atEnd, markArea] };
    station.settings.saveProfile({ ...rest, signing: { ...signing, verification } }, station.profileId);
    expect(await codeOf(station.queue.proposeRule(id))).toBe('no-rule-needed');
    expect(await station.queue.acceptRule(id, [atEnd])).toEqual([id]);
    expect(rulesOf(station)).toEqual([atEnd, markArea]);
  });

  test('makes its document signed or is refused, and accepts no text that the original does not have, also in its strip', async () => {
    const station = await storedStation();
    const [id = ''] = await sent(station, { addition: 'footer' }, 1, 'a');
    expect(await codeOf(station.queue.acceptRule(id, [{ ...footer, edge: 'top', depth: 300 }]))).toBe('no-rule-fits');
    expect([station.states([id]), rulesOf(station), made(station)]).toEqual([['unverified result-unacceptable'], [markArea], []]);
    await station.queue.acceptRule(id, await proposed(station, id));
    const contract = (name: string, amount: string) => withLine(`Fee: ${amount} %`, 0, { x: 300, y: 6 }, name);
    const answered = async (name: string, amount: string) =>
      answeredWith(station, name, await contract(name, '1'), await contract(name, amount), true);
    expect(station.states(await answered('same', '1'))).toEqual(['signed']);
    const altered = await answered('altered', '9');
    expect(station.states(altered)).toEqual(['unverified result-unacceptable']);
    expect(await codeOf(station.queue.proposeRule(altered[0] ?? ''))).toBe('no-rule-fits');
    expect(await station.signedNames()).toEqual(['a-signed.pdf', 'same-signed.pdf']);
  });
});
