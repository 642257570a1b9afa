/** Reaches a control as a person without a mouse does. */
import type { Locator } from 'playwright/test';

/** Presses Tab until the focus is on it or in it. @throws when it does not come there within so many steps */
export async function tabTo(target: Locator, maxTabs = 40): Promise<void> {
  for (let steps = 0; steps <= maxTabs; steps += 1) {
    if (await target.evaluate((element) => element === document.activeElement || element.contains(document.activeElement))) return;
    await target.page().keyboard.press('Tab');
  }
  throw new Error('Tab does not come there');
}
