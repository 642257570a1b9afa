/**
 * Reads a value of an answer leaf by leaf: nothing found, a finding, a failure, or data that no rule reads. The rules of the connection
 * profile come first, then the usual sentences and the words of names. Pure.
 */
import type { ScreeningQuery } from '../../../../shared/domain/screening/screening.ts';
import { accentFolded } from '../../../../shared/domain/text-folding.ts';
import type { RuleMeaning, TextRule } from '../../../../shared/domain/text-rules.ts';
import { isObject } from '../../../platform/json/exact-json.ts';
import { type LeafMeaning, stateOfValue } from '../rules/source-state.ts';
import { isBesideDenial, isCertificateNumber, isEcho, namesPerson } from './beside-denial.ts';
import { folded } from './fold-words.ts';
import { plainValue } from './plain-value.ts';
import { entriesOf, furtherPages, saidIn } from './read-paging.ts';
import { readSentence } from './read-sentence.ts';
import {
  deniesAnswer,
  deniesFinding,
  isAboutQuery,
  isCounting,
  isDenyingName,
  isFailure,
  isFailureName,
  isFoundName,
  isHttpFailure,
  isListingName,
  isMark,
  isOfAnswered,
  isOfErrorBody,
  isOfParameters,
  isReporting,
  isScalar,
  isWellName,
  mayDeny,
  type Scalar,
} from './vocabulary.ts';

/** One value that no rule read. */
export type UnreadPart = { steps: (string | number)[]; text: string };

export type ValueReading = {
  said: Record<LeafMeaning, boolean>;
  /** Texts of failures, and of members that hold a message. */
  remarks: string[];
  unread: UnreadPart[];
  /** Values about the query: a rule can only be made from them where the value has no others. */
  ignored: UnreadPart[];
};

/** Maximum number of texts that are shown, and that rules are made from. */
export const maxTexts = 20;

/**
 * Facts about a place in the answer. `failed`: below a name of failure. `answered`: the name of
 * answered sources that the value is directly below. `errorBody`: next to a failure. `record`: in an element of an
 * array, so that a value is data of a finding. `finding`: below the
 * name of one, so that a no denies it. `asked`: below the parameters of the query. `denied`: next to a text that denies
 * findings. `described`: names that hold data whatever their words are.
 */
export type Surroundings = {
  failed?: boolean;
  answered?: string;
  errorBody?: boolean;
  record?: boolean;
  finding?: boolean;
  asked?: boolean;
  denied?: () => boolean;
  described?: ReadonlySet<string>;
};

export type Reader = { rules: RuleReader; query: ScreeningQuery };

const newReading = (): ValueReading => ({
  said: { clear: false, hit: false, 'no-answer': false, ignored: false, unread: false },
  remarks: [],
  unread: [],
  ignored: [],
});

export function readValue(value: unknown, name: string, place: Place, around: Surroundings, reader: Reader): ValueReading {
  const reading = newReading();
  walk(value, name, place, around, reader, reading);
  return reading;
}

/** Returns the parts that need a rule, so that the value can be read. */
export const unreadParts = (reading: ValueReading): UnreadPart[] =>
  stateOfValue(reading.said) === 'unread' && reading.unread.length === 0 ? reading.ignored : reading.unread;

function walk(value: unknown, name: string, place: Place, around: Surroundings, reader: Reader, into: ValueReading): void {
  const ruled = reader.rules.meaning(place, value);
  if (ruled !== undefined) {
    add(into, ruled, name, value, place);
    return;
  }
  if (Array.isArray(value)) {
    if (value.length === 0) into.said[meaningOfEmpty(around)] = true;
    for (const [index, element] of value.entries()) {
      const record = around.record || isObject(element) || (name !== '' && !isReporting(folded(name)));
      const { answered, ...others } = around;
      const asked = around.asked === true && !isObject(element);
      const inner = { ...others, record, asked, ...(answered !== undefined && !isObject(element) && { answered }) };
      walk(element, name, { key: index, outer: place }, inner, reader, into);
    }
  } else if (isObject(value)) {
    const names = Object.keys(value);
    if (names.length === 0) into.said[meaningOfEmpty(around)] = true;
    const isRuled = (key: string, inner: unknown): boolean => reader.rules.meaning({ key, outer: place }, inner) !== undefined;
    // Findings may be on the pages that are missing.
    if (around.described === undefined && furtherPages(folded(name), saidIn(value, isRuled), entriesOf(value)).length > 0)
      into.said['no-answer'] = true;
    const denied = () => names.some((key) => deniesAny(folded(key), value[key], reader.query));
    // Services answer with 404 that they found no one.
    const isNotFound = (key: string): boolean => value[key] === 404 || value[key] === '404';
    const noOne =
      names.some(isNotFound) &&
      Object.values(value).some((text) => typeof text === 'string' && /\S\s+\S/.test(text) && deniesFindings(text, reader.query));
    const errorBody = around.errorBody || names.some((key) => isFailingMember(folded(key), value[key]) && !(noOne && isNotFound(key)));
    for (const key of names) {
      const described = around.described?.has(key) === true;
      const words = folded(key);
      const failed = around.failed || (!described && isFailureName(words));
      const answered = !described && isOfAnswered(words) ? words : isObject(value[key]) ? undefined : around.answered;
      const inner = {
        failed,
        ...(answered !== undefined && { answered }),
        errorBody,
        asked: around.asked === true || (!described && isOfParameters(words)),
        ...(isScalar(value[key]) && { denied }),
        record: around.record === true || described,
        finding: around.finding === true || isFoundName(folded(name)),
        ...(described && { described: all }),
      };
      if (noOne && isNotFound(key)) add(into, 'ignored', key, value[key], { key, outer: place });
      else walk(value[key], key, { key, outer: place }, inner, reader, into);
    }
  } else {
    const leaf = isScalar(value) ? value : null;
    const meaning = place === null ? bareMeaning(typeof leaf === 'string' ? plainValue(leaf) : leaf) : undefined;
    add(into, meaning ?? meaningOf(folded(name), leaf, around, reader.query), name, value, place);
  }
}

const deniesFindings = (value: unknown, { name }: ScreeningQuery): boolean =>
  typeof value === 'string' && readSentence(String(plainValue(value)), name) === 'clear';

/** Returns true for a text that denies findings, an empty list of them, and a no or a 0 under a name of findings. `name`: folded. */
export function deniesAny(name: string, value: unknown, query: ScreeningQuery): boolean {
  if (Array.isArray(value)) return value.length === 0 && (isFoundName(name) || isListingName(name));
  return deniesFindings(value, query) || (isScalar(value) && mayDeny(name) && deniesFinding(name, value) && !isDenyingName(name));
}

/** Returns true for a certificate that denies findings. */
export const isCertificate = (value: unknown, query: ScreeningQuery): value is Record<string, unknown> =>
  isObject(value) &&
  Object.entries(value).some(([name, inner]) => isCertificateNumber(folded(name), inner)) &&
  Object.values(value).some((inner) => deniesFindings(inner, query));

const meaningOfEmpty = ({ failed, answered }: Surroundings): LeafMeaning =>
  failed ? 'ignored' : answered === undefined ? 'clear' : 'no-answer';

/** A set that has every name: everything below a described member is data. */
const all: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });

const isFailingMember = (name: string, value: unknown): boolean => isScalar(value) && isFailure(name, value);

/** A number, `true` or `false` in place of a whole source, also as a text. */
function bareMeaning(value: Scalar | null): LeafMeaning | undefined {
  if (isHttpFailure(value)) return 'no-answer';
  return typeof value === 'number' || typeof value === 'boolean' ? 'unread' : undefined;
}

function meaningOf(name: string, received: Scalar | null, around: Surroundings, query: ScreeningQuery): LeafMeaning {
  const value = typeof received === 'string' ? plainValue(received) : received;
  const { failed = false, answered, errorBody = false, record = false, asked = false, denied, described } = around;
  if (answered !== undefined && !isFailureName(name) && deniesAnswer(value, answered)) return 'no-answer';
  if (value === null || (typeof value === 'string' && value.trim() === '')) return failed ? 'ignored' : 'clear';
  const said = typeof value === 'string' ? readSentence(value, query.name) : null;
  const read = said === 'mixed' ? 'unread' : said;
  if (described === undefined && isFailure(name, value, failed)) return read === 'hit' || read === 'unread' ? 'unread' : 'no-answer';
  if (failed) return 'ignored';
  if (read !== null) return read;
  if (value === false || value === 0) {
    if (value === false ? isDenyingName(name) : isWellName(name)) return 'unread';
    return isReporting(name) && described === undefined ? 'ignored' : 'clear';
  }
  if (answered !== undefined) return 'ignored';
  if (errorBody && isOfErrorBody(name) && described === undefined) return 'no-answer';
  if (described !== undefined) return isMark(value) ? 'ignored' : 'hit';
  // A mark alone, which is not the missing value of a name.
  if (name === '' && isMark(value)) return 'unread';
  if (asked && !namesPerson(name) && !isFoundName(name)) return 'ignored';
  if (isAboutQuery(name, value) || (!record && isEcho(name, value, query))) return 'ignored';
  if (!record && isBesideDenial(name, value, query) && denied?.()) return 'ignored';
  return dataMeaning(name, value, record, around.finding === true);
}

function dataMeaning(name: string, value: Scalar, record: boolean, ofFinding: boolean): LeafMeaning {
  const denies = isDenyingName(name);
  if (value === true && denies) return 'clear';
  if (isReporting(name)) return 'unread';
  if (record) return 'hit';
  if (denies) return 'unread';
  if ((ofFinding || mayDeny(name)) && deniesFinding(name, value)) return 'clear';
  if (isFoundName(name)) return 'hit';
  return typeof value === 'number' && value > 0 && isCounting(name) ? 'hit' : 'unread';
}

function add(into: ValueReading, meaning: LeafMeaning, name: string, value: unknown, place: Place): void {
  into.said[meaning] = true;
  const isRemark = meaning === 'no-answer' || (/^(?:mensajes?|messages?|msg|aviso|advertencia|warning)$/i.test(name) && meaning !== 'hit');
  if (isRemark && into.remarks.length < maxTexts) into.remarks.push(...textsIn(value, name));
  if (meaning !== 'unread' && meaning !== 'ignored') return;
  const parts = into[meaning];
  if (parts.length < maxTexts) parts.push({ steps: stepsOf(place), text: textsIn(value)[0] ?? '' });
}

/** Returns the texts in a value: `name: text` for each text, number, `true` and `false`, at most twenty. */
export function textsIn(value: unknown, name = ''): string[] {
  const found: string[] = [];
  for (const text of allTexts(value, name)) if (found.push(text) === maxTexts) break;
  return found;
}

function* allTexts(value: unknown, name: string): Generator<string> {
  if (Array.isArray(value)) for (const element of value) yield* allTexts(element, name);
  else if (isObject(value)) for (const key of Object.keys(value)) yield* allTexts(value[key], key);
  else if (value !== null && value !== undefined && value !== '') yield name === '' ? String(value) : `${name}: ${String(value)}`;
}

/** A place in an answer: names of members and positions in arrays, the innermost first. */
export type Place = { key: string | number; outer: Place } | null;

export function stepsOf(place: Place): (string | number)[] {
  const steps: (string | number)[] = [];
  for (let at = place; at !== null; at = at.outer) steps.push(at.key);
  return steps.reverse();
}

export function jsonPath(steps: readonly (string | number)[]): string {
  const step = (key: string | number): string => {
    if (typeof key === 'number') return `[${key}]`;
    return /^[\p{L}\p{N}_-]+$/u.test(key) ? `.${key}` : `['${key.replace(/['\\]/g, '\\$&')}']`;
  };
  return `$${steps.map(step).join('')}`;
}

const stepForm = /\.([\p{L}\p{N}_-]+)|\['((?:[^'\\]|\\['\\])*)'\]|\[(\d+|\*)\]/gu;

function stepsOfPath(path: string): (string | number)[] {
  return [...path.matchAll(stepForm)].map(([, name, quoted, place]) => {
    if (place !== undefined) return place === '*' ? '*' : Number(place);
    return name ?? (quoted ?? '').replace(/\\(['\\])/g, '$1');
  });
}

/** Folds a text for patterns: case, accents and blanks do not count. */
const plain = (text: string): string => accentFolded(text).replace(/\s+/g, ' ').trim();

/** Returns true when the text contains the parts between the stars, in order. Takes time proportional to the text for every pattern. */
function patternMatches(pattern: string, text: string): boolean {
  const [said, parts] = [plain(text), plain(pattern).split('*')];
  if (parts.length === 1) return said === parts[0];
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (said.length < first.length + last.length || !said.startsWith(first) || !said.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const next = said.indexOf(part, at);
    if (next === -1) return false;
    at = next + part.length;
  }
  return at <= said.length - last.length;
}

export type RuleReader = {
  /**
   * Returns the meaning of the first rule that fits the value at that place; undefined for none. Structures fit only the pattern `*`, and
   * null in place of a whole source only `null`.
   */
  meaning(place: Place, value: unknown): RuleMeaning | undefined;
};

const maxPatternLength = 100_000;

/** @param used gets the rules that fit a value */
export function createRuleReader(rules: readonly TextRule[], source: TextRule['source'], used: Set<TextRule>): RuleReader {
  const own = rules.filter((rule) => rule.source === source).map((rule) => ({ rule, steps: stepsOfPath(rule.path) }));
  const fits = (wanted: readonly (string | number)[], steps: readonly (string | number)[]): boolean =>
    wanted.length === steps.length && wanted.every((step, at) => step === steps[at] || (step === '*' && typeof steps[at] === 'number'));
  return {
    meaning(place, value) {
      if (own.length === 0) return undefined;
      const steps = stepsOf(place);
      const structure = typeof value === 'object' && value !== null;
      const text = structure ? '' : String(value).slice(0, maxPatternLength);
      const isAny = (pattern: string): boolean => pattern === '*' && (value !== null || place !== null);
      const isText = (pattern: string): boolean => (value === null ? plain(pattern) === text : patternMatches(pattern, text));
      const found = own.find(
        ({ rule: { pattern }, steps: wanted }) => fits(wanted, steps) && (isAny(pattern) || (!structure && isText(pattern))),
      );
      if (!found) return undefined;
      used.add(found.rule);
      return found.rule.meaning;
    },
  };
}
