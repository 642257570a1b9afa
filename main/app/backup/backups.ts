/** Backups while a station is open: writes one, and prepares the restore of one, which the next start completes. */
import { EventEmitter } from 'node:events';
import { dirname } from 'node:path';
import { localMoment } from '../../../shared/domain/local-format.ts';
import { type BackupState, backupStateSchema } from '../../../shared/domain/settings/backup.ts';
import { type Problem, problem, StationError } from '../../../shared/errors.ts';
import type { Audit } from '../../features/audit/audit.ts';
import { generatePassword } from '../../features/web-service/web-service.ts';
import type { Keychain } from '../../platform/keychain/keychain.ts';
import { createThrottledPublisher } from '../../platform/runtime/throttled-publisher.ts';
import { copyPath, dailyCopies } from '../../platform/storage/daily-backups.ts';
import { openJsonRows } from '../../platform/storage/json-rows.ts';
import type { Following } from './format.ts';
import { copyDatabase, type OpenData, removeScratch, writeOpenBackup } from './open-backup.ts';
import { discardRestore, inspectBackup, prepareRestore } from './restore-backup.ts';
import type { WrittenBackup } from './write-backup.ts';

export type Backups = {
  /** `notice`: what `notices` returns has changed. */
  events: EventEmitter<{ state: [BackupState]; notice: [] }>;
  /** Says of a prepared restore that the next start replaces the data. */
  notices(): Problem[];
  state(): BackupState;
  /** The folder of the latest backup; null before the first one. */
  folder(): string | null;
  /** Generates the code of a backup for another computer. */
  newCode(): string;
  /** @param code null for a backup that only this computer opens @throws StationError like `writeOpenBackup` */
  write(path: string, code: string | null): Promise<WrittenBackup>;
  /** @throws StationError like `inspectBackup` */
  inspect(path: string): Promise<{ madeAt: string; needsCode: boolean }>;
  /** @param copy the name of a daily copy, or the path of a backup @throws StationError like `prepareRestore` */
  prepare(copy: { name: string } | { path: string }, code: string | null): Promise<void>;
  /** The next start restores nothing. */
  discard(): Promise<void>;
  /** Stops what is being written or unpacked. */
  stop(): void;
  /**
   * Runs a key rotation after a backup that is being written, and before the next one. A restore that waits is dropped: it would bring the
   * old key back.
   */
  aroundRotation(rotate: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
};

type BackupsDeps = OpenData & {
  keychain: Keychain;
  vaultKey?: Buffer;
  memoryOnly: boolean;
  now: () => Date;
  audit: Pick<Audit, 'append'>;
  clerk: () => string;
};

export function createBackups(data: BackupsDeps): Backups {
  const { dataDir, settingsDatabase, keychain, vaultKey, memoryOnly, now, audit, clerk } = data;
  const events = new EventEmitter<{ state: [BackupState]; notice: [] }>();
  const rows = openJsonRows(settingsDatabase, 'backup', backupStateSchema.shape.last.unwrap());
  let work: BackupState['work'] = null;
  const prepared = preparedRestore(() => events.emit('notice'));
  let stopping = new AbortController();
  // What cannot be removed now is removed by the next backup, or the next start.
  let queue: Promise<unknown> = removeScratch(dataDir).catch(() => undefined);

  const state = (): BackupState => ({
    last: rows.get('last'),
    daily: memoryOnly ? [] : dailyCopies(dataDir),
    work,
    prepared: prepared.madeAt(),
    memoryOnly,
  });
  const publisher = createThrottledPublisher(events, state);

  function alone<T>(run: () => Promise<T>): Promise<T> {
    const result = queue.then(run);
    queue = result.catch(() => undefined);
    return result;
  }

  async function discard(): Promise<void> {
    if (prepared.madeAt() !== null) await discardRestore(dataDir);
    prepared.set(null);
    publisher.publishNow();
  }

  const follow = <T>(kind: 'backup' | 'restore', run: (following: Following) => Promise<T>): Promise<T> =>
    alone(async () => {
      if (memoryOnly) throw new StationError('memory-only', { cause: 'no-service' });
      stopping = new AbortController();
      const onBytes = (done: number, total: number) => {
        work = { kind, done, total };
        publisher.notify();
      };
      onBytes(0, 0);
      publisher.publishNow();
      try {
        return await run({ signal: stopping.signal, onBytes });
      } finally {
        work = null;
        publisher.publishNow();
      }
    });

  return {
    events,
    state,
    notices: prepared.notices,
    folder: () => {
      const last = rows.get('last');
      return last && dirname(last.path);
    },
    newCode: generatePassword,
    write: (path, code) =>
      follow('backup', async (following) => {
        const at = now();
        // Before it is written: it may be the one thing that leaves this computer with the key.
        audit.append({
          kind: 'backup-begun',
          visitId: null,
          by: clerk(),
          about: null,
          detail: { key: code === null ? 'none' : 'included' },
        });
        const written = await writeOpenBackup(data, { path, now: at, code }, following);
        rows.put('last', { at: at.toISOString(), path: written.path, missing: written.missing });
        return written;
      }),
    inspect: (path) => inspectBackup(path, keychain),
    prepare: (copy, code) =>
      follow('restore', async (following) => {
        prepared.set(null);
        const madeAt = await prepareRestore({
          ...following,
          ...{ dataDir, keychain, now: now() },
          path: 'path' in copy ? copy.path : copyPath(dataDir, copy.name),
          copySettings: (to) => copyDatabase(settingsDatabase, to),
          ...(vaultKey && { vaultKey }),
          ...(code !== null && { code }),
        });
        prepared.set(madeAt);
      }),
    discard: () => alone(discard),
    stop: () => stopping.abort(),
    aroundRotation: (rotate) =>
      alone(async () => {
        await rotate();
        await discard();
      }),
    async close() {
      stopping.abort();
      await queue;
      publisher.end();
    },
  };
}

/** The time of the backup that the next start restores; null for none. */
function preparedRestore(onChange: () => void) {
  let madeAt: string | null = null;
  return {
    madeAt: () => madeAt,
    set(next: string | null): void {
      if (next === madeAt) return;
      madeAt = next;
      onChange();
    },
    notices: () => (madeAt === null ? [] : [problem('data-restored', { at: localMoment(madeAt), context: 'prepared' })]),
  };
}

/** The proposed name of a backup, by local time. */
export function backupName(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  const day = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(two).join('-');
  return `signing-station-${day}-${two(at.getHours())}${two(at.getMinutes())}.zip`;
}
