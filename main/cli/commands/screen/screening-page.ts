/** One screening as text for a terminal. */
import type { ScreeningView } from '../../../../shared/domain/screening/screening.ts';
import { listedColumns } from '../../../../shared/domain/screening/screening-result.ts';
import { exportWords } from '../../../features/screening/screening.ts';
import type { Words } from '../../../platform/i18n/words.ts';
import { cleanText } from '../../../platform/provider/provider-text.ts';
import { aligned, printable } from '../../support/table.ts';

/** Maximum number of values under a heading. */
const maxValues = 50;

/** Returns the place and the text of each value in a structure. */
function* leavesOf(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0)
    yield [path, cleanText(typeof value === 'string' ? value : JSON.stringify(value))];
  else
    for (const [key, inner] of Object.entries(value))
      yield* leavesOf(inner, Array.isArray(value) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`);
}

/** Returns the values of a structure under a heading; no line without any. */
function valueLines(heading: string, value: unknown, { say }: Words): string[] {
  const leaves = value === null ? [] : [...leavesOf(value, '')];
  if (leaves.length === 0) return [];
  const rest = leaves.length - maxValues;
  const lines = aligned(leaves.slice(0, maxValues).map((row) => row.map(printable)));
  return [heading, ...lines, ...(rest > 0 ? [say('screen.beyond-more', { count: rest })] : [])];
}

/** `reason`: those of the result, in words; null for none. */
export function screeningPage(view: ScreeningView, reason: string | null, words: Words): string {
  const { say } = words;
  const { state, providerTime, elapsed, sources, others, other, differences, matches } = view;
  const failed = state === 'failed';
  const results = exportWords(words);
  const facts = [
    ...listedColumns.map((column) => [results.heading(column), column.value(view, results)]).filter(([, value]) => value !== ''),
    ...(providerTime === null ? [] : [[say('screen.provider-time'), providerTime]]),
    ...differences.map(({ member, asked, answered }) => [say('screen.written-otherwise'), `${member}: ${answered} (${asked})`]),
    ...(elapsed === null ? [] : [[say('screen.elapsed'), `${elapsed} s`]]),
  ];
  // An answer that cannot be trusted is not shown with words like "nothing found".
  const matrix = failed
    ? []
    : sources.map(({ source, state: sourceState, count, text }) => [
        say(`results:source.${source}`),
        say(`results:state.${sourceState}`, { count }),
        text ?? '',
      ]);
  const undescribed = failed
    ? []
    : others.map(({ path, state: sourceState, text }) => [
        path,
        sourceState === 'hit' ? say('screen.other-data') : say(`results:state.${sourceState}`),
        text ?? '',
      ]);
  const found = matches.map(({ names, aliases, lists, identifications, passports, reasons }) => [
    names[0] ?? aliases[0] ?? '—',
    [...identifications, ...passports].join(', '),
    reasons.map((why) => say(`results:match.${why}`)).join(', '),
    lists.join(', '),
  ]);
  const parts = [facts, matrix, undescribed, found]
    .filter((rows) => rows.length > 0)
    .map((rows) => aligned(rows.map((row) => row.map(printable))));
  const data = (failed ? [] : sources)
    .filter((source) => source.state === 'hit')
    .map((source) => valueLines(say('screen.found', { source: say(`results:source.${source.source}`) }), source.data, words));
  return [...parts, ...data, valueLines(say('screen.beyond'), other, words), ...(reason === null ? [] : [[printable(reason)]])]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.trimEnd()).join('\n'))
    .join('\n\n');
}
