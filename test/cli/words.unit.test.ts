import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import en from '../../shared/i18n/en/ui.json' with { type: 'json' };
import es from '../../shared/i18n/es/ui.json' with { type: 'json' };
import pt from '../../shared/i18n/pt/ui.json' with { type: 'json' };
import { createWords } from '../support/doors/app.ts';
import { commands, commonOptions, defaultDataDir, languageOf, whatKey } from '../support/doors/cli.ts';
import { documentStatusSchema } from '../support/doors/domain.ts';
import { type ProblemCode, problem, problemCodes } from '../support/doors/errors.ts';
import { languages } from '../support/doors/words.ts';

const uiTexts = { es, en, pt };

test('counts have the separators of the language, as on the screen, and numbers that name something have none', () => {
  const texts = (language: 'es' | 'en') => {
    const { say } = createWords(language);
    return [say('screen.progress', { done: 11_000, total: 20_000, match: 10_500 }), say('audit.broken', { number: 12_345, count: 20_000 })];
  };
  expect(texts('es')).toEqual([
    '11.000 de 20.000 filas; con coincidencias: 10.500',
    'La pista de auditoría está ALTERADA desde la entrada 12345. Entradas: 20.000.',
  ]);
  expect(texts('en').join()).toMatch(/11,000.*20,000.*10,500.*12345.*20,000/s);
});

describe('words', () => {
  for (const language of languages) {
    const words = createWords(language);
    test(`${language}: every problem has its words, also when its detail is missing`, () => {
      for (const code of problemCodes) {
        const text = words.problem(problem(code));
        expect(text).toMatch(/[.!?]$/);
        expect(text).not.toMatch(/\{\{|undefined|problems:|\.what/);
      }
    });
    test(`${language}: the detail fills the gaps`, () => {
      const text = words.problem(problem('provider-said-fail', { providerText: 'a & b <c>' }));
      expect(text).toContain('a & b <c>');
    });
    test(`${language}: what a system says of a drive, a share and a synced folder has words`, () => {
      // UNKNOWN: what Node has no code for, such as a file that is only in a cloud, without the network.
      for (const cause of ['EACCES', 'EBUSY', 'EHOSTDOWN', 'EIO', 'ENODEV', 'EPERM', 'ESTALE', 'UNKNOWN'])
        expect(words.problem(problem('file-unreadable', { name: 'a.pdf', cause }))).not.toContain(cause);
    });
    test(`${language}: a missing secret has its label and its variable`, () => {
      const text = createWords(language, 'command-line').problem(problem('secret-missing', { secret: 'searchApiKey' }));
      expect(text).toContain(uiTexts[language].secrets.searchApiKey);
      expect(text).toContain('STATION_SEARCH_API_KEY');
      expect(text).not.toMatch(/searchApiKey|STATION_CLIENT/);
    });
    test(`${language}: every state has a word`, () => {
      const named = documentStatusSchema.options.map(words.status);
      expect(new Set(named).size).toBe(named.length);
      expect(named.join()).not.toContain('statuses');
    });
    test(`${language}: every wrong use that the code names has a sentence`, () => {
      const files = readdirSync('main/cli', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
      const named = files.flatMap((file) => [
        ...readFileSync(`main/cli/${file}`, 'utf8').matchAll(/(?:new WrongUse\(|noKey: |misplaced: )'([^']+)'/g),
      ]);
      const whats = commands.filter(({ subcommands }) => subcommands).map(({ name }) => whatKey(name));
      const keys = [...named.map(([, key]) => key ?? ''), ...whats];
      expect(keys.length).toBeGreaterThan(15);
      for (const key of keys) expect(words.say(`usage.${key}`)).not.toContain('usage');
      for (const { name, subcommands, forms } of commands) {
        if (!subcommands) continue;
        for (const form of Object.keys(forms)) expect(words.say(`usage.${whatKey(name)}`)).toContain(`${name} ${form}`);
      }
    });
    test(`${language}: the help has a text for each command, form, option and value`, () => {
      const all = commands.flatMap(({ name, forms, options }) => {
        const key = `commands.${name.replace(' ', '-')}`;
        return [...Object.keys(forms).map((form) => `${key}.about.${form}`), ...Object.keys(options).map((one) => `${key}.options.${one}`)];
      });
      const values = commands.flatMap(({ forms, options }) => [
        ...Object.values(forms).map(({ takes }) => takes),
        ...Object.values(options).map(({ value }) => (typeof value === 'string' ? value : undefined)),
      ]);
      const keys = [...all, ...values.flatMap((value) => (value === undefined ? [] : [`values.${value}`]))];
      for (const key of [...keys, ...Object.keys(commonOptions).map((name) => `common.${name}`)]) {
        expect(words.say(`help.${key}`)).not.toContain('help.');
      }
    });
  }
});

/** Problems of what only the window does; the command line does not print them. */
const ofTheWindow: readonly ProblemCode[] = [
  ...(['placement-missing', 'roots-unreadable', 'roots-too-many', 'no-rule-needed', 'state-changed'] as const),
  ...(['search-other-connection', 'publication-unknown', 'service-user-unknown', 'hub-key-missing'] as const),
  ...(['hub-revoked', 'hub-elsewhere'] as const),
  ...(['inbox-unknown', 'inbox-full', 'note-missing', 'reason-missing', 'bad-request', 'sender-refused', 'link-refused'] as const),
  ...(['document-unknown', 'pdf-password-wrong'] as const),
];
const screensAndButtons = {
  // A choice of a setting, a backup or a name is no button.
  en: /\bpress\b|refresh|window\b(?!\.)|in (?:the list|Settings)\b|\b(?:type|draw) (?:it again|the rectangle)|choose (?:“|it|another (?:page|folder|file|quote|port))|“(?!—|[a-z\d-])/i,
  es: /\bpresione\b|actualice la (?:lista|bandeja)|ventana\b(?!\.)|en (?:la lista|Ajustes)\b|elija (?:«|otr[ao] (?:página|carpeta|archivo|comilla|puerto))|elíja|«(?!—|[a-z\d-])/i,
};

test.each(['en', 'es'] as const)('%s: a problem on the command line names no screen and no button', (language) => {
  const words = createWords(language, 'command-line');
  const naming = problemCodes.filter((code) => screensAndButtons[language].test(words.problem(problem(code))));
  expect(naming.filter((code) => !ofTheWindow.includes(code))).toEqual([]);
});

test('the command line has ways out only for problems that there are, in every context', () => {
  const words = createWords('en', 'command-line');
  for (const key of Object.keys(words.texts('do'))) {
    const [code = '', ...context] = key.split('_');
    expect(problemCodes).toContain(code);
    const found = problem(code as ProblemCode, context.length > 0 ? { context: context.join('_') } : {});
    expect(words.problem(found).endsWith(words.say(`do.${key}`))).toBe(true);
  }
});

describe('language of the terminal', () => {
  test.each([
    [['--lang', 'en'], { LANG: 'es_EC.UTF-8' }, 'en'],
    [['--lang=es'], { LANG: 'en_US' }, 'es'],
    [['--lang=fr'], { LANG: 'en_US' }, 'en'],
    [[], { LC_ALL: 'en_GB.UTF-8', LANG: 'es_EC' }, 'en'],
    [[], { LANG: 'es_MX.UTF-8' }, 'es'],
    [[], { LANG: 'pt_BR.UTF-8' }, 'pt'],
    [['--lang', 'pt'], { LANG: 'en_US' }, 'pt'],
    [[], { LANG: 'de_DE.UTF-8' }, 'es'],
    [[], { LANG: 'C' }, 'es'],
  ] as const)('%j %j: %s', (argv, env, expected) => expect(languageOf(argv, env)).toBe(expected));
});

test('the data folder is that of the desktop application', () => {
  expect(defaultDataDir('linux', {}, '/home/u')).toBe('/home/u/.config/Signing Station');
  expect(defaultDataDir('linux', { XDG_CONFIG_HOME: '/x' }, '/home/u')).toBe('/x/Signing Station');
  expect(defaultDataDir('darwin', {}, '/Users/u')).toBe('/Users/u/Library/Application Support/Signing Station');
  expect(defaultDataDir('win32', { APPDATA: '/roaming', LOCALAPPDATA: '/local' }, '/u')).toBe('/local/Signing Station');
  expect(defaultDataDir('win32', {}, '/u')).toBe('/u/AppData/Local/Signing Station');
});
