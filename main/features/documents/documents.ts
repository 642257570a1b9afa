/** The public interface of documents: all exports for other areas. */
export { verifiedBytes } from './content.ts';
export { createDocumentList } from './create-document-list.ts';
export type { DocumentList, OpenDocument } from './document-list.ts';
export { createFactsReader, type FactsReader, type VerifyWatch } from './facts-reader.ts';
export type { VerifyReply } from './facts-worker.ts';
export { type Reading, readDocument, readDocumentBytes } from './read-document.ts';
export type { ViewerPatch } from './viewer-patch.ts';
