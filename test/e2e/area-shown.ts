import type { Page } from 'playwright/test';

/** Resolves when an area is shown: until then keys and menus reach nothing, though the frame of the window is there. */
export const areaShown = (page: Page): Promise<void> => page.locator('main:not([aria-busy="true"])').waitFor({ state: 'attached' });
