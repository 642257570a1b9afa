/** Makes a number that is being typed the value of its field, which else it is only after the field has lost the focus. */
export function commitNumber(within: Element | null): void {
  const field = within?.querySelector<HTMLElement>('.ui-number input:focus');
  field?.blur();
  field?.focus();
}
