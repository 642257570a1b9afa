export { createDocumentList } from '../../../main/documents/create-document-list.ts';
export type { DocumentList, OpenDocument } from '../../../main/documents/document-list.ts';
export { createFactsReader, type FactsLimits, type FactsReader } from '../../../main/documents/facts-reader.ts';
export { readPdfFacts } from '../../../main/documents/pdf-facts.ts';
export { readDocument, readDocumentBytes } from '../../../main/documents/read-document.ts';
export { patched, type ViewerPatch } from '../../../main/documents/viewer-patch.ts';
export { maxPages } from '../../../main/verification/pdf/document.ts';
