/** Keeps the second half of a double click from pressing what the first half brought under the pointer, or made of its own button. */

/** Milliseconds and pixels between the halves of a double click. */
const maxMs = 500;
const maxPixels = 6;

/** What a button does; its figures may change with each press. */
const labelOf = (control: Element | null) => control?.textContent.replace(/\d/g, '');

const controlOf = (target: EventTarget | null): Element | null => (target as Element).closest?.('button, a, input, [role]');

export function followSecondClicks(): () => void {
  const ending = new AbortController();
  let first: PointerEvent | null = null;
  let control: Element | null = null;
  let label: string | undefined;
  let isSecond = false;
  const onEvent = (event: Event) => {
    if (event.type === 'pointerdown') {
      const now = event as PointerEvent;
      const under = controlOf(now.target);
      const isNear = first !== null && now.timeStamp - first.timeStamp < maxMs && Math.hypot(now.x - first.x, now.y - first.y) < maxPixels;
      // Buttons of one kind, as in rows that are removed one after the other, are pressed as fast as a person can.
      const isOther = under?.className !== control?.className || labelOf(under) !== label;
      isSecond = isNear && control !== null && isOther && (control.localName === 'button' || !control.contains(now.target as Node));
      first = now;
      if (!isSecond) {
        control = under;
        label = labelOf(under);
      }
    }
    if (!isSecond) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'dblclick'])
    addEventListener(type, onEvent, { capture: true, signal: ending.signal });
  return () => ending.abort();
}
