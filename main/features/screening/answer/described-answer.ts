/** Finds a search answer within what is around it, and spells its members as the description does, whatever their letter case. Pure. */
import { listEntrySchema, searchAnswerSchema, searchResultSchema } from '../../../../shared/domain/provider/search.ts';
import { describedNames, objectsWith, withDescribedNames } from '../../../platform/json/described-names.ts';
import { fromText, isObject } from '../../../platform/json/exact-json.ts';
import { isHollow } from './read-match.ts';

const nameOf = {
  answer: describedNames(Object.keys(searchAnswerSchema.shape)),
  result: describedNames(Object.keys(searchResultSchema.shape)),
  entry: describedNames(Object.keys(listEntrySchema.shape)),
};

/** Returns a copy of the only answer in a value, with what is around it under `$`; the value itself where it has no answer, or several. */
export function describedAnswer(received: unknown): unknown {
  const value = objectsWith(received, 'results').length > 0 ? received : withTextsRead(received);
  const [found, other] = objectsWith(value, 'results');
  if (found === undefined || other !== undefined) return received;
  const answer = withDescribedNames(found, nameOf.answer);
  const around = found === value ? null : without(value, found);
  return { ...(!isHollow(around) && { $: around }), ...answer, results: each(fromText(answer.results), describedResult) };
}

/** Levels of objects and lists in whose texts an answer is looked for: some servers put it into one, as in `{"d": "{…}"}`. */
const maxLevels = 4;

function withTextsRead(value: unknown, levels = maxLevels): unknown {
  if (typeof value !== 'object' || value === null) return fromText(value);
  if (levels === 0) return value;
  if (Array.isArray(value)) return value.map((element: unknown) => withTextsRead(element, levels - 1));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withTextsRead(member, levels - 1)]));
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
