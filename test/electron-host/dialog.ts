/** `electron.dialog` on the host: scripted in tests, else the system's chooser, else a small page. */
import type { Dialog, MessageBoxOptions, OpenDialogOptions, SaveDialogOptions } from 'electron';
import { askInPage } from './ask-page.ts';
import { messageAnswers, openAnswers, saveAnswers, scripted } from './control.ts';
import { chooseNatively } from './native-chooser.ts';

async function choosePaths(options: OpenDialogOptions): Promise<string[] | null> {
  if (scripted) return openAnswers.shift() ?? null;
  const chosen = await chooseNatively(options);
  if (chosen !== 'no-chooser') return chosen;
  const { text } = await askInPage({ title: options.title ?? '', text: '', field: true, buttons: ['×', '✓'] });
  const paths = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return paths.length > 0 ? paths : null;
}

async function choosePlace({ title, defaultPath }: SaveDialogOptions): Promise<string | null> {
  if (scripted) return saveAnswers.shift() ?? null;
  const { text } = await askInPage({ title: title ?? '', text: defaultPath ?? '', field: true, buttons: ['×', '✓'] });
  return text.trim() || null;
}

async function askMessage(options: MessageBoxOptions): Promise<number> {
  if (scripted) return messageAnswers.shift() ?? options.cancelId ?? 0;
  const question = { title: options.message, text: options.detail ?? '', field: false, buttons: options.buttons ?? ['OK'] };
  return (await askInPage(question)).button ?? options.cancelId ?? 0;
}

// The window is the first argument where present (Electron's overloads).
export const dialog = {
  showOpenDialog: async (...args: unknown[]) => {
    const paths = await choosePaths(args.at(-1) as OpenDialogOptions);
    return { canceled: paths === null, filePaths: paths ?? [] };
  },
  showSaveDialog: async (...args: unknown[]) => {
    const filePath = await choosePlace(args.at(-1) as SaveDialogOptions);
    return { canceled: filePath === null, filePath: filePath ?? '' };
  },
  showMessageBox: async (...args: unknown[]) => ({ response: await askMessage(args.at(-1) as MessageBoxOptions), checkboxChecked: false }),
  showErrorBox: (title: string, content: string) => {
    process.stderr.write(`${title}: ${content}\n`);
  },
} as Pick<Dialog, 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox' | 'showErrorBox'>;
