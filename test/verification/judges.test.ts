/**
 * Agreement with `pdfsig` over what the practice provider signs in every way that it can, and over signed files that were altered:
 * integrity and coverage of each signature, but for the differences that the documentation explains.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Practice, startPractice } from '../support/doors/practice.ts';
import { type VerificationReport, verifyPdf } from '../support/doors/verification.ts';
import { createRandom } from '../support/kill/random.ts';
import { bytesOf, signed } from '../support/network/practice-calls.ts';
import { alterations } from '../support/pdf/alterations.ts';
import { shapedPdf, writeFile } from '../support/pdf/pdfs.ts';
import { integrityOf, type PdfsigSignature, pdfsigSignatures } from '../support/pdf/pdfsig.ts';
import { filled, pageContent, signedContract, signingAgain, updated } from '../support/pdf/signed-pdf.ts';
import { requirePart } from '../support/runner/need.ts';
import { seed, sized } from '../support/runner/soak.ts';
import { sharedTempDir } from '../support/temp-dir.ts';

const folder = sharedTempDir();
let practice: Practice;
beforeAll(async () => {
  practice = await startPractice();
});
afterAll(() => practice.close());

async function judged(bytes: Uint8Array) {
  requirePart('pdfsig');
  // What it cannot open has no signatures.
  const theirs = await pdfsigSignatures(await writeFile(folder, 'judged.pdf', bytes)).catch(() => []);
  const report = await verifyPdf(bytes, { roots: [practice.signerRoot] });
  return { theirs, report };
}

const theirWords = (one: PdfsigSignature | undefined): string =>
  one === undefined ? 'none' : `${integrityOf(one)}, ${one.total ? 'whole-file' : 'partial'}`;
const ourWords = (one: VerificationReport['signatures'][number] | undefined): string =>
  one === undefined ? 'none' : `${one.integrity === 'unreadable' ? 'not verified' : one.integrity}, ${one.coverage}`;

/** Rows of the table of practice files in the documentation: name, what pdfsig says, what the station says. */
const explained = readFileSync('docs/verification.md', 'utf8')
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
  .filter(([, name]) => name?.startsWith('TRY-'))
  .map(([, name, theirs, ours]) => `${name}: ${theirs} | ${ours}`);

const styles = [
  ...['other-pdf', 'original', 'unsigned-pdf', 'broken-cms', 'cut-cms', 'zeroed-cms', 'wrong-byte-range', 'altered-text', 'altered-later'],
  ...['other-page', 'other-place', 'invisible', 'dropped-page', 'added-page', 'extra-signature'],
  ...['nothing', 'certificate-page', 'footer', 'pades', 'time-stamp', 'rsa-pss', 'ecdsa'],
  ...['rewritten', 'rewritten+time-stamp+ecdsa', 'broken-cms+pades+time-stamp'],
  ...sized<string[]>([], ['rewritten+pades', 'pades+time-stamp', 'pades+rsa-pss']),
];

test('what the practice provider signs is judged as pdfsig does, and each difference is explained', async () => {
  const sent = await shapedPdf([{}, {}, {}]);
  const differences: string[] = [];
  for (const name of styles.map((style) => `TRY-${style}`)) {
    const { theirs, report } = await judged(bytesOf((await signed(practice, [sent], { clientInfo: name }))[0]));
    const fields = new Set([...theirs, ...report.signatures].map(({ field }) => field));
    for (const field of fields) {
      const words = [theirWords(theirs.find((one) => one.field === field)), ourWords(report.signatures.find((one) => one.field === field))];
      if (words[0] !== words[1]) differences.push(`${name}: ${words.join(' | ')}`);
    }
  }
  expect(differences.sort()).toEqual(explained.sort());
});

type Ours = VerificationReport['signatures'][number];

/** The kinds of differences that the documentation explains; null for any other, above all for what only the station takes for valid. */
function kindOf(
  their: PdfsigSignature | undefined,
  our: Ours | undefined,
  { fault, findings, bottomLine }: VerificationReport,
  onlyValues: boolean,
): string | null {
  if (fault !== null && our?.integrity !== 'valid') return 'damaged file';
  if (our === undefined) return findings.includes('no-signature') ? 'value not found' : null;
  if (their === undefined) return our.field === '' && !bottomLine.startsWith('signed') ? 'no field' : null;
  const theirs = integrityOf(their);
  if (our.fault === 'byte-range') return 'byte range';
  if (our.fault === 'certificate-forged') return 'forged certificate';
  if (our.fault === 'content') return 'content type';
  if (our.integrity === 'valid' && theirs === 'not verified') return onlyValues ? 'unused part' : null;
  if (our.integrity === 'unreadable' && theirs === 'valid') return 'value not read';
  if (our.integrity !== 'valid' && theirs !== 'valid') return 'faulty either way';
  return our.integrity === theirs && our.coverage === 'whole-file' && !their.total ? 'padding' : null;
}

/** Without the values of the signatures, which nothing covers. */
const withoutValues = (file: Buffer): string => file.toString('latin1').replace(/\/Contents <[0-9a-fA-F]*>/g, ({ length }) => `${length}`);

/** By the name of the field; those whose names are read differently, in their order. */
function paired(theirs: readonly PdfsigSignature[], ours: readonly Ours[]): [PdfsigSignature | undefined, Ours | undefined][] {
  const both = theirs.flatMap((their) =>
    ours.filter(({ field }) => field === their.field).map((our): [PdfsigSignature, Ours] => [their, our]),
  );
  const otherTheirs = theirs.filter((their) => !both.some(([one]) => one === their));
  const otherOurs = ours.filter((our) => !both.some(([, one]) => one === our));
  const rest = Array.from(
    { length: Math.max(otherTheirs.length, otherOurs.length) },
    (_, index): [PdfsigSignature | undefined, Ours | undefined] => [otherTheirs[index], otherOurs[index]],
  );
  return [...both, ...rest];
}

/** The same files in each default run; the soak takes others. */
const chosen = sized(11, seed);

const kinds = [
  ...['damaged file', 'no field', 'value not found', 'byte range', 'forged certificate', 'content type'],
  ...['value not read', 'unused part'],
  ...['faulty either way', 'padding'],
];

test(`altered files are judged as pdfsig does, but for the explained kinds of differences (seed ${chosen})`, async () => {
  const once = await signedContract();
  const bases = [once, await filled(updated(once, signingAgain())), updated(once, { 4: pageContent('Another contract') })];
  const { below: pick } = createRandom(chosen);
  const agreed = { alike: 0, otherwise: 0 };
  for (let round = 0; round < sized(bases.length, 150); round += 1) {
    for (const [name, alter] of Object.entries(alterations)) {
      const base = bases[round % bases.length] ?? once;
      const altered = alter(base, pick);
      const { theirs, report } = await judged(altered);
      for (const [their, our] of paired(theirs, report.signatures)) {
        const isAlike = theirWords(their) === ourWords(our);
        agreed[isAlike ? 'alike' : 'otherwise'] += 1;
        const what = `${name}, round ${round}, ${their?.field ?? our?.field}: pdfsig ${theirWords(their)}, station ${ourWords(our)}`;
        const onlyValues = withoutValues(altered) === withoutValues(base);
        if (!isAlike) expect([what, kindOf(their, our, report, onlyValues)]).toEqual([what, expect.toBeOneOf(kinds)]);
      }
    }
  }
  expect(agreed.alike).toBeGreaterThan(0);
});

/** Objects of the file that was signed once: 1 to 8. */
const objects = [1, 2, 3, 4, 5, 6, 7, 8];
const inPlace = (file: Buffer, number: number): Buffer => {
  const text = file.toString('latin1');
  const [whole = '', body = ''] = new RegExp(`^${number} 0 obj\\n([^]*?)\\nendobj`, 'm').exec(text) ?? [];
  // Of the same length, so that no other object moves.
  return Buffer.from(text.replace(whole, whole.replace(body, `<<${' '.repeat(Math.max(0, body.length - 4))}>>`)), 'latin1');
};
const byObject: Record<string, (file: Buffer, number: number) => Buffer> = {
  'emptied where it is': inPlace,
  'defined again as nothing': (file, number) => updated(file, { [number]: 'null' }),
  'defined again as an empty dictionary': (file, number) => updated(file, { [number]: '<< >>' }),
  'defined again as a page': (file, number) => updated(file, { [number]: '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>' }),
  freed: (file, number) => updated(file, { [number]: null }),
};

/** The default run takes two objects for each manner, so that each object is altered. */
const manners = Object.entries(byObject).map(([name, alter], manner) => {
  const [first = 1, second = 1] = [2 * manner, 2 * manner + 1].map((at) => objects[at % objects.length]);
  return [name, sized([first, second], objects), alter] as const;
});

test.each(manners)('an object %s: judged as pdfsig does, but for the explained kinds of differences (%j)', async (_, chosenOnes, alter) => {
  const once = await signedContract();
  const found: string[] = [];
  for (const number of chosenOnes) {
    const altered = alter(once, number);
    expect(altered.equals(once), `object ${number}`).toBe(false);
    const { theirs, report } = await judged(altered);
    for (const [their, our] of paired(theirs, report.signatures)) {
      if (theirWords(their) === ourWords(our)) continue;
      const what = `object ${number}: pdfsig ${theirWords(their)}, station ${ourWords(our)}`;
      expect([what, kindOf(their, our, report, false)]).toEqual([what, expect.toBeOneOf(kinds)]);
      found.push(what);
    }
    expect(report.bottomLine, `object ${number}`).not.toMatch(/^signed/);
  }
  // The station and pdfsig agree on most of them.
  expect(found.length).toBeLessThan(objects.length / 2);
});

test('the documentation explains each kind of difference of altered files', () => {
  for (const kind of kinds) expect(readFileSync('docs/verification.md', 'utf8')).toContain(`| ${kind} |`);
});
