/** The rules of axe, for the specs that visit states of the window. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/**
 * What react-aria announces of a row names it by id, and stays for seconds; the row may be out of view by then. For `passed`,
 * where a tour goes through lists.
 */
export const announced = '[data-live-announcer]';

/** The rules that depend on the theme; all others read the document, which is the same in both. */
const colourRules = ['color-contrast', 'link-in-text-block'];

type Options = {
  /** Selector of what is not looked at. */
  passed?: string;
};

async function broken(page: Page, { passed }: Options, rules?: string[]): Promise<string[]> {
  // In legacy mode: Playwright joined this page and cannot open the further one that axe asks for otherwise.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (passed) axe.exclude(passed);
  // What passed is not described, which takes half of the time.
  const { violations } = await axe.options({ resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`));
}

/** The rules the page breaks in its present state, each with the element that breaks it. */
export const brokenRules = (page: Page, options: Options = {}): Promise<string[]> => broken(page, options);

/** Only those that depend on the theme, for a state whose other rules were looked at in the other theme. */
export const brokenColours = (page: Page, options: Options = {}): Promise<string[]> => broken(page, options, colourRules);
