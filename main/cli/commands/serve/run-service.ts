/** Runs the client's own web service without a window, on a branch or head-office server, until it is stopped. */
import type { ServiceSettings, ServiceState } from '../../../../shared/domain/web-service/web-service.ts';
import { StationError } from '../../../../shared/errors.ts';
import type { Station } from '../../../app/station.ts';
import { servicePassphrase } from '../../../platform/keychain/vault.ts';
import { exitCodes } from '../../support/exit-codes.ts';
import { failureText } from '../../support/failure.ts';
import type { CommandIo } from '../../support/io.ts';
import { withStoredData } from '../../support/open-station.ts';
import { takeSecret } from '../../support/secrets.ts';
import { type Lines, logTo } from './lines.ts';
import { serveSettings } from './settings.ts';
import { listenForStop, reloadUntilStopped } from './stop-signals.ts';
import { readServeUser, type ServeUser } from './user.ts';

export type ServeOptions = {
  dataDir: string | undefined;
  settingsFile: string | undefined;
  /** Settings of the arguments. */
  settings: Partial<ServiceSettings>;
};

/**
 * Prints `{ url, pid }` once it listens, then one JSON line an event. An event has no content of a call, and of the user only the name
 * that the service knows.
 */
export async function runService(options: ServeOptions, io: CommandIo): Promise<number> {
  // Before the station opens, so that a request to stop in the meantime counts.
  const stop = listenForStop();
  try {
    const user = await readServeUser(io);
    const passphrase = await takeSecret('STATION_SERVICE_PASSPHRASE', io);
    const lines = logTo(io);
    const code = await withStoredData({ dataDir: options.dataDir, noKey: null }, io, async ({ station }) => {
      await listen(station, { options, user, passphrase, lines }, io);
      station.hub.start();
      const reload = () => user.reload(station.service.users);
      await reloadUntilStopped(stop, reload, lines, (thrown) => io.err(`${failureText(thrown, io.words)}\n`));
      await station.service.close();
      return exitCodes.allDone;
    });
    await lines.last({ event: 'stopped' });
    return code;
  } finally {
    stop.release();
  }
}

type Start = { options: ServeOptions; user: ServeUser; passphrase: string | null; lines: Lines };

/** Starts the service and prints the first line. @throws WrongUse, StationError for settings that it cannot run with, before it listens */
async function listen(station: Station, { options, user, passphrase, lines }: Start, io: CommandIo): Promise<void> {
  const { service, vault } = station;
  const stored = service.settings();
  // Lost settings said who may call, and the defaults allow everyone: a person has to check them first. Without a kind, all may be lost.
  const lost = station.notices().find(({ code, detail }) => code === 'settings-unreadable' && (detail?.kind ?? 'service') === 'service');
  if (lost) throw new StationError(lost.code, lost.detail);
  const settings = await serveSettings(stored, options.settingsFile, options.settings, io);
  const { memoryOnly } = station.screening.state();
  if (memoryOnly) throw new StationError('service-memory-only', memoryOnly.detail);
  await user.provide(service.users);
  if (service.users.users().length === 0) throw new StationError('service-no-users');
  logEvents(station, lines);
  await service.serve(settings, passphrase ?? (settings.transport === 'pkcs12' ? await servicePassphrase(vault) : null));
  lines.first({ url: service.state().urls[0], pid: process.pid });
}

/** Logs each call, whether the folder is watched, and each file of it that cannot be published, without its name, which may name a person. */
function logEvents({ service: { events }, publishing }: Station, lines: Lines): void {
  let watching = true;
  publishing.events.on('unpublished', ({ code }) => lines.event({ event: 'not-published', code }));
  events.on('event', lines.call);
  events.on('certificate', lines.event);
  events.on('state', (state: ServiceState) => {
    const { watching: problem } = state;
    const isWatching = problem?.code !== 'watched-folder-missing';
    if (isWatching === watching) return;
    watching = isWatching;
    lines.event(isWatching || !problem ? { event: 'watching' } : { event: 'not-watching', code: problem.code });
  });
}
