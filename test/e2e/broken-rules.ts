/** The rules of axe, for the specs that visit states of the window. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';

/**
 * What react-aria announces of a row names it by id, and stays for seconds; the row may be out of view by then. For `passed`,
 * where a tour goes through lists.
 */
export const announced = '[data-live-announcer]';

/**
 * The rules the page breaks as it stands, each with the element that breaks it. `passed` is a selector: what is not looked at.
 * In legacy mode: Playwright joined this page and cannot open the further one that axe asks for by itself.
 */
export async function brokenRules(page: Page, { passed }: { passed?: string } = {}): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (passed) axe.exclude(passed);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html, any }) => `${id}: ${html} ${any[0]?.message ?? ''}`));
}
