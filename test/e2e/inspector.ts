/** Looks at the states of a tour: the rules of axe, and what sticks out. */
import { announced, brokenRules } from './broken-rules.ts';
import { controlsCutOff } from './cut-off.ts';
import { expect, type Running } from './launch.ts';

/** Each state is looked at wide, against the rules, and on a display of 1280 by 800 at 150 %, where nothing may stick out at the side. */
export function inspector<Scene extends string>(
  { page }: Running,
  theme: 'light' | 'dark',
  looked: readonly Scene[],
  inBothThemes: readonly Scene[],
) {
  const wrong: Record<string, string[]> = {};
  const seen: Scene[] = [];
  const note = (scene: string, found: string[]) => {
    if (found.length > 0) wrong[scene] = found;
  };
  /** A colour on its way from one theme to the other is neither. */
  const settled = () =>
    page.evaluate(async () => void (await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))));
  const visit = async (scene: Scene) => {
    if (!looked.includes(scene)) return;
    seen.push(scene);
    note(`${scene}, ${theme}`, await brokenRules(page, { passed: announced }));
    if (inBothThemes.includes(scene)) {
      const other = theme === 'light' ? 'dark' : 'light';
      await page.emulateMedia({ colorScheme: other });
      await settled();
      note(`${scene}, ${other}`, await brokenRules(page, { passed: announced }));
      await page.emulateMedia({ colorScheme: theme });
      await settled();
    }
    await page.setViewportSize({ width: 853, height: 533 });
    // Lists lay their rows out anew in their own time.
    const cutOff = () => controlsCutOff(page, { panes: '.ui-modal, main' });
    await expect
      .poll(cutOff, { timeout: 5_000 })
      .toEqual([])
      .catch(() => undefined);
    note(`${scene}, small`, await cutOff());
    await page.setViewportSize({ width: 1280, height: 800 });
  };
  return { wrong, seen, visit };
}
