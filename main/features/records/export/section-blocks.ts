/** The members of a record in readable sections, each with its label and the provider's name. */
import type { RecordField, RecordView } from '../../../../shared/domain/records/record.ts';
import type { Block } from '../../../platform/pdf/paper/blocks.ts';
import { treeBlocks } from '../../../platform/pdf/paper/tree.ts';
import type { PaperWords } from '../../../platform/pdf/paper/words.ts';
import { labelOf, textOfField } from './words.ts';

export function* sectionBlocks(view: RecordView, words: PaperWords): Generator<Block> {
  const { say } = words;
  for (const { id, fields } of view.sections) {
    yield { kind: 'heading', level: 2, text: say(`record.sections.${id}`) };
    yield* fieldBlocks(fields, words);
  }
  if (view.scores.length === 0) return;
  yield { kind: 'heading', level: 2, text: say('recordView.scores.title') };
  for (const { number, fields } of view.scores) {
    yield { kind: 'heading', level: 3, text: say('recordView.scores.one', { number: number + 1 }) };
    yield* fieldBlocks(fields, words);
  }
}

/** Members without a value are named in two lines, as a missing member is not the same as an empty one. */
function fieldBlocks(fields: readonly RecordField[], words: PaperWords): Block[] {
  const { say } = words;
  const read = fields.map((field) => ({ field, text: textOfField(words, field) }));
  const full = read.flatMap(({ field: { name }, text }) =>
    text === null ? [] : [{ label: labelOf(words, name), note: name, values: [{ text }] }],
  );
  const names = (missing: boolean) =>
    read
      .filter(({ field, text }) => text === null && (field.state === 'missing') === missing)
      .map(({ field }) => labelOf(words, field.name));
  if (names(true).length === fields.length) return [{ kind: 'paragraph', text: say('section.none'), style: 'small' }];
  const line = (key: string, labels: string[]): Block[] =>
    labels.length === 0 ? [] : [{ kind: 'paragraph', text: say(`section.${key}`, { names: labels.join(', ') }), style: 'small' }];
  return [
    ...(full.length > 0 ? [{ kind: 'facts', facts: full } as const] : []),
    ...line('empty', names(false)),
    ...line('missing', names(true)),
  ];
}

/** Members that are not described, and those of another form than described. */
export function otherBlocks({ other, defects }: RecordView, { say }: PaperWords): Block[] {
  return [
    ...(other === null
      ? []
      : ([
          { kind: 'heading', level: 2, text: say('other.heading') },
          { kind: 'paragraph', text: say('other.text'), style: 'small' },
          ...treeBlocks(other),
        ] as const)),
    ...(defects.length === 0
      ? []
      : ([
          { kind: 'heading', level: 2, text: say('paper:defects') },
          { kind: 'paragraph', text: say('defects.text'), style: 'small' },
          { kind: 'tree', lines: defects.map((text) => ({ depth: 0, text })) },
        ] as const)),
  ];
}
