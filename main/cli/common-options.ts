/** Options that every command takes. */
import { defaultLanguage, isLanguage, type Language, languageOfTag, languages } from '../../shared/i18n/languages.ts';
import { WrongUse } from './wrong-use.ts';

export const commonOptions = {
  json: 'boolean',
  help: 'boolean',
  version: 'boolean',
  practice: 'boolean',
  lang: 'string',
  'data-dir': 'string',
  'profile-file': 'string',
} as const;

/** The arguments before `--`: what comes after it are no options. */
export const beforeRest = (argv: readonly string[]): readonly string[] => (argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv);

/** The language asked for, else the terminal's; the default where that is none of ours. `checkLanguage` tells of others that are asked for. */
export function languageOf(argv: readonly string[], env: NodeJS.ProcessEnv): Language {
  const options = beforeRest(argv);
  const at = options.findIndex((argument) => argument === '--lang' || argument.startsWith('--lang='));
  const asked = at === -1 ? undefined : (options[at]?.split('=')[1] ?? options[at + 1]);
  if (isLanguage(asked)) return asked;
  const system = env.LC_ALL || env.LC_MESSAGES || env.LANG || new Intl.DateTimeFormat().resolvedOptions().locale;
  return languageOfTag(system) ?? defaultLanguage;
}

/** @throws WrongUse */
export function checkLanguage(lang: string | undefined): void {
  if (lang !== undefined && !isLanguage(lang)) throw new WrongUse('lang-unknown', { languages: languages.join(', ') });
}
