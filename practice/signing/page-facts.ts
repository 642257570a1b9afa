/** Reads the boxes of a page that placement needs, with pdf-lib (`practice` does not import `main`). */
import { PDFArray, PDFName, PDFNumber, type PDFPage } from '@cantoo/pdf-lib';
import type { Box, PageFacts, Rotation } from '../../shared/domain/placement/geometry.ts';

const letter: Box = { left: 0, bottom: 0, right: 612, top: 792 };

export function pageFacts(page: PDFPage): PageFacts {
  const mediaBox = boxOf(page, 'MediaBox') ?? letter;
  return { mediaBox, cropBox: cut(boxOf(page, 'CropBox'), mediaBox), rotation: rotationOf(page), userUnit: userUnitOf(page) };
}

/** Null for a box that is absent, malformed or without area. */
function boxOf(page: PDFPage, name: 'MediaBox' | 'CropBox'): Box | null {
  const array = page.doc.context.lookup(page.node.getInheritableAttribute(PDFName.of(name)));
  if (!(array instanceof PDFArray) || array.size() !== 4) return null;
  const numbers = Array.from({ length: 4 }, (_, index) => array.lookup(index)).map((item) =>
    item instanceof PDFNumber ? item.asNumber() : Number.NaN,
  );
  const [a = 0, b = 0, c = 0, d = 0] = numbers;
  const box = { left: Math.min(a, c), bottom: Math.min(b, d), right: Math.max(a, c), top: Math.max(b, d) };
  return hasArea(box) ? box : null;
}

const hasArea = (box: Box): boolean => box.left < box.right && box.bottom < box.top;

function cut(crop: Box | null, media: Box): Box {
  if (!crop) return media;
  const both = {
    left: Math.max(crop.left, media.left),
    bottom: Math.max(crop.bottom, media.bottom),
    right: Math.min(crop.right, media.right),
    top: Math.min(crop.top, media.top),
  };
  return hasArea(both) ? both : media;
}

function rotationOf(page: PDFPage): Rotation {
  const value = page.doc.context.lookup(page.node.getInheritableAttribute(PDFName.of('Rotate')));
  const degrees = value instanceof PDFNumber ? ((value.asNumber() % 360) + 360) % 360 : 0;
  return degrees === 90 || degrees === 180 || degrees === 270 ? degrees : 0;
}

function userUnitOf(page: PDFPage): number {
  const value = page.node.lookup(PDFName.of('UserUnit'));
  return value instanceof PDFNumber && value.asNumber() > 0 ? value.asNumber() : 1;
}
