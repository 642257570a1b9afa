/** Compares the person of an answer with the queried one (interface description, Resources, `nombre` and `doc_id`). Pure. */
import { type ComparedIdentification, compareIdentifications } from '../../../../shared/domain/identifications.ts';
import { sameName } from '../../../../shared/domain/names.ts';
import type { AnswerDifference, ScreeningQuery } from '../../../../shared/domain/screening/screening.ts';
import { nameParts } from '../../../../shared/domain/text-folding.ts';
import { membersNamed } from '../../../platform/json/described-names.ts';
import { garbledNames, receivedName } from '../../../platform/provider/garbled-names.ts';
import { cleanText } from '../../../platform/provider/provider-text.ts';
import { isMark } from './vocabulary.ts';

type Person = {
  /** `no-one`: neither name nor number identifies a person. */
  about: 'queried' | 'other' | 'no-one';
  /** Spelled differently from the query, and the same person all the same. */
  differences: AnswerDifference[];
};

/** Checks that a result is about the queried person (Resources, `nombre` and `doc_id`; docs/open-points.md). */
export function comparePerson(result: Record<string, unknown>, query: ScreeningQuery, path: string): Person {
  const names = spelled(result, 'nombre').map((answered) => {
    const is: ComparedIdentification = typeof answered === 'string' ? compareNames(answered, query.name) : 'silent';
    return { member: `${path}nombre`, queried: query.name, answered, is };
  });
  const isNamed = names.some(isOfQueried);
  const numbers = spelled(result, 'doc_id').map((answered) => {
    const is = compareNumbers(answered, query.identification, isNamed);
    return { member: `${path}doc_id`, queried: query.identification, answered, is };
  });
  const compared = [...names, ...numbers];
  const differences = compared
    .filter(({ is, answered, queried }) => is === 'like' || (is === 'silent' && queried !== '' && (textOf(answered) ?? '') !== ''))
    .map(({ member: name, queried, answered }) => ({ member: name, asked: queried, answered: cleanText(textOf(answered) ?? '') }));
  if (compared.some(({ is }) => is === 'other')) return { about: 'other', differences };
  return { about: compared.some(isOfQueried) ? 'queried' : 'no-one', differences };
}

const isOfQueried = ({ is }: { is: ComparedIdentification }): boolean => is === 'same' || is === 'like';

/** Returns the values of a member in each spelling: one that names another person decides. One undefined value without the member. */
function spelled(result: Record<string, unknown>, name: string): unknown[] {
  const values = membersNamed(result, name);
  return values.length > 0 ? values : [undefined];
}

const titles = new Set(
  'sr sra srta srs senor senora senorita don dona dr dra doctor doctora ing ingeniero ingeniera lic licenciado licenciada abg abogado abogada prof profesor profesora mr mrs ms miss'.split(
    ' ',
  ),
);

/** Removes the titles at both ends; returns the name unchanged where nothing else is left. */
function withoutTitles(name: string): string {
  const parts = nameParts(name).map(({ text }) => text);
  const isTitle = (part: string | undefined): boolean => part !== undefined && titles.has(part);
  let [from, to] = [0, parts.length];
  while (from < to && isTitle(parts[from])) from += 1;
  while (to > from && isTitle(parts[to - 1])) to -= 1;
  return from === to ? name : parts.slice(from, to).join(' ');
}

function compareNames(answered: string, queried: string): ComparedIdentification {
  const said = answered.trim();
  if (said === '' || (isMark(said) && /\p{L}/u.test(said) && !sameName(said, queried))) return 'silent';
  if (said === queried.trim() || sameName(said, queried)) return 'same';
  const received = withoutTitles(receivedName(said));
  const isLike = [queried, ...garbledNames(queried)].some((name) => sameName(received, withoutTitles(name)));
  return isLike ? 'like' : 'other';
}

/** @param isNamed whether the name is that of the queried person: a register of numbers has no leading zeros */
function compareNumbers(answered: unknown, queried: string, isNamed: boolean): ComparedIdentification {
  const said = textOf(answered) ?? '';
  if (isMark(said)) return 'silent';
  const zeros = isNamed ? 'like' : 'count';
  // A JSON number has no leading zeros to compare.
  return compareIdentifications(said, queried, typeof answered === 'number' ? 'ignore' : zeros);
}

/** Returns a text, or a number as text; null for anything else, and for an empty text. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? cleanText(value) || null : null;
}
