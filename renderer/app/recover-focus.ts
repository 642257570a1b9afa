/**
 * Moves the focus when the focused element was removed, disabled or hidden and nothing else took it: a person at the keyboard is never
 * nowhere. Goes to the heading of the nearest part that is still on the page, back to an element that was disabled for a moment, and from
 * a pane that a small display folded to the tab of the pane in its place.
 */

import { recovered } from '../components/focus-when-lost.ts';

/** Milliseconds: dialogs return the focus, and views move it themselves, within less. */
const recoverAfterMs = 300;

const parts = '[data-pane], section, [role="tabpanel"], [role="dialog"], main';

const isDisabled = (element: Element): boolean => element.matches(':disabled');
const isVisible = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });

/** Returns the first heading of a part, or its first control. */
function targetIn(part: Element): HTMLElement | undefined {
  const [heading] = [...part.querySelectorAll<HTMLElement>('h1, h2, h3')].filter(isVisible);
  if (!heading) return [...part.querySelectorAll<HTMLElement>('button:not(:disabled), input:not(:disabled)')].find(isVisible);
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  return heading;
}

/** Returns the chosen tab of the panes that an element is in; undefined where all of them are in view. */
const tabOver = (element: Element): HTMLElement | undefined =>
  [...(element.closest('[data-shown]')?.querySelectorAll<HTMLElement>('[role="radio"][aria-checked="true"]') ?? [])].find(isVisible);

/** Returns where the focus goes from an element that lost it. `path`: the element and its ancestors at that time, the element first. */
function targetOf([lost, ...ancestors]: readonly Element[]): HTMLElement | undefined {
  const tab = lost?.isConnected && !isVisible(lost) ? tabOver(lost) : undefined;
  if (tab) return tab;
  const near = ancestors.filter((one) => one.isConnected && one.matches(parts));
  const main = document.querySelector('main');
  for (const part of [...near, ...(main ? [main] : [])]) {
    const target = targetIn(part);
    if (target && target !== lost) return target;
  }
  return undefined;
}

export function followLostFocus(): () => void {
  let path: Element[] = [];
  /** Since it has the focus. */
  let wasDisabled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isNowhere = () => document.activeElement === null || document.activeElement === document.body;
  const remember = () => {
    const focused = document.activeElement;
    if (focused === path[0] || isNowhere()) return;
    path = [];
    for (let one = focused; one; one = one.parentElement) path.push(one);
    wasDisabled = false;
  };
  const onFocus = () => {
    path = [];
    remember();
  };
  const recover = () => {
    const [lost] = path;
    if (!lost || !isNowhere()) return;
    const canHaveIt = lost.isConnected && !isDisabled(lost) && isVisible(lost);
    // A click on an empty place takes the focus from an element that stays: that is meant.
    if (canHaveIt && !wasDisabled) return;
    if (canHaveIt && lost instanceof HTMLElement) return lost.focus({ preventScroll: true });
    const target = targetOf(path);
    if (!target) return;
    // A part that loads longer takes the focus from here (`isFocusLost`).
    target.setAttribute(recovered, '');
    target.addEventListener('blur', () => target.removeAttribute(recovered), { once: true });
    target.focus({ preventScroll: true });
  };
  const recoverSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(recover, recoverAfterMs);
  };
  const observer = new MutationObserver(() => {
    // Dialogs return the focus without an event that reaches the document.
    remember();
    const [focused] = path;
    if (!focused) return;
    // The browser takes the focus of a disabled element later, with the next frame.
    wasDisabled ||= isDisabled(focused);
    if (wasDisabled || isNowhere()) recoverSoon();
  });
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  document.addEventListener('focusin', onFocus);
  // Without a change of the document, the browser takes the focus of what a narrower window hides.
  window.addEventListener('resize', recoverSoon);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    document.removeEventListener('focusin', onFocus);
    window.removeEventListener('resize', recoverSoon);
  };
}
