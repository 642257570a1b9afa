/** Compares the looks of pages with PDFium: text with its positions, and rendered pixels. */
import type { Box } from '../../../../shared/domain/placement/geometry.ts';
import type { ByteSource } from '../../../platform/files/byte-source.ts';
import { type Pdfium, pdfium } from './pdfium.ts';
import { differsIn, differsOutside, isLegibleIn, moved, type Pixels, type Region } from './pixels.ts';

/** Maximum pixels of one page: letters of a contract are some ten pixels high. */
const maxPixels = 1_500_000;
/** Pixels per point. */
const maxScale = 100 / 72;
/** PDFium flag that draws annotations; a page is drawn the same for paper and screen. */
const drawAnnotations = 1;
const white = 0xffffffff;
const bgra = 4;
/** Tolerance for the position of a character, in units of user space. */
const slack = 1;

/** The code that PDFium has for a hyphen at the end of a line with more text below it, such as an added footer; and the usual one. */
const [hyphenAtEnd, hyphen] = [2, 0x2d];

/** `covered`: places of the new signature; `areas`: areas for additions of the provider. All in user space. */
export type Allowed = { covered: readonly Box[]; areas: readonly Box[] };
/** `used`: indexes of the areas with additions. */
export type LookDifference = { text: boolean; appearance: boolean; used: number[] };

export type PageLooks = {
  /** Compares a page (from 0) that both files have. Throws when one cannot be shown. */
  compare(page: number, allowed: Allowed): LookDifference;
  /** Whether the content of the original in the areas is legible in the file; ignores the rest of the page. */
  isLegible(page: number, allowed: Allowed): boolean;
};

/** Opens two files while `run` uses their pages. @throws Error when PDFium cannot open one */
export async function withLooks<T>(original: ByteSource, file: ByteSource, run: (looks: PageLooks) => T): Promise<T> {
  const module = await pdfium();
  const open = new DisposableStack();
  try {
    return run(looksOf(openDocument(module, original, open), openDocument(module, file, open)));
  } finally {
    open.dispose();
  }
}

function looksOf(before: OpenDocument, after: OpenDocument): PageLooks {
  function both<T>(page: number, run: (one: OpenPage, other: OpenPage) => T): T {
    const pages = new DisposableStack();
    try {
      return run(pages.use(before(page)), pages.use(after(page)));
    } finally {
      pages.dispose();
    }
  }

  return {
    compare: (page, { covered, areas }) =>
      both(page, (one, other) => {
        if (!sameText(one.text(), other.text(), [...covered, ...areas])) return { text: true, appearance: false, used: [] };
        const [first, second] = [one.pixels(one.whole), other.pixels(other.whole)];
        if (first.width !== second.width || first.height !== second.height) return { text: false, appearance: true, used: [] };
        const [hidden, strips] = [covered.map(one.regionOf), areas.map(one.regionOf)];
        const isOther = differsOutside(first, second, [...hidden, ...strips]);
        const used = strips.flatMap((strip, at) => (differsIn(first, second, strip, hidden) ? [at] : []));
        // An area without differences cannot hide any of the original.
        const hides = strips.some((strip, at) => used.includes(at) && !isLegibleIn(first, second, strip, hidden));
        return { text: false, appearance: isOther || hides, used };
      }),
    isLegible: (page, { covered, areas }) =>
      both(page, (one, other) => {
        const hidden = covered.map(one.regionOf);
        return areas.map(one.regionOf).every((strip) => {
          // PDFium may use a smaller page: content that it does not show hides nothing.
          if (strip.right <= strip.left || strip.bottom <= strip.top) return true;
          const here = (region: Region): Region => moved(region, -strip.left, -strip.top);
          return isLegibleIn(one.pixels(strip, true), other.pixels(strip, true), here(strip), hidden.map(here));
        });
      }),
  };
}

type Character = { code: number; x: number; y: number };

/** @param open gets what PDFium keeps until someone closes it. @returns how to open a page (from 0) */
function openDocument(module: Pdfium, bytes: ByteSource, open: DisposableStack) {
  const { wasmExports } = module.pdfium;
  const at = wasmExports.malloc(bytes.length);
  if (at === 0) throw new Error('PDFium has no room for the file');
  open.defer(() => wasmExports.free(at));
  let to = at;
  for (const piece of bytes.pieces(0, bytes.length)) {
    module.pdfium.HEAPU8.set(piece, to);
    to += piece.length;
  }
  const document = module.FPDF_LoadMemDocument(at, bytes.length, '');
  if (document === 0) throw new Error('PDFium does not open it');
  open.defer(() => module.FPDF_CloseDocument(document));
  const fields = module.PDFiumExt_OpenFormFillInfo();
  open.defer(() => module.PDFiumExt_CloseFormFillInfo(fields));
  const form = module.PDFiumExt_InitFormFillEnvironment(document, fields);
  open.defer(() => module.PDFiumExt_ExitFormFillEnvironment(form));
  module.FPDF_SetFormFieldHighlightAlpha(form, 0);

  /** Calls `run` with memory for `count` numbers of 8 bytes. */
  function withNumbers<T>(count: number, run: (at: number) => T): T {
    const room = wasmExports.malloc(count * 8);
    try {
      return run(room);
    } finally {
      wasmExports.free(room);
    }
  }

  return (index: number) => {
    const page = module.FPDF_LoadPage(document, index);
    if (page === 0) throw new Error('PDFium does not show the page');
    const [pointsWide, pointsHigh] = [module.FPDF_GetPageWidthF(page), module.FPDF_GetPageHeightF(page)];
    const scale = Math.min(maxScale, Math.sqrt(maxPixels / (pointsWide * pointsHigh)));
    const [width, height] = [Math.max(1, Math.round(pointsWide * scale)), Math.max(1, Math.round(pointsHigh * scale))];

    function deviceOf(x: number, y: number): { x: number; y: number } {
      return withNumbers(1, (room) => {
        module.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, room, room + 4);
        const view = new DataView(module.pdfium.HEAPU8.buffer);
        return { x: view.getInt32(room, true), y: view.getInt32(room + 4, true) };
      });
    }

    return {
      whole: { left: 0, top: 0, right: width, bottom: height },
      /** Returns the pixels of a part of the page, which have form fields only on request. */
      pixels({ left, top, right, bottom }: Region, withFields = false): Pixels {
        const [wide, high] = [right - left, bottom - top];
        const bitmap = module.FPDFBitmap_CreateEx(wide, high, bgra, 0, 0);
        if (bitmap === 0) throw new Error('PDFium has no room for the page');
        try {
          module.FPDFBitmap_FillRect(bitmap, 0, 0, wide, high, white);
          module.FPDF_RenderPageBitmap(bitmap, page, -left, -top, width, height, 0, drawAnnotations);
          if (withFields) module.FPDF_FFLDraw(form, bitmap, page, -left, -top, width, height, 0, drawAnnotations);
          const start = module.FPDFBitmap_GetBuffer(bitmap);
          const stride = module.FPDFBitmap_GetStride(bitmap);
          return { width: wide, height: high, stride, bytes: module.pdfium.HEAPU8.slice(start, start + stride * high) };
        } finally {
          module.FPDFBitmap_Destroy(bitmap);
        }
      },
      regionOf({ left, bottom, right, top }: Box): Region {
        const [one, other] = [deviceOf(left, bottom), deviceOf(right, top)];
        // Edges are drawn over the pixels on both sides.
        return {
          left: Math.max(0, Math.min(one.x, other.x) - 1),
          top: Math.max(0, Math.min(one.y, other.y) - 1),
          right: Math.min(width, Math.max(one.x, other.x) + 2),
          bottom: Math.min(height, Math.max(one.y, other.y) + 2),
        };
      },
      text(): Character[] {
        const text = module.FPDFText_LoadPage(page);
        if (text === 0) throw new Error('PDFium does not read the text');
        try {
          return withNumbers(2, (room) => {
            const count = module.FPDFText_CountChars(text);
            const characters: Character[] = [];
            for (let index = 0; index < count; index += 1) {
              // Blanks and line ends that PDFium has added.
              if (module.FPDFText_IsGenerated(text, index) === 1) continue;
              module.FPDFText_GetCharOrigin(text, index, room, room + 8);
              const view = new DataView(module.pdfium.HEAPU8.buffer);
              const [x, y] = [view.getFloat64(room, true), view.getFloat64(room + 8, true)];
              const code = module.FPDFText_GetUnicode(text, index);
              characters.push({ code: code === hyphenAtEnd ? hyphen : code, x, y });
            }
            return characters;
          });
        } finally {
          module.FPDFText_ClosePage(text);
        }
      },
      [Symbol.dispose]: () => module.FPDF_ClosePage(page),
    };
  };
}

type OpenDocument = ReturnType<typeof openDocument>;
type OpenPage = ReturnType<OpenDocument>;

/** Whether all characters of the original are present, and all others are within areas for additions. */
function sameText(before: readonly Character[], after: readonly Character[], mayAdd: readonly Box[]): boolean {
  const cellOf = ({ code }: Character, x: number, y: number) => `${code} ${x} ${y}`;
  const cells = Map.groupBy(after, (one) => cellOf(one, Math.floor(one.x / slack), Math.floor(one.y / slack)));
  for (const character of before) {
    const [x, y] = [Math.floor(character.x / slack), Math.floor(character.y / slack)];
    const near = [0, -1, 1].flatMap((right) => [0, -1, 1].map((up) => cells.get(cellOf(character, x + right, y + up)) ?? []));
    const isAt = (one: Character) => Math.abs(one.x - character.x) <= slack && Math.abs(one.y - character.y) <= slack;
    const cell = near.find((list) => list.some(isAt));
    if (cell === undefined) return false;
    cell.splice(cell.findIndex(isAt), 1);
  }
  const isInside = ({ x, y }: Character) =>
    mayAdd.some(({ left, bottom, right, top }) => x >= left && x <= right && y >= bottom && y <= top);
  return [...cells.values()].flat().every(isInside);
}
