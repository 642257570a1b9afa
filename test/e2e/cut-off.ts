/** Controls that stick out of their pane at the side, and buttons that are too narrow to hit, for the specs of small screens. */
import type { Page } from 'playwright/test';

/**
 * The beginning of each one's markup. `panes` and `passed` are selectors: in which pane a control must stay (the page
 * where there is none), and inside what it is not looked at. What is not drawn, or for screen readers alone, is passed over.
 */
export function controlsCutOff(page: Page, { panes, passed = '' }: { panes: string; passed?: string }): Promise<string[]> {
  const skipped = ['.sr-only', '[aria-hidden="true"]', ...(passed ? [passed] : [])].join(', ');
  return page.evaluate(
    ([within, without]) =>
      [...document.querySelectorAll('button, input, select, textarea, a, [role="row"]')].flatMap((control) => {
        const box = control.getBoundingClientRect();
        if (box.width <= 1 || control.closest(without)) return [];
        const { left, right } = (control.closest(within) ?? document.body).getBoundingClientRect();
        return box.left < left - 0.5 || box.right > Math.min(right, innerWidth) + 0.5 ? [control.outerHTML.slice(0, 200)] : [];
      }),
    [panes, skipped] as const,
  );
}

/**
 * The names that several buttons, links or menus in view have: a person who goes through them by name cannot tell them apart. What a dialog
 * covers is passed over. An icon may have the name of a button in words: both do the same; so
 * does the button of an empty list. The areas have a landmark of their own.
 */
export function namesRepeated(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const scope = [...document.querySelectorAll('.ui-modal')].at(-1) ?? document;
    const nameOf = (control: Element): string => {
      const ids = control.getAttribute('aria-labelledby')?.split(' ') ?? [];
      const named = ids.map((id) => document.getElementById(id)?.ariaLabel ?? document.getElementById(id)?.textContent ?? '').join(' ');
      const read = (node: Node): string =>
        node instanceof Element && (node.ariaHidden === 'true' || node.tagName === 'svg')
          ? ''
          : node instanceof Text
            ? node.data
            : [...node.childNodes].map(read).join('');
      return (named || control.ariaLabel || read(control)).trim().replaceAll(/\s+/g, ' ');
    };
    const names = [...scope.querySelectorAll('button, a[href], summary')]
      .filter((control) => control.checkVisibility() && !control.closest('[inert], [aria-hidden="true"], nav, .ui-empty'))
      .map((control) => `${nameOf(control)}${control.classList.contains('ui-icon-button') ? ' (icon)' : ''}`);
    return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))].map((name) => `several are called “${name}”`);
  });
}

/** The beginning of the markup of each button with an icon alone that its surroundings have made narrower than 22 pixels. */
export function buttonsSqueezed(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.ui-icon-button')]
      .filter((button) => button.checkVisibility() && button.getBoundingClientRect().width < 22)
      .map(({ outerHTML }) => `squeezed: ${outerHTML.slice(0, 200)}`),
  );
}
