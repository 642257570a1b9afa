/** How the place of a member is written, such as `Images[0].Note`: one text for one place. Pure. */
export type JsonPath = readonly (string | number)[];

/** Names that cannot be taken for several steps, nor for what every object inherits. */
const plain = /^(?!__proto__$)[\p{L}\p{N}_$ -]+$/u;

const step = (part: string | number): string => {
  if (typeof part === 'number') return `[${part}]`;
  return plain.test(part) ? `.${part}` : `[${JSON.stringify(part)}]`;
};

export const jsonPathText = (way: JsonPath): string => way.map(step).join('').replace(/^\./, '');

/** A key for finding a file by the JSON path of its text. */
export const jsonPathKey = (way: JsonPath): string => JSON.stringify(way);
