/**
 * Reads the members of an answer and of its results that the description does not list: failures of sources, and data of the person, as
 * evidence for `rules/source-state.ts`. Pure.
 */
import { type ScreeningQuery, type SourceName, sourceNames } from '../../../../shared/domain/screening/screening.ts';
import { isObject } from '../../../platform/json/exact-json.ts';
import { stateWithoutAnswer } from '../rules/source-state.ts';
import { date, isEcho } from './beside-denial.ts';
import { folded } from './fold-words.ts';
import { isEmpty, isLikeEntry } from './read-match.ts';
import { entriesOf, furtherPages, isAboutPages, type Said, saidIn } from './read-paging.ts';
import { readSentence } from './read-sentence.ts';
import { deniesAny, jsonPath, maxTexts, type Place, type Reader, readValue, stepsOf, textsIn, type UnreadPart } from './read-value.ts';
import { hasStanding, isBadStanding, isLackingValue, isMessage, isOfLacking, isStanding, isStatement } from './source-standing.ts';
import {
  affirmsFinding,
  countedSources,
  countsRest,
  deniesAnswer,
  isFailure,
  isFailureName,
  isLeaf,
  isListingName,
  isListName,
  isNameOfList,
  isNote,
  isOfAnswered,
  isOff,
  isOfSources,
  isQueryName,
  isScalar,
  isWeightyName,
  isYes,
  isYesOrNo,
  mayAffirm,
  mayCount,
  type Scalar,
} from './vocabulary.ts';

/** Members of a result, or of the answer itself. `place`: null for the answer. `entries`: see `furtherPages`. */
export type Undescribed = { members: Record<string, unknown>; place: Place; entries: number | null };

/** Data of the person, or possibly of the person. `path`: JSON path from the answer. */
type UndescribedData = { path: string; state: 'hit' | 'unread'; texts: string[]; data: unknown; unread: UnreadPart[] };

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

/** Returns the sources that were asked: another has nothing to answer. */
const askedOf = (sources: Iterable<SourceName>, query: ScreeningQuery): SourceName[] =>
  [...sources].filter((source) => stateWithoutAnswer(source, query) === 'no-answer');

type Failure = { sources: Iterable<SourceName>; texts: readonly string[] };
/** `failed`: below a name of failure. `answered`: the name of answered sources that the value is directly below; empty for none. */
type Around = { failed: boolean; answered: string; named: readonly SourceName[]; near: Failure | null; entries: number | null };

/** `notes`: a text of a source refers to a footnote. `year`: of the answer. */
export type OtherReader = Reader & { notes: boolean; year: number | null };

/** Maximum number of members with data that are shown. */
const maxData = 50;

/**
 * Reads members of an answer and of its results that the description does not list. They may report a missing answer of a source
 * ("The exact form of that indication: not shown"; Errors, Risk-list search), or hold data of the person, under names such as
 * `datos_ofac` and `bloqueado` (docs/open-points.md). The rule:
 *
 * 1. A member reports a failure when its name, or a name or text under it, has a word of failure, when a status or code
 *    is 400 to 599, or when a good state is denied (`disponible: false`). A count of pending items, a time-out setting,
 *    "no hubo errores", null, false, 0 and an empty value report none.
 * 2. It is about the sources that it names, by member or by word; otherwise about those named next to it.
 * 3. Sources that answered, under a name such as `fuentes_respondieron`: those that it denies or lacks did not. Members of an object say
 *    it together: `{procuraduria: false, judicial: true}`, `{fuentes_ok: 3, fuentes_total: 4}`. So do those that tell of further pages.
 * 4. An element of an array that has data of its own, and an object with members of an entry, may be a finding: it is unread.
 * 5. A footnote is unread where a source refers to one: "No registra (*)".
 * 6. Data under a name such as `datos_…`, `block…`, `alert…`, `riesgo…`, and any text that reports a finding, is data of
 *    the person.
 */
export function readUndescribed(objects: readonly Undescribed[], reader: OtherReader): UndescribedReading {
  const failures = new Map<SourceName, Set<string>>();
  const unnamed = new Set<string>();
  for (const { sources, texts } of objects.flatMap((object) => [...failuresOf(object, reader)])) {
    const about = [...sources];
    for (const source of about) failures.set(source, addTo(failures.get(source) ?? new Set(), texts));
    if (about.length === 0) addTo(unnamed, texts);
  }
  const data = objects.flatMap(({ members, place: outer }) =>
    Object.entries(members).flatMap(([name, value]) => [
      ...dataIn(name, value, { key: name, outer }, reader, bareSource.test(folded(name))),
    ]),
  );
  return { failures, unnamed, data: data.slice(0, maxData) };
}

function* failuresOf({ members, place: outer, entries }: Undescribed, reader: Reader): Generator<Failure> {
  yield* togetherIn('', members, outer, entries, reader);
  const around: Around = { failed: false, answered: '', named: [], near: null, entries };
  for (const [name, value] of Object.entries(members)) yield* failuresIn(name, value, { key: name, outer }, around, reader);
}

/** An object in place of an answered source has members about other things. */
const below = (around: Around, value: unknown): Around => (isObject(value) ? { ...around, answered: '' } : around);

function* failuresIn(name: string, value: unknown, place: NonNullable<Place>, around: Around, reader: Reader): Generator<Failure> {
  if (value === undefined || (value === null && around.answered === '')) return;
  const ruled = reader.rules.meaning(place, value);
  if (ruled !== undefined && ruled !== 'no-answer') return;
  const words = folded(name);
  if (ruled === undefined && around.answered !== words && typeof place.key === 'string' && isOfAnswered(words)) {
    yield* unnamedIn(name, value, reader.query);
    yield* failuresIn(name, value, place, { ...around, answered: words }, reader);
    return;
  }
  if (ruled === undefined && Array.isArray(value)) {
    for (const [index, element] of value.entries())
      yield* failuresIn(name, element, { key: index, outer: place }, below(around, element), reader);
    return;
  }
  const named = [...around.named, ...namedIn(words)];
  if (ruled === undefined && isObject(value)) {
    const failed = around.failed || isOfLacking(words);
    const near = nearOf(value, around.near);
    const own = entriesOf(value);
    const inner = { ...around, failed, named, near, entries: own ?? around.entries };
    if (!failed) yield* togetherIn(words, value, place, own ?? (isAboutPages.test(words) ? around.entries : null), reader);
    for (const [key, found] of Object.entries(value)) yield* failuresIn(key, found, { key, outer: place }, below(inner, found), reader);
  } else if (around.answered !== '' && !isFailureName(words) && isLeaf(value) && deniesAnswer(value, around.answered)) {
    const own = [...named, ...namedIn(folded(String(value)))];
    const sources = askedOf(own, reader.query);
    if (sources.length > 0 || own.length === 0) yield { sources, texts: value === null ? [`${name}: null`] : textsIn(value, name) };
  } else if (
    value !== null &&
    (ruled === 'no-answer' || (isScalar(value) && isFailure(words, value, around.failed || isLackingValue(words, value))))
  ) {
    const own = [...named, ...namedIn(folded(typeof value === 'object' ? '' : String(value)))];
    const texts = textsIn(value, name);
    // `{fuente, mensaje}`: the member that names the source is next to the one that reports the failure.
    const { near } = around;
    yield own.length > 0 || near === null ? { sources: own, texts } : { sources: near.sources, texts: [...near.texts, ...texts] };
  } else if (typeof value === 'string' && isOfSources(words)) {
    // `["Procuraduría: inactiva"]`
    const [, source = '', state = ''] = /^([^:=]{1,60})[:=]([^:=]+)$/.exec(value) ?? [];
    const sources = bareSource.test(folded(source)) && isBadStanding(state.trim()) ? askedOf(namedIn(folded(source)), reader.query) : [];
    if (sources.length > 0) yield { sources, texts: textsIn(value, name) };
  }
}

const flag = '(?:search ?t?|buscar|consultar|incluir|include)';
const sourceName =
  'judicial(?: branch)?|procura\\p{L}*|pro|(?:aml ?)?news|noticias|prensa|listas?|lists?|tsti|twitter|social|redes(?: sociales)?';
/** A name that is only that of a source, or of the flag that asks for it. */
const bareSource = new RegExp(`^(?:${flag} ?)?(?:datos )?(?:rama ?)?(?:${sourceName})$`, 'u');
const beginsAsFlag = new RegExp(`^${flag}`);

/** Returns what the members of an object say together about answers of sources. `name`: that of the object, folded. */
function* togetherIn(
  name: string,
  object: Record<string, unknown>,
  place: Place,
  entries: number | null,
  reader: Reader,
): Generator<Failure> {
  const members = saidIn(object, (key, value) => reader.rules.meaning({ key, outer: place }, value) !== undefined);
  for (const { words, text } of deniedIn(name, members)) {
    const sources = askedOf(namedIn(words), reader.query);
    if (sources.length > 0) yield { sources, texts: [text] };
  }
  yield* standingIn(name, object, members, reader.query);
  yield* countedIn(name, members);
  const pages = furtherPages(name, members, entries);
  if (pages.length > 0) yield { sources: namedIn(name), texts: pages };
}

/**
 * Returns the states under which a source may not have answered: `{fuente: "Procuraduría", estado: "inactiva"}`,
 * `{estado_fuentes: {procuraduria: "inactiva"}}`, `{procuraduria_estado: "inactiva"}`.
 */
function* standingIn(name: string, object: Record<string, unknown>, members: readonly Said[], query: ScreeningQuery): Generator<Failure> {
  const bad = members.filter(({ value }) => value !== null && isBadStanding(value));
  const near = askedOf(nearOf(object, null).sources, query);
  // The answer itself names sources for many reasons.
  const isState = ({ words, value }: Said): boolean => isStanding(words) && (name !== '' || (value !== null && isOff(value)));
  if (near.length > 0 && bad.some(isState)) yield { sources: near, texts: members.map(({ text }) => text) };
  const isAbout = isOfSources(name) || isStanding(name);
  const isOfSource = ({ words, value }: Said): boolean =>
    hasStanding(words) || (isAbout && value !== false && bareSource.test(words) && namedIn(folded(String(value))).length === 0);
  for (const { words, text } of bad.filter(isOfSource)) {
    const sources = askedOf(namedIn(words), query);
    if (sources.length > 0) yield { sources, texts: [text] };
  }
}

/**
 * Returns the members that deny a source, such as `procuraduria: false`: where the object is about sources, where it affirms another source
 * (the answer is not clear, whether that means answered or found), and where the name is that of a flag of the search.
 */
function deniedIn(name: string, members: readonly Said[]): Said[] {
  const bare = members.filter(({ words }) => bareSource.test(words));
  const affirms = bare.some(({ value }) => value !== null && isYesOrNo(value) === 'yes');
  return bare.filter(({ words, value }) =>
    value === null ? affirms : isOff(value) && (affirms || isOfSources(name) || beginsAsFlag.test(words)),
  );
}

/** Returns counts of which fewer sources answered than were asked: `{ok: 3, total: 4}`, `{fuentes_pendientes: 1}`. */
function* countedIn(name: string, members: readonly Said[]): Generator<Failure> {
  const counts = members.flatMap(({ words, value, text }) => {
    const of = [...countedSources(words), ...countedSources(`${name} ${words}`)];
    return of.length > 0 && /^\s*\d+\s*$/.test(String(value)) ? [{ words, of, text, count: Number(value) }] : [];
  });
  const asked = counts.reduce((most, { of, count }) => (of.includes('asked') ? Math.max(most, count) : most), 0);
  const short = counts.filter(({ of, count }) => (of.includes('answered') && count < asked) || (of.includes('missing') && count > 0));
  const about = namedIn(`${name} ${short.map(({ words }) => words).join(' ')}`);
  if (short.length > 0) yield { sources: about, texts: counts.map(({ text }) => text) };
}

/**
 * Returns the sources that were asked and that the answered ones lack: `sources_answered: ["judicial"]`. Lists and news are no external
 * sources (endpoint F, behaviors), so that they are lacking only next to one of them. Without any element no source has answered.
 */
function* unnamedIn(name: string, value: unknown, query: ScreeningQuery): Generator<Failure> {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return;
  if (typeof value === 'object' && Object.keys(value).length === 0) yield { sources: [], texts: [`${name}: ${JSON.stringify(value)}`] };
  const texts = textsIn(value, name);
  const denied = ([, one]: [string, unknown]) => isLeaf(one) && deniesAnswer(one, folded(name));
  const affirmed = isObject(value) ? Object.fromEntries(Object.entries(value).filter((one) => !denied(one))) : value;
  const named = new Set(textsIn(affirmed).flatMap((text) => namedIn(folded(text))));
  const core = named.has('lists') || named.has('news') || named.has('social');
  const expected = sourceNames.filter((source) => source === 'judicial' || source === 'procurator' || core);
  const sources = askedOf(expected, query).filter((source) => !named.has(source));
  if (named.size > 0 && sources.length > 0) yield { sources, texts };
}

/** Returns an object's direct texts and the sources that they name; where they name none, those of the objects around it. */
function nearOf(object: Record<string, unknown>, outer: Failure | null): Failure {
  const flat = Object.entries(object).filter(([, value]) => !isObject(value) && !(Array.isArray(value) && value.some(isObject)));
  const texts = flat.slice(0, maxTexts).flatMap(([key, value]) => textsIn(value, key));
  const sources = new Set(texts.flatMap((text) => namedIn(folded(text))));
  return { sources: sources.size > 0 ? sources : (outer?.sources ?? sources), texts };
}

/** `ofSource`: in an object that names a source, or itself with the name of one. */
function* dataIn(
  name: string,
  value: unknown,
  place: NonNullable<Place>,
  reader: OtherReader,
  ofSource: boolean,
): Generator<UndescribedData> {
  const ruled = reader.rules.meaning(place, value);
  if (ruled !== undefined && ruled !== 'hit') return;
  const words = folded(name);
  if (ruled === undefined && (deniesOfList(value, place, reader) || isUpdateOfList(words, value, place))) return;
  const found = (state: 'hit' | 'unread', unread: UnreadPart[]): UndescribedData => ({
    path: jsonPath(stepsOf(place)),
    state,
    texts: textsIn(value, name),
    data: value,
    unread,
  });
  if (ruled === 'hit') yield found('hit', []);
  else if (isWeightyName(words) || isOfList(words, place)) {
    const { said, unread } = readValue(value, name, place, { failed: isFailureName(words) }, reader);
    if (!said.hit && !said.unread) return;
    if (isWeightyName(words)) yield found(said.hit ? 'hit' : 'unread', unread);
    else yield found('unread', unread.length > 0 ? unread : leavesOf(value, place));
  } else if (mayBeFinding(words, value, place, reader) || affirmsOfList(value)) {
    const { unread } = readValue(value, '', place, { record: true }, reader);
    yield found('unread', unread.length > 0 ? unread : leavesOf(value, place));
  } else if (Array.isArray(value)) {
    for (const [index, element] of value.entries())
      yield* dataIn(name, element, { key: index, outer: place }, reader, ofSource && isMessage(words));
  } else if (isObject(value)) {
    const names = Object.entries(value).some(namesSource);
    for (const [key, inner] of Object.entries(value)) yield* dataIn(key, inner, { key, outer: place }, reader, names);
  } else if (isScalar(value)) {
    const said = typeof value === 'string' ? readSentence(value, reader.query.name) : null;
    const isName = isEcho(words, value, reader.query);
    const affirms = (!isName && affirmsFinding(words, value)) || (isOfPerson(words, place) && mayAffirm(words, value));
    const isCount = () => !isName && !isOfQuery(place) && mayCount(words, outerName(place), value, isOfPerson(words, place));
    const isPartial = (isOutermost(stepsOf(place)) && countsRest(words, value)) || isOutdated(value, place, reader.year);
    if ((said === null || said === 'mixed') && (affirms || isPartial || isCount())) return yield found('unread', leavesOf(value, place));
    if (typeof value !== 'string' || isOfAnswered(words)) return;
    const isAnswer = ofSource && (isMessage(words) || bareSource.test(words)) && isYesOrNo(value) === null;
    const isUnknown = (reader.notes && isNote(value)) || (isAnswer && isStatement(value));
    const isDoubt = said === 'mixed' || (said === null && isUnknown);
    if (said === 'hit' || isDoubt) yield found(isDoubt ? 'unread' : 'hit', [{ steps: stepsOf(place), text: value }]);
  }
}

/**
 * Returns true for an element of an array that has data of its own, such as `{"entries": [{…}]}`, and for an object with members of an
 * entry of lists. `name`: folded; elements of an array about the query or its sources are none.
 */
function mayBeFinding(name: string, value: unknown, place: NonNullable<Place>, reader: Reader): boolean {
  if (isObject(value) && isLikeEntry(value)) return true;
  if (typeof place.key === 'string' || isFailureName(name)) return false;
  const data = isObject(value) ? Object.fromEntries(Object.entries(value).filter((one) => !isSourceName(one))) : value;
  if (isObject(value) ? isQueryName(name) : !isListingName(name)) return false;
  return readValue(data, '', place, { record: true }, reader).said.hit;
}

/** Whether a value is within a member about the query, such as the lists that were searched. */
const isOfQuery = ({ outer }: NonNullable<Place>): boolean =>
  stepsOf(outer).some((step) => typeof step === 'string' && (isQueryName(folded(step)) || isOfSources(folded(step))));

/** The folded name of the object or list that a value is in; empty for a result and for the answer. */
function outerName({ outer }: NonNullable<Place>): string {
  const names = stepsOf(outer).filter((step) => typeof step === 'string' && step !== 'results');
  return folded(String(names.at(-1) ?? ''));
}

/** Whether a member has the name of a list or a register, and is none of those that were searched. */
const isOfList = (name: string, place: NonNullable<Place>): boolean => isNameOfList(name) && !isOfQuery(place);

/** Whether a member of a result is about the person: not within the query, and neither the name of a source nor about further pages. */
const isOfPerson = (name: string, place: NonNullable<Place>): boolean =>
  stepsOf(place)[0] === 'results' &&
  !isOfQuery(place) &&
  !bareSource.test(name) &&
  [true, false].every((value) => furtherPages('', [{ words: name, value, text: '' }], null).length === 0);

/** Whether a member is one of the answer itself, or of a result. */
const isOutermost = (steps: readonly unknown[]): boolean => steps.length === 1 || (steps.length === 3 && steps[0] === 'results');

const ofUpdate = /\b(?:actualiza\p{L}+|updated?|corte|vigencia)\b/u;
const ofLists = /\b(?:listas?|lists?|fuentes|sources|bases)\b/;

/** Whether a value is the date of one list, in an object about updates: `{actualizacion: {ofac: "2026-01-01"}}`. */
const isUpdateOfList = (name: string, value: unknown, place: NonNullable<Place>): boolean =>
  typeof value === 'string' && isListName(name) && date.test(value) && ofUpdate.test(outerName(place));

/** Whether all lists together were last changed in a year before the last: `{ultima_actualizacion_listas: 2019}`. One list may be old. */
function isOutdated(value: Scalar, place: NonNullable<Place>, year: number | null): boolean {
  const steps = stepsOf(place);
  const names = steps.map((step) => (typeof step === 'string' ? folded(step) : '')).join(' ');
  if (year === null || steps.filter(Number.isInteger).length > (steps[0] === 'results' ? 1 : 0)) return false;
  const years = [...String(value).matchAll(/\b(?:19|20)\d\d(?=\b|\d{4}\b)/g)].map(Number);
  return ofUpdate.test(names) && ofLists.test(names) && years.length > 0 && Math.max(...years) < year - 1;
}

const namesSource = ([name, value]: [string, unknown]): boolean =>
  /^(?:nombre|name|fuente|source|servicio|service)$/.test(folded(name)) && typeof value === 'string' && namedIn(folded(value)).length > 0;

/** `{nombre: "Procuraduría", estado: "OK"}` is about a source, `{nombre: "OFAC", coincidencias: 0}` about a list. */
const isSourceName = ([name, value]: [string, unknown]): boolean =>
  /^(?:nombre|name|id|codigo|code|tipo|type)$/.test(folded(name)) &&
  typeof value === 'string' &&
  (namedIn(folded(value)).length > 0 || isListName(folded(value)));

/** The name of a list or a source, also of one that no word knows: `{lista: "Boletín 7"}`. */
const namesOne = ([name, value]: [string, unknown]): boolean =>
  isSourceName([name, value]) || (typeof value === 'string' && /^(?:lista|list|fuente|source)$/.test(folded(name)));

/** Whether a flat object says of one list that it has nothing: `{lista: "OFAC", encontrado: false, fecha: "2026-01-01"}`. */
function deniesOfList(value: unknown, place: NonNullable<Place>, reader: Reader): boolean {
  if (!isObject(value) || !Object.entries(value).some(namesOne)) return false;
  const rest = Object.entries(value).filter((one) => !namesOne(one));
  if (rest.some(([, inner]) => typeof inner === 'object' && inner !== null && !isEmpty(inner))) return false;
  if (!rest.some(([name, inner]) => deniesAny(folded(name), inner, reader.query))) return false;
  const { said } = readValue(Object.fromEntries(rest), '', place, {}, reader);
  return !said.hit && !said.unread && !said['no-answer'];
}

/** Whether an object says of one list that it has something, also of one that was searched: `{fuente: "OFAC", resultado: "SI"}`. */
const affirmsOfList = (value: unknown): boolean =>
  isObject(value) &&
  Object.entries(value).some(namesOne) &&
  Object.entries(value).some(([name, inner]) => /^(?:resultado|result)$/.test(folded(name)) && isYes(inner));

/** The texts that a rule can be made for. */
function leavesOf(value: unknown, place: Place): UnreadPart[] {
  if (typeof value !== 'object' || value === null) return [{ steps: stepsOf(place), text: String(value) }];
  const leaves = Object.entries(value).flatMap(([key, inner]) =>
    leavesOf(inner, { key: Array.isArray(value) ? Number(key) : key, outer: place }),
  );
  return leaves.slice(0, maxTexts);
}

function addTo(texts: Set<string>, more: readonly string[]): Set<string> {
  for (const text of more) if (texts.size < maxTexts) texts.add(text);
  return texts;
}
