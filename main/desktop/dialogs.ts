/** Opens the dialogs of the operating system. Paths stay in main. */
import { dirname, extname, join } from 'node:path';
import { app, type BrowserWindow, dialog, type OpenDialogOptions, type SaveDialogOptions } from 'electron';
import type { Language } from '../../shared/domain/settings/settings.ts';
import type { Texts } from '../../shared/i18n/texts.ts';
import { shellWords } from './words.ts';

export type Dialogs = {
  /** PDF files; empty when dismissed. */
  files(): Promise<string[]>;
  /** This one and all below return null when dismissed. */
  pdf(): Promise<string | null>;
  folder(): Promise<string | null>;
  outputFolder(): Promise<string | null>;
  csv(): Promise<string | null>;
  /** CSV or XLSX. */
  table(): Promise<string | null>;
  /**
   * Returns the path for a file. Adds the extension of `kind` where the person omits it; with null any extension is accepted.
   * `folder`: where the dialog begins, if not with the documents.
   */
  saveAs(suggested: string, kind: 'pdf' | 'csv' | 'xlsx' | 'zip' | 'json' | null, folder?: string | null): Promise<string | null>;
  /** A backup of the station, or a daily copy of its database. */
  backup(folder: string | null): Promise<string | null>;
  certificate(): Promise<string | null>;
  /** Private key of a certificate. */
  key(): Promise<string | null>;
  /** Certificate and key in one file. */
  pkcs12(): Promise<string | null>;
  watchedFolder(): Promise<string | null>;
};

type Asked = Exclude<keyof Texts['shell']['dialogs'], 'saveAs'>;

/** Names of files are those of customers: Windows would list each chosen one in clear, for all programs (decision 29). */
const notInRecent = 'dontAddToRecent';

export function createDialogs(window: () => BrowserWindow | null, language: () => Language): Dialogs {
  /** Where each dialog was last: Electron begins each in the downloads. */
  const lastFolders = new Map<Asked, string>();
  /** macOS shows the message where the dialog of a window has no title. */
  const titled = (title: string) => ({ title, message: title });
  const words = () => shellWords(language()).dialogs;

  async function ask(what: Asked, { properties = [], ...given }: OpenDialogOptions): Promise<string[]> {
    const last = lastFolders.get(what);
    const options: OpenDialogOptions = {
      ...titled(words()[what]),
      ...(last !== undefined && { defaultPath: last }),
      ...given,
      properties: [...properties, notInRecent],
    };
    const parent = window();
    const answer = parent === null ? await dialog.showOpenDialog(options) : await dialog.showOpenDialog(parent, options);
    if (answer.canceled) return [];
    const [first] = answer.filePaths;
    if (first !== undefined) lastFolders.set(what, dirname(first));
    return answer.filePaths;
  }
  const one = async (what: Asked, options: OpenDialogOptions) => (await ask(what, options))[0] ?? null;

  return {
    files: () => ask('files', { properties: ['openFile', 'multiSelections'], filters: [{ name: 'PDF', extensions: ['pdf'] }] }),
    pdf: () => one('pdf', { properties: ['openFile'], filters: [{ name: 'PDF', extensions: ['pdf'] }] }),
    folder: () => one('folder', { properties: ['openDirectory'] }),
    outputFolder: () => one('outputFolder', { properties: ['openDirectory', 'createDirectory'] }),
    csv: () => one('csv', { properties: ['openFile'], filters: [{ name: 'CSV', extensions: ['csv', 'txt'] }] }),
    table: () => one('table', { properties: ['openFile'], filters: [{ name: 'CSV, XLSX', extensions: ['csv', 'txt', 'tsv', 'xlsx'] }] }),
    async saveAs(suggested, kind, folder = null) {
      const options: SaveDialogOptions = {
        ...titled(words().saveAs),
        defaultPath: join(folder ?? documentsFolder(), suggested),
        properties: [notInRecent],
        ...(kind !== null && { filters: [{ name: kind.toUpperCase(), extensions: [kind] }] }),
      };
      const parent = window();
      const { canceled, filePath } = parent === null ? await dialog.showSaveDialog(options) : await dialog.showSaveDialog(parent, options);
      if (canceled || filePath === '') return null;
      if (kind === null) return filePath;
      return extname(filePath).toLowerCase() === `.${kind}` ? filePath : `${filePath}.${kind}`;
    },
    backup: (folder) =>
      one('backup', {
        properties: ['openFile'],
        filters: [{ name: 'ZIP, SQLite', extensions: ['zip', 'sqlite'] }],
        ...(folder !== null && { defaultPath: folder }),
      }),
    certificate: () => one('certificate', { properties: ['openFile'], filters: [{ name: 'PEM', extensions: ['pem', 'crt', 'cer'] }] }),
    key: () => one('key', { properties: ['openFile'], filters: [{ name: 'PEM', extensions: ['pem', 'key'] }] }),
    pkcs12: () => one('certificate', { properties: ['openFile'], filters: [{ name: 'PKCS #12', extensions: ['p12', 'pfx'] }] }),
    watchedFolder: () => one('watchedFolder', { properties: ['openDirectory', 'createDirectory'] }),
  };
}

/** Empty where the system's folder was moved to a place that is gone: the dialog then begins where the system chooses. */
function documentsFolder(): string {
  try {
    return app.getPath('documents');
  } catch {
    return '';
  }
}
