/** The options of `validation` (design, section 6), read and checked. */
import type { ValidationPathParts } from '../../shared/domain/profile.ts';
import type { RecordWish } from '../../shared/domain/record.ts';
import { commonOptions } from './common-options.ts';
import { readArguments } from './read-arguments.ts';
import { WrongUse } from './wrong-use.ts';

const options = { ...commonOptions, images: 'boolean', documents: 'boolean', video: 'boolean', out: 'string' } as const;

export type ValidationOptions = {
  /** Values of the path's parts, in order. */
  ids: string[];
  wish: RecordWish;
  /** As given; null: no file is written. */
  out: string | null;
  json: boolean;
  values: ReturnType<typeof readArguments<typeof options>>['values'];
};

/** @throws WrongUse */
export function readValidationOptions(argv: readonly string[]): ValidationOptions {
  const { values, rest } = readArguments(argv, options);
  const { images = false, documents = false, video = false, out = null, json = false } = values;
  const wished = (['images', 'documents', 'video'] as const).find((name) => values[name]);
  if (wished !== undefined && out === null) throw new WrongUse('out-needed', { option: `--${wished}` });
  return { ids: rest.map((id) => id.trim()), wish: { images, documents, video }, out, json, values };
}

/** How many values the profile's path takes. @throws WrongUse */
export function checkParts(ids: readonly string[], { parts }: ValidationPathParts): void {
  const missing = parts.find((_, at) => !ids[at]);
  const all = parts.map((part) => `{${part}}`).join(' ');
  if (missing !== undefined) throw new WrongUse('part-missing', { part: missing, parts: all });
  if (ids.length > parts.length) throw new WrongUse('parts-too-many', { parts: all });
}
