/** Makes the PDF of a transaction record, for the customer's file. */

import { isPracticeRecord, type RecordView } from '../../../../shared/domain/records/record.ts';
import { type Block, fact } from '../../../platform/pdf/paper/blocks.ts';
import { streamDocument } from '../../../platform/pdf/paper/create-document.ts';
import { evidenceBlocks, type PaperFacts } from '../../../platform/pdf/paper/evidence-blocks.ts';
import type { PaperWords } from '../../../platform/pdf/paper/words.ts';
import { fileBlocks, pictureBlocks, type ReadPicture } from './file-blocks.ts';
import { otherBlocks, sectionBlocks } from './section-blocks.ts';
import { cameBlocks, mismatchBlocks, outcomeBlock, whoBlocks } from './summary-blocks.ts';
import { createRecordWords } from './words.ts';

/** Facts that the record itself does not contain. */
export type RecordPdfFacts = PaperFacts & {
  /** Null when pictures are not requested. */
  picture: ReadPicture | null;
};

/** The same record and facts give the same bytes. @throws what `picture` throws */
export function recordPdf(view: RecordView, facts: RecordPdfFacts): AsyncGenerator<Uint8Array> {
  const words = createRecordWords(facts.language);
  const { say } = words;
  return streamDocument({
    title: say('title'),
    words,
    madeAt: facts.madeAt,
    blocks: content(view, facts, words),
    frame: {
      practice: isPracticeRecord(view),
      foot: view.transaction === null ? null : `${say('who.transaction')}: ${view.transaction}`,
    },
  });
}

async function* content(view: RecordView, facts: RecordPdfFacts, words: PaperWords): AsyncGenerator<Block> {
  const { say } = words;
  yield { kind: 'title', text: say('title') };
  if (isPracticeRecord(view)) yield { kind: 'paragraph', text: say('practice'), style: 'strong' };
  yield outcomeBlock(view, words);
  yield* mismatchBlocks(view, words);
  yield* whoBlocks(view, words);
  yield* cameBlocks(view, words);
  yield* sectionBlocks(view, words);
  yield* pictureBlocks(view, facts.picture, words);
  yield* fileBlocks(view, words);
  yield* otherBlocks(view, words);
  yield* evidenceBlocks([fact(say('evidence.id'), view.id)], facts, words);
}
