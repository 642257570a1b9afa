/**
 * Reads members of an answer and of its results that the description does not list. They may report a missing answer of a source
 * ("The exact form of that indication: not shown"; Errors, Risk-list search), or hold data of the person, under names such as
 * `datos_ofac` and `bloqueado` (docs/open-points.md). Pure.
 */
import { type SourceName, sourceNames } from '../../../../shared/domain/screening.ts';
import { isObject } from '../../../platform/json/exact-json.ts';
import { stateOfValue } from '../rules/source-state.ts';
import { jsonPath, maxTexts, type Place, type Reader, readValue, stepsOf, textsIn, type UnreadPart } from './read-value.ts';
import { folded, isFailure, isFailureName, isWeightyName, readSentence, type Scalar } from './vocabulary.ts';

/** A member. `outer`: its place, which is a result, or null for the answer itself. */
export type Undescribed = { name: string; value: unknown; outer: Place };

/** Data of the person, or possibly of the person. `path`: JSON path from the answer. */
export type UndescribedData = { path: string; state: 'hit' | 'unread'; texts: string[]; data: unknown; unread: UnreadPart[] };

export type UndescribedReading = {
  /** Texts that say that these sources did not answer. */
  failures: ReadonlyMap<SourceName, ReadonlySet<string>>;
  /** Texts that report a failure and name no source. */
  unnamed: ReadonlySet<string>;
  data: UndescribedData[];
};

/** Words that name a source, in members and texts; `datos_…` are the described members. */
const naming: Record<SourceName, RegExp> = {
  lists: /tsti|\b(?:listas?|lists?)\b/,
  judicial: /judicial/,
  procurator: /procura|\bdatos pro\b/,
  news: /noticia|news\b|\bprensa\b/,
  social: /twitter|\bredes\b|(?<!razon )\bsocial(?:es)?\b/,
};
const namedIn = (text: string): SourceName[] => sourceNames.filter((source) => naming[source].test(text));

type Failure = { sources: Iterable<SourceName>; texts: readonly string[] };
type Around = { failed: boolean; named: readonly SourceName[]; near: Failure | null };

/** Maximum number of members with data that are shown. */
const maxData = 50;

/**
 * The rule.
 *
 * 1. A member reports a failure when its name, or a name or text under it, has a word of failure, when a status or code
 *    is 400 to 599, or when a good state is denied (`disponible: false`). A count of pending items, a time-out setting,
 *    "no hubo errores", null, false, 0 and an empty value report none.
 * 2. It is about the sources that it names, by member or by word; otherwise about those named next to it.
 * 3. Data under a name such as `datos_…`, `block…`, `alert…`, `riesgo…`, and any text that reports a finding, is data of
 *    the person.
 */
export function readUndescribed(members: readonly Undescribed[], reader: Reader): UndescribedReading {
  const failures = new Map<SourceName, Set<string>>();
  const unnamed = new Set<string>();
  const data: UndescribedData[] = [];
  const report = ({ sources, texts }: Failure): void => {
    const about = [...sources];
    for (const source of about) failures.set(source, addTo(failures.get(source) ?? new Set(), texts));
    if (about.length === 0) addTo(unnamed, texts);
  };
  for (const { name, value, outer } of members) {
    const place = { key: name, outer };
    for (const failure of failuresIn(name, value, place, { failed: false, named: [], near: null }, reader)) report(failure);
    for (const found of dataIn(name, value, place, reader)) if (data.length < maxData) data.push(found);
  }
  return { failures, unnamed, data };
}

function* failuresIn(name: string, value: unknown, place: Place, around: Around, reader: Reader): Generator<Failure> {
  if (value === null || value === undefined) return;
  const ruled = reader.rules.meaning(place, value);
  if (ruled !== undefined && ruled !== 'no-answer') return;
  if (ruled === undefined && Array.isArray(value)) {
    for (const [index, element] of value.entries()) yield* failuresIn(name, element, { key: index, outer: place }, around, reader);
    return;
  }
  const words = folded(name);
  const named = [...around.named, ...namedIn(words)];
  if (ruled === undefined && isObject(value)) {
    const failed = around.failed || isFailureName(words);
    const near = nearOf(value, around.near);
    for (const [key, found] of Object.entries(value)) yield* failuresIn(key, found, { key, outer: place }, { failed, named, near }, reader);
  } else if (ruled === 'no-answer' || isFailure(words, value as Scalar, around.failed)) {
    const own = [...named, ...namedIn(folded(typeof value === 'object' ? '' : String(value)))];
    const texts = textsIn(value, name);
    // `{fuente, mensaje}`: the member that names the source is next to the one that reports the failure.
    const { near } = around;
    yield own.length > 0 || near === null ? { sources: own, texts } : { sources: near.sources, texts: [...near.texts, ...texts] };
  }
}

/** Returns an object's direct texts and the sources that they name; where they name none, those of the objects around it. */
function nearOf(object: Record<string, unknown>, outer: Failure | null): Failure {
  const flat = Object.entries(object).filter(([, value]) => !isObject(value) && !(Array.isArray(value) && value.some(isObject)));
  const texts = flat.slice(0, maxTexts).flatMap(([key, value]) => textsIn(value, key));
  const sources = new Set(texts.flatMap((text) => namedIn(folded(text))));
  return { sources: sources.size > 0 ? sources : (outer?.sources ?? sources), texts };
}

function* dataIn(name: string, value: unknown, place: NonNullable<Place>, reader: Reader): Generator<UndescribedData> {
  const ruled = reader.rules.meaning(place, value);
  if (ruled !== undefined && ruled !== 'hit') return;
  const words = folded(name);
  const found = (state: 'hit' | 'unread', unread: UnreadPart[]): UndescribedData => ({
    path: jsonPath(stepsOf(place)),
    state,
    texts: textsIn(value, name),
    data: value,
    unread,
  });
  if (ruled === 'hit') yield found('hit', []);
  else if (isWeightyName(words)) {
    const reading = readValue(value, name, place, { failed: isFailureName(words) }, reader);
    const state = stateOfValue(reading.said);
    if ((state === 'hit' || state === 'unread') && (reading.said.hit || reading.said.unread)) yield found(state, reading.unread);
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) yield* dataIn(name, element, { key: index, outer: place }, reader);
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) yield* dataIn(key, inner, { key, outer: place }, reader);
  } else if (typeof value === 'string') {
    const said = readSentence(value);
    if (said === 'hit' || said === 'mixed') yield found(said === 'hit' ? 'hit' : 'unread', [{ steps: stepsOf(place), text: value }]);
  }
}

function addTo(texts: Set<string>, more: readonly string[]): Set<string> {
  for (const text of more) if (texts.size < maxTexts) texts.add(text);
  return texts;
}
