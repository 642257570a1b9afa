/** One screening as text for a terminal. */
import type { ScreeningView } from '../../../../shared/domain/screening.ts';
import type { Words } from '../../../platform/i18n/words.ts';
import { aligned, printable } from '../../support/table.ts';

/** `reason`: why there is no outcome, in words; null with an outcome. */
export function screeningPage(view: ScreeningView, reason: string | null, { say }: Words): string {
  const { state, outcome, block, logNumber, providerTime, elapsed, sources, others, differences, matches } = view;
  const failed = state === 'failed';
  const facts = [
    [say('export.heading.outcome'), say(`export.outcome.${failed ? 'failed' : (outcome ?? 'not-screened')}`)],
    ...(block === null || failed ? [] : [[say('export.heading.block'), say(`export.block.${block}`)]]),
    ...(logNumber === null ? [] : [[say('export.heading.logNumber'), logNumber]]),
    ...(providerTime === null ? [] : [[say('screen.provider-time'), providerTime]]),
    ...differences.map(({ member, asked, answered }) => [say('screen.written-otherwise'), `${member}: ${answered} (${asked})`]),
    ...(elapsed === null ? [] : [[say('screen.elapsed'), `${elapsed} s`]]),
  ];
  // An answer that cannot be trusted is not shown with words like "nothing found".
  const matrix = failed
    ? []
    : sources.map(({ source, state: sourceState, count, text }) => [
        say(`export.source.${source}`),
        say(`export.state.${sourceState}`, { count }),
        text ?? '',
      ]);
  const undescribed = failed
    ? []
    : others.map(({ path, state: sourceState, text }) => [
        path,
        sourceState === 'hit' ? say('screen.other-data') : say(`export.state.${sourceState}`),
        text ?? '',
      ]);
  const found = matches.map(({ names, aliases, lists, identifications, passports, reasons }) => [
    names[0] ?? aliases[0] ?? '—',
    [...identifications, ...passports].join(', '),
    reasons.map((why) => say(`export.reason.${why}`)).join(', '),
    lists.join(', '),
  ]);
  const parts = [facts, matrix, undescribed, found]
    .filter((rows) => rows.length > 0)
    .map((rows) => aligned(rows.map((row) => row.map(printable))));
  return [...parts, ...(reason === null ? [] : [[printable(reason)]])]
    .map((lines) => lines.map((line) => line.trimEnd()).join('\n'))
    .join('\n\n');
}
