/** Puts a text on the clipboard. */
import { succeeded } from '../state/attempt.ts';
import { announce } from './LiveRegion.tsx';

/** Copies a text. `said`: what a screen reader announces then. Returns whether it was copied; otherwise a problem was shown. */
export async function copyText(text: string, said: string): Promise<boolean> {
  const copied = await succeeded(navigator.clipboard.writeText(text));
  if (copied) announce(said);
  return copied;
}
