/** `serve`: the client's own web service without a window, on a branch or head-office server, until it is told to stop. */
import { type ServiceEvent, type ServiceState, shortestPassword, usernameSchema } from '../../shared/domain/client-service.ts';
import { type ProblemCode, StationError } from '../../shared/errors.ts';
import type { ClientService } from '../client-service/client-service.ts';
import { serviceOwner } from '../vault/vault.ts';
import type { Words } from '../words.ts';
import { checkLanguage, commonOptions } from './common-options.ts';
import { exitCodes } from './exit-codes.ts';
import type { CommandIo } from './io.ts';
import { openStation } from './open-station.ts';
import { noProvider } from './provider-choice.ts';
import { readArguments } from './read-arguments.ts';
import { readPort } from './read-port.ts';
import { secretsFromFiles } from './secret-files.ts';
import { serveSettings } from './serve-settings.ts';
import { type ServiceCredentials, serviceCredentials } from './service-credentials.ts';
import { listenForStop } from './stop-signals.ts';
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
    await secretsFromFiles(io);
    const first = checked(serviceCredentials(io.env));
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
      const settings = await serveSettings(service.settings(), values['settings-file'], given, io);
      const { notKept } = station.screening.state();
      if (notKept) throw new StationError('service-not-kept', notKept.detail);
      if (first) await service.users.provide(first.username, first.password);
      if (service.users.users().length === 0) throw new StationError('service-no-users');
      follow(service, lines);
      const passphrase = givenPassphrase ?? (await vault.secret(serviceOwner, 'servicePassphrase').catch(() => null));
      await service.serve(settings, passphrase);
      lines.first({ url: service.state().urls[0], pid: process.pid });
      await stop.requested;
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

/** A password that somebody chose is held to the same least length as everywhere. @throws WrongUse */
function checked(credentials: ServiceCredentials | null): ServiceCredentials | null {
  if (credentials && !usernameSchema.safeParse(credentials.username).success) throw new WrongUse('service-username-malformed');
  if (credentials && credentials.password.length < shortestPassword)
    throw new WrongUse('service-password-short', { least: shortestPassword });
  return credentials;
}

type Line = { event: string; status?: number | null; user?: string | null; count?: number; code?: ProblemCode };
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

/** Each call, and what is wrong with the watched folder whenever that changes. */
function follow({ events }: ClientService, lines: Lines): void {
  let watching: ProblemCode | null = null;
  events.on('told', ({ at, kind, status, user, count }: ServiceEvent) =>
    lines.event({ at, event: kind, status, user, ...(count !== undefined && { count }) }),
  );
  events.on('state', (state: ServiceState) => {
    const code = state.watching?.code ?? null;
    if (code === watching) return;
    watching = code;
    lines.event(code === null ? { event: 'watching' } : { event: 'not-watching', code });
  });
}
