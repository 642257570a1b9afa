/** A small strict server of the protocol between stations and the hub, in memory: it fails on request, and needs no PostgreSQL. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { hasDigest, publicKeyOf, verifyRequest } from '../../../main/platform/hub/signature.ts';
import {
  acknowledgeSchema,
  type Claim,
  claimRequestSchema,
  enrolRequestSchema,
  type HubEvent,
  type HubPublicationRequest,
  type HubRefusal,
  hubChunkBytes,
  publicationRequestSchema,
  restorationRequestSchema,
} from '../../../shared/domain/web-service/hub.ts';
import { readPush } from '../../support/doors/records.ts';
import { listen } from '../../support/network/listening.ts';

type Station = { id: string; name: string; publicKey: string; revoked: boolean; claims: Map<string, { version: number; claims: Claim[] }> };
type Offer = HubPublicationRequest & {
  station: string;
  state: 'uploading' | 'damaged' | 'offered' | 'fetched' | 'withdrawn';
  bytes: Buffer;
};
type Waiting = { station: string; event: HubEvent; body: Buffer | null };

type Arrival = Extract<HubEvent, { kind: 'repeated' }>['arrivals'][number];

export type TestHub = {
  address: string;
  stations: Station[];
  offers: Map<string, Offer>;
  /** Paths of the requests that were answered, with their methods. */
  calls: string[];
  /** Unacknowledged events. */
  waiting: Map<string, Waiting>;
  /** In their order. */
  acknowledged: Waiting[];
  /** Answers of `POST claims`. */
  elsewhere: { station: string; receivedAt: string }[];
  /** `silent`: streams deliver nothing. `down`: connections are cut. `clockMs`: of the hub's clock to this one. */
  faults: { silent: boolean; down: boolean; clockMs: number; loseEnrolment: boolean };
  /** Runs before a request is answered; true cuts the connection. */
  before: (call: string) => boolean | Promise<boolean>;
  code(name: string): string;
  /** Assigns a push to a station. */
  push(body: Buffer | string, station?: Station): string;
  /** A version arrives again at a time when `latest` is the latest one. The event has the arrivals of an earlier one, too; returns all. */
  pushAgain(body: string, latest: string, earlier?: Arrival[]): Arrival[];
  /** The provider fetches an offer. */
  fetch(offerId: string): Buffer;
  /** Sends everything unacknowledged again, in the streams that are open. */
  repeat(): void;
  cutStreams(): void;
  close(): Promise<void>;
};

class Refusal extends Error {
  readonly status: number;
  readonly code: HubRefusal;

  constructor(status: number, code: HubRefusal) {
    super(code);
    [this.status, this.code] = [status, code];
  }
}

export async function startTestHub(): Promise<TestHub> {
  const codes = new Map<string, string>();
  const streams = new Set<{ station: string; response: ServerResponse }>();
  const polls = new Set<() => void>();
  const say = (response: ServerResponse, event: HubEvent) => response.write(`event: hub\ndata: ${JSON.stringify(event)}\n\n`);
  const hub: TestHub = {
    address: '',
    stations: [],
    offers: new Map(),
    calls: [],
    waiting: new Map(),
    acknowledged: [],
    elsewhere: [],
    faults: { silent: false, down: false, clockMs: 0, loseEnrolment: false },
    before: () => false,
    code(name) {
      const code = randomUUID();
      codes.set(code, name);
      return code;
    },
    push(body, station = hub.stations[0]) {
      const bytes = Buffer.from(body);
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const event = {
        kind: 'push',
        id: randomUUID(),
        receivedAt: new Date().toISOString(),
        user: 'provider',
        size: bytes.length,
        sha256,
      } as const;
      add({ station: station?.id ?? '', event, body: bytes });
      return event.id;
    },
    pushAgain(body, latest, earlier = []) {
      const { digest, facts } = readPush(Buffer.from(body));
      const [id, sha256] = [randomUUID(), createHash('sha256').update(latest).digest('hex')];
      const arrivals = [...earlier, { id, at: new Date().toISOString(), digest }];
      const event = { kind: 'repeated', id, uid: facts.uid ?? '', latest: sha256, arrivals } as const;
      add({ station: hub.stations[0]?.id ?? '', event, body: null });
      return arrivals;
    },
    fetch(offerId) {
      const offer = hub.offers.get(offerId);
      if (offer?.state !== 'offered') throw new Error('not offered');
      if (offer.once) offer.state = 'fetched';
      const event = { kind: 'fetched', id: randomUUID(), at: new Date().toISOString(), user: 'provider', publicationId: offerId } as const;
      add({ station: offer.station, event, body: null });
      return offer.bytes;
    },
    repeat() {
      for (const { station, event } of hub.waiting.values())
        for (const one of streams) if (one.station === station) say(one.response, event);
    },
    cutStreams() {
      for (const { response } of streams) response.destroy();
      streams.clear();
    },
    async close() {
      hub.cutStreams();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  function add(waiting: Waiting): void {
    hub.waiting.set(waiting.event.id, waiting);
    for (const { station, response } of hub.faults.silent ? [] : streams) if (station === waiting.station) say(response, waiting.event);
    wakePolls();
  }
  const wakePolls = () => {
    for (const poll of polls) poll();
  };
  const eventsOf = ({ id }: Station) => [...hub.waiting.values()].filter(({ station }) => station === id).map(({ event }) => event);
  const offerOf = (id: string, station: Station): Offer => {
    const offer = hub.offers.get(id);
    if (offer?.station !== station.id) throw new Refusal(404, 'not-found');
    return offer;
  };
  const shown = ({ id, state, bytes }: Offer) => ({ id, state, received: bytes.length });

  function upload(offer: Offer, offset: number, piece: Buffer): { status: number; json: object } {
    if (offer.state !== 'uploading' && offer.state !== 'damaged') return { status: 200, json: shown(offer) };
    if (offset !== offer.bytes.length) return { status: 409, json: shown(offer) };
    if (piece.length !== Math.min(hubChunkBytes, offer.size - offset)) throw new Refusal(400, 'malformed');
    offer.state = 'uploading';
    offer.bytes = Buffer.concat([offer.bytes, piece]);
    if (offer.bytes.length === offer.size) {
      const isWhole = createHash('sha256').update(offer.bytes).digest('hex') === offer.sha256;
      offer.state = isWhole ? 'offered' : 'damaged';
      if (!isWhole) offer.bytes = Buffer.alloc(0);
    }
    return { status: 200, json: shown(offer) };
  }

  async function events(station: Station, request: IncomingMessage, response: ServerResponse, wait: number): Promise<object | null> {
    if (request.headers.accept === 'application/json') {
      if (eventsOf(station).length === 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, wait * 1000);
        polls.add(resolve);
        await promise;
        polls.delete(resolve);
        clearTimeout(timer);
      }
      return { events: eventsOf(station) };
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (hub.faults.silent) {
      response.flushHeaders();
      return null;
    }
    response.write(': here\n\n');
    streams.add({ station: station.id, response });
    for (const event of eventsOf(station)) say(response, event);
    return null;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? '';
    const { pathname, searchParams } = new URL(target, 'http://hub');
    const [, , kind, id = ''] = pathname.split('/');
    const call = `${request.method} ${kind}`;
    const body = await buffer(request);
    if (hub.faults.down || (await hub.before(call))) return void request.socket.destroy();
    hub.calls.push(call);
    const json = () => JSON.parse(body.toString('utf8')) as unknown;
    const send = (value: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json', date: date() }).end(JSON.stringify(value));
    if (call === 'POST enrolment') {
      const { code, publicKey } = enrolRequestSchema.strict().parse(json());
      const known = hub.stations.find((one) => one.publicKey === publicKey);
      const name = known?.name ?? codes.get(code);
      if (name === undefined) throw new Refusal(403, 'enrolment-code');
      codes.delete(code);
      const station = known ?? { id: randomUUID(), name, publicKey, revoked: false, claims: new Map() };
      if (!known) hub.stations.push(station);
      if (hub.faults.loseEnrolment) return void request.socket.destroy();
      return void send(shownStation(station));
    }
    const found = await verifyRequest(
      { method: request.method ?? '', target, headers: request.headers },
      async (stationId) => {
        const known = hub.stations.find((one) => one.id === stationId && !one.revoked);
        return known ? publicKeyOf(known.publicKey) : null;
      },
      new Date(Date.now() + hub.faults.clockMs),
    );
    if (typeof found === 'string') throw new Refusal(401, found);
    if (!hasDigest(body, found.digest)) throw new Refusal(401, 'signature');
    const station = hub.stations.find((one) => one.id === found.stationId) as Station;
    if (call === 'GET station') return void send(shownStation(station));
    if (call === 'GET events') {
      const polled = await events(station, request, response, Number(searchParams.get('wait')));
      return void (polled && send(polled));
    }
    if (call === 'POST claims') {
      const { visitId, version, claims } = claimRequestSchema.strict().parse(json());
      const isNewest = version >= (station.claims.get(visitId)?.version ?? 0);
      if (isNewest) station.claims.set(visitId, { version, claims });
      const newest = Math.max(...[...station.claims.values()].map((one) => one.version));
      return void send({ elsewhere: hub.elsewhere, ...(!isNewest && { newest }) });
    }
    if (call === 'POST acknowledgements') {
      for (const one of acknowledgeSchema.strict().parse(json()).events) {
        const found = hub.waiting.get(one);
        if (found?.station === station.id && hub.waiting.delete(one)) hub.acknowledged.push(found);
      }
      return void response.writeHead(204).end();
    }
    if (call === 'GET pushes') {
      const push = hub.waiting.get(id);
      if (push?.station !== station.id || push.body === null) throw new Refusal(404, 'not-found');
      return void response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(push.body);
    }
    if (call === 'POST publications') {
      const wanted = publicationRequestSchema.strict().parse(json());
      if (!hub.offers.has(wanted.id))
        hub.offers.set(wanted.id, { ...wanted, station: station.id, state: 'uploading', bytes: Buffer.alloc(0) });
      return void send(shown(offerOf(wanted.id, station)));
    }
    if (call === 'POST restoration') {
      const { known } = restorationRequestSchema.strict().parse(json());
      const latest = hub.acknowledged.findLastIndex(({ event }) => known.includes(event.id));
      // One that the station knows comes again, too.
      for (const one of hub.acknowledged.splice(Math.max(latest, 0))) add(one);
      return void send({ newest: hub.offers.size });
    }
    if (call === 'DELETE publications' && id === '') {
      for (const offer of [...hub.offers.values()].slice(0, Number(searchParams.get('upTo'))))
        if (offer.station === station.id && offer.state !== 'fetched') offer.state = 'withdrawn';
      return void response.writeHead(204).end();
    }
    if (call === 'DELETE publications') {
      const offer = offerOf(id, station);
      if (offer.state !== 'fetched') offer.state = 'withdrawn';
      return void send(shown(offer));
    }
    if (call === 'PUT publications') {
      const { status, json: value } = upload(offerOf(id, station), Number(searchParams.get('offset')), body);
      return void send(value, status);
    }
    throw new Refusal(404, 'not-found');
  }
  const shownStation = ({ id, name }: Station) => ({ stationId: id, name, hubName: 'Banco de prueba', history: 'one' });
  const date = () => new Date(Date.now() + hub.faults.clockMs).toUTCString();

  const server = createServer({ keepAliveTimeout: 1000 }, (request, response) => {
    response.sendDate = false;
    response.on('close', () => {
      for (const one of streams) if (one.response === response) streams.delete(one);
    });
    answer(request, response).catch((thrown: unknown) => {
      const { status, code } = thrown instanceof Refusal ? thrown : { status: 400, code: 'malformed' };
      if (!response.headersSent) response.writeHead(status, { 'content-type': 'application/json', date: date() });
      response.end(JSON.stringify({ error: code }));
    });
  });
  hub.address = `http://127.0.0.1:${await listen(server)}`;
  return hub;
}
