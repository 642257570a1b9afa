/** The validation records of the visit, with their mismatches. */

import { localTime } from '../../../../../shared/domain/local-format.ts';
import { type Block, fact } from '../../../../platform/pdf/paper/blocks.ts';
import type { PaperWords } from '../../../../platform/pdf/paper/words.ts';
import type { EvidenceRecord } from '../evidence-facts.ts';
import type { SummaryFacts } from './summary-facts.ts';

export function recordBlocks({ records, parts }: SummaryFacts, words: PaperWords): Block[] {
  const { say } = words;
  const heading: Block = { kind: 'heading', level: 2, text: say('records.heading') };
  if (records.length === 0) return [heading, { kind: 'paragraph', text: say('records.none') }];
  return [
    heading,
    ...records.flatMap((record, at): Block[] => {
      const number = at + 1;
      const included = parts.filter(({ name }) => name.startsWith(`records/${number}/`)).length;
      const own: Block = { kind: 'facts', facts: recordFacts(record, included, words) };
      return records.length === 1 ? [own] : [{ kind: 'heading', level: 3, text: say('records.one', { number }) }, own];
    }),
  ];
}

function recordFacts({ row, view }: EvidenceRecord, included: number, { say, language }: PaperWords) {
  const orNone = (text: string) => (text === '' ? '—' : text);
  const face = say(`records.${view.face === 'none' ? 'unknown' : view.face}`);
  const mismatches = view.mismatches.map(({ kind, texts }) => {
    // The words already have the value of a flag.
    const quoted = texts.filter((text) => text !== 'true' && text !== 'false');
    return [say(`record.mismatches.${kind}.what`), ...(quoted.length > 0 ? [`(${quoted.join('; ')})`] : [])].join(' ');
  });
  return [
    fact(say('records.name'), orNone(view.name)),
    fact(say('records.identification'), orNone(view.identification)),
    { label: say('records.face'), values: [{ text: face, bold: true }] },
    {
      label: say('records.mismatches'),
      values: (mismatches.length > 0 ? mismatches : [say('records.noMismatch')]).map((text) => ({ text, bold: mismatches.length > 0 })),
    },
    fact(say('records.receivedAt'), localTime(row.receivedAt, language)),
    fact(say('records.source'), row.source === 'pushed' ? say('records.pushed') : say('records.fetched', { by: orNone(row.by) })),
    row.source === 'pushed'
      ? fact(say('records.caller'), row.caller ?? '—')
      : fact(say('records.connection'), row.profile ?? say('records.practice')),
    ...(row.files.length > 0 ? [fact(say('records.files'), say('records.fileCount', { count: row.files.length, included }))] : []),
    fact(say('records.sha256'), row.sha256),
  ];
}
