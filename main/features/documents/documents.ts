/** The door of documents: all that other areas import of it. */
export { createDocumentList, type DocumentList, type OpenDocument, type ShownDocument } from './document-list.ts';
export { createPdfReader, type PdfReader, type Reading, readDocument, readDocumentBytes, type VerifyWatch } from './pdf-reader.ts';
export type { VerifyReply } from './pdf-worker.ts';
export { openRecentOpenings, type RecentOpenings } from './recent-openings.ts';
export { verifiedBytes } from './verified-bytes.ts';
export type { ViewerPatch } from './viewer-patch.ts';
