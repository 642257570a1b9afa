/** The texts of main, read from `shared/i18n/<language>/<area>.json`, next to the bundle when built (`vite.main.config.ts` copies them). */
import { readFileSync } from 'node:fs';
import type { Language } from '../../../shared/i18n/languages.ts';
import type { Texts } from '../../../shared/i18n/texts.ts';

const folder = new URL(import.meta.url.endsWith('.ts') ? '../../../shared/i18n/' : './i18n/', import.meta.url);

const loaded = new Map<string, Texts[keyof Texts]>();

/** Returns the texts of one area in one language, read once per process. @throws when the language has no such file */
export function textsOf<Area extends keyof Texts>(language: Language, area: Area): Texts[Area] {
  const path = `${language}/${area}.json`;
  const texts = loaded.get(path) ?? JSON.parse(readFileSync(new URL(path, folder), 'utf8'));
  loaded.set(path, texts);
  return texts;
}
