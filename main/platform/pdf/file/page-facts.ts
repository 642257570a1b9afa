/** The boxes of a page, by the file's own cross-reference: as pdf.js reads them, so that they are those of what is shown. */
import type { Box, PageFacts, Rotation } from '../../../../shared/domain/geometry.ts';
import type { PdfFile } from './pdf-file.ts';
import { dictOf, isArray, type PdfDict, type PdfValue } from './syntax.ts';

/** US Letter: what pdf.js shows where a page has no usable media box. */
const letter: Box = { left: 0, bottom: 0, right: 612, top: 792 };
/** Page trees are a few levels deep. */
const maxLevels = 50;

/** Crop box cut to the media box, and equal to it where it is absent or has no area. @throws PdfFault */
export function pageFactsOf(file: PdfFile, page: PdfDict): PageFacts {
  const media = boxOf(file, inherited(file, page, 'MediaBox'));
  const mediaBox = media !== null && hasArea(media) ? media : letter;
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

/** An entry of the page or of the nodes above it, as readers look for it. @throws PdfFault */
export function inherited(file: PdfFile, page: PdfDict, key: string): PdfValue {
  let node: PdfDict | null = page;
  for (let level = 0; node !== null && level < maxLevels; level += 1) {
    if (node.has(key)) return file.follow(node.get(key));
    node = dictOf(file.follow(node.get('Parent')));
  }
  return null;
}

/** A rectangle with its edges in order; null when it is not four numbers. */
export function boxOf(file: PdfFile, value: PdfValue | undefined): Box | null {
  const list = file.follow(value);
  const numbers = isArray(list) ? list.map((item) => file.follow(item)).filter((item) => typeof item === 'number') : [];
  const [x1, y1, x2, y2] = numbers;
  if (numbers.length !== 4 || x1 === undefined || y1 === undefined || x2 === undefined || y2 === undefined) return null;
  return { left: Math.min(x1, x2), bottom: Math.min(y1, y2), right: Math.max(x1, x2), top: Math.max(y1, y2) };
}

/** Any whole quarter turn, also negative or past a full one; anything else is none. */
function rotationOf(value: PdfValue): Rotation {
  const turned = (((typeof value === 'number' ? value : 0) % 360) + 360) % 360;
  return turned === 90 || turned === 180 || turned === 270 ? turned : 0;
}

const hasArea = (box: Box): boolean => box.left < box.right && box.bottom < box.top;

export const common = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  bottom: Math.max(one.bottom, other.bottom),
  right: Math.min(one.right, other.right),
  top: Math.min(one.top, other.top),
});
