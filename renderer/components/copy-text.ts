/** Puts a text on the clipboard. */
import { attempt } from '../state/attempt.ts';
import { announce } from './index.ts';

/** `said`: what a screen reader tells then. Answers with whether it is there; a problem was shown where it is not. */
export async function copyText(text: string, said: string): Promise<boolean> {
  const copied = await attempt(navigator.clipboard.writeText(text).then(() => true));
  if (copied) announce(said);
  return copied === true;
}
