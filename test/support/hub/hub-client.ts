/** A station as the hub sees it: signed requests over real sockets, and the stream of its events. */
import { createParser } from 'eventsource-parser';
import { signRequest } from '../../../main/platform/hub/signature.ts';
import { type HubEvent, hubEventSchema, hubPaths } from '../../../shared/domain/web-service/hub.ts';
import type { EnrolledStation } from './hub-rows.ts';

export type HubAnswer = { status: number; headers: Headers; bytes: Buffer; json: unknown };
export type HubStream = {
  /** Events so far, in their order. */
  events: HubEvent[];
  /** Resolves when the hub has ended it. */
  ended: Promise<void>;
  close(): void;
};

export function createHubClient(url: string, station: EnrolledStation) {
  async function call(method: string, path: string, body?: object | Uint8Array, headers: Record<string, string> = {}): Promise<HubAnswer> {
    const bytes = body === undefined ? null : body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
    const signed = signRequest(method, path, bytes, station);
    const answer = await fetch(`${url}${path}`, { method, body: bytes as BodyInit | null, headers: { ...signed, ...headers } });
    const content = Buffer.from(await answer.arrayBuffer());
    const isJson = answer.headers.get('content-type')?.startsWith('application/json') ?? false;
    return { status: answer.status, headers: answer.headers, bytes: content, json: isJson ? JSON.parse(content.toString()) : null };
  }

  async function stream(): Promise<HubStream> {
    const closing = new AbortController();
    const answer = await fetch(`${url}${hubPaths.events}`, {
      headers: { ...signRequest('GET', hubPaths.events, null, station), accept: 'text/event-stream' },
      signal: closing.signal,
    });
    if (answer.status !== 200 || answer.body === null) throw new Error(`no stream: ${answer.status} ${await answer.text()}`);
    const events: HubEvent[] = [];
    const parser = createParser({ onEvent: ({ data }) => void events.push(hubEventSchema.parse(JSON.parse(data))) });
    const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
      const decoder = new TextDecoder();
      try {
        for await (const piece of body) parser.feed(decoder.decode(piece, { stream: true }));
      } catch {
        // It was cut off.
      }
    };
    return { events, ended: read(answer.body), close: () => closing.abort() };
  }

  return {
    stationId: station.stationId,
    call,
    stream,
    poll: async (wait: number) => call('GET', `${hubPaths.events}?wait=${wait}`),
    push: async (id: string) => call('GET', hubPaths.push.replace(':id', id)),
    acknowledge: async (...events: string[]) => call('POST', hubPaths.acknowledge, { events }),
    claim: async (visitId: string, version: number, ...claims: object[]) => call('POST', hubPaths.claims, { visitId, version, claims }),
    begin: async (publication: object) => call('POST', hubPaths.publications, publication),
    upload: async (id: string, offset: number, piece: Uint8Array) =>
      call('PUT', `${hubPaths.content.replace(':id', id)}?offset=${offset}`, piece),
    publication: async (id: string, method: 'GET' | 'DELETE' = 'GET') => call(method, hubPaths.publication.replace(':id', id)),
  };
}
