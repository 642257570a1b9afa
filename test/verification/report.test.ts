/** The report as a PDF, read by poppler: it says what the screen and the terminal say, and is tagged. */
import { expect, test } from 'vitest';
import en from '../../shared/i18n/en/verification.json' with { type: 'json' };
import es from '../../shared/i18n/es/verification.json' with { type: 'json' };
import { createPaperWords } from '../support/doors/pdf.ts';
import { makeReport, reportName, reportText, type VerificationReport, verifyPdf } from '../support/doors/verification.ts';
import { readPdf, squeezed } from '../support/pdf/poppler.ts';
import { contract, pageContent, signedContract, updated } from '../support/pdf/signed-pdf.ts';

const checkedAt = '2026-11-21T15:04:05.000Z';
const facts = { by: 'María Núñez', stationVersion: '9.8.7', practice: false };
const verified = (report: VerificationReport) => ({
  file: { name: 'Contrato «Ñ» 王.pdf', size: 1_234_567, sha256: 'ab'.repeat(32) },
  original: { name: 'contrato.pdf', size: 765, sha256: 'cd'.repeat(32) },
  checkedAt,
  report,
});

const made = async (kind: string): Promise<VerificationReport> => {
  const signed = await signedContract();
  if (kind === 'signed') return verifyPdf(signed, { original: contract(), roots: [] });
  if (kind === 'altered') return verifyPdf(updated(signed, { 4: pageContent('Other') }), { original: contract(), roots: [] });
  return verifyPdf(Buffer.from('no PDF'), { roots: [] });
};

test.each([
  ['signed', 'en'],
  ['altered', 'es'],
  ['unreadable', 'es'],
] as const)('%s in %s says all that the report says', async (kind, language) => {
  const report = await made(kind);
  const { texts, info } = await readPdf(await makeReport(verified(report), { ...facts, language }));
  const text = squeezed(texts.join(''));
  const { say } = createPaperWords(language, { es, en }[language]);
  const said = reportText(report, { say, moment: () => '', day: (iso) => iso.slice(0, 10) });
  const expected = [
    said.word,
    said.text,
    ...said.findings.map((finding) => finding.text),
    ...said.signatures.flatMap(({ title, facts, technical }) => [title, ...[...facts, ...technical].map((fact) => fact.label)]),
    ...said.signatures.flatMap(({ facts }) => facts.filter(({ name }) => name !== 'time').map((fact) => fact.text)),
    said.original.text,
    ...said.comparison.map(({ text: one }) => one),
    ...said.notChecked,
    ...said.codes,
    'ab'.repeat(32),
    'cd'.repeat(32),
    '9.8.7',
    'María Núñez',
    // A character that the paper's letters do not have is shown by its code.
    'Contrato «Ñ» [U+738B].pdf',
  ];
  for (const words of expected) expect(text).toContain(squeezed(words));
  expect(info).toMatch(/^Tagged:\s+yes$/m);
  expect(text.includes(squeezed('PRÁCTICA · PRACTICE'))).toBe(false);
});

test('a report of practice says so on each page', async () => {
  const { texts } = await readPdf(await makeReport(verified(await made('altered')), { ...facts, practice: true, language: 'en' }));
  for (const page of texts) expect(page).toContain('PRÁCTICA · PRACTICE');
});

test('its name has the day and nothing of the file', async () => {
  expect(reportName(verified(await made('unreadable')), 'es')).toMatch(/^informe-de-firmas-2026-11-2[12]\.pdf$/);
});
