/** The help of commands, made from their declarations. Texts are in `help` of `shared/i18n/<language>/cli.json`. */
import type { TextTree } from '../../platform/i18n/translator.ts';
import type { Words } from '../../platform/i18n/words.ts';
import { commonOptions, type Declaration, isOfForm, type Option } from './command.ts';

/** Columns of a terminal, and the column where the text of an option begins. */
const maxWidth = 110;
const textColumn = 24;
/** The paragraphs at the end, in this order. */
const notes = ['arguments', 'after-options', 'secrets', 'vault-key', 'service-user', 'exit-codes'];

/** The text of a key, relative to `help`. */
type Say = (...path: readonly string[]) => string;

export function helpText(commands: readonly Declaration[], words: Words): string {
  const say = textsOf(words.texts('help'));
  const common = Object.entries(commonOptions).map(([name, option]) => optionRow(name, option, say('common', name), say));
  return [
    say('title'),
    ...commands.flatMap((command) => Object.keys(command.forms).map((form) => formHelp(command, form, say))),
    [say('everywhere'), ...common].join('\n'),
    ...notes.map((note) => wrapped(say('notes', note), maxWidth).join('\n')),
  ].join('\n\n');
}

/** The line of usage, what it does, and a row for each option. */
function formHelp({ name, subcommands, forms, options }: Declaration, form: string, say: Say): string {
  const key = name.replace(' ', '-');
  const own = Object.entries(options).filter(([, option]) => isOfForm(option, form));
  const takes = forms[form]?.takes;
  const required = own
    .filter(([, { required: isRequired }]) => isRequired)
    .map(([optionName, option]) => optionTerm(optionName, option, say));
  const usage = [
    name,
    ...(subcommands ? [form] : []),
    ...(takes === undefined ? [] : [say('values', takes)]),
    ...required,
    ...(own.length > required.length ? [say('options')] : []),
  ];
  const about = wrapped(say('commands', key, 'about', form), maxWidth - 4).map((line) => `    ${line}`);
  return [
    usage.join(' '),
    ...about,
    ...own.map(([optionName, option]) => optionRow(optionName, option, say('commands', key, 'options', optionName), say)),
  ].join('\n');
}

/** `--name VALUE` and its text, which begins on the next line after a long name. */
function optionRow(name: string, option: Option, text: string, say: Say): string {
  const term = `  ${optionTerm(name, option, say)}`;
  const lines = wrapped(text, maxWidth - textColumn).map((line) => ' '.repeat(textColumn) + line);
  return term.length < textColumn - 1
    ? [term + (lines[0] ?? '').slice(term.length), ...lines.slice(1)].join('\n')
    : [term, ...lines].join('\n');
}

function optionTerm(name: string, { value }: Option, say: Say): string {
  if (value === undefined) return `--${name}`;
  return `--${name} ${typeof value === 'string' ? say('values', value) : value.join('|')}`;
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Reads the tree of texts directly: i18next takes a tenth of a millisecond for each text. */
const textsOf =
  (tree: TextTree): Say =>
  (...path) => {
    const text = path.reduce<string | TextTree | undefined>((found, key) => (typeof found === 'object' ? found[key] : undefined), tree);
    return typeof text === 'string' ? text : path.join('.');
  };
