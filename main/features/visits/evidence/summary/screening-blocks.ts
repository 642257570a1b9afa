/** The screenings of the visit, with outcome and decisions. */

import { localTime } from '../../../../../shared/domain/local-format.ts';
import type { Decision, ScreeningView } from '../../../../../shared/domain/screening/screening.ts';
import { type Block, fact, factIfAny } from '../../../../platform/pdf/paper/blocks.ts';
import type { PaperWords } from '../../../../platform/pdf/paper/words.ts';
import type { SummaryFacts } from './summary-facts.ts';

export function screeningBlocks({ screenings }: SummaryFacts, words: PaperWords): Block[] {
  const { say } = words;
  const heading: Block = { kind: 'heading', level: 2, text: say('screenings.heading') };
  if (screenings.length === 0) return [heading, { kind: 'paragraph', text: say('screenings.none') }];
  return [
    heading,
    ...screenings.flatMap(({ view }, at): Block[] => {
      const own: Block = { kind: 'facts', facts: screeningFacts(view, words) };
      return screenings.length === 1 ? [own] : [{ kind: 'heading', level: 3, text: say('screenings.one', { number: at + 1 }) }, own];
    }),
  ];
}

function screeningFacts(view: ScreeningView, words: PaperWords) {
  const { say, language } = words;
  const { name, identification } = view.query;
  const decisions = view.decisions.map((decision) => decisionText(decision, words));
  return [
    { label: say('screenings.outcome'), values: [{ text: outcomeText(view, words), bold: true }] },
    fact(say('screenings.block'), say(`certificate.block.${blockKey(view)}`)),
    fact(say('screenings.query'), [name, identification].filter((text) => text !== '').join(' · ')),
    fact(say('screenings.askedAt'), localTime(view.askedAt, language)),
    ...factIfAny(say('screenings.logNumber'), view.logNumber === null ? [] : [view.logNumber]),
    fact(say('screenings.decisions'), ...(decisions.length > 0 ? decisions : [say('screenings.noDecision')])),
    ...factIfAny(say('screenings.sha256'), view.sha256 === null ? [] : [view.sha256]),
  ];
}

/** Never clear without a request and an answer. */
function outcomeText({ state, outcome }: ScreeningView, { say }: PaperWords): string {
  return say(`certificate.outcome.${state === 'done' ? (outcome ?? 'unknown') : state}.word`);
}

function blockKey({ block, sha256 }: ScreeningView): string {
  if (block === null) return sha256 === null ? 'noAnswer' : 'unknown';
  return block ? 'yes' : 'no';
}

function decisionText({ match, verdict, reason, by, at }: Decision, { say, language }: PaperWords): string {
  const about = match === null ? say('screenings.onScreening') : say('screenings.onMatch', { number: match + 1 });
  return say('screenings.decision', {
    about,
    verdict: say(`certificate.decision.verdict.${verdict}`),
    reason,
    by,
    at: localTime(at, language),
  });
}
