/** Whether a form has input that is lost when the station closes: main asks before (`main/desktop/closing-question.ts`). */
import { saveSoon } from './workspace.ts';

const forms = new Set<unknown>();
/** What main knows; undefined: what the page before said. */
let saved: boolean | undefined;

/** `form` is its own. The input of visits and screenings is in the workspace itself. */
export function setUnsaved(form: unknown, isUnsaved: boolean): void {
  if (isUnsaved) forms.add(form);
  else forms.delete(form);
  const has = forms.size > 0;
  if (has === saved) return;
  saved = has;
  saveSoon('unsaved', () => has);
}
