/** Finds a search answer within what is around it, and spells its members as the description does, whatever their letter case. Pure. */
import { listEntrySchema, searchAnswerSchema, searchResultSchema } from '../../../../shared/domain/provider/search.ts';
import { describedNames, objectsWith, withDescribedNames, withTextsRead } from '../../../platform/json/described-names.ts';
import { fromText, isObject } from '../../../platform/json/exact-json.ts';
import { isHollow } from './read-match.ts';

const nameOf = {
  answer: describedNames(Object.keys(searchAnswerSchema.shape)),
  result: describedNames(Object.keys(searchResultSchema.shape)),
  entry: describedNames(Object.keys(listEntrySchema.shape)),
};

/** Returns a copy of the only answer in a value, with what is around it under `$`; the value itself where it has no answer, or several. */
export function describedAnswer(received: unknown): unknown {
  const value = withTextsRead(received, 'results');
  const [found, other] = objectsWith(value, 'results');
  if (found === undefined || other !== undefined) return received;
  const answer = withDescribedNames(found, nameOf.answer);
  const around = found === value ? null : without(value, found);
  return { ...(!isHollow(around) && { $: around }), ...answer, results: each(listOf(fromText(answer.results)), describedResult) };
}

/** Returns the list of results. Converters from XML write it as the only member of an object, and a list of one as its element. */
function listOf(results: unknown): unknown {
  if (!isObject(results)) return results;
  const [[name, inner] = ['', null], ...more] = Object.entries(results);
  const isAround = more.length === 0 && nameOf.result(name) === null && typeof inner === 'object' && inner !== null;
  return isAround ? listOf(inner) : [results];
}

const describedResult = (result: Record<string, unknown>): Record<string, unknown> => {
  const members = Object.entries(withDescribedNames(result, nameOf.result));
  const named = Object.fromEntries(members.map(([name, value]) => [name, name.startsWith('datos_') ? fromText(value) : value]));
  const entries = (entry: Record<string, unknown>) => withDescribedNames(entry, nameOf.entry);
  return Object.hasOwn(named, 'datos_tsti') ? { ...named, datos_tsti: each(named.datos_tsti, entries) } : named;
};

const each = (value: unknown, change: (object: Record<string, unknown>) => unknown): unknown => {
  if (Array.isArray(value)) return value.map((element: unknown) => (isObject(element) ? change(element) : element));
  return isObject(value) ? change(value) : value;
};

/** Returns a copy without one of the objects in it. */
function without(value: unknown, inner: unknown): unknown {
  if (Array.isArray(value)) return value.filter((element) => element !== inner).map((element) => without(element, inner));
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== inner);
  return Object.fromEntries(members.map(([name, member]) => [name, without(member, inner)]));
}
