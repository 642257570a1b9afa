/** How a command declares what it takes, and how its arguments are read. The help is made from the same declarations (`help.ts`). */
import { parseArgs } from 'node:util';
import { defaultLanguage, isLanguage, type Language, languageOfTag, languages } from '../../../shared/i18n/languages.ts';
import type { Texts } from '../../../shared/i18n/texts.ts';
import type { CommandIo } from './io.ts';
import { beforeRest, withPersonalValues } from './personal-values.ts';
import { WrongUse } from './wrong-use.ts';

export type Option = {
  /** What the help calls its value: a key of `help.values` in `cli.json`, or the choices. A flag has none. */
  value?: string | readonly string[];
  /** Also takes `-` and `@FILE`, because other users can read the process list. */
  personal?: true;
  /** The forms of the command that take it; all of them if missing. */
  forms?: readonly string[];
  /** Shown in the first line of the help. The command checks that it is present. */
  required?: true;
  /** Key of `usage` in `cli.json` for this option in another form; `unknown-option` if missing. */
  misplaced?: string;
  /** Key of `usage` in `cli.json` when it is repeated; the last one counts if missing. */
  refusedTwice?: string;
};

/** One use of a command. `takes`: key of `help.values` for its arguments; none if missing. `one`: key of `usage` where it takes exactly one. */
type Form = { takes?: string; one?: string };

export type Declaration = {
  name: string;
  /** The first argument is the name of a form. Any other first argument is the wrong use `whatKey`. */
  subcommands?: true;
  /** In the order of the help. A command with a single use has the form `main`. */
  forms: Readonly<Record<string, Form>>;
  /** The form when there are no subcommands; `main` if missing. */
  formOf?(values: Readonly<Record<string, unknown>>): string;
  options: Readonly<Record<string, Option>>;
};

type Options = Declaration['options'];
type Values<O extends Options> = { [Name in keyof O]: (O[Name] extends { value: unknown } ? string : boolean) | undefined };
export type Call<D extends Declaration = Declaration> = {
  form: keyof D['forms'] & string;
  values: Values<D['options'] & typeof commonOptions>;
  /** Arguments without a subcommand. */
  rest: string[];
  /** The first of them, or the only one of a form with `one`; empty for none. */
  argument: string;
};

/** Options of every command, as they were typed. */
export type CommonValues = Values<typeof commonOptions>;

export type Command = Declaration & {
  /** @returns the exit code */
  run(argv: readonly string[], io: CommandIo): Promise<number>;
};

/** Options of every command. */
export const commonOptions = {
  json: {},
  'data-dir': { value: 'folder' },
  'profile-file': { value: 'file' },
  practice: {},
  lang: { value: languages },
  help: {},
  version: {},
} as const satisfies Options;

type HelpOf<Name extends string> = Texts['cli']['help']['commands'][HelpKey<Name> & keyof Texts['cli']['help']['commands']];
type HelpKey<Name extends string> = Name extends `${infer First} ${infer Rest}` ? `${First}-${HelpKey<Rest>}` : Name;
/** Each option has its text: `options` of the command in `help.commands` of `cli.json`. */
type WithTexts<D extends Declaration> = {
  options: { [Name in keyof D['options']]: HelpOf<D['name']> extends { options: Record<Name, string> } ? unknown : never };
};

export function defineCommand<const D extends Declaration>(
  declaration: D & WithTexts<D>,
  run: (call: Call<D>, io: CommandIo) => Promise<number>,
): Command & { read(argv: readonly string[]): Call<D> } {
  const options: [string, Option][] = Object.entries(declaration.options);
  const personal = options.filter(([, option]) => option.personal).map(([name]) => name);
  const read = (argv: readonly string[]) => readCall(argv, declaration);
  return { ...declaration, read, run: async (argv, io) => run(read(await withPersonalValues(argv, personal, io)), io) };
}

/** Key of `usage` for a missing or unknown subcommand. */
export const whatKey = (name: string): string => `${name.replace(' ', '-')}-what`;

/** @throws WrongUse */
function readCall<D extends Declaration>(argv: readonly string[], { name, subcommands, forms, formOf, options }: D): Call<D> {
  const { values, positionals } = readArguments(argv, { ...commonOptions, ...options });
  checkLanguage(values.lang);
  const form = subcommands ? positionals[0] : (formOf?.(values) ?? 'main');
  if (form === undefined || !Object.hasOwn(forms, form)) throw new WrongUse(whatKey(name));
  for (const [optionName, option] of Object.entries<Option>(options)) {
    if (values[optionName] === undefined || isOfForm(option, form)) continue;
    throw new WrongUse(option.misplaced ?? 'unknown-option', { option: `--${optionName}` });
  }
  const rest = subcommands ? positionals.slice(1) : positionals;
  const command = subcommands ? `${name} ${form}` : name;
  const { takes, one } = forms[form] ?? {};
  const [argument = ''] = rest;
  if (rest.length > 0 && takes === undefined) throw new WrongUse('arguments-not-taken', { command });
  if (one !== undefined && (rest.length > 1 || argument.trim() === '')) throw new WrongUse(one, { command });
  // `readArguments` has checked that each value has the kind of its option.
  return { form, values: values as Call<D>['values'], rest, argument };
}

const pathValues: ReadonlySet<unknown> = new Set(['file', 'folder', 'list', 'results', 'new-pdf', 'name-or-csv']);
/** Shells replace the `~` of `--data-dir ~/x` and not that of `--data-dir=~/x`, for which a folder `~` would be made, with other data in it. */
const isPath = ({ value }: Option): boolean => pathValues.has(value);

export const isOfForm = (option: Option, form: string): boolean => option.forms?.includes(form) ?? true;

/**
 * Reads arguments against options. Of a repeated option the last one counts, unless the option refuses that. A value is never part of a
 * message: it may be a secret or a person's name. Not `strict`, which reads the `-1` of `--page -1` as an option; its checks are made here.
 * @throws WrongUse
 */
export function readArguments(argv: readonly string[], options: Options) {
  const seen = new Set<string>();
  const { values, positionals, tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(Object.entries(options).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }])),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) throw new WrongUse('unknown-option', { option: token.rawName });
    const isNextOption = !token.inlineValue && token.value?.startsWith('--');
    if (option.value && (!token.value || isNextOption)) throw new WrongUse('value-missing', { option: token.rawName });
    if (isPath(option) && /^~(?:[\\/]|$)/.test(token.value ?? '')) throw new WrongUse('home-not-replaced', { option: token.rawName });
    if (option.refusedTwice && seen.has(token.name)) throw new WrongUse(option.refusedTwice);
    seen.add(token.name);
    if (!option.value && token.value !== undefined) throw new WrongUse('value-not-taken', { option: token.rawName });
  }
  return { values, positionals };
}

/** The language of `--lang`, else the terminal's, else the default. `--lang` itself is checked with the other options. */
export function languageOf(argv: readonly string[], env: NodeJS.ProcessEnv): Language {
  const options = beforeRest(argv);
  const at = options.findIndex((argument) => argument === '--lang' || argument.startsWith('--lang='));
  const asked = at === -1 ? undefined : (options[at]?.split('=')[1] ?? options[at + 1]);
  if (isLanguage(asked)) return asked;
  const system = env.LC_ALL || env.LC_MESSAGES || env.LANG || new Intl.DateTimeFormat().resolvedOptions().locale;
  return languageOfTag(system) ?? defaultLanguage;
}

/** @throws WrongUse */
export function checkLanguage(lang: unknown): void {
  const isKnown = typeof lang === 'string' && isLanguage(lang);
  if (lang !== undefined && !isKnown) throw new WrongUse('lang-unknown', { languages: languages.join(', ') });
}
