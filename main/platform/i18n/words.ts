/** What main itself says to a person, outside the window: the command line. Words are in `shared/i18n`. */
import { createInstance } from 'i18next';
import type { DocumentStatus } from '../../../shared/domain/signing.ts';
import type { Problem } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/i18n/languages.ts';
import { textsOf } from './texts.ts';

export type Gaps = Record<string, string | number>;

export type Words = {
  language: Language;
  /** Words of the command line, by key of `cli.json`; of a record or a verification report by `record:` or `verification:` before the key. */
  say(key: string, gaps?: Gaps): string;
  status(status: DocumentStatus): string;
  /** What happened, why, and what to do, in a row. */
  problem(problem: Problem): string;
};

const areas = ['causes', 'cli', 'problems', 'record', 'statuses', 'verification'] as const;

export function createWords(language: Language): Words {
  const i18n = createInstance();
  void i18n.init({
    lng: language,
    resources: { [language]: Object.fromEntries(areas.map((area) => [area, textsOf(language, area)])) },
    ns: [...areas],
    defaultNS: 'cli',
    initAsync: false,
    // Terminals and JSON, not HTML.
    interpolation: { escapeValue: false },
    // A gap that a problem's detail leaves open.
    missingInterpolationHandler: () => '—',
  });
  // i18next's types are set to the renderer's words (there is one set of them per program); ours are other files.
  const translate = i18n.t as unknown as (key: string, gaps: Gaps) => string;
  /** The system's or our own code for a cause is told in words where there are some. */
  const say = (key: string, gaps: Gaps = {}): string => {
    const { cause } = gaps;
    return translate(key, cause === undefined ? gaps : { ...gaps, cause: translate(`causes:${cause}`, { ...gaps, defaultValue: cause }) });
  };
  return {
    language,
    say,
    status: (status) => say(`statuses:${status}`),
    problem: ({ code, detail }) => ['what', 'why', 'do'].map((part) => say(`problems:${code}.${part}`, detail)).join(' '),
  };
}
