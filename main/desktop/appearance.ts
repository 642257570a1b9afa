/**
 * Language and theme of the settings, in a file of their own: the window, its menu and its first messages have them before the station
 * is open.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Appearance, languageChoices, themes } from '../../shared/domain/settings/appearance.ts';

/** Returns what is stored; the system's for a file that is absent or damaged, and for a language or theme that there is not. */
export function readAppearance(file: string): Appearance {
  try {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as Partial<Record<keyof Appearance, unknown>>;
    return { language: choiceOf(languageChoices, stored.language), theme: choiceOf(themes, stored.theme) };
  } catch {
    return { language: 'system', theme: 'system' };
  }
}

const choiceOf = <T extends string>(choices: readonly T[], value: unknown): T | 'system' =>
  choices.find((choice) => choice === value) ?? 'system';

/** A file that cannot be written is not worth a message: the next window begins as the system does. */
export function storeAppearance(file: string, { language, theme }: Appearance): void {
  const before = readAppearance(file);
  if (before.language === language && before.theme === theme) return;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify({ language, theme }));
  } catch {
    // See above.
  }
}
