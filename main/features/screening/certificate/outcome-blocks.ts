/** Blocks of the outcome in words and of the source matrix. */
import { localTime } from '../../../../shared/domain/local-format.ts';
import { type ScreeningView, type SourceState, sourceNames } from '../../../../shared/domain/screening/screening.ts';
import { type Block, type Fact, fact } from '../../../platform/pdf/paper/blocks.ts';
import type { PaperWords } from '../../../platform/pdf/paper/words.ts';

type OutcomeKey = 'clear' | 'match' | 'unavailable' | 'failed' | 'waiting' | 'asking' | 'skipped' | 'damaged' | 'unknown';

/** Symbols differ in shape, so that they can be distinguished in black and white. */
const outcomeSymbols: Record<OutcomeKey, string> = {
  clear: '✓',
  match: '⚠',
  unavailable: '?',
  failed: '✗',
  waiting: '…',
  asking: '…',
  skipped: '–',
  damaged: '✗',
  unknown: '?',
};
const stateSymbols: Record<SourceState, string> = { hit: '■', clear: '✓', unread: '?', 'no-answer': '✗', 'not-asked': '–' };

/** Returns `clear` only when every source confirms it; a stored screening that contradicts itself has no outcome. */
export function outcomeKey({ state, outcome, sources, others, matches }: ScreeningView): OutcomeKey {
  if (state !== 'done') return state;
  const confirmed =
    sources.some((source) => source.state === 'clear') &&
    [...sources, ...others].every(({ state }) => state === 'clear' || state === 'not-asked');
  if (outcome === 'clear') return confirmed && matches.length === 0 ? 'clear' : 'unknown';
  return outcome ?? 'unknown';
}

export function outcomeBlock(view: ScreeningView, { say }: PaperWords): Block {
  const key = outcomeKey(view);
  const named = (state: SourceState) =>
    view.sources.filter((source) => source.state === state).map(({ source }) => say(`screening.source.${source}`));
  const [unread, noAnswer, notAsked] = [named('unread'), named('no-answer'), named('not-asked')];
  const others = view.others.filter((other) => other.state !== 'clear').map(({ path }) => path);
  return {
    kind: 'outcome',
    symbol: outcomeSymbols[key],
    word: say(`outcome.${key}.word`),
    lines: [
      { text: say(`outcome.${key}.text`) },
      ...(view.matches.length > 0 ? [{ text: say('outcome.matchCount', { count: view.matches.length }) }] : []),
      ...(unread.length > 0 ? [{ text: say('outcome.unread', { sources: unread.join(', ') }), bold: true }] : []),
      ...(others.length > 0 ? [{ text: say('outcome.others', { paths: others.join(', ') }), bold: true }] : []),
      ...(noAnswer.length > 0 ? [{ text: say('outcome.noAnswer', { sources: noAnswer.join(', ') }), bold: true }] : []),
      ...(notAsked.length > 0 ? [{ text: say('outcome.notAsked', { sources: notAsked.join(', ') }), bold: true }] : []),
    ],
  };
}

/** Facts of the block, and of the reason for no outcome. */
export function outcomeFacts(view: ScreeningView, words: PaperWords): Fact[] {
  const { say } = words;
  const without = view.sha256 === null ? 'noAnswer' : 'unknown';
  const block = say(`block.${view.block === null ? without : view.block ? 'yes' : 'no'}`);
  return [
    { label: say('block.label'), values: [{ text: block, bold: true }] },
    ...(view.problem === null ? [] : [fact(say('problem.label'), words.problem(view.problem))]),
  ];
}

/** Maximum characters of a text in the matrix; a longer one is printed below it. */
const maxCellLength = 240;

/** Blocks of the source matrix. A count is printed only where a source answered: 0 next to "did not answer" would look like clear. */
export function sourceBlocks(view: ScreeningView, { say, language }: PaperWords): Block[] {
  const heading: Block = { kind: 'heading', level: 2, text: say('sources.heading') };
  if (view.sources.length === 0) return [heading, { kind: 'paragraph', text: say('sources.none') }];
  const answered = (state: SourceState) => state === 'hit' || state === 'clear';
  return [
    heading,
    {
      kind: 'table',
      shares: [0.22, 0.24, 0.14, 0.4],
      head: ['source', 'state', 'count', 'text'].map((column) => say(`sources.column.${column}`)),
      rows: view.sources.map(({ source, state, count, text }) => [
        say(`screening.source.${source}`),
        `${stateSymbols[state]} ${say(`sources.state.${state}`)}`,
        answered(state) ? String(count) : '—',
        text === null ? '—' : text.length > maxCellLength ? say('sources.below') : text,
      ]),
    },
    ...view.sources.flatMap(({ source, text }): Block[] =>
      text !== null && text.length > maxCellLength
        ? [{ kind: 'paragraph', text: say('sources.long', { source: say(`screening.source.${source}`), text }) }]
        : [],
    ),
    // A meaning that a person assigned is printed with name and reason: it is not the source's own.
    ...view.readings.map(({ of, meaning, reason, by, at }): Block => {
      const source = sourceNames.find((name) => name === of);
      const what = { source: source ? say(`screening.source.${source}`) : of, meaning: say(`sources.state.${meaning}`) };
      return { kind: 'paragraph', text: say('sources.read', { ...what, reason, by, at: localTime(at, language) }) };
    }),
  ];
}
