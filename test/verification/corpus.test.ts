/** Agreement with `pdfsig` over the corpus: the same signatures, integrity and coverage, but for the differences that the documentation explains. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import {
  markArea,
  openPdf,
  type SigningStyle,
  signerOfProcess,
  signerRoot,
  signPdf,
  type VerificationReport,
  verifyPdf,
} from '../support/doors/verification.ts';
import { withTimeStamp } from '../support/pdf/cms-parts.ts';
import { openssl } from '../support/pdf/openssl-cms.ts';
import { integrityOf, type PdfsigSignature, pdfsigSignatures } from '../support/pdf/pdfsig.ts';
import { signedAgain } from '../support/pdf/signed-pdf.ts';
import { corpus, corpusFiles, describeWith, requirePart } from '../support/runner/need.ts';
import { sized } from '../support/runner/soak.ts';

/** Rows of the table in the documentation: file, field, what pdfsig says, what the station says. */
const explained = readFileSync('docs/verification.md', 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  .filter(([, file]) => file?.endsWith('.pdf'))
  .map(([, file = '', field = '', theirs = '', ours = '']) => [file, field, theirs, ours].join(' | '));

describeWith('corpus')('the corpus', () => {
  const files = corpusFiles();
  const reports = new Map<string, VerificationReport>();
  beforeAll(async () => {
    for (const file of files) reports.set(file, await verifyPdf(readFileSync(join(corpus, file)), { roots: [] }));
  });
  const of = (file: string) => reports.get(file)?.signatures ?? [];

  it('is judged as pdfsig does, and each difference is explained', async () => {
    requirePart('pdfsig');
    const differences: string[] = [];
    // It cannot be opened by pdfsig either.
    for (const file of files.filter((name) => name !== 'open-password-is-one-space.pdf')) {
      const theirs = new Map((await pdfsigSignatures(join(corpus, file))).map((signature) => [signature.field, signature]));
      const ours = new Map(of(file).map((signature) => [signature.field, signature]));
      for (const field of new Set([...theirs.keys(), ...ours.keys()])) {
        const [their, our] = [theirs.get(field), ours.get(field)];
        const [theirWords, ourWords] = [wordsOf(their), our ? `${our.integrity}, ${our.coverage}` : 'none'];
        if (theirWords !== ourWords) differences.push([file, field, theirWords, ourWords].join(' | '));
      }
    }
    expect(differences.sort()).toEqual(explained.sort());
  });

  const wordsOf = (signature: PdfsigSignature | undefined): string =>
    signature === undefined ? 'none' : `${integrityOf(signature)}, ${signature.total ? 'whole-file' : 'partial'}`;

  it.each([
    ['signed-shadow-attack-hide.pdf', 'unacceptable', ['suspicious']],
    ['signed-tail-uncovered.pdf', 'unacceptable', ['suspicious']],
    ['signed-then-page-added.pdf', 'unacceptable', ['suspicious']],
    ['signed-twice-legitimately.pdf', 'signed-with-remarks', ['none', 'allowed']],
    ['signed/pades-b.pdf', 'signed-with-remarks', ['allowed', 'none']],
    ['signed/pades-lt.pdf', 'signed-with-remarks', ['allowed']],
    ['signed/pades-lta.pdf', 'signed-with-remarks', ['allowed', 'allowed', 'none']],
    ['signed/signed-then-annotation-added.pdf', 'unacceptable', ['suspicious']],
    ['signed/timestamped-and-signed.pdf', 'signed-with-remarks', ['allowed', 'none']],
  ])('%s: %s', (file, line, changes) => {
    expect(reports.get(file)?.bottomLine).toBe(line);
    expect(of(file).map(({ changesAfter }) => changesAfter)).toEqual(changes);
  });

  const styles: SigningStyle[] = [
    { subFilter: 'ETSI.CAdES.detached' },
    { timeStamp: true },
    { key: 'rsa-pss' },
    { key: 'ecdsa' },
    { subFilter: 'ETSI.CAdES.detached', timeStamp: true, key: 'ecdsa' },
    { file: 'rewritten' },
    { file: 'rewritten', subFilter: 'ETSI.CAdES.detached' },
  ];
  const rect = { left: 10, bottom: 10, right: 110, top: 60 };

  /** Null for what practice refuses. */
  async function signedBy(file: string, style: SigningStyle) {
    const opened = await openPdf(readFileSync(join(corpus, file))).catch(() => null);
    const page = opened?.pdf.getPages()[0];
    return opened && page ? Buffer.from(await signPdf(opened, { page, rect }, await signerOfProcess(style.key), { style })) : null;
  }

  /** Signed by the one new signature that the whole file is covered by, and nothing else to be said. */
  async function expectNoAlarm(file: string, what: string, bytes: Uint8Array, roots: readonly string[]) {
    const expectation = { original: readFileSync(join(corpus, file)), place: { page: 1, rect }, rules: [markArea], roots };
    const { bottomLine, findings, signatures, original } = await verifyPdf(bytes, expectation);
    expect([file, what, original, bottomLine, findings]).toEqual([file, what, 'preserved', 'signed', []]);
    expect(signatures).toMatchObject([{ integrity: 'valid', coverage: 'whole-file', changesAfter: 'none', page: 1 }]);
  }

  const unsigned = () => files.filter((name) => of(name).length === 0);

  it('raises no alarm of a file that was not signed before and that the practice provider signed, in any style', async () => {
    const roots = [await signerRoot()];
    let count = 0;
    for (const [index, file] of unsigned().entries()) {
      for (const style of sized([{}, styles[index % styles.length] ?? {}], [{}, ...styles])) {
        const bytes = await signedBy(file, style);
        if (bytes === null) continue;
        await expectNoAlarm(file, JSON.stringify(style), bytes, roots);
        count += 1;
      }
    }
    expect(count).toBeGreaterThanOrEqual(18);
  });

  it('nor of one that OpenSSL signed: PAdES B and plain, with and without time stamp', async () => {
    requirePart('openssl');
    const ssl = openssl();
    try {
      await ssl.certificate('root', { kind: 'root' });
      await ssl.certificate('rsa', { key: 'rsa', issuer: 'root' });
      await ssl.certificate('tsa', { kind: 'tsa', issuer: 'root' });
      const roots = [ssl.pem('root')];
      const kinds = (['adbe.pkcs7.detached', 'ETSI.CAdES.detached'] as const).flatMap((subFilter) =>
        [false, true].map((timeStamp) => ({ subFilter, timeStamp })),
      );
      let count = 0;
      for (const [index, file] of unsigned().entries()) {
        for (const kind of sized([kinds[index % kinds.length]], kinds)) {
          const bytes = kind && (await signedBy(file, { subFilter: kind.subFilter }));
          if (!bytes) continue;
          const options = kind.subFilter === 'ETSI.CAdES.detached' ? ['-cades'] : [];
          const own = await signedAgain(bytes, async (covered) => {
            const cms = await ssl.sign(covered, 'rsa', '-md', 'sha256', ...options);
            return kind.timeStamp ? withTimeStamp(cms, (value) => ssl.timeStamp(value, 'tsa')) : cms;
          });
          await expectNoAlarm(file, JSON.stringify(kind), own, roots);
          count += 1;
        }
      }
      expect(count).toBeGreaterThanOrEqual(9);
    } finally {
      ssl.remove();
    }
  });

  it('has nothing that the check fails on', () => {
    expect([...reports].filter(([, { fault }]) => fault === 'not-understood')).toEqual([]);
  });

  it('says when and by whose clock, with what, and whether it is weak', () => {
    expect(of('signed/pades-plain-ecdsa.pdf')).toMatchObject([
      {
        signer: 'Scheibner, Doreen Veronika',
        algorithm: 'ECDSA',
        hash: 'sha256',
        signedAt: '2018-03-16T10:16:35.000Z',
        signedAtBy: 'signer',
      },
    ]);
    expect(of('signed/cms-badly-encoded.pdf')).toMatchObject([{ weak: true, namesCertificate: true, signedAtBy: 'time-stamp' }]);
    expect(of('signed/pades-t.pdf')).toMatchObject([{ timeStamp: { integrity: 'valid', signer: 'TSA SINPE v2' }, algorithm: 'RSA' }]);
  });
});
