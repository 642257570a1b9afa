/** Runs the hub on PostgreSQL until it is stopped: endpoints A and B for the provider, and the endpoints for stations. */

import { hostname } from 'node:os';
import { startHub } from '../../../../hub/start-hub.ts';
import packageFile from '../../../../package.json' with { type: 'json' };
import { serviceSettingsSchema } from '../../../../shared/domain/web-service/web-service.ts';
import { problemOf } from '../../../../shared/errors.ts';
import { exitCodes } from '../../support/exit-codes.ts';
import { failureText } from '../../support/failure.ts';
import type { CommandIo } from '../../support/io.ts';
import { readHubPlace } from '../../support/open-hub.ts';
import { readCountVariable } from '../../support/read-values.ts';
import { takeSecret } from '../../support/secrets.ts';
import { WrongUse } from '../../support/wrong-use.ts';
import { logTo } from './lines.ts';
import type { ServeOptions } from './run-service.ts';
import { serveSettings } from './settings.ts';
import { listenForStop, reloadUntilStopped } from './stop-signals.ts';
import { readServeUser } from './user.ts';

/** Days and their variables; 0: never. */
const dayVariables = {
  content: ['STATION_HUB_CONTENT_DAYS', 7],
  metadata: ['STATION_HUB_METADATA_DAYS', 90],
  unclaimed: ['STATION_HUB_UNCLAIMED_DAYS', 365],
} as const;

const maxDays = 99_999;

/** Prints the same lines as `runService`. */
export async function runHub(options: ServeOptions, io: CommandIo): Promise<number> {
  const stop = listenForStop();
  try {
    if (options.dataDir !== undefined) throw new WrongUse('hub-no-data-dir');
    const days = { content: readDays('content', io), metadata: readDays('metadata', io), unclaimed: readDays('unclaimed', io) };
    const place = await readHubPlace(io);
    const user = await readServeUser(io);
    const passphrase = await takeSecret('STATION_SERVICE_PASSPHRASE', io);
    const settings = await serveSettings(serviceSettingsSchema.parse({}), options.settingsFile, options.settings, io);
    if (settings.watchedFolder !== '') throw new WrongUse('hub-no-folder');
    const name = io.env.STATION_HUB_NAME?.trim() || hostname();
    const lines = logTo(io);
    const report = (thrown: unknown) => lines.event({ event: 'fault', code: problemOf(thrown).code });
    const hub = await startHub({
      ...place,
      name,
      settings,
      passphrase,
      days,
      version: packageFile.version,
      provide: user.provide,
      emit: lines.call,
      noteCertificate: lines.event,
      report,
    });
    try {
      lines.first({ url: hub.urls[0], pid: process.pid });
      const reload = () => user.reload(hub.users);
      await reloadUntilStopped(stop, reload, lines, (thrown) => io.err(`${failureText(thrown, io.words)}\n`));
    } finally {
      await hub.close();
    }
    await lines.last({ event: 'stopped' });
    return exitCodes.allDone;
  } finally {
    stop.release();
  }
}

/** @throws WrongUse */
function readDays(name: keyof typeof dayVariables, { env }: Pick<CommandIo, 'env'>): number {
  const [variable, usual] = dayVariables[name];
  return (readCountVariable(variable, env, maxDays) ?? usual) || Number.POSITIVE_INFINITY;
}
