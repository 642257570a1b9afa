/** Writes JSON paths, such as `Images[0].Note`: one text for one path. Pure. */
import type { JsonPath } from '../../../platform/json/exact-json.ts';

/** Names that cannot be read as several steps, nor as an inherited member. */
const plain = /^(?!__proto__$)[\p{L}\p{N}_$ -]+$/u;

const step = (part: string | number): string => {
  if (typeof part === 'number') return `[${part}]`;
  return plain.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
};

export const jsonPathText = (path: JsonPath): string => path.map(step).join('').replace(/^\./, '');

/** A key for finding a file by the JSON path of its text. */
export const jsonPathKey = (path: JsonPath): string => JSON.stringify(path);
