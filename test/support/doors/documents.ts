export { createDocumentList, type DocumentList, type ShownDocument } from '../../../main/features/documents/document-list.ts';
export { readPdfFacts } from '../../../main/features/documents/pdf-facts.ts';
export {
  createPdfReader,
  type PdfReader,
  type ReadingLimits,
  readDocument,
  readDocumentBytes,
} from '../../../main/features/documents/pdf-reader.ts';
export { openPdfSource } from '../../../main/features/documents/pdf-source.ts';
export { openRecentOpenings } from '../../../main/features/documents/recent-openings.ts';
export { patched, type ViewerPatch } from '../../../main/features/documents/viewer-patch.ts';
export { maxPages } from '../../../main/platform/pdf/file/document.ts';
