/** One screening: the JSON of the design, section 6, or a page for a person. */
import { type ScreeningQuery, type ScreeningView, sourceNames } from '../../../../shared/domain/screening.ts';
import { mayPass } from '../../../../shared/errors.ts';
import type { Station } from '../../../app/station.ts';
import { stateWithoutAnswer } from '../../../features/screening/screening.ts';
import type { Words } from '../../../platform/i18n/words.ts';
import { exactJson } from '../../support/exact-json.ts';
import { exitCodes } from '../../support/exit-codes.ts';
import { untilInterrupted } from '../../support/interruption.ts';
import type { CommandIo } from '../../support/io.ts';
import { WrongUse } from '../../support/wrong-use.ts';
import { screeningPage } from './screening-page.ts';

export type OneOptions = { query: ScreeningQuery; keep: boolean };

/** Nothing on stderr names the person. The provider's text may, so it is printed on stdout only. */
export async function screenOne(
  { screening }: Station,
  { query, keep }: OneOptions,
  json: boolean,
  io: CommandIo,
  words: Words,
): Promise<number> {
  if (keep && screening.state().memoryOnly) throw new WrongUse('keep-memory-only');
  const view = await untilInterrupted((signal) => screening.search(query, signal));
  const raw = view.sha256 === null ? null : screening.raw(view.id);
  const reason = reasonOf(view, words);
  await io.out(`${json ? JSON.stringify({ ...reported(view, raw), reason }, null, 2) : screeningPage(view, reason, words)}\n`);
  const { problem, state, outcome } = view;
  if (state !== 'failed') return outcome === 'unavailable' ? exitCodes.someFailed : exitCodes.allDone;
  const waits = problem !== null && mayPass(problem);
  await io.err(`${words.say('screen.not-screened', { code: problem?.code ?? '—' })}\n`);
  if (waits && keep) {
    screening.keep(view.id);
    await io.err(`${words.say('screen.queued')}\n`);
    return exitCodes.queued;
  }
  if (waits && !screening.state().memoryOnly) await io.err(`${words.say('screen.can-be-queued')}\n`);
  return exitCodes.noneSucceeded;
}

/** Why there is no outcome, or why a match has neither a source nor a block, in words; otherwise null. */
function reasonOf({ problem, outcome, sources, others }: ScreeningView, words: Words): string | null {
  if (problem === null) {
    const paths = others.filter(({ state }) => state !== 'clear').map(({ path }) => path);
    if (paths.length > 0) return words.say('export.others', { paths: paths.join(', ') });
    const silent = sources.filter(({ state }) => state === 'no-answer').map(({ source }) => words.say(`export.source.${source}`));
    return outcome === 'unavailable' && silent.length > 0 ? words.say('export.silent', { sources: silent.join(', ') }) : null;
  }
  return problem.code === 'cancelled' ? words.say('screen.broken-off') : words.problem(problem);
}

/** `id`, `code`, `reason` and the sources' `text` are additions to the contract. */
function reported(view: ScreeningView, raw: Uint8Array | null) {
  const { id, state, outcome, block, logNumber, providerTime, elapsed, matches, problem } = view;
  return {
    id,
    outcome,
    // An answer that cannot be trusted must not read as "not blocked".
    block: state === 'failed' ? null : block,
    idBitacora: exactNumber(logNumber),
    datetime: providerTime,
    elapsedTime: elapsed,
    sources: sourcesOf(view),
    matches,
    raw: raw && exactJson(raw),
    code: problem?.code ?? null,
  };
}

/** Always all five. Without an answer, or with one about another person, no source has answered. */
function sourcesOf({ sources, query, problem }: ScreeningView) {
  if (sources.length > 0 && problem?.code !== 'answer-other-person')
    return sources.map(({ source, state, count, text }) => ({ source, state, count, text }));
  return sourceNames.map((source) => ({ source, state: stateWithoutAnswer(source, query), count: 0, text: null }));
}

/** A number if no digit is lost, else its digits. */
const exactNumber = (digits: string | null): number | string | null =>
  digits !== null && Number.isSafeInteger(Number(digits)) ? Number(digits) : digits;
