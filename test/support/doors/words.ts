export type { Words as ScreenWords } from '../../../renderer/i18n/resources.ts';
export type { Language } from '../../../shared/domain/settings.ts';

/** The texts of main: menus, notifications, questions. */
export type ShellWords = typeof import('../../../shared/i18n/es/shell.json');
