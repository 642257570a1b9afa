/**
 * The document that finds out how a provider counts: an asymmetric, numbered grid on pages of two sizes and three rotations. Their
 * media boxes begin away from the origin, and their crop boxes are smaller by another measure on each side. So no two
 * conventions give one place on its turned pages (`test/signing/placement-finder.unit.test.ts`).
 */
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
import type { PageFacts, Rotation } from '../../../shared/domain/geometry.ts';
import type { WirePlacement } from '../../../shared/domain/placement.ts';
import { inverse } from '../../../shared/domain/placement-affine.ts';
import { displayedFrame, displayedSize } from '../../../shared/domain/placement-frames.ts';

/** In points: A4 and B4. */
const small = { width: 595, height: 842 };
const large = { width: 709, height: 1001 };
/** Where media boxes begin, and by how much crop boxes are smaller on each side. */
const origin = { x: -14, y: -9 };
const cut = { left: 24, bottom: 33, right: 17, top: 28 };

function pageOf({ width, height }: typeof small, rotation: Rotation): PageFacts {
  const mediaBox = { left: origin.x, bottom: origin.y, right: origin.x + width, top: origin.y + height };
  const cropBox = {
    left: mediaBox.left + cut.left,
    bottom: mediaBox.bottom + cut.bottom,
    right: mediaBox.right - cut.right,
    top: mediaBox.top - cut.top,
  };
  return { mediaBox, cropBox, rotation, userUnit: 1 };
}

export const testPages: readonly PageFacts[] = [pageOf(large, 0), pageOf(small, 90), pageOf(large, 270), pageOf(small, 0)];

/**
 * Under every convention with up to 600 pixels to the inch this rectangle is on page 2 or, where pages count from 0, on
 * page 3, and no two of them give one place. It is as high and as wide as few signatures are, so that a provider that puts
 * its own size there is noticed.
 */
export const firstProbe: WirePlacement = { x1: 320, y1: 400, x2: 500, y2: 500, signaturePage: 2 };

/** Others, for what the first does not tell apart. */
export const furtherProbes: readonly WirePlacement[] = [
  firstProbe,
  { x1: 160, y1: 420, x2: 400, y2: 500, signaturePage: 2 },
  { x1: 330, y1: 260, x2: 470, y2: 480, signaturePage: 3 },
  { x1: 300, y1: 380, x2: 520, y2: 510, signaturePage: 1 },
];

/** Where the signature is to go in the last call: on the upright page that the first did not use, where a clerk may put it. */
export const confirmingPlace = { page: 1, rect: { left: 90, bottom: 150, right: 260, top: 215 } };

const cell = 50;
const grey = rgb(0.5, 0.55, 0.62);
const dark = rgb(0.2, 0.25, 0.32);

/** @param id printed on each page, so that no two documents have the same bytes */
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
    // From here on in points of the page as displayed, whatever its boxes and its turn.
    page.pushOperators(pushGraphicsState(), concatTransformationMatrix(...inverse(displayedFrame(facts))));
    drawGrid(page, facts, fonts);
    drawWords(page, facts, fonts, `${id} · ${index + 1} / ${testPages.length}`);
    page.pushOperators(popGraphicsState());
  }
  // Without object streams: what the oldest program of a provider can read, too.
  return pdf.save({ useObjectStreams: false });
}

type Fonts = { plain: PDFFont; bold: PDFFont };

/** Cells of 50 points, each with its column and row from the bottom left corner as displayed. One path and one text object: quick to make and to read. */
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
