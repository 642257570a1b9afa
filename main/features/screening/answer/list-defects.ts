/** Lists what an answer lacks of the described form. Pure. */
import type { z } from 'zod';
import { listEntrySchema, searchAnswerSchema, searchResultSchema } from '../../../../shared/domain/provider/search.ts';
import { isObject, member } from '../../../platform/json/exact-json.ts';

/** Without the members that they do not list: these have no defects. */
const [answerSchema, resultSchema, entrySchema] = [searchAnswerSchema.strip(), searchResultSchema.strip(), listEntrySchema.strip()];

/** Maximum number of defects that are listed. */
const maxDefects = 200;

/** Paths of the members that the description states and the answer lacks or has in another form: `results[0].block`. */
export function defectsOf(answer: unknown): string[] {
  const found: string[] = [];
  for (const defect of allDefects(answer)) if (found.push(defect) === maxDefects) break;
  return found;
}

function* allDefects(answer: unknown): Generator<string> {
  yield* defectsIn(answerSchema, answer, '');
  for (const [result, path] of elements(answer, 'results', '')) {
    yield* defectsIn(resultSchema, result, path);
    for (const [entry, entryPath] of elements(result, 'datos_tsti', `${path}.`)) yield* defectsIn(entrySchema, entry, entryPath);
  }
}

function* defectsIn(schema: z.ZodObject, value: unknown, path: string): Generator<string> {
  const { error } = schema.safeParse(value);
  for (const issue of error?.issues ?? []) yield [path, ...issue.path.map(String)].filter((step) => step !== '').join('.');
}

function* elements(value: unknown, name: string, path: string): Generator<[unknown, string]> {
  const array = isObject(value) ? member(value, name) : undefined;
  if (Array.isArray(array)) for (const [index, element] of array.entries()) yield [element, `${path}${name}[${index}]`];
}
