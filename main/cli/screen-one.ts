/** One search: the JSON of the design, section 6, or a page for a person. */
import type { ScreeningView } from '../../shared/domain/screening.ts';
import type { Station } from '../station.ts';
import type { Words } from '../words.ts';
import { exitCodes } from './exit-codes.ts';
import { listenForInterruption } from './interruption.ts';
import type { CommandIo } from './io.ts';
import type { OneOptions } from './screen-options.ts';
import { aligned } from './table.ts';
import { WrongUse } from './wrong-use.ts';

export async function screenOne(
  { screening }: Station,
  { query, keep }: OneOptions,
  json: boolean,
  io: CommandIo,
  words: Words,
): Promise<number> {
  if (keep && screening.state().notKept) throw new WrongUse('keep-not-kept');
  const interruption = listenForInterruption();
  const stop = new AbortController();
  void interruption.requested.then(() => stop.abort());
  const view = await screening.search(query, stop.signal).finally(() => interruption.release());
  const raw = view.sha256 === null ? null : screening.raw(view.id).toString('utf8');
  await io.out(`${json ? JSON.stringify(reported(view, raw), null, 2) : page(view, words)}\n`);
  if (view.problem) await io.err(`${words.problem(view.problem)}\n`);
  if (view.state !== 'failed') return view.outcome === 'unavailable' ? exitCodes.someFailed : exitCodes.allDone;
  if (!keep) return exitCodes.noneSucceeded;
  screening.keep(view.id);
  await io.err(`${words.say('screen.kept')}\n`);
  return exitCodes.queued;
}

/** `id`, `code`, `reason` and the sources' `text` are additions to the contract. */
function reported(view: ScreeningView, raw: string | null) {
  const { id, outcome, block, logNumber, providerTime, elapsed, sources, matches, problem } = view;
  return {
    id,
    outcome,
    block,
    idBitacora: exactNumber(logNumber),
    datetime: providerTime,
    elapsedTime: elapsed,
    sources: sources.map(({ source, state, count, text }) => ({ source, state, count, text })),
    matches,
    raw: asJson(raw),
    code: problem?.code ?? null,
  };
}

/** A number where it can be one without losing a digit, else its digits. */
const exactNumber = (digits: string | null): number | string | null =>
  digits !== null && Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;

function asJson(raw: string | null): unknown {
  try {
    return raw === null ? null : (JSON.parse(raw) as unknown);
  } catch {
    return raw;
  }
}

function page(view: ScreeningView, words: Words): string {
  const { state, outcome, block, logNumber, providerTime, elapsed, sources, matches } = view;
  const say = words.say;
  const lines = [
    say(`export.outcome.${state === 'failed' ? 'failed' : (outcome ?? 'not-screened')}`),
    ...(block === null ? [] : [`${say('export.heading.block')}: ${say(`export.block.${block}`)}`]),
    ...(logNumber === null
      ? []
      : [`${say('export.heading.logNumber')}: ${logNumber}  ${providerTime ?? ''}  ${elapsed === null ? '' : `${elapsed} s`}`]),
  ];
  const matrix = aligned(
    sources.map(({ source, state: told, count, text }) => [
      say(`export.source.${source}`),
      say(`export.state.${told}`, { count }),
      text ?? '',
    ]),
  );
  const found = matches.map(({ names, aliases, lists, reasons }) => [
    names[0] ?? aliases[0] ?? '—',
    reasons.map((reason) => say(`export.reason.${reason}`)).join(', '),
    lists.join(', '),
  ]);
  return [...lines, '', ...matrix, ...(found.length > 0 ? ['', ...aligned(found)] : [])].map((line) => line.trimEnd()).join('\n');
}
