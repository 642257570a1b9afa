/** A signature that is shown in several places, as initials on each page: its further places are additions that a rule may accept. */
import { describe, expect, test } from 'vitest';
import type { ProviderRule } from '../support/doors/domain.ts';
import { signerOfProcess, verifyPdf } from '../support/doors/verification.ts';
import { appended, place, rewritten, unsigned, withAddedPage } from '../support/pdf/initialled-pdf.ts';
import { pemOf } from '../support/pdf/signed-pdf.ts';

const roots = [pemOf(await signerOfProcess())];
const strip: ProviderRule = { kind: 'area', edge: 'bottom', depth: 60, pages: 'all' };

const check = (file: Uint8Array, rules: readonly ProviderRule[] = [strip]) => verifyPdf(file, { original: unsigned, place, roots, rules });
const accepted = { comparison: { accepted: [{ rule: strip, pages: [1, 2] }] } };

describe.each(['one field', 'fields'] as const)('initials of %s', (how) => {
  test('in a strip of each page are accepted by its rule, which the report names, and by no other', async () => {
    const file = await appended(how, '20 4 60 22');
    expect(await check(file)).toMatchObject({ bottomLine: 'signed', original: 'preserved', findings: [], ...accepted });
    expect(await check(file, [])).toMatchObject({ bottomLine: 'unacceptable', findings: ['extra-signature'] });
    for (const other of [
      { ...strip, depth: 40 },
      { ...strip, edge: 'top' as const },
      { ...strip, pages: 'first' as const },
    ])
      expect(await check(file, [other])).toMatchObject({ bottomLine: 'unacceptable', findings: ['extra-signature'] });
  });

  test('in a file that was written again are accepted, too', async () => {
    const file = await rewritten(how, '20 4 60 22');
    expect(await check(file)).toMatchObject({ bottomLine: 'signed', findings: [], ...accepted });
    expect((await check(file)).comparison?.method).toBe('page-by-page');
    expect(await check(file, [])).toMatchObject({ findings: ['extra-signature'] });
  });

  test('that hide words of the document are not accepted', async () => {
    expect(await check(await appended(how, '190 4 290 22'))).toMatchObject({
      bottomLine: 'unacceptable',
      findings: ['original-changed'],
      comparison: {
        differences: [
          { what: 'appearance', page: 1 },
          { what: 'appearance', page: 2 },
        ],
      },
    });
  });

  test('leave the place of the signature to its own check', async () => {
    expect(await check(await appended(how, '20 4 60 22', '150 300 250 340'))).toMatchObject({ findings: ['signature-moved'] });
    // The signature may be in the strip itself, over a line that is made for it.
    const inStrip = { page: 3, rect: { left: 190, bottom: 4, right: 290, top: 22 } };
    const file = await appended(how, '20 4 60 22', '190 4 290 22');
    expect(await verifyPdf(file, { original: unsigned, place: inStrip, roots, rules: [strip] })).toMatchObject({
      findings: [],
      ...accepted,
    });
  });
});

test('a place on a page that the provider adds is accepted with the page', async () => {
  const atEnd: ProviderRule = { kind: 'pages-at-end', count: 1 };
  const file = await withAddedPage();
  expect(await check(file, [strip, atEnd])).toMatchObject({ bottomLine: 'signed', findings: [] });
  expect((await check(file)).findings).toContain('original-changed');
});
