/** Opens a PDF for signing, or refuses it with the reason. */
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber } from '@cantoo/pdf-lib';

/** A document that cannot be signed: its entry is FAIL with this text as `errorReason` (endpoint D). */
export class Unsignable extends Error {}

export type OpenPdf = {
  pdf: PDFDocument;
  /** The received bytes, to which an update is appended. */
  bytes: Uint8Array;
  /** True when the newest cross-reference of the file is a stream; an update should then be a stream too. */
  xrefStream: boolean;
};

/** @throws Unsignable */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  if (!latin1(bytes.subarray(0, 1024)).includes('%PDF-')) throw new Unsignable('the document is not a PDF');
  const xref = newestXref(bytes);
  const pdf = await load(bytes);
  if (pdf.getPageCount() === 0) throw new Unsignable('the document has no pages');
  if (certifiedAgainstChanges(pdf)) throw new Unsignable('the document is certified and allows no changes');
  return { pdf, bytes, xrefStream: xref === 'stream' };
}

/** An update can only be appended to a file that names its cross-reference at its end. */
function newestXref(bytes: Uint8Array): 'table' | 'stream' {
  const at = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(latin1(bytes.subarray(-1100)))?.[1];
  const start = at === undefined ? '' : latin1(bytes.subarray(Number(at), Number(at) + 32)).trimStart();
  if (start.startsWith('xref')) return 'table';
  if (/^\d+\s+\d+\s+obj/.test(start)) return 'stream';
  throw new Unsignable('the document is damaged');
}

async function load(bytes: Uint8Array): Promise<PDFDocument> {
  const pdf = await PDFDocument.load(bytes, {
    forIncrementalUpdate: true,
    updateMetadata: false,
    ignoreEncryption: true,
    preserveXFA: true,
    parseSpeed: 1500,
  }).catch(() => {
    throw new Unsignable('the document is damaged');
  });
  if (pdf.isEncrypted) throw new Unsignable('the document is encrypted');
  try {
    pdf.getPages();
  } catch {
    throw new Unsignable('the document is damaged');
  }
  return pdf;
}

/** A certification (DocMDP) with level 1 forbids every change, including a further signature. */
function certifiedAgainstChanges(pdf: PDFDocument): boolean {
  const certification = pdf.catalog.lookupMaybe(PDFName.of('Perms'), PDFDict)?.lookup(PDFName.of('DocMDP'));
  const references = certification instanceof PDFDict ? certification.lookup(PDFName.of('Reference')) : undefined;
  const reference = references instanceof PDFArray && references.size() > 0 ? references.lookup(0) : undefined;
  const parameters = reference instanceof PDFDict ? reference.lookup(PDFName.of('TransformParams')) : undefined;
  const level = parameters instanceof PDFDict ? parameters.lookup(PDFName.of('P')) : undefined;
  return level instanceof PDFNumber && level.asNumber() === 1;
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
