/** Reads arguments against a command's options. A value is never repeated in a message: it may be a secret or a person's name. */
import { parseArgs } from 'node:util';
import { WrongUse } from './wrong-use.ts';

export type Kind = 'string' | 'boolean';
export type Read<Options extends Record<string, Kind>> = {
  values: { [Name in keyof Options]: (Options[Name] extends 'string' ? string : boolean) | undefined };
  rest: string[];
};

/**
 * Not `strict`, which takes `-1` for an option where `--page -1` is meant; what it would check is checked here.
 * @throws WrongUse
 */
export function readArguments<const Options extends Record<string, Kind>>(argv: readonly string[], options: Options): Read<Options> {
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(Object.entries(options).map(([name, type]) => [name, { type }])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const kind = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (kind === undefined) throw new WrongUse('unknown-option', { option: token.rawName });
    const eaten = !token.inlineValue && token.value?.startsWith('--');
    if (kind === 'string' && (!token.value || eaten)) throw new WrongUse('value-missing', { option: token.rawName });
    if (kind === 'boolean' && token.value !== undefined) throw new WrongUse('value-not-taken', { option: token.rawName });
  }
  // The loop has seen to it that each value is of its option's kind.
  return { values: values as Read<Options>['values'], rest: positionals };
}
