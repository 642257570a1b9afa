/**
 * Draws on Letter paper: the pen, new pages, and text that is drawn line by line and tagged for screen readers.
 * Sizes are points; y counts from the top.
 */
import PDFDocument from 'pdfkit';
import type { FontName, PaperFonts } from './fonts.ts';
import type { PaperImage } from './image.ts';
import { breakLines, holdsRightToLeft, placeWords } from './lines.ts';
import { printable } from './printable.ts';

/** Points. `first`: the top of the first page, which has no running head. */
export const page = { width: 612, height: 792, left: 56, right: 556, first: 43, top: 58, bottom: 740 } as const;

export type TextStyle = { font: FontName; size: number; leading: number };
export type Element = PDFKit.PDFStructureElement;
export type Line = { text: string; style: TextStyle };

export type PaperDeps = {
  fonts: PaperFonts;
  /** BCP 47. */
  language: string;
  title: string;
  madeAt: Date;
};

export type Paper = {
  readonly document: PDFKit.PDFDocument;
  /** Position of the pen. */
  y: number;
  /** Whether a code replaced a character. */
  coded: boolean;
  /** Begins a new page unless `height` fits on this one. True for a new page. */
  ensure(height: number): boolean;
  /** Makes a structure element under `parent`, or under the document. */
  element(tag: string, parent?: Element, options?: { scope?: 'Row' | 'Column'; alt?: string }): Element;
  /** Breaks a text into lines. The only place where received texts are made printable. */
  lines(text: string, width: number, style: TextStyle): Line[];
  /** Draws one line at x and y, as content of the element. */
  draw(line: Line, x: number, y: number, element: Element): void;
  /** Draws lines from the pen down, over several pages; moves the pen. */
  flow(lines: readonly Line[], x: number, element: Element): void;
  /** Draws decoration: rules, running heads. */
  decorate(draw: (document: PDFKit.PDFDocument) => void): void;
  /** Draws a picture of this width and height with its upper left corner at x and y, as content of the element. */
  picture(image: PaperImage, at: { x: number; y: number; width: number; height: number }, element: Element): void;
  /** Returns a name for the next picture that is unique in this document. */
  imageLabel(): string;
  /** Yields the bytes since the last call. */
  written(): Generator<Uint8Array>;
  /** Calls `eachPage` for every page, ends the document, and yields the remaining bytes. */
  finish(eachPage: (number: number, pages: number) => void): AsyncGenerator<Uint8Array>;
};

export function createPaper({ fonts, language, title, madeAt }: PaperDeps): Paper {
  const document = new PDFDocument({
    size: [page.width, page.height],
    margin: 0,
    pdfVersion: '1.7',
    lang: language,
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    font: fonts.regular.path,
    // Without personal data: programs that list files read it.
    info: { Title: title, Creator: 'Signing Station', Producer: 'Signing Station', CreationDate: madeAt },
  });
  const root = document.struct('Document');
  document.addStructure(root);
  const use = ({ font, size }: TextStyle) => document.font(fonts[font].path).fontSize(size);
  const put = (text: string, x: number, y: number) => document.text(text, x, y, { lineBreak: false });

  let images = 0;

  const paper: Paper = {
    document,
    y: page.first,
    coded: false,
    ensure(height) {
      if (paper.y + height <= page.bottom) return false;
      document.addPage();
      paper.y = page.top;
      return true;
    },
    element(tag, parent = root, options = {}) {
      // The types of pdfkit lack `scope`.
      const element = document.struct(tag, options as Record<string, string>);
      parent.add(element);
      return element;
    },
    lines(text, width, style) {
      const { text: shown, coded } = printable(text, fonts[style.font].covers);
      paper.coded ||= coded;
      use(style);
      return breakLines(shown, width, (part) => document.widthOfString(part)).map((line) => ({ text: line, style }));
    },
    draw({ text, style }, x, y, element) {
      if (text === '') return;
      use(style);
      const content = document.markStructureContent('Span');
      if (holdsRightToLeft(text)) {
        for (const { word, at } of placeWords(text, (part) => document.widthOfString(part))) put(word, x + at, y);
      } else put(text, x, y);
      document.endMarkedContent();
      element.add(content);
    },
    flow(lines, x, element) {
      for (const line of lines) {
        paper.ensure(line.style.leading);
        paper.draw(line, x, paper.y, element);
        paper.y += line.style.leading;
      }
    },
    decorate(draw) {
      document.markContent('Artifact', { type: 'Layout' });
      draw(document);
      document.endMarkedContent();
    },
    picture(image, { x, y, width, height }, element) {
      const content = document.markStructureContent('Figure');
      document.image(image as unknown as Buffer, x, y, { width, height });
      document.endMarkedContent();
      element.add(content);
    },
    imageLabel() {
      images += 1;
      return `Picture${images}`;
    },
    *written() {
      for (let chunk = document.read(); chunk !== null; chunk = document.read()) yield chunk;
    },
    async *finish(eachPage) {
      root.end();
      const { count } = document.bufferedPageRange();
      for (let index = 0; index < count; index += 1) {
        document.switchToPage(index);
        paper.decorate(() => eachPage(index + 1, count));
      }
      document.end();
      yield* document;
    },
  };
  return paper;
}
