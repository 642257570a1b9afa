/** Writes JSON paths, such as `Images[0].Note`, one text for one path, and follows them. Pure. */
import { isObject, type JsonPath, member } from '../../../platform/json/exact-json.ts';

/** Names that cannot be read as several steps, nor as an inherited member. */
const plain = /^(?!__proto__$)[\p{L}\p{N}_$ -]+$/u;

const step = (part: string | number): string => {
  if (typeof part === 'number') return `[${part}]`;
  return plain.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
};

export const jsonPathText = (path: JsonPath): string => path.map(step).join('').replace(/^\./, '');

/** A key for finding a file by the JSON path of its text. */
export const jsonPathKey = (path: JsonPath): string => JSON.stringify(path);

/** Returns the value one step further; undefined where there is none. */
export function stepInto(value: unknown, step: string | number): unknown {
  if (Array.isArray(value)) return value[Number(step)];
  return isObject(value) ? member(value, String(step)) : undefined;
}
