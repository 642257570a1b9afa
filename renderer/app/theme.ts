/** Sets the theme: light, dark or the system's; the tokens do the rest. */
import type { Settings } from '../../shared/domain/settings.ts';

export function applyTheme(theme: Settings['theme']): void {
  if (theme === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset.theme = theme;
}
