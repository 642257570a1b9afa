export { textsOf } from '../../../main/platform/i18n/texts.ts';
export type { Words as ScreenWords } from '../../../renderer/i18n/resources.ts';
export { type Language, languageFacts, languages } from '../../../shared/i18n/languages.ts';
export type { Texts } from '../../../shared/i18n/texts.ts';
