/** Draws pictures side by side, each as large as its half of the page allows, with a caption below. */
import type { Picture } from './blocks.ts';
import { openImage, type PaperImage } from './image.ts';
import { type Line, type Paper, page, type TextStyle } from './paper.ts';

const gap = 14;
const maxHeight = 250;
/** Points below a row. */
const space = 16;
const style = { font: 'regular', size: 8, leading: 11 } as const satisfies TextStyle;

type Placed = { picture: Picture; image: PaperImage | null; width: number; height: number; lines: Line[]; x: number };

export function drawPictures(paper: Paper, pictures: readonly Picture[]): void {
  // Always half of the width, so that a single picture is no larger than the others.
  const place = (page.right - page.left - gap) / 2;
  const placed = pictures.map((picture, index): Placed => {
    const image = picture.bytes === null ? null : openImage(paper.document, picture.bytes, paper.imageLabel());
    const text = image === null ? `${picture.caption}\n${picture.otherwise}` : picture.caption;
    return { picture, image, ...size(image, place), lines: paper.lines(text, place, style), x: page.left + index * (place + gap) };
  });
  const height = Math.max(...placed.map((one) => one.height));
  const words = Math.max(...placed.map(({ lines }) => lines.length)) * style.leading;
  paper.ensure(Math.min(height + words + space + 3, page.bottom - page.top));
  // Distance from a line above.
  const top = paper.y + 3;
  for (const { image, picture, lines, x, width, height: tall } of placed) {
    const box = { width, height: tall };
    if (image !== null) {
      const figure = paper.element('Figure', undefined, { alt: paper.lines(picture.alt, Number.POSITIVE_INFINITY, style)[0]?.text ?? '' });
      paper.picture(image, { x, y: top, ...box }, figure);
      // A frame makes the edge of a white picture visible.
      paper.decorate((document) => document.lineWidth(0.3).rect(x, top, box.width, box.height).stroke());
    }
    const caption = paper.element('P');
    const below = top + (image === null ? 0 : height + 4);
    for (const [index, line] of lines.entries()) paper.draw(line, x, below + index * style.leading, caption);
  }
  paper.y = top + height + words + space;
}

/** Returns the size in points, at most one point for a pixel. */
function size(image: PaperImage | null, place: number): { width: number; height: number } {
  if (image === null) return { width: 0, height: 0 };
  const [width, height] = (image.orientation ?? 1) > 4 ? [image.height, image.width] : [image.width, image.height];
  const scale = Math.min(place / width, maxHeight / height, 1);
  return { width: width * scale, height: height * scale };
}
