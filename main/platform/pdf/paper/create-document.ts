/** Makes a PDF of blocks. The same blocks and facts give the same bytes. */
import type { DocumentContent } from './draw-document.ts';

/** Streams the document's bytes; only one row of pictures is in memory. */
export async function* streamDocument(content: DocumentContent): AsyncGenerator<Uint8Array> {
  // The drawing code is loaded with the first document, since loading it takes longer than most commands run.
  const { drawDocument } = await import('./draw-document.ts');
  yield* drawDocument(content);
}

/** Returns the whole document, for documents without pictures. */
export async function createDocument(content: DocumentContent): Promise<Uint8Array> {
  return Buffer.concat(await Array.fromAsync(streamDocument(content)));
}
