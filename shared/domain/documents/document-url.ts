/** Address of a document's bytes for pdf.js, relative to the page. */
export const documentUrl = (documentId: string): string => `./documents/${encodeURIComponent(documentId)}`;
