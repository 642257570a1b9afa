/** Signed files in which the signature is shown on each page: three pages of 300 by 400 points, with words at the lower edge. */
import { filled, numberedPdf, pageContent, signatureDictionary, updated } from './signed-pdf.ts';

const pageOf = (annotations: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 400] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> /Annots [${annotations}] >>`;
const base = {
  1: '<< /Type /Catalog /Pages 2 0 R >>',
  2: '<< /Type /Pages /Count 3 /Kids [10 0 R 11 0 R 12 0 R] >>',
  4: pageContent('Contract) Tj /F1 9 Tf 140 -291 Td (Page of a contract'),
  5: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
};
export const unsigned = numberedPdf({ ...base, 10: pageOf(''), 11: pageOf(''), 12: pageOf('') });
/** The place of the signature. */
export const place = { page: 3, rect: { left: 150, bottom: 140, right: 250, top: 180 } };

/** An appearance that fills its rectangle, so that nothing below it is legible. */
const look = '<< /Type /XObject /Subtype /Form /BBox [0 0 10 10] /Length 22 >>\nstream\n0.5 g 0 0 10 10 re f  \nendstream';
const widget = (rect: string, page: number) => `/Type /Annot /Subtype /Widget /Rect [${rect}] /P ${page} 0 R /F 132 /AP << /N 30 0 R >>`;

/** `one field`: with a widget for each place; `fields`: one for each place, with one value. */
function signature(how: 'one field' | 'fields', initials: string, main = '150 140 250 180') {
  const rects = [initials, initials, main];
  const fields = how === 'fields' ? '21 0 R 22 0 R 23 0 R' : '20 0 R';
  const widgets = rects.map((rect, at) => {
    const more = how === 'fields' ? `/FT /Sig /T (S${at}) /V 24 0 R` : '/Parent 20 0 R';
    return [21 + at, `<< ${widget(rect, 10 + at)} ${more} >>`] as const;
  });
  return {
    ...Object.fromEntries(widgets),
    1: `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${fields}] /SigFlags 3 >> >>`,
    10: pageOf('21 0 R'),
    11: pageOf('22 0 R'),
    12: pageOf('23 0 R'),
    ...(how === 'one field' && { 20: '<< /FT /Sig /T (S) /V 24 0 R /Kids [21 0 R 22 0 R 23 0 R] >>' }),
    24: signatureDictionary(),
    30: look,
  };
}

type Initials = Parameters<typeof signature>;

/** @param initials rectangle on the first two pages @param main rectangle on the last one */
export const appended = (...how: Initials): Promise<Buffer> => filled(updated(unsigned, signature(...how)));
export const rewritten = (...how: Initials): Promise<Buffer> => filled(numberedPdf({ ...base, ...signature(...how) }));
/** Appended, with one more place on a page that it adds at the end. */
export const withAddedPage = (): Promise<Buffer> =>
  filled(
    updated(unsigned, {
      ...signature('fields', '20 4 60 22'),
      1: '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [21 0 R 22 0 R 23 0 R 25 0 R] /SigFlags 3 >> >>',
      2: base[2].replace('3', '4').replace(']', ' 13 0 R]'),
      13: pageOf('25 0 R'),
      25: `<< ${widget('20 200 60 220', 13)} /FT /Sig /T (S3) /V 24 0 R >>`,
    }),
  );
