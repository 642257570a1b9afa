/**
 * Signs a PDF for practice: one appended update (the original bytes stay a prefix, so that earlier signatures
 * stay valid), or the whole file written again, with a mark on every page, a signature field and its CMS signature.
 *
 * The marks are annotations, not page content: a page's own content stays as an earlier signer signed it.
 */
import { hash, randomUUID } from 'node:crypto';
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
import type { Box } from '../../shared/domain/placement/geometry.ts';
import { areaOf } from '../../shared/domain/verification/provider-rule.ts';
import type { SigningStyle } from '../behaviour.ts';
import { type Look, markAppearance, signatureAppearance } from './appearance.ts';
import type { Signer } from './certificate.ts';
import { detachedSignature } from './cms.ts';
import { markArea } from './mark-area.ts';
import type { OpenPdf } from './open-pdf.ts';
import { additions, type Draft, type PageEdit } from './page-edits.ts';
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

export type SignSteps = {
  style?: SigningStyle;
  edit?: PageEdit;
  /** Without the marks of practice: for a file that already has them. */
  unmarked?: boolean;
  /** Bytes after the value that the byte range leaves out. */
  leftOut?: number;
  /** Replacement of the signature, DER. */
  value?: (cms: Buffer) => Buffer;
};

/** Returns the document with the mark on every page and a signature at the place; `place` null leaves the signature out. */
export async function signPdf(open: OpenPdf, place: Place | null, signer: Signer, steps: SignSteps = {}): Promise<Uint8Array> {
  const { pdf, bytes } = open;
  const { style = {} } = steps;
  const time = style.clock === 'stopped' ? signer.certificate.notBefore.value : new Date();
  const changes = namedChanges(pdf);
  const look = lookIn(pdf);
  const draft: Draft = { pdf, look, changed: (ref) => changes.markRefForSave(ref) };
  steps.edit?.(draft, place?.page ?? null);
  if (style.addition) additions[style.addition](draft, place?.page ?? null);
  for (const page of steps.unmarked ? [] : pdf.getPages()) {
    addMark(page, look);
    changes.markRefForSave(page.ref);
  }
  if (place) changes.markRefForSave(place.page.ref);
  if (place) changes.markRefsForSave(addSignature(place, look, { name: fieldName(bytes, style), signer, time, style }));
  const options = { useObjectStreams: open.xrefStream };
  const file =
    style.file === 'rewritten'
      ? Buffer.from(await pdf.save({ ...options, rewrite: true, addDefaultPage: false, updateFieldAppearances: false }))
      : Buffer.concat([bytes, await pdf.saveIncremental(changes, options)]);
  return place ? fill(file, signer, time, steps) : file;
}

/** Returns the document with the edit as an update of its own, unsigned and unmarked. */
export async function updatePdf({ pdf, bytes, xrefStream }: OpenPdf, edit: PageEdit): Promise<Uint8Array> {
  const changes = namedChanges(pdf);
  const look = lookIn(pdf);
  edit({ pdf, look, changed: (ref) => changes.markRefForSave(ref) }, null);
  return Buffer.concat([bytes, await pdf.saveIncremental(changes, { useObjectStreams: xrefStream })]);
}

const lookIn = (pdf: PDFDocument): Look => ({ context: pdf.context, font: pdf.embedStandardFont(StandardFonts.HelveticaBold) });

function addMark(page: PDFPage, look: Look): void {
  const facts = pageFacts(page);
  const strip = areaOf(markArea, facts);
  const mark = page.doc.context.obj({ Type: 'Annot', Subtype: 'Watermark', F: markFlags });
  addAnnotation(page, mark, strip, markAppearance(look, strip, facts.rotation, markWords));
}

/** A name that no earlier field of the document has. With a stopped clock, equal documents get equal names; one with that field has another hash. */
const fieldName = (bytes: Uint8Array, { clock }: SigningStyle): string =>
  `Practice-${(clock === 'stopped' ? hash('sha256', bytes) : randomUUID()).slice(0, 8)}`;

type Field = { name: string; signer: Signer; time: Date; style: SigningStyle };

/** Returns the objects that changed. */
function addSignature({ page, rect }: Place, look: Look, { name, signer, time, style }: Field): PDFRef[] {
  const { doc } = page;
  const { rotation } = pageFacts(page);
  const lines = ['PRÁCTICA / PRACTICE', signer.name, `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`];
  const widget = doc.context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', F: widgetFlags, MK: { R: rotation } });
  widget.set(PDFName.of('T'), PDFString.of(name));
  widget.set(PDFName.of('V'), signatureDictionary(doc, signer, time, style));
  return addField(doc, addAnnotation(page, widget, rect, signatureAppearance(look, rect, rotation, lines)));
}

/**
 * The list of changed objects, maintained by hand from here on. When pdf-lib maintains it, it searches the whole file
 * at each change, also while writing: with 1,000 pages that took more than a minute.
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
 * Puts the field into the form, which is made when missing; returns the objects that changed (the catalog counts as changed anyway).
 * SigFlags 3: signatures exist, and only appending preserves them (ISO 32000-2, 12.7.3).
 */
function addField(pdf: PDFDocument, field: PDFRef): PDFRef[] {
  const form = pdf.catalog.getOrCreateAcroForm();
  form.addField(field);
  const flags = form.dict.lookup(PDFName.of('SigFlags'));
  form.dict.set(PDFName.of('SigFlags'), PDFNumber.of((flags instanceof PDFNumber ? flags.asNumber() : 0) | 3));
  const holders = [pdf.catalog.get(PDFName.of('AcroForm')), form.dict.get(PDFName.of('Fields'))];
  return holders.filter((holder) => holder instanceof PDFRef);
}

/** Written in advance, so that the numbers of the byte range are never inside a compressed object. */
function signatureDictionary(pdf: PDFDocument, signer: Signer, time: Date, style: SigningStyle): PDFRef {
  const name = PDFHexString.fromText(signer.name).toString();
  const date = PDFString.fromDate(time).toString();
  const reason = PDFHexString.fromText('Práctica, sin validez / Practice, not valid').toString();
  const text =
    `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /${style.subFilter ?? 'adbe.pkcs7.detached'} ${rangePlaceholder} ` +
    `/Contents <${'0'.repeat(signatureRoom * 2)}> /M ${date} /Name ${name} /Reason ${reason} >>`;
  return pdf.context.register(PDFInvalidObject.of(Buffer.from(text, 'latin1')));
}

/** Puts the byte range and the signature over it into their placeholders, which are the last ones of the file. */
async function fill(file: Uint8Array, signer: Signer, time: Date, { style, leftOut = 0, value }: SignSteps): Promise<Uint8Array> {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const rangeAt = bytes.lastIndexOf(rangePlaceholder);
  const start = bytes.indexOf('<', bytes.indexOf('/Contents', rangeAt));
  const end = start + signatureRoom * 2 + 2 + leftOut;
  const range = `/ByteRange [0 ${start} ${end} ${bytes.length - end}]`;
  bytes.write(range.padEnd(rangePlaceholder.length), rangeAt, 'latin1');
  const covered = new Uint8Array(Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]));
  const cms = Buffer.from(await detachedSignature(covered, signer, time, style));
  if (cms.length > signatureRoom) throw new Error('the signature is larger than its room');
  bytes.write((value?.(cms) ?? cms).toString('hex'), start + 1, 'latin1');
  return bytes;
}
