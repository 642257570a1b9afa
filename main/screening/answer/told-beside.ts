/**
 * A source that did not answer may be told outside its own member: "The exact form of that indication: not shown"
 * (Errors, Risk-list search; docs/open-points.md). Pure.
 */
import { type SourceName, type SourceResult, sourceNames } from '../../../shared/domain/screening.ts';
import { isObject } from '../../json/exact-json.ts';
import { cleanText } from '../../provider/provider-text.ts';
import { isHttpFailure, textsIn } from './says-data.ts';

/** Words, lower case, without accents: `datosRamaJudicial_Error` is `datos rama judicial error`. */
const folded = (text: string): string =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .join(' ')
    .trim();

const anyOf = (...parts: string[]): RegExp => new RegExp(`\\b(?:${parts.join('|')})\\b`);

/** A name or a text with one of these tells of a failure. "Fallo" alone is no word of it: rulings are called that too. */
const trouble = anyOf(
  'err(?:or(?:s|es)?)?|exceptions?|excepcion(?:es)?|fault|fail(?:ed|s|ures?)?|fall[oa] (?:al|en)|fallid[oa]s?|(?:servicio|fuente) con falla',
  'time ?d?(?: |)outs?|tiempo (?:de )?espera|(?:no|not)(?: esta| estan| is| are| was)? (?:disponibles?|available)|indisponibles?|unavailable',
  'no (?:hubo |hay )?(?:response|respuesta|answer)|(?:no|not) (?:respond\\w*|contest\\w*)|sin (?:respuesta|conexion|servicio)',
  'fuera (?:de )?(?:servicio|linea)|out of service|offline|unreachable|inaccesible|caid[oa]s?|(?:is|service) down|mantenimiento|maintenance',
  'no se (?:pudo|logro)|no (?:fue|ha sido) posible|could ?n[o ]?t|unable|cannot|gateway|unauthorized|forbidden|connection refused',
  'no (?:fue(?:ron)? )?consultad[oa]s?|not queried',
);
/** So does a name of one of these. */
const namesTrouble = anyOf('pendientes?|pending|omitid[oa]s?|skipped|missing|faltantes?|incomplet[oae]s?|falla(?:s|ron)?|fallos');
/** And a text that is nothing else. */
const stateOfTrouble = /^(?:ko|nok|no(?:t)? ok|down|fall\p{L}*|pendientes?|pending|incomplet[oae]|omitid[oa]|skipped|aborted)$/u;
/** "Sin errores" tells of none. */
const noTrouble = /\b(?:sin|without|no|0|cero|zero|ningun) (?:error(?:s|es)?|fall[ao]s?|failures?|exceptions?|excepcion(?:es)?)\b/g;
/** Names under which "no" tells of a failure. */
const wellBeing = anyOf('disponibles?|available|success(?:ful)?|exito|exitos[oa]|ok|complet[oae]d?|completad[oa]|respondio|responded');
const numbering = anyOf('status|estado|code|codigo|http');

const isTrouble = (text: string): boolean => trouble.test(text.replace(noTrouble, ''));
const namesFailure = (name: string): boolean => isTrouble(name) || namesTrouble.test(name);

/** Words that name a source, in members and texts; `datos_…` are the members that the description has for them. */
const naming: Record<SourceName, RegExp> = {
  lists: /tsti|\b(?:listas?|lists?)\b/,
  judicial: /judicial/,
  procurator: /procura|\bdatos pro\b/,
  news: /noticia|news\b|\bprensa\b/,
  social: /twitter|\bredes\b|(?<!razon )\bsocial(?:es)?\b/,
};
const namedIn = (text: string): SourceName[] => sourceNames.filter((source) => naming[source].test(text));

type Scalar = string | number | boolean;
type Told = { sources: Iterable<SourceName>; texts: readonly string[] };
type Place = { failed: boolean; named: readonly SourceName[]; around: Told | null };

/** Null, false, 0, nothing and their texts. */
const saysNothing = (value: Scalar): boolean => Number(value) === 0;
const isNo = (value: Scalar): boolean =>
  value === false || value === 0 || (typeof value === 'string' && /^\s*(?:false|no|0)\s*$/i.test(value));
const isFailureStatus = (value: Scalar): boolean => isHttpFailure(value) || /^\s*(?:http\S*\s+)?[45]\d\d\b/i.test(String(value));

function fails(failed: boolean, name: string, value: Scalar): boolean {
  const ownFailure = namesFailure(name);
  if (!ownFailure && isNo(value) && wellBeing.test(name)) return true;
  if (saysNothing(value)) return false;
  if (failed || ownFailure) return true;
  if (numbering.test(name) && isFailureStatus(value)) return true;
  if (typeof value !== 'string') return false;
  const said = folded(value);
  return isTrouble(said) || stateOfTrouble.test(said);
}

/** Enough of what stands around to be shown. */
const mostTexts = 20;

function* failuresIn(name: string, value: unknown, place: Place): Generator<Told> {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const element of value) yield* failuresIn(name, element, place);
    return;
  }
  const words = folded(name);
  const named = [...place.named, ...namedIn(words)];
  if (isObject(value)) {
    const failed = place.failed || namesFailure(words);
    const around = aroundOf(value, place.around);
    for (const [key, found] of Object.entries(value)) yield* failuresIn(key, found, { failed, named, around });
  } else if (fails(place.failed, words, value as Scalar)) {
    const own = [...named, ...namedIn(folded(String(value)))];
    const texts = textsIn(value, name);
    // `{fuente, mensaje}`: what names the source stands beside what tells of the failure.
    const { around } = place;
    yield own.length > 0 || around === null ? { sources: own, texts } : { sources: around.sources, texts: [...around.texts, ...texts] };
  }
}

/** What an object's own texts say, and the sources they name; where they name none, those that are named further out. */
function aroundOf(object: Record<string, unknown>, outer: Told | null): Told {
  const flat = Object.entries(object).filter(([, value]) => !isObject(value) && !(Array.isArray(value) && value.some(isObject)));
  const texts = flat.slice(0, mostTexts).flatMap(([key, value]) => textsIn(value, key).slice(0, mostTexts));
  const sources = new Set(texts.flatMap((text) => namedIn(folded(text))));
  return { sources: sources.size > 0 ? sources : (outer?.sources ?? sources), texts };
}

/**
 * The rule. `undescribed`: members of the answer and of each result that the description does not list.
 *
 * 1. One tells of a failure when its name, or a name or text under it, is a word of failure (`error`, `timeout`, "no
 *    disponible", …), when a status or code is 400 to 599, or when what should be well is not (`disponible: false`).
 *    Null, false, 0, nothing and empty structures under a name of failure tell of none.
 * 2. It is about the sources that it names, by member or by word; failing that, those named beside it.
 * 3. Such a source did not answer, asked for or not, unless it has data: a hit stays, with what is said beside it.
 * 4. A failure that names no source makes every source no answer that would be clear.
 */
export function withToldBeside(sources: SourceResult[], undescribed: readonly Record<string, unknown>[]): SourceResult[] {
  const of = new Map<SourceName, Set<string>>();
  const ofAll = new Set<string>();
  for (const members of undescribed)
    for (const [name, value] of Object.entries(members))
      for (const told of failuresIn(name, value, { failed: false, named: [], around: null })) {
        const about = [...told.sources];
        for (const source of about) of.set(source, addedTo(of.get(source) ?? new Set(), told.texts));
        if (about.length === 0) addedTo(ofAll, told.texts);
      }
  return sources.map((result) => {
    const own = of.get(result.source);
    if (own) return { ...result, state: result.state === 'hit' ? 'hit' : 'no-answer', text: joined(result.text, [...own, ...ofAll]) };
    const wouldBeClear = result.state === 'clear' && ofAll.size > 0;
    return wouldBeClear ? { ...result, state: 'no-answer', text: joined(result.text, ofAll) } : result;
  });
}

function addedTo(texts: Set<string>, more: readonly string[]): Set<string> {
  for (const text of more) if (texts.size < mostTexts) texts.add(text);
  return texts;
}

const joined = (text: string | null, more: Iterable<string>): string | null =>
  cleanText([...(text === null ? [] : [text]), ...more].join(' · ')) || null;
