/**
 * Signed files altered byte by byte and object by object: none counts as signed, save where the alteration provably changes nothing
 * that is covered or shown.
 */
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { createReader, signerOfProcess, type VerificationReport, verifyPdf } from '../support/doors/verification.ts';
import { createRandom } from '../support/kill/random.ts';
import { alterations } from '../support/pdf/alterations.ts';
import {
  contract,
  contractObjects,
  filled,
  pemOf,
  signatureDictionary,
  signatureField,
  signedContract,
  signing,
  signingAgain,
  updated,
} from '../support/pdf/signed-pdf.ts';
import { seed, sized } from '../support/runner/soak.ts';

/** `original`: what it was signed from. */
type Base = { name: string; original: Buffer; file: Buffer; report: VerificationReport };

let bases: Base[];
let roots: string[];
beforeAll(async () => {
  roots = [pemOf(await signerOfProcess())];
  const once = await signedContract();
  const twice = await filled(updated(once, signingAgain()));
  bases = [
    { name: 'signed once', original: contract(), file: once, report: await check(once) },
    { name: 'signed twice', original: once, file: twice, report: await check(twice, once) },
  ];
  for (const { report } of bases) expect(report.bottomLine).toBe('signed');
});
const check = (file: Uint8Array, original = contract()) => verifyPdf(file, { original, roots });
const counts = ({ bottomLine }: VerificationReport): boolean => bottomLine === 'signed' || bottomLine === 'signed-with-remarks';

/** Without the values of its signatures, which nothing covers. */
const withoutValues = (file: Buffer): string =>
  file.toString('latin1').replace(/\/Contents <[0-9a-fA-F\s]*>/g, (value) => `/Contents <${value.length}>`);

/** Nothing covered is another byte, and everything that is said of the signatures is the same. */
function changesNothing(base: Base, altered: Buffer, report: VerificationReport): boolean {
  const blanks = /^[\0\t\n\f\r ]*$/;
  if (altered.subarray(0, base.file.length).equals(base.file) && blanks.test(altered.subarray(base.file.length).toString('latin1')))
    return true;
  return withoutValues(altered) === withoutValues(base.file) && isDeepStrictEqual(report, base.report);
}

test.each(Object.entries(alterations))(`%s: never signed (seed ${seed})`, async (name, alter) => {
  const { below: pick } = createRandom(seed ^ name.length);
  let refused = 0;
  for (let round = 0; round < sized(25, 600); round += 1) {
    for (const base of bases) {
      const altered = alter(base.file, pick);
      if (altered.equals(base.file)) continue;
      const report = await check(altered, base.original);
      if (!counts(report)) refused += 1;
      else if (!changesNothing(base, altered, report))
        expect.fail(`${base.name}, round ${round}: ${report.bottomLine}, ${report.findings}`);
    }
  }
  expect(refused).toBeGreaterThan(0);
});

/** The objects of the file that was signed once, by number. */
const objects = (): [number, string][] => [
  ...contractObjects.map((text, index): [number, string] => [index + 1, text]),
  ...Object.entries(signing()).map(([number, text]): [number, string] => [Number(number), text ?? '']),
];
const valueIn = (text: string) => {
  try {
    return createReader(Buffer.from(text, 'latin1')).value();
  } catch {
    return null;
  }
};

/** The bytes of a stream, by its length; empty for what is none. */
function dataOf(text: string): string {
  const [dict, start] = [valueIn(text), text.indexOf('stream\n') + 'stream\n'.length];
  const length = dict instanceof Map ? dict.get('Length') : undefined;
  return typeof length === 'number' ? text.slice(start, start + length) : '';
}

/** The same value and the same data of a stream, other blanks between them. Of the form only its flags, of the text field only its value may differ, and both are said. */
function isHarmless(number: number, before: string, after: string, report: VerificationReport): boolean {
  const [first, second] = [valueIn(before), valueIn(after)];
  if (isDeepStrictEqual(first, second) && dataOf(before) === dataOf(after)) return true;
  if (!(first instanceof Map && second instanceof Map)) return false;
  const differing = [...new Set([...first.keys(), ...second.keys()])].filter((key) => !isDeepStrictEqual(first.get(key), second.get(key)));
  if (number === 5) return differing.every((key) => key === 'SigFlags');
  return (
    number === 6 && report.findings.includes('form-filled') && differing.every((key) => ['V', 'AP', 'AS', 'M', 'I'].includes(String(key)))
  );
}

test(`an object redefined by a later revision: never signed unseen (seed ${seed})`, async () => {
  const [base] = bases;
  if (base === undefined) throw new Error('no file');
  const { below: pick } = createRandom(seed);
  let refused = 0;
  const latest = new Map(objects());
  for (let round = 0; round < sized(200, 5000); round += 1) {
    const number = 1 + pick(8);
    const before = latest.get(number) ?? '';
    const after =
      alterations[['a byte replaced', 'a digit replaced', 'bytes taken out', 'bytes written twice'][pick(4)] ?? '']?.(
        Buffer.from(before, 'latin1'),
        pick,
      ).toString('latin1') ?? '';
    if (after === before) continue;
    const report = await check(updated(base.file, { [number]: after }), base.original);
    if (!counts(report)) refused += 1;
    else if (!isHarmless(number, before, after, report))
      expect.fail(`object ${number}, round ${round}: ${JSON.stringify(after.slice(0, 200))}`);
  }
  expect(refused).toBeGreaterThan(50);
});

test('an object freed, or taken for another one', async () => {
  const [base] = bases;
  for (const [number] of objects()) {
    expect(counts(await check(updated(base?.file ?? Buffer.alloc(0), { [number]: null })))).toBe(false);
    for (const [other, text] of objects()) {
      if (other !== number)
        expect(counts(await check(updated(base?.file ?? Buffer.alloc(0), { [number]: text })))).toBe(
          text === new Map(objects()).get(number),
        );
    }
  }
});

test('a file of the same size with the signature of another one', async () => {
  const other = await filled(updated(contract(), { ...signing(), 7: signatureField('Signatura', 8), 8: signatureDictionary() }));
  const [base] = bases;
  const value = (file: Buffer) => /\/Contents <[0-9a-f]*>/.exec(file.toString('latin1'))?.[0] ?? '';
  const swapped = Buffer.from(
    (base?.file ?? Buffer.alloc(0)).toString('latin1').replace(value(base?.file ?? Buffer.alloc(0)), value(other)),
    'latin1',
  );
  expect(await check(swapped)).toMatchObject({ bottomLine: 'unacceptable', findings: expect.arrayContaining(['signature-broken']) });
});
