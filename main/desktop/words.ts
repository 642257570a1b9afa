/** The few words that the operating system shows for us: menu, dialogs, and the notice of a fault. */
import type { Language } from '../../shared/domain/settings.ts';
import en from '../../shared/i18n/en/shell.json' with { type: 'json' };
import es from '../../shared/i18n/es/shell.json' with { type: 'json' };

export type ShellWords = typeof es;

const words: Record<Language, ShellWords> = { es, en };

export const shellWords = (language: Language): ShellWords => words[language];
