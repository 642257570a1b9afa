/** `serve`: the client's own web service without a window, on a branch or head-office server, until it is told to stop. */
import type { ServiceEvent, ServiceState } from '../../shared/domain/web-service.ts';
import { problemOf, StationError } from '../../shared/errors.ts';
import type { Station } from '../app/station.ts';
import type { Words } from '../platform/i18n/words.ts';
import { servicePassphrase } from '../platform/keychain/vault.ts';
import { checkLanguage, commonOptions } from './common-options.ts';
import { exitCodes } from './exit-codes.ts';
import { inWords } from './in-words.ts';
import type { CommandIo } from './io.ts';
import { openStation } from './open-station.ts';
import { noProvider } from './provider-choice.ts';
import { readArguments } from './read-arguments.ts';
import { readPort } from './read-port.ts';
import { secretsFromFiles } from './secret-files.ts';
import { serveSettings } from './serve-settings.ts';
import { readServeUser } from './serve-user.ts';
import { listenForStop, type StopSignals } from './stop-signals.ts';
import { WrongUse } from './wrong-use.ts';

const options = { ...commonOptions, host: 'string', port: 'string', publish: 'string', 'settings-file': 'string' } as const;

/**
 * Prints `{ url, pid }` once it listens, then one JSON line an event: never what was in a call, and of the user only the name that the
 * service knows.
 */
export async function serve(argv: readonly string[], io: CommandIo, words: Words): Promise<number> {
  const { values, rest } = readArguments(argv, options);
  checkLanguage(values.lang);
  if (rest.length > 0) throw new WrongUse('arguments-not-taken', { command: 'serve' });
  const port = readPort(values.port);
  const { host, publish } = values;
  // From here on: whoever asks it to stop while it opens is heard.
  const stop = listenForStop();
  try {
    const user = await readServeUser(io);
    await secretsFromFiles(['STATION_SERVICE_PASSPHRASE'], io);
    const givenPassphrase = io.env.STATION_SERVICE_PASSPHRASE || null;
    delete io.env.STATION_SERVICE_PASSPHRASE;
    const { station } = await openStation({ dataDir: values['data-dir'], provider: noProvider(io) }, io, words);
    const lines = logTo(io);
    try {
      const { service, vault } = station;
      const given = {
        ...(host !== undefined && { host }),
        ...(port !== undefined && { port }),
        ...(publish !== undefined && { watchedFolder: publish }),
      };
      const stored = service.settings();
      // Who may call stood there, and the defaults say everybody: a person is to look first.
      const lost = station.notices().find(({ code, detail }) => code === 'settings-unreadable' && detail?.kind === 'service');
      if (lost) throw new StationError(lost.code, lost.detail);
      const settings = await serveSettings(stored, values['settings-file'], given, io);
      const { memoryOnly } = station.screening.state();
      if (memoryOnly) throw new StationError('service-not-kept', memoryOnly.detail);
      await user.provide(service.users);
      if (service.users.users().length === 0) throw new StationError('service-no-users');
      follow(station, lines);
      const passphrase = givenPassphrase ?? (settings.transport === 'pkcs12' ? await servicePassphrase(vault) : null);
      await service.serve(settings, passphrase);
      lines.first({ url: service.state().urls[0], pid: process.pid });
      const reading = readAnew(
        stop,
        () => user.provideAnew(service.users),
        lines,
        (thrown) => io.err(`${inWords(thrown, words)}\n`),
      );
      await stop.requested;
      await reading();
      lines.event({ event: 'stopping' });
      await service.close();
    } finally {
      await station.close();
    }
    await lines.last({ event: 'stopped' });
    return exitCodes.allDone;
  } finally {
    stop.release();
  }
}

/** Whenever it is asked to, one after the other; what cannot be read changes nothing. The answer resolves when none is under way. */
function readAnew(stop: StopSignals, read: () => Promise<void>, lines: Lines, tell: (thrown: unknown) => Promise<void>) {
  let turn = Promise.resolve();
  const once = async () => {
    try {
      await read();
      lines.event({ event: 'reloaded' });
    } catch (thrown) {
      lines.event({ event: 'not-reloaded', code: thrown instanceof WrongUse ? 'wrong-use' : problemOf(thrown).code });
      void tell(thrown);
    }
  };
  stop.onHangUp(() => {
    turn = turn.then(once);
  });
  return () => turn;
}

type Line = { event: string; status?: number | null; user?: string | null; count?: number; code?: string };
type Lines = { first(line: object): void; event(line: Line & { at?: string }): void; last(line: Line): Promise<void> };

/** Nothing waits for whoever reads: a reader who has gone away ends no service. What happens before the first line comes after it. */
function logTo({ out }: CommandIo): Lines {
  let early: string[] | null = [];
  const textOf = ({ at, ...line }: Line & { at?: string }) => `${JSON.stringify({ at: at ?? new Date().toISOString(), ...line })}\n`;
  return {
    first(line) {
      void out(`${JSON.stringify(line)}\n`);
      for (const text of early ?? []) void out(text);
      early = null;
    },
    event(line) {
      if (early) early.push(textOf(line));
      else void out(textOf(line));
    },
    last: (line) => out(textOf(line)),
  };
}

/** Each call; whether the folder is watched; and each file of it that cannot be published, but for its name, which says whose it is. */
function follow({ service: { events }, publishing }: Station, lines: Lines): void {
  let watching = true;
  publishing.events.on('unpublished', ({ code }) => lines.event({ event: 'not-published', code }));
  events.on('event', ({ at, kind, status, user, count, code }: ServiceEvent) =>
    lines.event({ at, event: kind, status, user, ...(count !== undefined && { count }), ...(code !== undefined && { code }) }),
  );
  events.on('state', (state: ServiceState) => {
    const { watching: problem } = state;
    const now = problem?.code !== 'watched-folder-missing';
    if (now === watching) return;
    watching = now;
    lines.event(now || !problem ? { event: 'watching' } : { event: 'not-watching', code: problem.code });
  });
}
