/** Our displayed points are pdf.js' viewport at scale 1, for real PDFs: a check against someone else's arithmetic. */
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { describe, expect, it } from 'vitest';
import { displayedSize, type PageFacts, type Rotation, toUserSpace } from '../support/doors/domain.ts';
import { shapedPdf } from '../support/pdf/pdfs.ts';

const mediaBox = { left: -100, bottom: -300, right: 500, top: 500 };
const boxes = [
  { mediaBox, cropBox: mediaBox },
  { mediaBox, cropBox: { left: -60, bottom: 20, right: 450, top: 333 } },
];
const pages = boxes.flatMap((pair) =>
  ([0, 90, 180, 270] satisfies Rotation[]).flatMap((rotation) =>
    [1, 0.5, 72].map((userUnit): PageFacts => ({ ...pair, rotation, userUnit })),
  ),
);

describe('pdf.js agrees', () => {
  it.each(pages)('rotation $rotation, user unit $userUnit, crop box $cropBox', async (page) => {
    const task = getDocument({ data: await shapedPdf([page]), verbosity: 0 });
    try {
      const viewport = (await (await task.promise).getPage(1)).getViewport({ scale: 1 });
      const size = displayedSize(page);
      expect(viewport.width).toBeCloseTo(size.width, 6);
      expect(viewport.height).toBeCloseTo(size.height, 6);

      const shown = { left: size.width * 0.1, bottom: size.height * 0.2, right: size.width * 0.4, top: size.height * 0.25 };
      const rect = toUserSpace(shown, page);
      // The viewport counts down from the top.
      const [ax = 0, ay = 0] = viewport.convertToPdfPoint(shown.left, size.height - shown.bottom);
      const [bx = 0, by = 0] = viewport.convertToPdfPoint(shown.right, size.height - shown.top);
      expect(rect.left).toBeCloseTo(Math.min(ax, bx), 6);
      expect(rect.right).toBeCloseTo(Math.max(ax, bx), 6);
      expect(rect.bottom).toBeCloseTo(Math.min(ay, by), 6);
      expect(rect.top).toBeCloseTo(Math.max(ay, by), 6);
    } finally {
      await task.destroy();
    }
  });
});
