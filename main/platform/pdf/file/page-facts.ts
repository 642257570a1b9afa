/** Reads the boxes of a page as pdf.js does, so that they are those of the displayed page. */
import { isDeepStrictEqual } from 'node:util';
import type { Box, PageFacts, Rotation } from '../../../../shared/domain/placement/geometry.ts';
import type { PdfFile } from './pdf-file.ts';
import { dictOf, isArray, type PdfDict, PdfFault, type PdfValue } from './syntax.ts';

/** US Letter: the size that pdf.js uses for a page without a usable media box. */
const letter: Box = { left: 0, bottom: 0, right: 612, top: 792 };
/** Maximum depth of the page tree. */
const maxLevels = 50;

/** The crop box is cut to the media box, and equal to it when it is absent or has no area. @throws PdfFault */
export function pageFactsOf(file: PdfFile, page: PdfDict): PageFacts {
  const media = boxOf(file, inherited(file, page, 'MediaBox'));
  const mediaBox = hasArea(media) ? media : letter;
  const crop = boxOf(file, inherited(file, page, 'CropBox'));
  const cut = crop === null ? mediaBox : common(crop, mediaBox);
  const unit = file.follow(page.get('UserUnit'));
  return {
    mediaBox,
    cropBox: hasArea(cut) ? cut : mediaBox,
    rotation: rotationOf(inherited(file, page, 'Rotate')),
    userUnit: typeof unit === 'number' && unit > 0 ? unit : 1,
  };
}

/** Returns the entries that readers show in different ways: a turn by another angle, and boxes that are malformed or not in each other. */
export function ambiguousFacts(file: PdfFile, page: PdfDict): PdfValue[] {
  const [turn, outer, inner] = ['Rotate', 'MediaBox', 'CropBox'].map((key) => inherited(file, page, key));
  const [media, crop] = [boxOf(file, outer), boxOf(file, inner)];
  const isInside = inner === null || (media !== null && crop !== null && isDeepStrictEqual(common(crop, media), crop) && hasArea(crop));
  const isTurned = turn === null || (typeof turn === 'number' && turn % 90 === 0);
  return [...(isTurned ? [] : [turn ?? null]), ...(isInside ? [] : [outer ?? null, inner ?? null])];
}

/** Returns an entry of the page or of the nodes above it; null for none. @throws PdfFault */
export function inherited(file: PdfFile, page: PdfDict, key: string): PdfValue {
  let node: PdfDict | null = page;
  for (let level = 0; node !== null && level < maxLevels; level += 1) {
    const value = file.follow(node.get(key));
    if (value !== null) return value;
    // Some readers use the entry of the parent then, others do not.
    if (node.has(key)) throw new PdfFault('object-damaged', `no value of ${key}`);
    node = dictOf(file.follow(node.get('Parent')));
  }
  return null;
}

/** Returns a rectangle with its edges in order; null when it is not four numbers and nothing else. */
export function boxOf(file: PdfFile, value: PdfValue | undefined): Box | null {
  const list = file.follow(value);
  const items = isArray(list) && list.length === 4 ? list.map((item) => file.follow(item)) : [];
  const [x1, y1, x2, y2] = items.filter((item) => typeof item === 'number');
  if (x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
}

/** Returns any multiple of 90 degrees, also negative or above 360, as 0 to 270; 0 for anything else. */
function rotationOf(value: PdfValue): Rotation {
  const turned = (((typeof value === 'number' ? value : 0) % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}

export const hasArea = (box: Box | null): box is Box => box !== null && box.left < box.right && box.bottom < box.top;

/** Returns the intersection, which may have no area. */
export const common = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  bottom: Math.max(one.bottom, other.bottom),
  right: Math.min(one.right, other.right),
  top: Math.min(one.top, other.top),
});
