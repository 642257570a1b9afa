/** Stores the meanings that persons assign to unread answers, and makes rules of the profile from them. */
import { setImmediate } from 'node:timers/promises';
import { maxPageRows } from '../../../shared/domain/max-page-rows.ts';
import {
  longest,
  type RuleEffect,
  type ScreeningQuery,
  type ScreeningView,
  type SourceReading,
  sourceNames,
} from '../../../shared/domain/screening.ts';
import { identificationKey, nameParts } from '../../../shared/domain/text-folding.ts';
import { ruleLimits, type TextRule } from '../../../shared/domain/text-rules.ts';
import { StationError } from '../../../shared/errors.ts';
import { readAnswer } from './answer/read-answer.ts';
import type { UnreadPart } from './answer/read-value.ts';
import type { AnswerReading } from './answer/reading.ts';
import { placePath } from './answer/text-rules.ts';
import { asQuery, readAgain, viewOf } from './asked.ts';
import type { ScreeningRepository } from './store/screening-repository.ts';
import type { ScreeningRow } from './store/screening-row.ts';

type TeachDeps = {
  store: ScreeningRepository;
  clerk: () => string;
  now: () => string;
  /** The account in use. @throws StationError `search-not-set-up` */
  account: () => string;
  rules: () => readonly TextRule[];
  saveRules: (rules: TextRule[]) => void;
  /** Writes the event and what changed in one transaction. */
  commit: (search: ScreeningRow, reading: SourceReading) => void;
};

export type Teaching = {
  /**
   * A person says what unread data means; the outcome follows. `of`: a source, or the JSON path of a member that is not
   * described. @throws StationError `reason-missing`, `state-changed` when that is not unread
   */
  read(id: string, said: Pick<SourceReading, 'of' | 'meaning' | 'reason'>): ScreeningView;
  /** Rules that read answers like this one, with the meaning that a person gave it; without names and numbers of persons. */
  draftRules(id: string, of: string): TextRule[];
  /** Which stored answers of the account in use these rules would have read otherwise. Changes nothing. */
  tryRules(rules: readonly TextRule[]): Promise<RuleEffect>;
  /** Saves these rules; answers are read by them first from now on. @throws StationError `search-not-set-up`, `profile-invalid` */
  addRules(rules: readonly TextRule[]): void;
};

/** The maximum number of changed screenings that are listed; all are counted. */
const maxListed = 100;

export function createTeaching({ store, clerk, now, account, rules: current, saveRules, commit }: TeachDeps): Teaching {
  /** As the answer reads without what persons said of it. */
  function unreadOf(id: string): { search: ScreeningRow; raw: Uint8Array; reading: AnswerReading } {
    const search = store.get(id);
    const raw = store.answer(id);
    if (raw === null || (search.state !== 'done' && search.state !== 'failed')) throw new StationError('state-changed');
    return { search, raw, reading: readAnswer(raw, asQuery(search.query), { rules: search.rules, readings: [] }) };
  }

  return {
    read(id, { of, meaning, reason }) {
      const why = reason.trim().slice(0, longest.reason);
      if (why === '') throw new StationError('reason-missing');
      const { search, raw, reading } = unreadOf(id);
      if (!isUnread(reading, of)) throw new StationError('state-changed');
      const said: SourceReading = { of, meaning, reason: why, by: clerk(), at: now() };
      const readings = [...search.readings, said];
      const again = readAnswer(raw, asQuery(search.query), { rules: search.rules, readings });
      const changed = { ...readAgain({ ...search, readings }, again), rules: search.rules };
      commit(changed, said);
      return viewOf(changed, again);
    },
    draftRules(id, of) {
      const { search, reading } = unreadOf(id);
      if (!isUnread(reading, of)) throw new StationError('state-changed');
      const meaning = search.readings.findLast((said) => said.of === of)?.meaning ?? 'clear';
      const source = sourceNames.find((name) => name === of) ?? 'other';
      const drafts = (reading.unread.get(of) ?? []).map((part) => draftRule(source, part, meaning, asQuery(search.query)));
      return [...new Map(drafts.map((rule) => [`${rule.path} ${rule.pattern}`, rule])).values()];
    },
    async tryRules(rules) {
      const under = account();
      const effect: RuleEffect = { checked: 0, changed: 0, examples: [] };
      const filter = { scope: 'all', text: '', outcome: 'any', from: null, to: null } as const;
      for (let offset = 0; ; offset += maxPageRows) {
        const { items } = store.page(filter, offset, maxPageRows);
        for (const search of items) {
          if ('unopened' in search || search.account !== under || search.sha256 === null) continue;
          const raw = store.answer(search.id);
          if (raw === null) continue;
          effect.checked += 1;
          const changed = changeOf(search, raw, rules);
          if (changed && ++effect.changed <= maxListed) effect.examples.push(changed);
          await setImmediate();
        }
        if (items.length < maxPageRows) return effect;
      }
    },
    addRules(rules) {
      saveRules([...rules, ...current()]);
    },
  };
}

const isUnread = ({ sources, others }: AnswerReading, of: string): boolean =>
  sources.some(({ source, state }) => source === of && state === 'unread') ||
  others.some(({ path, state }) => path === of && state === 'unread');

/** Null where the new rules read nothing of it, or come to the same. */
function changeOf(search: ScreeningRow, raw: Uint8Array, added: readonly TextRule[]): RuleEffect['examples'][number] | null {
  const { readings, rules, query } = search;
  const after = readAnswer(raw, asQuery(query), { rules: [...added, ...rules], readings });
  if (!after.used.some((rule) => added.includes(rule))) return null;
  const before = readAnswer(raw, asQuery(query), { rules, readings });
  const states = ({ outcome, sources, others }: AnswerReading) =>
    JSON.stringify([outcome, sources.map(({ state }) => state), others.map(({ path, state }) => [path, state])]);
  if (states(before) === states(after)) return null;
  return { id: search.id, name: query.name, askedAt: search.askedAt, before: before.outcome, after: after.outcome };
}

function draftRule(
  source: TextRule['source'],
  { steps, text }: UnreadPart,
  meaning: SourceReading['meaning'],
  query: ScreeningQuery,
): TextRule {
  const pattern = patternOf(text, query);
  // Every element of an array is meant, so that the rule reads other answers like this one.
  const path = placePath(steps).replace(/\[\d+\]/g, '[*]');
  // A text of which nothing is left says nothing of its own.
  return { source, path, pattern, meaning: meaning === 'clear' && !/[\p{L}\p{N}]/u.test(pattern) ? 'ignored' : meaning };
}

/** Replaces personal and dated parts of the text with `*`: settings store no personal data, and other answers have other values. */
function patternOf(text: string, { name, identification }: ScreeningQuery): string {
  const asked = new Set(nameParts(name).map((part) => part.text));
  const key = identificationKey(identification);
  const isOwn = (word: string): boolean =>
    (key !== '' && identificationKey(word).includes(key)) ||
    (word.match(/\d/g)?.length ?? 0) > 3 ||
    nameParts(word).some((part) => asked.has(part.text));
  const words = text
    .trim()
    .split(/\s+/)
    .map((word) => (isOwn(word) ? '*' : word));
  const pattern = words.filter((word, at) => word !== '*' || words[at - 1] !== '*').join(' ') || '*';
  return pattern.length <= ruleLimits.pattern ? pattern : `${pattern.slice(0, ruleLimits.pattern - 1)}*`;
}
