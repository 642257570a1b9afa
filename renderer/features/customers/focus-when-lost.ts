/** When a dialog has closed and the button that opened it is gone with what it was for, the keys go on at the given element. */

/** Milliseconds in which a dialog gives the focus back. */
const givingBack = 100;

export function focusWhenLost(find: () => HTMLElement | null | undefined): void {
  setTimeout(() => {
    if (document.activeElement === document.body) find()?.focus();
  }, givingBack);
}
