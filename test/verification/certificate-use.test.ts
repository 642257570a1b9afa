/** Signatures by keys, certificates and authorities that are not for them. OpenSSL makes them. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Finding, verifyPdf } from '../support/doors/verification.ts';
import { openssl } from '../support/pdf/openssl-cms.ts';
import { contract, filled, type MakeCms, signatureDictionary, signedContract, signing, updated } from '../support/pdf/signed-pdf.ts';
import { describeWith } from '../support/runner/need.ts';

describeWith('openssl')('a signature', () => {
  let ssl: ReturnType<typeof openssl>;
  beforeAll(async () => {
    ssl = openssl();
    await ssl.certificate('root', { kind: 'root' });
    await ssl.certificate('good', { issuer: 'root' });
  });
  afterAll(() => ssl.remove());

  const by =
    (signer: string, ...options: string[]): MakeCms =>
    (covered) =>
      ssl.sign(covered, signer, ...options);
  const check = (file: Uint8Array) => verifyPdf(file, { original: contract(), roots: [ssl.pem('root')] });
  const findingsOf = async (makeCms: MakeCms): Promise<Finding[]> => (await check(await signedContract({}, makeCms))).findings;

  test('by a certificate for servers, for encryption or for time stamps has a remark', async () => {
    expect(await findingsOf(by('good'))).toEqual([]);
    for (const kind of ['server', 'encryption', 'tsa'] as const) {
      await ssl.certificate(kind, { kind, issuer: 'root' });
      expect([kind, await findingsOf(by(kind))]).toEqual([kind, ['certificate-not-for-signing']]);
    }
  });

  test('by an authority below the last permitted one, or below one with limited names, is not trusted', async () => {
    for (const kind of ['last', 'limited'] as const) {
      await ssl.certificate(kind, { kind, issuer: 'root' });
      await ssl.certificate(`${kind}-branch`, { kind: 'root', issuer: kind });
      await ssl.certificate(`${kind}-signer`, { issuer: `${kind}-branch` });
      ssl.bundle(`${kind}-links`, kind, `${kind}-branch`);
      expect([kind, await findingsOf(by(`${kind}-signer`, '-certfile', `${kind}-links.pem`))]).toEqual([kind, ['issuer-not-trusted']]);
    }
    await ssl.certificate('of-last', { issuer: 'last' });
    expect(await findingsOf(by('of-last', '-certfile', 'last.pem'))).toEqual([]);
  });

  test('by a key on a short curve has a remark', async () => {
    await ssl.certificate('short', { key: 'shortCurve', issuer: 'root' });
    expect(await findingsOf(by('short', '-md', 'sha256'))).toEqual(['weak-algorithm']);
  });

  test('by a key that can be found from its certificate cannot be verified: anyone may have signed', async () => {
    for (const key of ['tinyRsa', 'tinyCurve'] as const) {
      await ssl.certificate(key, { key, issuer: 'root' });
      const report = await check(await signedContract({}, by(key, '-md', 'sha256')));
      expect([key, report]).toMatchObject([key, { bottomLine: 'unverifiable', signatures: [{ fault: 'algorithm' }] }]);
    }
    await ssl.certificate('rsa-1024', { key: 'shortRsa', issuer: 'root' });
    expect(await findingsOf(by('rsa-1024'))).toEqual(['weak-algorithm']);
  });

  test('with the MD5 of the bytes cannot be verified', async () => {
    await ssl.certificate('with-md5', { key: 'rsa', issuer: 'root' });
    const report = await check(await signedContract({}, by('with-md5', '-md', 'md5')));
    expect(report).toMatchObject({ bottomLine: 'unverifiable', signatures: [{ fault: 'algorithm' }] });
  });

  test('of the SHA-1 of the bytes has a remark, whatever hash the CMS uses', async () => {
    const value = signatureDictionary().replace('adbe.pkcs7.detached', 'adbe.pkcs7.sha1    ');
    const file = await filled(updated(contract(), { ...signing(), 8: value }), (covered) =>
      ssl.sign(createHash('sha1').update(covered).digest(), 'good', '-nodetach', '-md', 'sha256'),
    );
    expect(await check(file)).toMatchObject({ bottomLine: 'signed-with-remarks', findings: ['weak-algorithm'] });
  });

  test('that is only a time stamp is broken', async () => {
    await ssl.certificate('tsa', { kind: 'tsa', issuer: 'root' });
    const report = await check(await signedContract({}, (covered) => ssl.timeStamp(covered, 'tsa')));
    expect(report).toMatchObject({ bottomLine: 'unacceptable', signatures: [{ integrity: 'broken', fault: 'content' }] });
  });

  test('whose file has many authorities that issued each other is checked all the same', async () => {
    const names = Array.from({ length: 24 }, (_, at) => `equal-${at}`);
    await ssl.certificate('equal', { kind: 'root' });
    for (const [at, name] of names.entries())
      await ssl.certificate(name, { kind: 'root', subject: 'equal', keyOf: 'equal', serial: 1000 + at });
    await ssl.certificate('of-equal', { issuer: 'equal' });
    const certificates = Object.fromEntries(
      names.map((name, at) => {
        const der = Buffer.from(ssl.pem(name).replace(/-----.*-----/g, ''), 'base64').toString('latin1');
        return [20 + at, `<< /Length ${der.length} >>\nstream\n${der}\nendstream`];
      }),
    );
    const file = updated(await signedContract({}, by('of-equal')), {
      1: `<< /Type /Catalog /Pages 2 0 R /AcroForm 5 0 R /DSS << /Certs [${names.map((_, at) => `${20 + at} 0 R`).join(' ')}] >> >>`,
      ...certificates,
    });
    expect((await check(file)).findings).toEqual(['issuer-not-trusted']);
  });
});
