/**
 * Language and theme of the settings, in a file of their own: the window, its menu and its first messages have them before the station
 * is open.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Appearance, appearanceSchema } from '../../shared/domain/appearance.ts';

/** Returns what is stored; the system's language and theme for a file that is absent or damaged. */
export function readAppearance(file: string): Appearance {
  try {
    return appearanceSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return { language: 'system', theme: 'system' };
  }
}

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
