/** Moves the focus to the field where a fault is corrected, once the chosen document is drawn. */
import type { FaultField } from './faults.ts';

export function focusField(field: FaultField, selector = 'input:not([type="checkbox"]), button'): void {
  requestAnimationFrame(() => {
    const section = document.querySelector(`[data-field="${field}"]`);
    section?.scrollIntoView({ block: 'nearest' });
    section?.querySelector<HTMLElement>(selector)?.focus();
  });
}
