/** Settings that the window has before the station is open. Apart from the others, so that it does not wait for their schemas. */
import { type Language, languages } from '../../i18n/languages.ts';

/** `system`: the operating system's, or the default where that is none of ours. */
export const languageChoices = ['system', ...languages] as const;
export const themes = ['system', 'light', 'dark'] as const;

export type Appearance = { language: 'system' | Language; theme: (typeof themes)[number] };
