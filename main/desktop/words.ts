/** The texts that the operating system shows: menu, dialogs, notifications, and the message of a fault. */
import type { Language } from '../../shared/domain/settings/settings.ts';
import type { Texts } from '../../shared/i18n/texts.ts';
import { textsOf } from '../platform/i18n/texts.ts';

export const shellWords = (language: Language): Texts['shell'] => textsOf(language, 'shell');
