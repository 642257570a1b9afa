/**
 * Reads the meaning of a source's text: by the rules of the connection profile first, then by the usual Spanish (and a few English)
 * sentences for nothing found and for a finding. Pure.
 */
import { accentFolded } from '../../../../shared/domain/text-folding.ts';
import type { RuleMeaning, TextRule } from '../../../../shared/domain/text-rules.ts';
import { anyOf, folded, maxReadLength } from './vocabulary.ts';

const nouns = [
  'antecedentes?|sancion(?:es)?|inhabilidad(?:es)?|procesos?|registros?|resultados?|coincidencias?|datos?|informacion|anotacion(?:es)?',
  'asuntos?|pendientes?|condenas?|multas?|reportes?|hallazgos?|alertas?|novedad(?:es)?|requerimientos?|orden(?:es)?|noticias?|publicacion(?:es)?',
  'delitos?|investigacion(?:es)?|comparendos?|medidas?|causas?|demandas?|embargos?|menciones|restriccion(?:es)?|bloqueos?|impedimentos?',
  'listas?|homonim[oa]s?|results?|records?|matches|match|hits?|entries|findings?|listings?',
].join('|');
const verbs = [
  'registra(?:n|ba|ron)?|presenta(?:n|ba|ron)?|tienen?|tenia|reporta(?:n|ron)?|posee|existen?|hay|figuran?|aparecen?|arroj(?:o|a|aron)|gener(?:o|a|aron)',
  'devolvio|contiene|cuenta|registro|encontr(?:aron|o|aba)|encuentran?|hall(?:aron|o)|obtuv(?:ieron|o)|identific(?:aron|o)|evidenci\\w*|detect(?:aron|o)',
].join('|');
/** Words between a verb and its noun that are no verbs. */
const between = `(?: (?!(?:${verbs}|pero|si|no|sino)\\b)\\p{L}+){0,4}?`;

/** Sentences that say that nothing was found. */
const denial = new RegExp(
  [
    `\\b(?:no|ni)(?: (?:se|le|ha|han|ha sido))*(?: (?:${verbs}))${between} (?:${nouns}|reportad[oa]|sancionad[oa]|inhabilitad[oa]|vinculad[oa]|registrad[oa]|bloquead[oa]|requerid[oa])`,
    `\\bno(?: se)? (?:registra|reporta|figura|aparece|encontrad[oa])(?= ?$| en\\b)`,
    `\\b(?:sin|ningun[oa]?s?|cero|0|no|ni|zero|without)(?: \\p{L}+)?? (?:${nouns})(?: (?:found|encontrad[oa]s|hallad[oa]s))?`,
    `(?:${nouns}) (?:ningun[oa]?|no|0|cero|none)$`,
    '^(?:ningun[oa]|nada|none|nothing found|not found|no encontrad[oa]|no (?:results?|records?|matches|hits?)(?: found)?)$',
  ].join('|'),
  'gu',
);
/** Words that the rest of a denial must not have: they restrict the denial, or report something else. */
const affirms = new RegExp(
  `\\b(?:${verbs}|pero|aunque|sin embargo|no obstante|excepto|salvo|sino|ademas|tambien|parcial\\p{L}*|homonim\\p{L}*|algun\\p{L}*|otr[oa]s?|solo|unicamente|vigentes? desde)\\b`,
  'u',
);
const foundWords = anyOf(
  'sancionad[oa]s?|inhabilitad[oa]s?|condenad[oa]s?|suspendid[oa]s?|destituid[oa]s?|bloquead[oa]s?|reportad[oa]s?|buscad[oa]s?|capturad[oa]s?|investigad[oa]s?|imputad[oa]s?',
  'positiv[oa]s?|blocked|sanctioned|convicted|wanted|prófug[oa]|profug[oa]|se encontro coincidencia|match found',
);
/** A finding: a verb with its noun, or a participle, without a negation before it. */
const affirmation = new RegExp(`\\b(?:${verbs})${between} (?:${nouns})\\b`, 'u');

const clauseEnds = /[.;,\n\r|•]+/;

/** Returns `mixed` when a person has to decide: the text says both, or restricts a denial. Null for an unknown sentence. */
export function readSentence(text: string): 'clear' | 'hit' | 'mixed' | null {
  if (text.length > maxReadLength) return null;
  let denied = false;
  let found = false;
  let doubt = false;
  for (const clause of text.split(clauseEnds)) {
    const said = folded(clause);
    const rest = said.replace(denial, ' ~ ');
    if (rest !== said) {
      denied = true;
      // "No registra sanciones ni inhabilidades vigentes": the second noun is denied as well.
      if (affirms.test(rest) || foundWords.test(rest)) doubt = true;
    } else if (foundWords.test(said) || affirmation.test(said)) {
      if (/\b(?:no|ni|sin|nunca|jamas|not)\b/.test(said)) doubt = true;
      else found = true;
    } else if (affirms.test(said)) doubt = true;
  }
  if (denied) return found || doubt ? 'mixed' : 'clear';
  return found ? 'hit' : null;
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
export function patternMatches(pattern: string, text: string): boolean {
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
  /** Returns the meaning of the first rule that fits the value at that place; undefined for none. Structures fit only the pattern `*`. */
  meaning(place: Place, value: unknown): RuleMeaning | undefined;
  /** Rules that have fitted a value so far. */
  used: Set<TextRule>;
};

const maxPatternLength = 100_000;

export function createRuleReader(rules: readonly TextRule[], source: TextRule['source'], used: Set<TextRule>): RuleReader {
  const own = rules.filter((rule) => rule.source === source).map((rule) => ({ rule, steps: stepsOfPath(rule.path) }));
  const fits = (wanted: readonly (string | number)[], steps: readonly (string | number)[]): boolean =>
    wanted.length === steps.length && wanted.every((step, at) => step === steps[at] || (step === '*' && typeof steps[at] === 'number'));
  return {
    used,
    meaning(place, value) {
      if (own.length === 0) return undefined;
      const steps = stepsOf(place);
      const structure = typeof value === 'object' && value !== null;
      const text = structure ? '' : String(value).slice(0, maxPatternLength);
      const found = own.find(
        ({ rule, steps: wanted }) =>
          fits(wanted, steps) && (rule.pattern === '*' || (!structure && value !== null && patternMatches(rule.pattern, text))),
      );
      if (!found) return undefined;
      used.add(found.rule);
      return found.rule.meaning;
    },
  };
}
