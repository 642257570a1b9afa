/** Draws the document that finds out how a provider counts: an asymmetric, numbered grid on the pages of `test-pages.ts`. */
import {
  beginText,
  concatTransformationMatrix,
  degrees,
  endText,
  lineTo,
  moveTo,
  PDFDocument,
  type PDFFont,
  type PDFPage,
  popGraphicsState,
  pushGraphicsState,
  rgb,
  StandardFonts,
  setFillingColor,
  setFontAndSize,
  setLineWidth,
  setStrokingColor,
  setTextMatrix,
  showText,
  stroke,
} from '@cantoo/pdf-lib';
import type { PageFacts } from '../../../../shared/domain/placement/geometry.ts';
import { inverse } from '../../../../shared/domain/placement/placement-affine.ts';
import { displayedFrame, displayedSize } from '../../../../shared/domain/placement/placement-frames.ts';
import { testPages } from './test-pages.ts';

const cell = 50;
const grey = rgb(0.5, 0.55, 0.62);
const dark = rgb(0.2, 0.25, 0.32);

/** Makes the document. @param id printed on each page, so that no two documents have the same bytes */
export async function makeTestDocument(id: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.setTitle(`Documento de prueba / Test document ${id}`);
  pdf.setLanguage('es');
  const fonts = { plain: pdf.embedStandardFont(StandardFonts.Helvetica), bold: pdf.embedStandardFont(StandardFonts.HelveticaBold) };
  for (const [index, facts] of testPages.entries()) {
    const { left, bottom, right, top } = facts.mediaBox;
    const page = pdf.addPage([right - left, top - bottom]);
    page.setMediaBox(left, bottom, right - left, top - bottom);
    const crop = facts.cropBox;
    page.setCropBox(crop.left, crop.bottom, crop.right - crop.left, crop.top - crop.bottom);
    page.setRotation(degrees(facts.rotation));
    // From here on in points of the page as displayed, independent of its boxes and rotation.
    page.pushOperators(pushGraphicsState(), concatTransformationMatrix(...inverse(displayedFrame(facts))));
    drawGrid(page, facts, fonts);
    drawWords(page, facts, fonts, `${id} · ${index + 1} / ${testPages.length}`);
    page.pushOperators(popGraphicsState());
  }
  // Without object streams, so that old software of a provider can read it.
  return pdf.save({ useObjectStreams: false });
}

type Fonts = { plain: PDFFont; bold: PDFFont };

/**
 * Draws cells of 50 points, each with its column and row from the bottom left corner as displayed. One path and one text object: quick
 * to make and to read.
 */
function drawGrid(page: PDFPage, facts: PageFacts, { plain }: Fonts): void {
  const { width, height } = displayedSize(facts);
  const columns = Array.from({ length: Math.floor(width / cell) }, (_, index) => index);
  const rows = Array.from({ length: Math.floor(height / cell) }, (_, index) => index);
  const lines = [
    ...[...columns, columns.length].flatMap((column) => [moveTo(column * cell, 0), lineTo(column * cell, height)]),
    ...[...rows, rows.length].flatMap((row) => [moveTo(0, row * cell), lineTo(width, row * cell)]),
  ];
  page.pushOperators(setStrokingColor(grey), setLineWidth(0.4), ...lines, stroke());
  const label = (column: number, row: number) => [
    setTextMatrix(1, 0, 0, 1, column * cell + 3, row * cell + 3),
    showText(plain.encodeText(`${String.fromCharCode(65 + column)}${row + 1}`)),
  ];
  const font = page.node.newFontDictionary(plain.name, plain.ref);
  const labels = columns.flatMap((column) => rows.flatMap((row) => label(column, row)));
  page.pushOperators(beginText(), setFillingColor(grey), setFontAndSize(font, 8), ...labels, endText());
  page.drawRectangle({ x: 0, y: 0, width: 12, height: 12, color: dark });
}

function drawWords(page: PDFPage, facts: PageFacts, { plain, bold }: Fonts, mark: string): void {
  const { height } = displayedSize(facts);
  const lines: [string, number, PDFFont][] = [
    ['DOCUMENTO DE PRUEBA SIN VALIDEZ', 16, bold],
    ['TEST DOCUMENT, NOT VALID', 16, bold],
    ['Muestra en qué lugar pone la firma el proveedor. / It shows where the provider puts the signature.', 9, plain],
    [mark, 9, plain],
  ];
  let y = height - 40;
  for (const [text, size, font] of lines) {
    page.drawText(text, { x: 24, y, size, font, color: dark });
    y -= size * 1.5;
  }
}
