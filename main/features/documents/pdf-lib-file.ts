/**
 * Reads an encrypted PDF, or one so damaged that viewers mend it, with `pdf-lib`, which searches the whole file for objects and takes
 * the last definition of each, instead of the file's own cross-reference.
 */
import {
  PDFArray,
  PDFBool,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  PDFObject,
  PDFRawStream,
  PDFRef,
  PDFString,
} from '@cantoo/pdf-lib';
import { sourceOf } from '../../platform/files/byte-source.ts';
import type { PdfFile } from '../../platform/pdf/file/pdf-file.ts';
import { isRef, type PdfDict, PdfFault, type PdfValue } from '../../platform/pdf/file/syntax.ts';

/** Deeper nesting is made to exhaust a reader. */
const maxDepth = 200;
/** Maximum number of references that lead to references. */
const maxSteps = 20;

/**
 * Makes a `PdfFile` without revisions and positions: whether anything was added later, and where an object is in the file, is
 * unknown.
 */
export function pdfLibFile({ context }: PDFDocument, bytes: Uint8Array): PdfFile {
  const known = new Map<number, PdfValue>();
  const refs = new Map(context.enumerateIndirectObjects().map(([ref]) => [ref.objectNumber, ref]));
  const { Root, Info, ID, Encrypt } = context.trailerInfo;
  const trailer = new Map<string, PdfValue>();
  for (const [key, value] of Object.entries({ Root, Info, ID, Encrypt }))
    if (value instanceof PDFObject) trailer.set(key, convert(value, 0));

  function object(number: number): PdfValue {
    const found = known.get(number);
    if (found !== undefined) return found;
    const ref = refs.get(number);
    const value = ref === undefined ? null : convert(context.lookup(ref), 0);
    known.set(number, value);
    return value;
  }

  return {
    bytes: sourceOf(bytes),
    trailer,
    // Objects requested by number are dictionaries; others may be large, and are read when something refers to them.
    numbers: () => [...refs].filter(([, ref]) => context.lookup(ref) instanceof PDFDict).map(([number]) => number),
    object,
    follow(value) {
      let found = value ?? null;
      for (let step = 0; isRef(found); step += 1) {
        if (step === maxSteps) throw new PdfFault('object-damaged', 'a chain of references');
        found = refs.get(found.number)?.generationNumber === found.generation ? object(found.number) : null;
      }
      return found;
    },
    placeOf: () => null,
    generationOf: (number) => refs.get(number)?.generationNumber ?? 0,
    holderOf: () => null,
    revisions: () => [],
    extentOf: (number) => (refs.has(number) ? { start: -1, end: bytes.length + 1 } : null),
    endOf: () => bytes.length,
    sections: [],
  };
}

/** Converts a value of `pdf-lib`. @throws PdfFault for values nested too deep */
function convert(object: PDFObject | undefined, depth: number): PdfValue {
  if (depth > maxDepth) throw new PdfFault('object-damaged', 'nested too deep');
  if (object instanceof PDFDict) return dictOf(object, depth);
  if (object instanceof PDFArray) return object.asArray().map((item) => convert(item, depth + 1));
  if (object instanceof PDFName) return { kind: 'name', value: object.decodeText() };
  if (object instanceof PDFNumber) return object.asNumber();
  if (object instanceof PDFBool) return object.asBoolean();
  if (object instanceof PDFRef) return { kind: 'ref', number: object.objectNumber, generation: object.generationNumber };
  if (object instanceof PDFString || object instanceof PDFHexString) return { kind: 'string', bytes: Buffer.from(object.asBytes()) };
  if (object instanceof PDFRawStream) {
    return { kind: 'stream', dict: dictOf(object.dict, depth), start: 0, end: 0, data: object.getContents() };
  }
  return null;
}

const dictOf = (dict: PDFDict, depth: number): PdfDict =>
  new Map(dict.entries().map(([key, value]) => [key.decodeText(), convert(value, depth + 1)]));
