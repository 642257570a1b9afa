/** Moves the focus to the first faulty field of a form, once its faults are drawn: an input, or a button where there is none. */
export function focusFault(form: HTMLElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-faulty]')?.focus());
}
