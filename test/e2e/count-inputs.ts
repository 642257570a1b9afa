/** Counts what a person does: keys that are pressed and presses of the mouse, as the page receives them. */
import type { Page } from 'playwright/test';

type Counts = { keys: number; presses: number };
type Counting = Window & { inputs?: Counts };

/** A modifier alone, a held key and what a script makes are no actions. */
export async function countInputs(page: Page): Promise<{ begin(): Promise<void>; counts(): Promise<Counts> }> {
  await page.evaluate(() => {
    const counting = window as Counting;
    const modifiers = ['Control', 'Shift', 'Alt', 'Meta'];
    window.addEventListener(
      'keydown',
      (event) => {
        if (counting.inputs && event.isTrusted && !event.repeat && !modifiers.includes(event.key)) counting.inputs.keys += 1;
      },
      true,
    );
    window.addEventListener(
      'pointerdown',
      (event) => {
        if (counting.inputs && event.isTrusted) counting.inputs.presses += 1;
      },
      true,
    );
  });
  return {
    begin: () =>
      page.evaluate(() => {
        (window as Counting).inputs = { keys: 0, presses: 0 };
      }),
    counts: () => page.evaluate(() => (window as Counting).inputs ?? { keys: Number.NaN, presses: Number.NaN }),
  };
}
