/** The pages of a PDF with their boxes, read as pdf.js reads them, so that a placement is made on what is shown. */
import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject } from '@cantoo/pdf-lib';
import type { Box, PageFacts, Rotation } from '../../shared/domain/geometry.ts';
import { StationError } from '../../shared/errors.ts';
import { entry } from './pdf-entries.ts';

export type PdfPage = { dict: PDFDict; facts: PageFacts };

type Inherited = { mediaBox?: PDFObject | undefined; cropBox?: PDFObject | undefined; rotation?: PDFObject | undefined };

/** US Letter: what pdf.js shows where a page has no usable media box. */
const letter: Box = { left: 0, bottom: 0, right: 612, top: 792 };

/** More pages than any contract has; each costs memory here, in the window and on the way between. */
export const maxPages = 10_000;

/**
 * All pages in order, inherited entries resolved (ISO 32000-1, 7.7.3.4).
 * @throws StationError `pdf-no-pages` without a page tree, `pdf-too-many-pages`; Error when the page tree is damaged
 */
export function readPages(catalog: PDFDict): PdfPage[] {
  const pages: PdfPage[] = [];
  const root = entry(catalog, 'Pages');
  // pdf.js takes any dictionary for a page; other viewers and the provider need a tree.
  if (!(root instanceof PDFDict && entry(root, 'Kids') instanceof PDFArray)) throw new StationError('pdf-no-pages');
  const seen = new Set<PDFDict>();
  const waiting: { node: PDFObject | undefined; inherited: Inherited }[] = [{ node: root, inherited: {} }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node } = next;
    if (!(node instanceof PDFDict)) throw new Error('a page tree node is no dictionary');
    const inherited: Inherited = {
      mediaBox: entry(node, 'MediaBox') ?? next.inherited.mediaBox,
      cropBox: entry(node, 'CropBox') ?? next.inherited.cropBox,
      rotation: entry(node, 'Rotate') ?? next.inherited.rotation,
    };
    const kids = entry(node, 'Kids');
    if (kids instanceof PDFArray) {
      if (seen.has(node)) throw new Error('the page tree is no tree');
      seen.add(node);
      if (pages.length + waiting.length + kids.size() > maxPages) throw new StationError('pdf-too-many-pages', { limit: maxPages });
      // Backwards, because the last one in is the first one out.
      for (let index = kids.size() - 1; index >= 0; index--) waiting.push({ node: kids.lookup(index), inherited });
    } else if (entry(node, 'Type') !== PDFName.of('Pages')) {
      pages.push({ dict: node, facts: pageFacts(node, inherited) });
    }
  }
  return pages;
}

function pageFacts(page: PDFDict, inherited: Inherited): PageFacts {
  const media = readBox(inherited.mediaBox);
  const mediaBox = media !== null && hasArea(media) ? media : letter;
  const crop = readBox(inherited.cropBox);
  const cut = crop === null ? mediaBox : overlap(crop, mediaBox);
  const userUnit = numberOf(entry(page, 'UserUnit'));
  return {
    mediaBox,
    cropBox: hasArea(cut) ? cut : mediaBox,
    rotation: rotationOf(inherited.rotation),
    userUnit: userUnit !== null && userUnit > 0 ? userUnit : 1,
  };
}

/** A PDF rectangle with its edges in order; null when it is not four numbers. */
export function readBox(value: PDFObject | undefined): Box | null {
  if (!(value instanceof PDFArray) || value.size() !== 4) return null;
  const [x1 = null, y1 = null, x2 = null, y2 = null] = [0, 1, 2, 3].map((index) => numberOf(value.lookup(index)));
  if (x1 === null || y1 === null || x2 === null || y2 === null) return null;
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
}

/** Any whole quarter turn, also negative or past a full one; anything else is none. */
function rotationOf(value: PDFObject | undefined): Rotation {
  const turned = (((numberOf(value) ?? 0) % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}

const hasArea = (box: Box): boolean => box.left < box.right && box.bottom < box.top;

const overlap = (a: Box, b: Box): Box => ({
  left: Math.max(a.left, b.left),
  bottom: Math.max(a.bottom, b.bottom),
  right: Math.min(a.right, b.right),
  top: Math.min(a.top, b.top),
});

function numberOf(value: PDFObject | undefined): number | null {
  if (!(value instanceof PDFNumber)) return null;
  const number = value.asNumber();
  return Number.isFinite(number) ? number : null;
}
