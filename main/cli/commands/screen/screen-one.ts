/** One screening: the JSON of the design, section 6, or a page for a person. */
import { type ScreeningQuery, type ScreeningView, sourceNames } from '../../../../shared/domain/screening/screening.ts';
import { resultReasons } from '../../../../shared/domain/screening/screening-result.ts';
import { mayPass } from '../../../../shared/errors.ts';
import type { Station } from '../../../app/station.ts';
import { exportWords, stateWithoutAnswer } from '../../../features/screening/screening.ts';
import type { Words } from '../../../platform/i18n/words.ts';
import { exactJson } from '../../support/exact-json.ts';
import { exitCodes } from '../../support/exit-codes.ts';
import { untilInterrupted } from '../../support/interruption.ts';
import type { CommandIo } from '../../support/io.ts';
import { WrongUse } from '../../support/wrong-use.ts';
import { screeningPage } from './screening-page.ts';

export type OneOptions = { query: ScreeningQuery; keep: boolean };

/** Nothing on stderr names the person. The provider's text may, so it is printed on stdout only. */
export async function screenOne({ screening }: Station, { query, keep }: OneOptions, json: boolean, io: CommandIo): Promise<number> {
  if (keep && screening.state().memoryOnly) throw new WrongUse('keep-memory-only');
  const view = await untilInterrupted((signal) => screening.screen(query, signal));
  const raw = view.sha256 === null ? null : screening.raw(view.id);
  const reason = reasonOf(view, io.words);
  await io.out(`${json ? JSON.stringify({ ...reported(view, raw), reason }, null, 2) : screeningPage(view, reason, io.words)}\n`);
  const { problem, state, outcome } = view;
  if (state !== 'failed') return outcome === 'unavailable' ? exitCodes.someFailed : exitCodes.allDone;
  const waits = problem !== null && mayPass(problem);
  await io.err(`${io.words.say('screen.not-screened', { code: problem?.code ?? '—' })}\n`);
  if (waits && keep) {
    screening.retryLater(view.id);
    await io.err(`${io.words.say('screen.queued')}\n`);
    return exitCodes.queued;
  }
  if (waits && !screening.state().memoryOnly) await io.err(`${io.words.say('screen.can-be-queued')}\n`);
  return exitCodes.noneSucceeded;
}

/** Returns the reasons of the result in words, without the match, which is listed; null without any. */
function reasonOf(view: ScreeningView, words: Words): string | null {
  if (view.problem?.code === 'cancelled') return words.say('screen.broken-off');
  const { reason } = exportWords(words);
  const reasons = resultReasons(view).filter(({ kind }) => kind !== 'match');
  return reasons.map(reason).join(' ') || null;
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
