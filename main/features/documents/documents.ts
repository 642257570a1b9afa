/** The public interface of documents: all exports for other areas. */
export { createDocumentList, type DocumentList, type OpenDocument, type ShownDocument } from './document-list.ts';
export { createFactsReader, type FactsReader, type VerifyWatch } from './facts-reader.ts';
export type { VerifyReply } from './facts-worker.ts';
export { type Reading, readDocument, readDocumentBytes } from './read-document.ts';
export { openRecentOpenings, type RecentOpenings } from './recent-openings.ts';
export { verifiedBytes } from './verified-bytes.ts';
export type { ViewerPatch } from './viewer-patch.ts';
