/** Opens the streams of many stations at a hub, a process of its own, and says how many of them got an event. */
import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { privateKeyOf, type StationKeyPair, signRequest } from '../../../main/platform/hub/signature.ts';
import { hubPaths } from '../../../shared/domain/web-service/hub.ts';

export type StreamTask = { url: string; stations: { stationId: string; pair: StationKeyPair }[] };
/** `open`: all are connected. `event`: one got its first event. */
export type StreamNews = 'open' | 'event';

/** A hub has at most 64 connections of one address. */
const ofOneAddress = 60;

async function open(url: string, { stationId, pair }: StreamTask['stations'][number], localAddress: string): Promise<void> {
  const headers = {
    ...signRequest('GET', hubPaths.events, null, { stationId, runId: randomUUID(), key: privateKeyOf(pair) }),
    accept: 'text/event-stream',
  };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}${hubPaths.events}`, { headers, localAddress, agent: false }, resolve).on('error', reject);
  });
  if (answer.statusCode !== 200) throw new Error(`no stream: ${answer.statusCode}`);
  answer.setEncoding('utf8').on('data', (text: string) => {
    if (text.includes('event: hub')) process.send?.('event' satisfies StreamNews);
  });
}

process.on('message', async ({ url, stations }: StreamTask) => {
  // A few at once, as the queue of unaccepted connections is short.
  for (let from = 0; from < stations.length; from += 50) {
    await Promise.all(
      stations
        .slice(from, from + 50)
        .map((station, index) => open(url, station, `127.0.1.${1 + Math.floor((from + index) / ofOneAddress)}`)),
    );
  }
  process.send?.('open' satisfies StreamNews);
});
process.send?.('ready');
