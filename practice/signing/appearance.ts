/**
 * Appearance of practice signatures and marks. Each is a form XObject drawn upright for a page as
 * displayed; its Matrix turns it against the page's rotation, and the annotation's Rect places it.
 */
import type { PDFContext, PDFFont, PDFRef } from '@cantoo/pdf-lib';
import type { Box, Rotation } from '../../shared/domain/placement/geometry.ts';

export type Look = { context: PDFContext; font: PDFFont };

/** Counter-clockwise in user space by as much as the page is turned clockwise for display. */
const against: Record<Rotation, number[]> = {
  0: [1, 0, 0, 1, 0, 0],
  90: [0, 1, -1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, -1, 1, 0, 0, 0],
};

const number = (value: number): string => String(Math.round(value * 1e5) / 1e5);

/** Width and height of a user-space rectangle as displayed on the turned page. */
function seenSize(rect: Box, rotation: Rotation): { width: number; height: number } {
  const [width, height] = [rect.right - rect.left, rect.top - rect.bottom];
  return rotation === 90 || rotation === 270 ? { width: height, height: width } : { width, height };
}

/** A frame and lines of text, as large as the rectangle allows. */
export function signatureAppearance(look: Look, rect: Box, rotation: Rotation, lines: string[]): PDFRef {
  const { width, height } = seenSize(rect, rotation);
  const pad = Math.min(width, height) * 0.08;
  const widest = Math.max(...lines.map((line) => look.font.widthOfTextAtSize(line, 1)));
  const size = Math.min((height - 2 * pad) / (lines.length * 1.2), (width - 2 * pad) / widest);
  const top = (height + lines.length * size * 1.2) / 2 - size;
  const text = lines.map((line, index) => textAt(look.font, line, size, [1, 0, 0, 1, pad, top - index * size * 1.2]));
  const edge = Math.min(width, height) * 0.02;
  const frame = `0.2 0.3 0.6 RG ${number(edge)} w ${[edge / 2, edge / 2, width - edge, height - edge].map(number).join(' ')} re S`;
  return form(look, width, height, rotation, `${frame} 0.1 0.15 0.4 rg ${text.join(' ')}`);
}

/** Words in a strip of a page. Multiplied with the content below them, which stays legible. */
export function markAppearance(look: Look, strip: Box, rotation: Rotation, words: string): PDFRef {
  const { width, height } = seenSize(strip, rotation);
  const unit = look.font.widthOfTextAtSize(words, 1);
  const size = Math.min(height * 0.8, (width * 0.9) / unit);
  const at = [1, 0, 0, 1, (width - unit * size) / 2, (height - size * 0.7) / 2];
  return form(look, width, height, rotation, `/M gs 0.75 0.2 0.2 rg ${textAt(look.font, words, size, at)}`);
}

/** One line of text in a rectangle of the page, as content of the page itself. */
export function lineForm(look: Look, rect: Box, rotation: Rotation, line: string): { form: PDFRef; content: string } {
  const { width, height } = seenSize(rect, rotation);
  const size = Math.min(height * 0.7, width / look.font.widthOfTextAtSize(line, 1));
  const [a = 1, b = 0, c = 0, d = 1] = against[rotation];
  // Lowest and leftmost corner of the turned form, before it is moved into the rectangle.
  const [left, bottom] = [Math.min(0, a * width) + Math.min(0, c * height), Math.min(0, b * width) + Math.min(0, d * height)];
  const at = [rect.left - left, rect.bottom - bottom].map(number).join(' ');
  const text = textAt(look.font, line, size, [1, 0, 0, 1, 0, height * 0.25]);
  return { form: form(look, width, height, rotation, `0.2 g ${text}`), content: `q 1 0 0 1 ${at} cm /PracticeLine Do Q` };
}

const textAt = (font: PDFFont, text: string, size: number, matrix: number[]): string =>
  `BT /F ${number(size)} Tf ${matrix.map(number).join(' ')} Tm ${font.encodeText(text)} Tj ET`;

function form({ context, font }: Look, width: number, height: number, rotation: Rotation, content: string): PDFRef {
  const stream = context.flateStream(`q ${content} Q`, {
    Type: 'XObject',
    Subtype: 'Form',
    BBox: [0, 0, width, height],
    Matrix: against[rotation],
    Resources: { Font: { F: font.ref }, ExtGState: { M: { Type: 'ExtGState', BM: 'Multiply' } } },
  });
  return context.register(stream);
}
