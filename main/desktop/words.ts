/** The few words that the operating system shows for us: menu, dialogs, and the notice of a fault. */
import type { Language } from '../../shared/domain/settings.ts';
import type { Texts } from '../../shared/i18n/texts.ts';
import { textsOf } from '../platform/i18n/texts.ts';

export const shellWords = (language: Language): Texts['shell'] => textsOf(language, 'shell');
