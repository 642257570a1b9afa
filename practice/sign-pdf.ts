/**
 * Signs a PDF for practice: one appended update (the original bytes stay a prefix, so that signatures that
 * are there keep their digest) with a mark on every page, a signature field and its CMS signature.
 *
 * The marks are annotations, not page content: a page's own content stays what an earlier signer signed.
 */
import { randomUUID } from 'node:crypto';
import {
  PDFArray,
  type PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFInvalidObject,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFRef,
  PDFString,
  StandardFonts,
} from '@cantoo/pdf-lib';
import type { Box } from '../shared/domain/geometry.ts';
import { markAppearance, signatureAppearance } from './appearance.ts';
import type { Signer } from './certificate.ts';
import { detachedSignature } from './cms.ts';
import type { OpenPdf } from './open-pdf.ts';
import { pageFacts } from './page-facts.ts';

const markWords = 'PRÁCTICA · PRACTICE';
/** Annotation flags (ISO 32000-2, 12.5.3): print, read-only, locked, contents locked. */
const markFlags = 4 + 64 + 128 + 512;
/** Print and locked. */
const widgetFlags = 4 + 128;
/** Room for the CMS signature, in bytes; one with an RSA-2048 certificate takes about 1,500. */
const signatureRoom = 6144;
const rangePlaceholder = '/ByteRange [0 /********** /********** /**********]';

export type Place = { page: PDFPage; rect: Box };

/** The document with the mark on every page and a signature at the place; `place` null leaves the signature out. */
export async function signPdf({ pdf, bytes, xrefStream }: OpenPdf, place: Place | null, signer: Signer): Promise<Uint8Array> {
  const time = new Date();
  const changes = namedChanges(pdf);
  const look = { context: pdf.context, font: pdf.embedStandardFont(StandardFonts.HelveticaBold) };
  for (const page of pdf.getPages()) {
    const { cropBox, rotation } = pageFacts(page);
    const mark = pdf.context.obj({ Type: 'Annot', Subtype: 'Watermark', F: markFlags });
    addAnnotation(page, mark, cropBox, markAppearance(look, cropBox, rotation, markWords));
    changes.markRefForSave(page.ref);
  }
  if (place) {
    const { rotation } = pageFacts(place.page);
    const lines = ['PRÁCTICA / PRACTICE', signer.name, `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`];
    const widget = pdf.context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', F: widgetFlags, MK: { R: rotation } });
    widget.set(PDFName.of('T'), PDFString.of(`Practice-${randomUUID().slice(0, 8)}`));
    widget.set(PDFName.of('V'), signatureDictionary(pdf, signer, time));
    const field = addAnnotation(place.page, widget, place.rect, signatureAppearance(look, place.rect, rotation, lines));
    changes.markRefsForSave(addField(pdf, field));
  }
  const file = Buffer.concat([bytes, await pdf.saveIncremental(changes, { useObjectStreams: xrefStream })]);
  return place ? fill(file, bytes.length, signer, time) : file;
}

/**
 * The list of changed objects, from here on kept by hand. While pdf-lib keeps it, it searches the whole file
 * at each change, its own while writing too: with 1,000 pages that took more than a minute.
 */
function namedChanges({ context }: PDFDocument): NonNullable<typeof context.snapshot> {
  const { snapshot } = context;
  if (!snapshot) throw new Error('the document was not opened to be updated');
  delete context.snapshot;
  return snapshot;
}

/** Sets a new Annots array on the page rather than normalising the page, which would rewrite its content. */
function addAnnotation(page: PDFPage, annotation: PDFDict, rect: Box, appearance: PDFRef): PDFRef {
  const { context } = page.doc;
  annotation.set(PDFName.of('P'), page.ref);
  annotation.set(PDFName.of('Rect'), context.obj([rect.left, rect.bottom, rect.right, rect.top]));
  annotation.set(PDFName.of('AP'), context.obj({ N: appearance }));
  const ref = context.register(annotation);
  const existing = page.node.lookup(PDFName.of('Annots'));
  page.node.set(PDFName.of('Annots'), context.obj([...(existing instanceof PDFArray ? existing.asArray() : []), ref]));
  return ref;
}

/**
 * Puts the field into the form, which is made when missing; gives the objects that changed (the catalog counts as changed anyway).
 * SigFlags 3: signatures exist, and only appending keeps them (ISO 32000-2, 12.7.3).
 */
function addField(pdf: PDFDocument, field: PDFRef): PDFRef[] {
  const form = pdf.catalog.getOrCreateAcroForm();
  form.addField(field);
  const flags = form.dict.lookup(PDFName.of('SigFlags'));
  form.dict.set(PDFName.of('SigFlags'), PDFNumber.of((flags instanceof PDFNumber ? flags.asNumber() : 0) | 3));
  const holders = [pdf.catalog.get(PDFName.of('AcroForm')), form.dict.get(PDFName.of('Fields'))];
  return holders.filter((holder) => holder instanceof PDFRef);
}

/** Written out beforehand, so that the numbers of the byte range are never inside a compressed object. */
function signatureDictionary(pdf: PDFDocument, signer: Signer, time: Date): PDFRef {
  const name = PDFHexString.fromText(signer.name).toString();
  const date = PDFString.fromDate(time).toString();
  const reason = PDFHexString.fromText('Práctica, sin validez / Practice, not valid').toString();
  const text =
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /adbe.pkcs7.detached ${rangePlaceholder} ` +
    `/Contents <${'0'.repeat(signatureRoom * 2)}> /M ${date} /Name ${name} /Reason ${reason} >>`;
  return pdf.context.register(PDFInvalidObject.of(Buffer.from(text, 'latin1')));
}

/** Puts the true byte range and the signature over it into their placeholders. */
async function fill(file: Uint8Array, searchFrom: number, signer: Signer, time: Date): Promise<Uint8Array> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const rangeAt = bytes.indexOf(rangePlaceholder, searchFrom);
  const start = bytes.indexOf('<', bytes.indexOf('/Contents', rangeAt));
  const end = start + signatureRoom * 2 + 2;
  const range = `/ByteRange [0 ${start} ${end} ${bytes.length - end}]`;
  bytes.write(range.padEnd(rangePlaceholder.length), rangeAt, 'latin1');
  const covered = new Uint8Array(Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]));
  const signature = Buffer.from(await detachedSignature(covered, signer, time)).toString('hex');
  if (signature.length > signatureRoom * 2) throw new Error('the signature is larger than its room');
  bytes.write(signature, start + 1, 'latin1');
  return bytes;
}
