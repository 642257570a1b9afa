/** The rules of axe, for the specs that visit states of the window. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { repository } from './electron-binary.ts';

const source = readFileSync(join(repository, 'node_modules/axe-core/axe.min.js'), 'utf8');

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
  // Once for each document: reading its source takes the page longer than most rules do, and twice as long by `page.evaluate`.
  if (!(await page.evaluate(() => 'axe' in window))) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Runtime.evaluate', { expression: source });
    await devtools.detach();
  }
  return page.evaluate(
    async ([exclude, only]) => {
      const { axe: inPage } = window as unknown as { axe: typeof import('axe-core') };
      // The colours of a transition are those of neither state.
      const passing = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
      await Promise.allSettled(passing.map(({ finished }) => finished));
      // What a dialog covers is hidden from everybody until it closes, and was looked at without it.
      const covering = document.querySelector('.ui-modal') ? ['.ui-modal', '.ui-popover', '.ui-toasts'] : [];
      const include = covering.filter((shown) => document.querySelector(shown));
      const context = { include: include.length > 0 ? include : ['html'], exclude: exclude ? [exclude] : [] };
      // What passed is not described, which takes half of the time.
      const { violations } = await inPage.run(context, {
        resultTypes: ['violations'],
        ...(only ? { runOnly: only } : {}),
      });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`));
    },
    [passed, rules] as const,
  );
}

/** The rules the page breaks in its present state, each with the element that breaks it. */
export const brokenRules = (page: Page, options: Options = {}): Promise<string[]> => broken(page, options);

/** Only those that depend on the theme, for a state whose other rules were looked at in the other theme. */
export const brokenColours = (page: Page, options: Options = {}): Promise<string[]> => broken(page, options, colourRules);
