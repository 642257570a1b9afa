/** Puts a text on the clipboard. */
import { attempt } from '../state/attempt.ts';
import { announce } from './index.ts';

/** Copies a text. `said`: what a screen reader announces then. Returns whether it was copied; otherwise a problem was shown. */
export async function copyText(text: string, said: string): Promise<boolean> {
  const copied = await attempt(navigator.clipboard.writeText(text).then(() => true));
  if (copied) announce(said);
  return copied === true;
}
