/**
 * The page's entry. The document has the frame of the window in it (`app/first-frame.tsx`); this remembers what is pressed in the frame
 * while the rest is loaded, and loads it once the frame is drawn. When that fails, it says so.
 */
import './app/page-policy.ts';

/** Milliseconds after which the frame is taken as drawn; a window that is hidden draws nothing. */
const longestDrawing = 100;

/** Marks the button in place of an earlier one. `main.tsx` presses the same button of the frame that it draws. */
function remember({ target, currentTarget }: Event): void {
  const pressed = target instanceof Element ? target.closest('button') : null;
  if (pressed === null || !(currentTarget instanceof Element)) return;
  for (const earlier of currentTarget.querySelectorAll('[data-pressed]')) earlier.removeAttribute('data-pressed');
  pressed.dataset.pressed = '';
  const areas = pressed.closest('nav');
  if (areas === null) return;
  for (const area of areas.querySelectorAll('[aria-current]')) area.removeAttribute('aria-current');
  pressed.setAttribute('aria-current', 'page');
}

/** Says in the frame that it stays without its areas, with the text of the document; throws the error again, for the console. */
function sayNotLoaded(thrown: unknown): never {
  const opening = document.querySelector<HTMLElement>('[data-not-loaded]');
  if (opening !== null) {
    opening.role = 'alert';
    opening.textContent = opening.dataset.notLoaded ?? null;
    opening.parentElement?.removeAttribute('aria-busy');
  }
  throw thrown;
}

document.querySelector('#root > *')?.addEventListener('click', remember);
performance.mark('answers');

const drawn = new Promise((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve));
  setTimeout(resolve, longestDrawing);
});
// Not awaited here: with an `await` in a module the build leaves its files in smaller parts, each of which is a request.
void drawn
  .then(() => import('./main.tsx'))
  .then(({ drawing }) => drawing)
  .catch(sayNotLoaded);
