/** Counts as people write them. */
import type { Language } from '../../../../shared/domain/settings.ts';

/** "1,234,567": with the separators of the language. */
export const localCount = (count: number, language: Language): string =>
  new Intl.NumberFormat(language === 'es' ? 'es-419' : 'en-US').format(count);
