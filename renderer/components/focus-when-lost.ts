/** Moves the focus to an element after a dialog has closed and its opening button is gone. */

/** Milliseconds within which a dialog returns the focus. */
const givingBack = 100;

export function focusWhenLost(find: () => HTMLElement | null | undefined): void {
  setTimeout(() => {
    if (document.activeElement === document.body) find()?.focus();
  }, givingBack);
}
