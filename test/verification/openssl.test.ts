/** Signatures that OpenSSL made, of every kind that is read: algorithms, named certificates, chains, time stamps. */
import { Certificate } from 'pkijs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyPdf } from '../support/doors/verification.ts';
import { changedCms, withArchival, withList, withTimeStamp } from '../support/pdf/cms-parts.ts';
import { derOf, type KeyName, openssl, type Revoked } from '../support/pdf/openssl-cms.ts';
import { contract, filled, signatureDictionary, signedContract, signing, updated } from '../support/pdf/signed-pdf.ts';
import { describeWith } from '../support/runner/need.ts';

describeWith('openssl')('signatures by OpenSSL', () => {
  let ssl: ReturnType<typeof openssl>;
  let roots: string[];
  beforeAll(async () => {
    ssl = openssl();
    await ssl.certificate('root', { kind: 'root' });
    for (const key of ['rsa', 'shortRsa', 'p256', 'p384', 'brainpool'] as const) await ssl.certificate(key, { key, issuer: 'root' });
    await ssl.certificate('tsa', { kind: 'tsa', issuer: 'root' });
    roots = [ssl.pem('root')];
  });
  afterAll(() => ssl.remove());

  const signedBy = (signer: string, ...options: string[]) => signedContract({}, async (covered) => ssl.sign(covered, signer, ...options));
  const first = async (file: Uint8Array, trusted = roots) => (await verifyPdf(file, { roots: trusted })).signatures[0];

  test.each<[KeyName, string[], string, string, boolean]>([
    ['rsa', ['-md', 'sha256'], 'RSA', 'sha256', false],
    ['rsa', ['-md', 'sha384'], 'RSA', 'sha384', false],
    ['rsa', ['-md', 'sha512'], 'RSA', 'sha512', false],
    ['rsa', ['-md', 'sha224'], 'RSA', 'sha224', false],
    ['rsa', ['-md', 'sha512-256'], 'RSA', 'sha512-256', false],
    ['rsa', ['-md', 'sha224', '-keyopt', 'rsa_padding_mode:pss'], 'RSA-PSS', 'sha224', false],
    ['rsa', ['-md', 'sha512-256', '-keyopt', 'rsa_padding_mode:pss'], 'RSA-PSS', 'sha512-256', false],
    ['p256', ['-md', 'sha224'], 'ECDSA', 'sha224', false],
    ['rsa', ['-md', 'sha1'], 'RSA', 'sha1', true],
    ['shortRsa', ['-md', 'sha256'], 'RSA', 'sha256', true],
    ['rsa', ['-md', 'sha256', '-keyopt', 'rsa_padding_mode:pss'], 'RSA-PSS', 'sha256', false],
    ['rsa', ['-md', 'sha512', '-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:20'], 'RSA-PSS', 'sha512', false],
    ['p256', ['-md', 'sha256'], 'ECDSA', 'sha256', false],
    ['p384', ['-md', 'sha384'], 'ECDSA', 'sha384', false],
    ['brainpool', ['-md', 'sha256'], 'ECDSA', 'sha256', false],
    ['rsa', ['-md', 'sha256', '-noattr'], 'RSA', 'sha256', false],
    ['p256', ['-md', 'sha256', '-keyid'], 'ECDSA', 'sha256', false],
  ])('%s %j', async (signer, options, algorithm, hash, weak) => {
    const file = await signedBy(signer, ...options);
    const report = await verifyPdf(file, { original: contract(), roots });
    expect(report.signatures).toMatchObject([
      { integrity: 'valid', signer, algorithm, hash, weak, certificate: { issuer: 'root', trusted: true }, namesCertificate: false },
    ]);
    const expected = [...(weak ? ['weak-algorithm'] : []), ...(options.includes('-noattr') ? ['signing-time-unknown'] : [])];
    expect([...report.findings].sort()).toEqual(expected.sort());
    // One bit of the page, and one of the value's own last bytes.
    const [text, value] = [Buffer.from(file), Buffer.from(file)];
    text[text.indexOf('(Contract)') + 1] = 0x44;
    expect(await first(text)).toMatchObject({ integrity: 'broken', fault: 'digest' });
    const last = /0*>/.exec(value.subarray(value.indexOf('/Contents <') + 11).toString('latin1'))?.index ?? 0;
    const at = value.indexOf('/Contents <') + 11 + last - 9;
    value[at] = value[at] === 0x30 ? 0x31 : 0x30;
    expect((await first(value))?.integrity).not.toBe('valid');
  });

  test('without the certificate cannot be read', async () => {
    expect(await first(await signedBy('rsa', '-nocerts'))).toMatchObject({
      integrity: 'unreadable',
      fault: 'no-certificate',
      signer: null,
    });
  });

  test('by a chain: trusted with the link, not without, nor by a link that is no root here', async () => {
    await ssl.certificate('middle', { kind: 'root', issuer: 'root' });
    await ssl.certificate('leaf', { issuer: 'middle' });
    const [whole, short] = [await signedBy('leaf', '-certfile', 'middle.pem'), await signedBy('leaf')];
    expect((await first(whole))?.certificate).toMatchObject({ issuer: 'middle', trusted: true });
    expect((await first(short))?.certificate?.trusted).toBe(false);
    expect((await first(whole, []))?.certificate).toMatchObject({ trusted: false, proven: true });
    // Of a certificate that nothing vouches for the name may be anybody's.
    expect((await first(short))?.certificate?.proven).toBe(false);
    expect(await verifyPdf(short, { roots: [] })).toMatchObject({
      bottomLine: 'unverifiable',
      findings: ['signer-not-proven', 'issuer-not-trusted'],
    });
    const named = await signedBy('leaf', '-cades');
    expect((await verifyPdf(named, { roots: [] })).findings).toEqual(['issuer-not-trusted']);
    // A certificate that is no authority issues nothing, although its key can sign and nothing says what it is for.
    await ssl.certificate('bare', { issuer: 'root', kind: 'plain' });
    await ssl.certificate('under', { issuer: 'bare', kind: 'plain' });
    expect(await first(await signedBy('under', '-certfile', 'bare.pem'))).toMatchObject({
      integrity: 'valid',
      certificate: { trusted: false },
    });
  });

  test('by an issuer that has the name of a root and not its key is not trusted', async () => {
    await ssl.certificate('false-root', { kind: 'root', subject: 'root' });
    await ssl.certificate('impostor', { issuer: 'false-root', kind: 'plain' });
    expect(await first(await signedBy('impostor', '-certfile', 'false-root.pem'))).toMatchObject({
      integrity: 'valid',
      certificate: { issuer: 'root', trusted: false, proven: true },
    });
  });

  test('that names its certificate, and one that names another', async () => {
    const named = await signedContract({}, async (covered) => ssl.sign(covered, 'rsa', '-cades'));
    expect(await first(named)).toMatchObject({ integrity: 'valid', namesCertificate: true });
    const etsi = (...options: string[]) => {
      const value = signatureDictionary().replace('adbe.pkcs7.detached', 'ETSI.CAdES.detached');
      return filled(updated(contract(), { ...signing(), 8: value }), async (covered) => ssl.sign(covered, 'rsa', ...options));
    };
    expect((await verifyPdf(await etsi('-cades'), { roots })).findings).toEqual([]);
    expect((await verifyPdf(await etsi(), { roots })).findings).toEqual(['certificate-not-named']);
  });

  test('that came with another certificate of the same key, issuer and number is broken where it names its own', async () => {
    await ssl.certificate('named', { issuer: 'root', serial: 77 });
    await ssl.certificate('twin', { issuer: 'root', serial: 77, keyOf: 'named' });
    const swapped = (...options: string[]) =>
      signedContract({}, async (covered) =>
        changedCms(await ssl.sign(covered, 'named', ...options), (signed) => {
          signed.certificates = [Certificate.fromBER(derOf(ssl.pem('twin')))];
        }),
      );
    expect(await first(await swapped('-cades'))).toMatchObject({ integrity: 'broken', fault: 'certificate' });
    expect(await first(await swapped())).toMatchObject({ integrity: 'valid', signer: 'twin', namesCertificate: false });
  });

  test('whose certificate was changed after it was issued is broken where its issuer came with it', async () => {
    const forged = await signedContract({}, async (covered) =>
      changedCms(await ssl.sign(covered, 'rsa', '-certfile', 'root.pem'), (signed) => {
        signed.certificates = (signed.certificates ?? []).map((one) => {
          const der = Buffer.from(one.toSchema().toBER());
          const at = der.indexOf('rsa');
          if (at !== -1) der.write('rsb', at);
          return Certificate.fromBER(new Uint8Array(der));
        });
      }),
    );
    expect(await first(forged)).toMatchObject({ integrity: 'broken', fault: 'certificate-forged', signer: 'rsb' });
  });

  /** The signature with a time stamp of `stamped` next to it. */
  const stampedBy = async (signer: string, stamped: (signature: Uint8Array) => Uint8Array) =>
    signedContract({}, async (covered) =>
      withTimeStamp(await ssl.sign(covered, 'rsa'), (signature) => ssl.timeStamp(stamped(signature), signer)),
    );

  test('with a time stamp: its clock counts, and its issuer', async () => {
    const file = await stampedBy('tsa', (signature) => signature);
    const report = await verifyPdf(file, { original: contract(), roots });
    expect(report).toMatchObject({ bottomLine: 'signed', findings: [] });
    expect(report.signatures).toMatchObject([
      { signedAtBy: 'time-stamp', timeStamp: { integrity: 'valid', signer: 'tsa', trusted: true } },
    ]);
    expect((await verifyPdf(file, { roots: [] })).findings).toEqual(['signer-not-proven', 'issuer-not-trusted', 'time-stamp-not-trusted']);
  });

  test('with a time stamp of something else: it does not count', async () => {
    const report = await verifyPdf(await stampedBy('tsa', () => Buffer.from('other')), { roots });
    expect(report.findings).toEqual(['time-stamp-not-valid']);
    expect(report.signatures).toMatchObject([{ integrity: 'valid', signedAtBy: 'signer', timeStamp: { integrity: 'broken' } }]);
  });

  describe('of a certificate whose revocation the file speaks of', () => {
    const serial = 4660;
    const [hourAgo, inAnHour] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000));
    let signed: Buffer;
    beforeAll(async () => {
      await ssl.certificate('revocable', { issuer: 'root', serial });
      await ssl.certificate('responder', { issuer: 'root', kind: 'responder' });
      await ssl.certificate('stranger', { kind: 'root' });
      signed = await signedBy('revocable');
    });
    const stream = (der: Buffer) => `<< /Length ${der.length} >>\nstream\n${der.toString('latin1')}\nendstream`;
    const withData = (kind: 'CRLs' | 'OCSPs', der: Buffer) =>
      updated(signed, {
        1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /DSS 12 0 R >>',
        12: `<< /${kind} [13 0 R] >>`,
        13: stream(der),
      });
    const spoken = async (file: Uint8Array) => {
      const { bottomLine, signatures, notChecked } = await verifyPdf(file, { original: contract(), roots });
      return [signatures[0]?.revocation, bottomLine, notChecked.includes('revocation')];
    };

    test('by nothing', async () => expect(await spoken(signed)).toEqual(['not-checked', 'signed', true]));

    test.each([
      ['not in it', [{ serial: 17, at: hourAgo }], ['not-revoked', 'signed', false]],
      ['in it', [{ serial, at: hourAgo }], ['revoked', 'unacceptable', false]],
      ['revoked later', [{ serial, at: inAnHour }], ['not-revoked', 'signed', false]],
    ] as [string, Revoked[], unknown[]][])('by a list: %s', async (_, revoked, expected) => {
      expect(await spoken(withData('CRLs', await ssl.revocationList('root', revoked)))).toEqual(expected);
    });

    test.each([
      ['in order', [{ serial, at: null }], ['not-revoked', 'signed', false]],
      ['revoked', [{ serial, at: hourAgo }], ['revoked', 'unacceptable', false]],
      ['unknown', [], ['not-checked', 'signed', true]],
    ] as [string, Revoked[], unknown[]][])('by an answer of the issuer, or of who may answer for it: %s', async (_, known, expected) => {
      for (const responder of ['root', 'responder']) {
        expect(await spoken(withData('OCSPs', await ssl.statusAnswer('root', responder, 'revocable', known)))).toEqual(expected);
      }
    });

    test.each([
      ['in order', [{ serial: 17, at: hourAgo }], ['not-revoked', 'signed', false]],
      ['revoked', [{ serial, at: hourAgo }], ['revoked', 'unacceptable', false]],
    ] as [string, Revoked[], unknown[]][])('within the signature itself, by a list or an answer: %s', async (_, revoked, expected) => {
      const list = await ssl.revocationList('root', revoked);
      const answer = await ssl.statusAnswer(
        'root',
        'root',
        'revocable',
        revoked.find((one) => one.serial === serial) ? revoked : [{ serial, at: null }],
      );
      const formats = [
        (cms: Uint8Array) => withList(cms, list),
        (cms: Uint8Array) => withArchival(cms, ssl.key('revocable'), 0, list),
        (cms: Uint8Array) => withArchival(cms, ssl.key('revocable'), 1, answer),
      ];
      for (const format of formats)
        expect(await spoken(await signedContract({}, async (covered) => format(await ssl.sign(covered, 'revocable'))))).toEqual(expected);
    });

    test('by a list about its issuer: revoked with it', async () => {
      await ssl.certificate('branch', { kind: 'root', issuer: 'root', serial: 91 });
      await ssl.certificate('under-branch', { issuer: 'branch', serial: 92 });
      const own = signed;
      signed = await signedBy('under-branch', '-certfile', 'branch.pem');
      try {
        const list = (at: Date | null = null) => ssl.revocationList('root', [{ serial: 91, at }]);
        expect(await spoken(withData('CRLs', await list(hourAgo)))).toEqual(['revoked', 'unacceptable', false]);
        expect(await spoken(withData('CRLs', await list(inAnHour)))).toEqual(['not-checked', 'signed', true]);
        // Its number in the list of the issuer's issuer is not its own.
        expect(await spoken(withData('CRLs', await ssl.revocationList('root', [{ serial: 92, at: hourAgo ?? null }])))).toEqual([
          'not-checked',
          'signed',
          true,
        ]);
      } finally {
        signed = own;
      }
    });

    test('by a list about the last of seven names with eight certificates each, which makes two million chains', async () => {
      const [levels, copies] = [7, 8];
      const name = (level: number) => (level > levels ? 'root' : `level-${level}`);
      const many: Buffer[] = [];
      for (let level = levels; level > 0; level -= 1) {
        const [serial, issuer] = [1000 + 10 * level, name(level + 1)];
        await ssl.certificate(name(level), { kind: 'root', issuer, serial });
        many.push(derOf(ssl.pem(name(level))));
        for (let copy = 1; copy < copies; copy += 1) many.push(await ssl.renumbered(name(level), serial + copy, issuer));
      }
      await ssl.certificate('under-many', { issuer: name(1) });
      const base = await signedBy('under-many');
      const fileWith = async (revoked: readonly Revoked[]) => {
        const list = await ssl.revocationList('root', revoked);
        return updated(base, {
          1: '<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /DSS 12 0 R >>',
          12: `<< /CRLs [13 0 R] /Certs [${many.map((_, at) => `${14 + at} 0 R`).join(' ')}] >>`,
          ...Object.fromEntries([list, ...many].map((der, at) => [13 + at, stream(der)])),
        });
      };
      const revoked = Array.from({ length: copies }, (_, copy) => ({ serial: 1000 + 10 * levels + copy, at: hourAgo ?? null }));
      const file = await fileWith(revoked);
      expect(await spoken(file)).toEqual(['revoked', 'unacceptable', false]);
      expect(await first(file)).toMatchObject({ certificate: { trusted: true } });
      // One of the last that was not revoked is enough.
      expect(await first(await fileWith(revoked.slice(1)))).toMatchObject({ revocation: 'not-checked' });
      expect(await first(file, [ssl.pem('stranger')])).toMatchObject({ certificate: { trusted: false } });
    });

    test('by an answer about another certificate: it does not count', async () => {
      await ssl.certificate('neighbour', { issuer: 'root', serial: serial + 1 });
      const known = [{ serial: serial + 1, at: null }];
      expect(await spoken(withData('OCSPs', await ssl.statusAnswer('root', 'root', 'neighbour', known)))).toEqual([
        'not-checked',
        'signed',
        true,
      ]);
    });

    test('by those who may not: it does not count', async () => {
      const revoked = [{ serial, at: hourAgo ?? null }];
      const unknown = ['not-checked', 'signed', true];
      expect(await spoken(withData('CRLs', await ssl.revocationList('stranger', revoked)))).toEqual(unknown);
      for (const responder of ['stranger', 'rsa']) {
        expect(await spoken(withData('OCSPs', await ssl.statusAnswer('root', responder, 'revocable', revoked)))).toEqual(unknown);
      }
      const list = await ssl.revocationList('root', revoked);
      list[list.length - 1] = (list.at(-1) ?? 0) ^ 1;
      expect(await spoken(withData('CRLs', list))).toEqual(unknown);
    });
  });
});
