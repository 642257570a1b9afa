/** Puts a text on the clipboard. */
import i18next from 'i18next';
import { succeeded } from '../state/attempt.ts';
import { announce } from './LiveRegion.tsx';

/** Copies a text. `said`: what a screen reader announces then. Returns whether it was copied; otherwise a problem was shown. */
export async function copyText(text: string, said = i18next.t('ui:copied')): Promise<boolean> {
  const copied = await succeeded(navigator.clipboard.writeText(text));
  if (copied) announce(said);
  return copied;
}
