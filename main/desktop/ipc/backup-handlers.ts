/** The channels of the backups. */
import { basename } from 'node:path';
import type { BrowserWindow } from 'electron';
import { StationError } from '../../../shared/errors.ts';
import { backupName } from '../../app/backup/backups.ts';
import type { Station } from '../../app/station.ts';
import type { Dialogs } from '../dialogs.ts';
import type { HandlersOf } from './handler-support.ts';
import type { SavedFiles } from './saved-files.ts';

type Deps = {
  station: Pick<Station, 'backups'>;
  dialogs: Pick<Dialogs, 'saveAs' | 'backup'>;
  saved: Pick<SavedFiles, 'add'>;
  window: () => BrowserWindow | null;
};

export function backupHandlers({ station: { backups }, dialogs, saved, window }: Deps): HandlersOf<'backup'> {
  let chosen: string | null = null;
  /** @throws StationError `bad-request` when the dialog returned no file */
  function chosenPath(): { path: string } {
    if (chosen === null) throw new StationError('bad-request');
    return { path: chosen };
  }
  return {
    'backup.state': async () => backups.state(),
    'backup.newCode': async () => ({ code: backups.newCode() }),
    'backup.write': async ({ code }) => {
      const path = await dialogs.saveAs(backupName(new Date()), 'zip', backups.folder());
      if (path === null) return null;
      const written = await backups.write(path, code);
      return { ...saved.add(written), missing: written.missing };
    },
    'backup.stop': async () => {
      backups.stop();
    },
    'backup.choose': async () => {
      const path = await dialogs.backup(backups.folder());
      if (path === null) return null;
      const found = await backups.inspect(path);
      chosen = path;
      return { name: basename(path), ...found };
    },
    'backup.prepare': async ({ daily, code }) => {
      await backups.prepare(daily === null ? chosenPath() : { name: daily }, code);
    },
    'backup.discard': async () => {
      await backups.discard();
    },
    'backup.closeStation': async () => {
      window()?.close();
    },
  };
}
