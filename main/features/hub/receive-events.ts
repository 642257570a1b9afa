/**
 * Receives the events of the hub: as a stream, or by repeated requests where a proxy keeps a stream back. Each run ends with the connection;
 * the caller reconnects.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { HubEvent } from '../../../shared/domain/web-service/hub.ts';
import { StationError } from '../../../shared/errors.ts';
import type { HubConnection } from '../../platform/hub/hub-connection.ts';

export type ReceivingPace = {
  /** A stream that delivers nothing, not even a comment, for so long does not work. The hub sends a comment every 20 seconds. */
  silenceMs: number;
  /** After two silent streams, requests are made for so long. */
  requestsMs: number;
  /** Seconds for which the hub holds a request. */
  waitSeconds: number;
  /** The most before a stream that ended is opened again, so that the stations of a hub that restarts do not come at once. */
  reconnectMs: number;
};
export const defaultPace: ReceivingPace = { silenceMs: 45_000, requestsMs: 15 * 60_000, waitSeconds: 25, reconnectMs: 3_000 };

/** A stream that ends sooner counts as a failure: something between cuts it. */
const shortestMs = 2_000;

const repeatMs = 1_000;

export type ReceiveDeps = {
  connection: Pick<HubConnection, 'events' | 'stream'>;
  pace: ReceivingPace;
  connected(by: 'stream' | 'requests'): void;
  /** Returns the number of events that are new. */
  received(events: readonly HubEvent[]): number;
  signal: AbortSignal;
};

export type Receiver = {
  /** Receives until the stream or request ends. @throws StationError when there is no connection, or it breaks at once */
  once(): Promise<void>;
};

export function createReceiver({ connection, pace, connected, received, signal }: ReceiveDeps): Receiver {
  let silent = 0;
  let requestsUntil = 0;

  async function byStream(): Promise<void> {
    const begun = performance.now();
    let isOpen = false;
    const opened = () => {
      isOpen = true;
      connected('stream');
    };
    const end = await connection.stream({ opened, event: (event) => void received([event]) }, pace.silenceMs);
    if (signal.aborted) return;
    if (end === 'ended') {
      if (!isOpen || performance.now() - begun < shortestMs) throw new StationError('hub-unavailable');
      silent = 0;
      await sleep(Math.random() * pace.reconnectMs, undefined, { signal }).catch(() => undefined);
      return;
    }
    // One that worked for a while was cut, such as by the sleep of this computer.
    silent = performance.now() - begun > 2 * pace.silenceMs ? 1 : silent + 1;
    if (silent < 2) return;
    silent = 0;
    requestsUntil = performance.now() + pace.requestsMs;
  }

  return {
    async once() {
      if (performance.now() >= requestsUntil) return byStream();
      const events = await connection.events(pace.waitSeconds);
      connected('requests');
      // The hub repeats at once what is not acknowledged yet.
      if (events.length > 0 && received(events) === 0) await sleep(repeatMs, undefined, { signal }).catch(() => undefined);
    },
  };
}
