/** Whole checks of small files that are really signed: the bottom line, and what it rests on. */
import { beforeAll, describe, expect, test } from 'vitest';
import { signerOfProcess, signerRoot, verifyPdf } from '../support/doors/verification.ts';
import { writtenPdf } from '../support/pdf/pdfs.ts';
import {
  contract,
  contractObjects,
  filled,
  type Objects,
  pageContent,
  pemOf,
  signatureField,
  signedContract,
  signing,
  signingAgain,
  updated,
} from '../support/pdf/signed-pdf.ts';

let signed: Buffer;
/** The certificate of the tests' signer, as one that the machine trusts. */
let roots: string[];
beforeAll(async () => {
  signed = await signedContract();
  roots = [pemOf(await signerOfProcess())];
});
const check = (file: Uint8Array, original: Uint8Array | null = null) => verifyPdf(file, { original, roots });
const brief = async (file: Uint8Array, original: Uint8Array | null = null) => {
  const { bottomLine, findings, original: compared } = await check(file, original);
  return { bottomLine, findings, original: compared };
};

describe('a signed contract', () => {
  test('is signed, by name, time and place', async () => {
    const report = await check(signed, contract());
    expect(report).toMatchObject({
      bottomLine: 'signed',
      findings: [],
      original: 'preserved',
      fault: null,
      strayObjects: { outside: 0, again: 0 },
    });
    expect(report.notChecked).toEqual(['revocation', 'place']);
    expect(report.revisions.map(({ end }) => end)).toEqual([contract().length, signed.length]);
    expect(report.signatures).toMatchObject([
      {
        field: 'Signature',
        kind: 'signature',
        signer: 'Firmante de PRÁCTICA / PRACTICE signer',
        integrity: 'valid',
        coverage: 'whole-file',
        changesAfter: 'none',
        page: 1,
        rect: { left: 150, bottom: 40, right: 250, top: 80 },
        signedAtBy: 'signer',
        certificate: { atSigning: 'valid', trusted: true },
        algorithm: 'RSA',
        hash: 'sha256',
        weak: false,
        revocation: 'not-checked',
      },
    ]);
  });

  test('of an issuer that no root covers is signed with a remark', async () => {
    expect(await verifyPdf(signed, { roots: [] })).toMatchObject({ bottomLine: 'signed-with-remarks', findings: ['issuer-not-trusted'] });
  });

  test('without a place on a page is signed with a remark', async () => {
    expect((await brief(await signedContract({ field: '/Rect [0 0 0 0]' }))).findings).toEqual(['invisible']);
  });

  test('that was signed before its certificate was valid is unacceptable', async () => {
    const { detachedSignature } = await import('../support/doors/verification.ts');
    const signer = await signerOfProcess();
    const early = await signedContract({}, (covered) => detachedSignature(covered, signer, new Date('2020-01-01T00:00:00Z')));
    const report = await check(early);
    expect(report.signatures[0]?.certificate?.atSigning).toBe('not-yet-valid');
    expect(report).toMatchObject({ bottomLine: 'unacceptable' });
    expect(report.findings).toContain('certificate-not-valid-then');
  });

  test('that was made days before the document was to be sent has a remark', async () => {
    const findings = async (file: Uint8Array, original: Uint8Array, days: number) => {
      const sentAt = new Date(Date.now() + days * 86_400_000).toISOString();
      return (await verifyPdf(file, { original, sentAt, roots })).findings;
    };
    expect([await findings(signed, contract(), 1.9), await findings(signed, contract(), 2.1)]).toEqual([[], ['signed-before-sent']]);
    // That of the original was there before.
    expect(await findings(updated(signed, {}), signed, 2.1)).toEqual(['nothing-added']);
  });

  test('by a certificate that had expired when the document was sent is unacceptable, whatever time it states', async () => {
    const { detachedSignature } = await import('../support/doors/verification.ts');
    const signer = await signerOfProcess();
    const expiry = signer.certificate.notAfter.value.getTime();
    const found = async (file: Uint8Array, days: number, original = contract()) => {
      const sentAt = new Date(expiry + days * 86_400_000).toISOString();
      const report = await verifyPdf(file, { original, sentAt, roots: [...roots, await signerRoot()] });
      return [report.bottomLine, report.findings, report.signatures[0]?.certificate?.atSigning];
    };
    expect(await found(signed, 1.9)).toEqual(['signed-with-remarks', ['signed-before-sent'], 'valid']);
    const expired = ['issuer-not-trusted', 'certificate-not-valid-then'].toSorted();
    const [line, findings, validity] = await found(signed, 2.1);
    expect([line, [...(findings ?? [])].toSorted(), validity]).toEqual(['unacceptable', [...expired, 'signed-before-sent'], 'expired']);

    const style = { subFilter: 'ETSI.CAdES.detached' } as const;
    const timeless = await signedContract({}, (covered) => detachedSignature(covered, signer, new Date(), style));
    expect(await found(timeless, 1.9)).toEqual(['signed-with-remarks', ['signing-time-unknown'], 'valid']);
    expect(await found(timeless, 2.1)).toMatchObject(['unacceptable', expect.arrayContaining(['certificate-not-valid-then']), 'expired']);
    // Sent before the certificate began, and signed later.
    expect(await found(timeless, -5 * 365)).toEqual(['signed-with-remarks', ['signing-time-unknown'], 'valid']);

    // The time is stated by an authority that the machine trusts.
    const stamped = await signedContract({}, (covered) => detachedSignature(covered, signer, new Date(), { timeStamp: true }));
    expect(await found(stamped, 2.1)).toEqual(['signed-with-remarks', ['signed-before-sent'], 'valid']);
    // That of the original was there before.
    expect(await found(updated(signed, {}), 2.1, signed)).toEqual(['unacceptable', ['nothing-added'], 'valid']);
  });

  test('that states a time in the future has a remark', async () => {
    const findings = async (days: number) =>
      (await verifyPdf(signed, { checkedAt: new Date(Date.now() - days * 86_400_000).toISOString(), roots })).findings;
    expect([await findings(1.9), await findings(2.1)]).toEqual([[], ['signed-in-future']]);
  });

  test('by a clock that differs from the issuer’s, or a time without a zone, was signed while its certificate was valid', async () => {
    const { detachedSignature } = await import('../support/doors/verification.ts');
    const signer = await signerOfProcess();
    const from = signer.certificate.notBefore.value.getTime();
    const at = async (before: number, stated?: (digits: string) => string) => {
      const time = new Date(from - before * 60_000);
      const value = stated && `/M (D:${stated(time.toISOString().replace(/\D/g, '').slice(0, 14))})`;
      const style = stated && { subFilter: 'ETSI.CAdES.detached' as const };
      const file = await signedContract(value ? { value } : {}, (covered) => detachedSignature(covered, signer, time, style));
      return (await check(file)).signatures[0]?.certificate;
    };
    expect(await at(4)).toMatchObject({ atSigning: 'valid', trusted: true });
    expect(await at(6)).toMatchObject({ atSigning: 'not-yet-valid' });
    expect(await at(13 * 60, (digits) => digits)).toMatchObject({ atSigning: 'valid', trusted: true });
    for (const zone of ['Z', "+00'00'"]) expect(await at(13 * 60, (digits) => digits + zone)).toMatchObject({ atSigning: 'not-yet-valid' });
    expect(await at(15 * 60, (digits) => digits)).toMatchObject({ atSigning: 'not-yet-valid' });
  });

  test('whose signature is in no field is found', async () => {
    const file = await filled(updated(contract(), { 8: signing()[8] ?? '' }));
    expect((await check(file)).signatures).toMatchObject([{ field: '', integrity: 'valid', page: null }]);
    expect((await check(file)).findings).toEqual(['invisible']);
  });

  test('with a broken signature next to a sound one is unacceptable', async () => {
    const twice = await filled(updated(signed, signingAgain()));
    expect(await brief(twice)).toMatchObject({ bottomLine: 'signed', findings: [] });
    const at = signed.indexOf('/Contents <') + 2000;
    twice[at] = twice[at] === 0x30 ? 0x31 : 0x30;
    expect(await brief(twice)).toMatchObject({ bottomLine: 'unacceptable', findings: expect.arrayContaining(['signature-broken']) });
  });
});

describe('a signature that is not its own', () => {
  /** The dictionary of the signed file, its value and byte range among it. */
  const dictionary = () => /8 0 obj\n(<<[\s\S]*?>>)\nendobj/.exec(signed.toString('latin1'))?.[1] ?? '';
  const look = '<< /Type /XObject /Subtype /Form /BBox [0 0 300 400] /Length 0 >>\nstream\n\nendstream';
  const field = (value: string) => ({
    3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Annots [6 0 R 7 0 R 9 0 R] >>',
    5: '<< /Fields [6 0 R 7 0 R 9 0 R] /SigFlags 3 >>',
    9: signatureField('Second', 10, '/Rect [0 0 300 400] /AP << /N 11 0 R >>').replace('10 0 R', value),
    11: look,
  });

  test.each([
    ['copied into a field over the page', () => ({ ...field('10 0 R'), 10: dictionary() })],
    ['written into that field', () => field(dictionary())],
    ['named by that field too', () => field('8 0 R')],
  ])('is no further signature: %s', async (_, objects) => {
    const report = await check(updated(signed, objects()));
    expect(report.bottomLine).toBe('unacceptable');
  });
});

describe('a file without a signature', () => {
  test.each([
    ['the original itself', contract()],
    ['another update', updated(contract(), { 12: '(new)' })],
  ])('is unacceptable: %s', async (_, file) => {
    expect(await brief(file, contract())).toMatchObject({ bottomLine: 'unacceptable', findings: ['no-signature', 'nothing-added'] });
  });

  test('that has an empty signature field is unacceptable', async () => {
    const file = updated(contract(), { ...signing(), 7: signatureField('Signature', 19), 8: null });
    expect(await brief(file)).toMatchObject({ bottomLine: 'unacceptable', findings: ['no-signature'] });
  });
});

describe('the original', () => {
  const compared = async (file: Uint8Array, original: Uint8Array) => {
    const { bottomLine, original: is, notChecked, findings } = await check(file, original);
    return { bottomLine, is, findings, notChecked };
  };

  test('is preserved also when more than a signature field was needed', async () => {
    const bare = Buffer.from(
      writtenPdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        ...contractObjects.slice(1, 2),
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>',
      ]),
      'latin1',
    );
    const file = await filled(
      updated(bare, {
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [7 0 R] /SigFlags 3 /DR << >> >> >>',
        3: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Annots [7 0 R] >>',
        7: signatureField('Signature', 8),
        8: signing()[8] ?? '',
      }),
    );
    expect(await compared(file, bare)).toMatchObject({ bottomLine: 'signed', is: 'preserved' });
  });

  test('that is another document is changed', async () => {
    const other = Buffer.from(contract().toString('latin1').replace('(Contract)', '(Contrato)'), 'latin1');
    expect(await compared(signed, other)).toEqual({
      bottomLine: 'unacceptable',
      is: 'changed',
      findings: ['original-changed'],
      notChecked: ['revocation', 'place'],
    });
  });

  test('that was rewritten before it was signed is preserved, and the report says that it was rewritten', async () => {
    const rewritten = Buffer.from(writtenPdf([...contractObjects, '(new)']), 'latin1');
    const file = await filled(updated(rewritten, { ...signing(), 7: signatureField('Signature', 8) }));
    expect(await check(file, contract())).toMatchObject({
      bottomLine: 'signed',
      original: 'preserved',
      comparison: { method: 'page-by-page', pages: { original: 1, file: 1 }, differences: [] },
    });
  });

  const more: [string, Objects][] = [
    ['other content', { 4: pageContent('Other') }],
    ['a filled field', { 6: (contractObjects[5] ?? '').replace(' >>', ' /V (Quito) >>') }],
    [
      'another page',
      { 2: '<< /Type /Pages /Count 2 /Kids [3 0 R 11 0 R] >>', 11: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] >>' },
    ],
  ];
  test.each(more)('is changed by %s in the update of the signature', async (_, objects) => {
    const file = await filled(updated(contract(), { ...signing(), ...objects }));
    // Of itself it is in order: the signature covers all of it.
    expect(await brief(file)).toMatchObject({ bottomLine: 'signed', original: 'not-given' });
    expect(await compared(file, contract())).toMatchObject({ bottomLine: 'unacceptable', is: 'changed', findings: ['original-changed'] });
  });

  test('that was signed before and came back as it was has nothing added', async () => {
    expect(await compared(signed, signed)).toMatchObject({ bottomLine: 'unacceptable', is: 'preserved', findings: ['nothing-added'] });
  });

  test('that cannot be read is not compared', async () => {
    const broken = Buffer.from(contract().toString('latin1').replace('%%EOF', '%%EOG'), 'latin1');
    const file = Buffer.concat([broken, signed.subarray(contract().length)]);
    expect(await compared(file, broken)).toMatchObject({ is: 'changed', findings: expect.arrayContaining(['original-unreadable']) });
  });
});

describe('a file that cannot be read to its end', () => {
  test.each([
    ['something after its end', (file: Buffer) => Buffer.concat([file, Buffer.from('more')]), 'xref-damaged'],
    ['something before its header', (file: Buffer) => Buffer.concat([Buffer.from('x'), file]), 'xref-damaged'],
    ['nothing in it', () => Buffer.alloc(0), 'empty'],
    ['encryption', (file: Buffer) => updated(file, { 15: '<< /Filter /Standard >>' }, '/Encrypt 15 0 R'), 'encrypted'],
  ])('is never signed: %s', async (_, change, fault) => {
    const report = await check(change(signed));
    expect(report.fault).toBe(fault);
    expect(['unverifiable', 'unacceptable']).toContain(report.bottomLine);
  });

  test('is unverifiable where an object that is shown is damaged', async () => {
    const base = Buffer.from(
      contract()
        .toString('latin1')
        .replace(/\/Length \d+/, '/Length 12'),
      'latin1',
    );
    const file = await filled(updated(base, signing()));
    expect(await check(file)).toMatchObject({ bottomLine: 'unverifiable', fault: 'object-damaged' });
  });

  test('has a remark where only what nothing shows is damaged, or is in no table', async () => {
    const unseen = await filled(updated(updated(contract(), { 11: '<< /Twice 1 /Twice 2 >>' }), signing()));
    expect(await brief(unseen)).toMatchObject({ bottomLine: 'signed-with-remarks', findings: ['objects-damaged'] });
    const [start = '', end = ''] = contract().toString('latin1').split('%PDF-1.7\n');
    const stray = Buffer.from(`${start}%PDF-1.7\n${end}`.replace(/startxref/, '4 0 obj (other) endobj\nstartxref'), 'latin1');
    const file = await filled(updated(stray, signing()));
    expect(await check(file)).toMatchObject({ findings: ['objects-outside-revisions'], strayObjects: { outside: 1, again: 1 } });
  });
});
