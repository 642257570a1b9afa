/** Draws a document block by block. */
import { setImmediate } from 'node:timers/promises';
import type { Block } from './blocks.ts';
import { drawBlock } from './draw-block.ts';
import { drawFrame, type Frame } from './draw-frame.ts';
import { drawPictures } from './draw-pictures.ts';
import { paperFonts } from './fonts.ts';
import { createPaper } from './paper.ts';
import type { PaperWords } from './words.ts';

export type DocumentContent = {
  /** Title in the file's properties and at the top of each page but the first, which has a block for it. Without personal data. */
  title: string;
  words: PaperWords;
  madeAt: Date;
  /** In order. Read one at a time, so that a long document, or one with pictures, is never in memory whole. */
  blocks: Iterable<Block> | AsyncIterable<Block>;
  frame: Frame;
};

/** Milliseconds of drawing after which other work of the process runs. */
const yieldAfterMs = 25;

/** Streams the document's bytes while drawing; at most one row of pictures is in memory. */
export async function* drawDocument({ title, words, madeAt, blocks, frame }: DocumentContent): AsyncGenerator<Uint8Array> {
  const paper = createPaper({ fonts: paperFonts(), language: words.language, title, madeAt });
  let begun = performance.now();
  for await (const block of blocks) {
    if (block.kind === 'pictures') drawPictures(paper, block.pictures);
    else drawBlock(paper, block);
    yield* paper.written();
    if (performance.now() - begun < yieldAfterMs) continue;
    await setImmediate();
    begun = performance.now();
  }
  if (paper.coded) drawBlock(paper, { kind: 'paragraph', text: words.say('paper:codes'), style: 'small' });
  yield* paper.finish((number, pages) => drawFrame(paper, { ...frame, number, pages, title, words }));
}
