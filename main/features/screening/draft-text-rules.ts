/** Drafts text rules of the profile from unread answers, and finds the stored screenings that they would read differently. */
import { setImmediate } from 'node:timers/promises';
import { maxPageRows } from '../../../shared/domain/max-page-rows.ts';
import { type RuleEffect, type ScreeningQuery, type SourceReading, sourceNames } from '../../../shared/domain/screening/screening.ts';
import { identificationKey, nameParts } from '../../../shared/domain/text-folding.ts';
import { ruleLimits, type TextRule } from '../../../shared/domain/text-rules.ts';
import { type AnswerReading, readAnswer } from './answer/read-answer.ts';
import { jsonPath, type UnreadPart } from './answer/read-value.ts';
import { unreadData } from './assign-meaning.ts';
import type { ScreeningDeps } from './screening-context.ts';
import type { ScreeningRepository } from './screening-repository.ts';
import type { ScreeningRow } from './screening-row.ts';

/** Returns rules that read answers like this one, with the meaning that a person assigned; without names and numbers of persons. */
export function draftTextRules(store: ScreeningRepository, id: string, of: string): TextRule[] {
  const { screening, reading } = unreadData(store, id, of);
  const meaning = screening.readings.findLast((assigned) => assigned.of === of)?.meaning ?? 'clear';
  const source = sourceNames.find((name) => name === of) ?? 'other';
  const drafts = (reading.unread.get(of) ?? []).map((part) => draftRule(source, part, meaning, screening.query));
  return [...new Map(drafts.map((rule) => [`${rule.path} ${rule.pattern}`, rule])).values()];
}

function draftRule(
  source: TextRule['source'],
  { steps, text }: UnreadPart,
  meaning: SourceReading['meaning'],
  query: ScreeningQuery,
): TextRule {
  const pattern = patternOf(text, query);
  // The rule is about every element of an array, so that it reads other answers like this one.
  const path = jsonPath(steps).replace(/\[\d+\]/g, '[*]');
  // A pattern without letters and digits has no meaning.
  return { source, path, pattern, meaning: meaning === 'clear' && !/[\p{L}\p{N}]/u.test(pattern) ? 'ignored' : meaning };
}

/** Replaces personal and dated parts of the text with `*`: settings store no personal data, and other answers have other values. */
function patternOf(text: string, { name, identification }: ScreeningQuery): string {
  const queried = new Set(nameParts(name).map((part) => part.text));
  const key = identificationKey(identification);
  const isPersonal = (word: string): boolean =>
    (key !== '' && identificationKey(word).includes(key)) ||
    (word.match(/\d/g)?.length ?? 0) > 3 ||
    nameParts(word).some((part) => queried.has(part.text));
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => (isPersonal(word) ? '*' : word));
  const pattern = words.filter((word, at) => word !== '*' || words[at - 1] !== '*').join(' ') || '*';
  return pattern.length <= ruleLimits.pattern ? pattern : `${pattern.slice(0, ruleLimits.pattern - 1)}*`;
}

/** Maximum number of changed screenings that are listed; all are counted. */
const maxListed = 100;

/** Finds the stored answers of the account in use that these rules would read differently. Changes nothing. */
export async function tryTextRules(
  { store, account }: Pick<ScreeningDeps, 'store' | 'account'>,
  rules: readonly TextRule[],
): Promise<RuleEffect> {
  const inUse = account();
  const effect: RuleEffect = { checked: 0, changed: 0, examples: [] };
  const filter = { scope: 'all', text: '', outcome: 'any', from: null, to: null } as const;
  for (let offset = 0; ; offset += maxPageRows) {
    const { items } = store.page(filter, offset, maxPageRows);
    for (const screening of items) {
      if ('damaged' in screening || screening.account !== inUse || screening.sha256 === null) continue;
      const raw = store.answer(screening.id);
      if (raw === null) continue;
      effect.checked += 1;
      const changed = changeBy(rules, screening, raw);
      if (changed && ++effect.changed <= maxListed) effect.examples.push(changed);
      await setImmediate();
    }
    if (items.length < maxPageRows) return effect;
  }
}

/** Returns null when the new rules read nothing of the answer, or the result is equal. */
function changeBy(added: readonly TextRule[], screening: ScreeningRow, raw: Uint8Array): RuleEffect['examples'][number] | null {
  const { id, readings, rules, query, askedAt, problem } = screening;
  const after = readAnswer(raw, query, { rules: [...added, ...rules], readings, problem });
  if (!after.used.some((rule) => added.includes(rule))) return null;
  const before = readAnswer(raw, query, { rules, readings, problem });
  const states = ({ outcome, sources, others }: AnswerReading) =>
    JSON.stringify([outcome, sources.map(({ state }) => state), others.map(({ path, state }) => [path, state])]);
  if (states(before) === states(after)) return null;
  return { id, name: query.name, askedAt, before: before.outcome, after: after.outcome };
}
