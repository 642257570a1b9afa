/**
 * F6 moves the focus from pane to pane. A pane is an element with `data-pane`; its value is the selector of what gets the focus first.
 * Later the focus returns to where it was in the pane.
 */

const lastFocused = new WeakMap<Element, HTMLElement>();

const paneOf = (element: Element | null): HTMLElement | null => element?.closest<HTMLElement>('[data-pane]') ?? null;

const isVisible = (element: HTMLElement): boolean => element.isConnected && element.checkVisibility({ visibilityProperty: true });

const focusable = 'button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

function targetIn(pane: HTMLElement): HTMLElement | null {
  const last = lastFocused.get(pane);
  if (last && pane.contains(last) && isVisible(last)) return last;
  const first = (selector: string) => [...pane.querySelectorAll<HTMLElement>(selector)].find(isVisible) ?? null;
  return (pane.dataset.pane ? first(pane.dataset.pane) : null) ?? first(focusable);
}

/** Remembers where the focus is in each pane. */
export function followPanes(): () => void {
  const remember = ({ target }: FocusEvent) => {
    const pane = target instanceof HTMLElement ? paneOf(target) : null;
    if (pane) lastFocused.set(pane, target as HTMLElement);
  };
  document.addEventListener('focusin', remember);
  return () => document.removeEventListener('focusin', remember);
}

/** Moves the focus to the next pane, or to the one before. */
export function goToPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => isVisible(pane) && !pane.closest('[inert]'));
  const at = panes.findIndex((pane) => pane.contains(document.activeElement));
  const from = at === -1 && step === -1 ? 0 : at;
  for (let away = 1; away <= panes.length; away++) {
    const pane = panes[(from + step * away + panes.length * 2) % panes.length];
    const target = pane && targetIn(pane);
    if (target) {
      target.focus();
      return;
    }
  }
}
