/** Converts the screening section of a profile to form input and back. Optional: without an address it is not set up. Pure. */
import { type SearchProfile, searchProfileSchema } from '../../../shared/domain/settings/profile.ts';
import type { TextRule } from '../../../shared/domain/text-rules.ts';

export type SearchForm = {
  /** Empty when screening is not set up. */
  searchUrl: string;
  searchProject: string;
  judicialFlag: SearchProfile['judicialFlag'];
  searchConcurrency: number;
  searchPerMinute: number;
  searchRules: TextRule[];
};

const usual = searchProfileSchema.parse({ url: 'https://a', projectName: 'a' });

export const searchFormOf = (search: SearchProfile = { ...usual, url: '', projectName: '' }): SearchForm => ({
  searchUrl: search.url,
  searchProject: search.projectName,
  judicialFlag: search.judicialFlag,
  searchConcurrency: search.concurrency,
  searchPerMinute: search.perMinute,
  searchRules: search.rules,
});

/** Returns the section for the schema to validate; none without an address. */
export const searchOf = (form: SearchForm): { search?: SearchProfile } =>
  form.searchUrl.trim() === ''
    ? {}
    : {
        search: {
          url: form.searchUrl.trim(),
          projectName: form.searchProject,
          judicialFlag: form.judicialFlag,
          concurrency: form.searchConcurrency,
          perMinute: form.searchPerMinute,
          rules: form.searchRules,
        },
      };

/** Returns the typed rules, preceded by those that were stored since the form was opened. */
export function withStoredSince<Rule>(typed: readonly Rule[], opened: readonly Rule[], stored: readonly Rule[]): Rule[] {
  const known = new Set([...opened, ...typed].map((rule) => JSON.stringify(rule)));
  return [...stored.filter((rule) => !known.has(JSON.stringify(rule))), ...typed];
}

/** Whether other fields are filled in while the address is missing. */
export const partOfSearch = ({ searchProject }: SearchForm, keyTyped: boolean): boolean => keyTyped || searchProject.trim() !== '';

export const searchFieldOfMember = {
  'search.url': 'searchUrl',
  'search.projectName': 'searchProject',
  'search.concurrency': 'searchConcurrency',
  'search.perMinute': 'searchPerMinute',
} as const;
