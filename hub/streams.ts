/**
 * Sends events to the stations whose streams or long polls are at this replica. Notifications of PostgreSQL wake them; what a station has not
 * acknowledged in the database is the truth, and a look at all of them every 20 seconds finds what a lost notification would have said.
 */
import type { ServerResponse } from 'node:http';
import type pg from 'pg';
import type { HubEvent } from '../shared/domain/web-service/hub.ts';
import { maxEventsOfAnswer } from '../shared/domain/web-service/hub.ts';
import { StationError } from '../shared/errors.ts';
import { freeAbandoned, takeOfGroups } from './assignment.ts';
import { type HubDatabase, wakeChannel } from './database.ts';
import { maxUnacknowledged, readEvents } from './events.ts';
import type { HubKeys } from './hub-keys.ts';

export type Streams = {
  /** Sends events until the caller is gone, the station is revoked or connects again, or the replica closes. Writes the whole answer. */
  stream(stationId: string, response: ServerResponse): void;
  /**
   * Waits for events.
   * @param gone aborts when the caller is gone
   * @returns null when the station was revoked; empty when the time is over
   */
  poll(stationId: string, waitMs: number, gone: AbortSignal): Promise<HubEvent[] | null>;
  /** Streams and long polls at this replica. */
  count(): number;
  /** Ends all of them. */
  close(): Promise<void>;
};

export type StreamsDeps = {
  database: HubDatabase;
  keys: HubKeys;
  /** Milliseconds between two looks at all streams, which are also the time between two comments in a stream. */
  lookMs?: number;
  /** A fault that is tried again, for the log. */
  report?(fault: unknown): void;
};

/** Whoever waits for events of a station at this replica. */
type Listener = {
  readonly stationId: string;
  groups: ReadonlySet<string>;
  /** Looks for events soon. One look at a time. */
  wake(): void;
  /** Comments, for proxies that end silent connections. */
  beat(): void;
  end(): void;
  /** Ends it so that the station connects again, and asks what the hub is. */
  breakOff(): void;
};

const reconnectMs = 1_000;
/** The number of looks after which a stream is cut off that its reader does not read. */
const maxSilentBeats = 3;

export function openStreams({ database, keys, lookMs = 20_000, report = () => undefined }: StreamsDeps): Streams {
  const listeners = new Set<Listener>();
  const streams = new Map<string, Listener>();
  let closed = false;

  /** What a listener's look finds; null for a revoked station. */
  async function look(listener: Listener, known: ReadonlySet<string>, max: number) {
    const { rows } = await database.pool.query<{ groups: string[]; challenged: boolean }>(
      `SELECT ARRAY(SELECT group_id::text FROM station_group_member WHERE station_id = station.id) AS groups,
          challenged_at IS NOT NULL AS challenged
        FROM station WHERE id = $1 AND revoked_at IS NULL`,
      [listener.stationId],
    );
    const [row] = rows;
    if (!row) return null;
    // A station that lives connects again, which answers the challenge.
    if (row.challenged) {
      listener.end();
      return { due: new Set<string>(), events: [] };
    }
    listener.groups = new Set(row.groups);
    if (row.groups.length > 0) await database.transaction((client) => takeOfGroups(client, listener.stationId));
    return readEvents(database.pool, keys, listener.stationId, { known, max, report });
  }

  const notifications = followNotifications(database, report, {
    woken: (id) => {
      for (const listener of listeners) if (listener.stationId === id || listener.groups.has(id)) listener.wake();
    },
    // Notifications may have been missed.
    connected: () => void lookAtAll().catch(report),
  });

  /** Wakes the listeners for which there is something, by one query. */
  async function lookAtAll(): Promise<void> {
    const ids = [...new Set([...listeners].map(({ stationId }) => stationId))];
    if (ids.length === 0) return;
    const { rows } = await database.pool.query<{ id: string }>(
      `SELECT id FROM unnest($1::uuid[]) AS one (id)
        WHERE NOT EXISTS (SELECT FROM station WHERE station.id = one.id AND revoked_at IS NULL AND challenged_at IS NULL)
          OR EXISTS (SELECT FROM push WHERE station_id = one.id AND kind = 'record' AND (acknowledged_at IS NULL OR repeat_id IS NOT NULL))
          OR EXISTS (SELECT FROM station_event WHERE station_id = one.id AND acknowledged_at IS NULL)
          OR EXISTS (SELECT FROM station_group_member AS member JOIN push ON push.group_id = member.group_id AND push.station_id IS NULL
            WHERE member.station_id = one.id)`,
      [ids],
    );
    const due = new Set(rows.map(({ id }) => id));
    for (const listener of listeners) if (due.has(listener.stationId)) listener.wake();
  }

  database.onOtherHistory(() => {
    for (const listener of [...listeners]) listener.breakOff();
  });

  const timer = setInterval(() => {
    for (const listener of listeners) listener.beat();
    database.checkHistory().then(lookAtAll).catch(report);
    database.transaction(freeAbandoned).then(database.wake).catch(report);
  }, lookMs);

  function add(listener: Listener): void {
    listeners.add(listener);
    listener.wake();
  }

  return {
    stream(stationId, response) {
      // A station has one stream: its earlier one belongs to a lost connection.
      streams.get(stationId)?.end();
      const listener = createStream(stationId, response, { look, report, ended: () => remove(listener) });
      const remove = (one: Listener): void => {
        listeners.delete(one);
        streams.delete(stationId);
      };
      if (closed) return listener.end();
      streams.set(stationId, listener);
      add(listener);
    },
    poll: (stationId, waitMs, gone) =>
      new Promise((resolve, reject) => {
        const listener = createPoll(stationId, { look, waitMs, resolve, reject, ended: () => listeners.delete(listener) });
        gone.addEventListener('abort', listener.end);
        if (closed || gone.aborted) listener.end();
        else add(listener);
      }),
    count: () => listeners.size,
    async close() {
      closed = true;
      clearInterval(timer);
      for (const listener of [...listeners]) listener.end();
      await notifications.close();
    },
  };
}

type Look = (listener: Listener, known: ReadonlySet<string>, max: number) => Promise<{ due: Set<string>; events: HubEvent[] } | null>;

function createStream(
  stationId: string,
  response: ServerResponse,
  deps: { look: Look; report(fault: unknown): void; ended(): void },
): Listener {
  let sent: ReadonlySet<string> = new Set();
  let over = false;
  let silentBeats = 0;
  const looking = oneAtATime(
    async () => {
      // A reader that takes nothing now is sent nothing more; the look follows when it has taken what was written.
      if (over || response.writableNeedDrain) return;
      const found = await deps.look(listener, sent, maxUnacknowledged);
      if (over) return;
      if (found === null) return listener.end();
      const text = found.events.map((event) => `event: hub\nid: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`).join('');
      sent = found.due;
      if (text !== '') response.write(text);
    },
    // The next look tries again.
    deps.report,
  );
  const listener: Listener = {
    stationId,
    groups: new Set(),
    wake: looking,
    beat() {
      if (!response.writableNeedDrain) {
        silentBeats = 0;
        response.write(':\n\n');
      } else if (++silentBeats >= maxSilentBeats) response.destroy();
    },
    end() {
      if (over) return;
      over = true;
      deps.ended();
      response.end();
    },
    breakOff: () => listener.end(),
  };
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    // nginx would collect the events otherwise.
    'x-accel-buffering': 'no',
    connection: 'close',
  });
  response.write(':\n\n');
  response.on('drain', listener.wake);
  response.once('close', listener.end);
  response.on('error', listener.end);
  return listener;
}

function createPoll(
  stationId: string,
  deps: { look: Look; waitMs: number; resolve(events: HubEvent[] | null): void; reject(fault: unknown): void; ended(): void },
): Listener {
  let over = false;
  const answer = (finish: () => void): void => {
    if (over) return;
    over = true;
    clearTimeout(timer);
    deps.ended();
    finish();
  };
  const looking = oneAtATime(
    async () => {
      if (over) return;
      const found = await deps.look(listener, new Set(), maxEventsOfAnswer);
      if (found === null) answer(() => deps.resolve(null));
      else if (found.events.length > 0 || deps.waitMs === 0) answer(() => deps.resolve(found.events));
    },
    (fault) => answer(() => deps.reject(fault)),
  );
  const listener: Listener = {
    stationId,
    groups: new Set(),
    wake: looking,
    beat: () => undefined,
    end: () => answer(() => deps.resolve([])),
    // An empty answer would be a connection that lasts.
    breakOff: () => answer(() => deps.reject(new StationError('hub-database-unusable'))),
  };
  const timer = setTimeout(listener.end, deps.waitMs === 0 ? maxLookMs : deps.waitMs);
  return listener;
}

/** For a poll that does not wait: the time in which the database has to answer. */
const maxLookMs = 30_000;

/** A call during a run is one more run after it. */
function oneAtATime(run: () => Promise<void>, failed: (fault: unknown) => void): () => void {
  let running = false;
  let again = false;
  const start = async (): Promise<void> => {
    running = true;
    try {
      do {
        again = false;
        await run();
      } while (again);
    } catch (fault) {
      failed(fault);
    } finally {
      running = false;
    }
  };
  return () => {
    if (running) again = true;
    else void start();
  };
}

/** Listens on a connection of its own, and connects again when that ends. */
function followNotifications(
  { connect }: Pick<HubDatabase, 'connect'>,
  report: (fault: unknown) => void,
  { woken, connected }: { woken(id: string): void; connected(): void },
): { close(): Promise<void> } {
  let closed = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  const retry = (fault?: unknown): void => {
    client = null;
    if (closed) return;
    if (fault !== undefined) report(fault);
    clearTimeout(timer);
    timer = setTimeout(() => void listen(), reconnectMs);
  };
  async function listen(): Promise<void> {
    try {
      const opened = await connect();
      if (closed) return void (await opened.end());
      client = opened;
      opened.once('end', () => client === opened && retry());
      opened.on('notification', ({ payload }) => payload !== undefined && woken(payload));
      await opened.query(`LISTEN ${wakeChannel}`);
      connected();
    } catch (fault) {
      client?.end().catch(() => undefined);
      retry(fault);
    }
  }
  void listen();
  return {
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
