/** Reads entries of PDF objects, references followed. */
import { PDFArray, PDFDict, PDFName, type PDFObject } from '@cantoo/pdf-lib';

export function entry(dict: PDFDict, name: string): PDFObject | undefined {
  return dict.lookup(PDFName.of(name));
}

/** The dictionaries of an array; none when it is no array. */
export function dictsOf(value: PDFObject | undefined): PDFDict[] {
  if (!(value instanceof PDFArray)) return [];
  return Array.from({ length: value.size() }, (_, index) => value.lookup(index)).filter((item) => item instanceof PDFDict);
}
