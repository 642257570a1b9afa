/** `/metrics` for Prometheus: calls at this replica, and pending rows of the database. No label has a value from outside. */
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { type Intake, isListed, isLoopback, readAddresses } from '../main/features/web-service/web-service.ts';
import type { ServiceEvent } from '../shared/domain/web-service/web-service.ts';
import type { HubDatabase } from './database.ts';

export const metricsPath = '/metrics';

export type HubMetrics = {
  /** Counts an event of endpoints A and B. */
  count(event: Pick<ServiceEvent, 'kind'>): void;
  /** Measures the time of each push until its commit. */
  measured(intake: Intake): Intake;
  /** Registers the endpoint: for this computer, and for the allowed addresses if there are any. */
  register(app: FastifyInstance): void;
};

export type HubMetricsDeps = { database: HubDatabase; allowed: readonly string[]; streams(): number };

/** Pushes that wait, by where; the age of the oldest in seconds. Each part reads an index. */
const waiting = `
  WITH due AS (
    SELECT 'station' AS place, received_at FROM push WHERE station_id IS NOT NULL AND kind = 'record' AND acknowledged_at IS NULL
    UNION ALL
    SELECT CASE WHEN group_id IS NULL THEN 'unclaimed' ELSE 'group' END, received_at FROM push WHERE station_id IS NULL AND kind = 'record'
  )
  SELECT place, count(*)::int AS count, extract(epoch FROM now() - min(received_at))::float AS age FROM due GROUP BY place`;
const places = ['station', 'group', 'unclaimed'] as const;

export function createHubMetrics({ database, allowed, streams }: HubMetricsDeps): HubMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const events = new Counter({ name: 'hub_events_total', help: 'Calls of the provider by their end.', labelNames: ['event'], registers });
  const pushSeconds = new Histogram({
    name: 'hub_push_seconds',
    help: 'Time from the body of a push to its commit.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  });
  const pushes = new Gauge({
    name: 'hub_pushes_waiting',
    help: 'Pushes that no station has acknowledged.',
    labelNames: ['place'],
    registers,
  });
  const age = new Gauge({
    name: 'hub_oldest_push_seconds',
    help: 'Age of the oldest push that no station has acknowledged.',
    labelNames: ['place'],
    registers,
  });
  new Gauge({
    name: 'hub_streams',
    help: 'Open event streams of stations.',
    registers,
    collect() {
      this.set(streams());
    },
  });
  new Gauge({
    name: 'hub_database_connections',
    help: 'Connections to PostgreSQL, and calls that wait for one.',
    labelNames: ['state'],
    registers,
    collect() {
      const { open, idle, waiting: calls } = database.load();
      this.set({ state: 'busy' }, open - idle);
      this.set({ state: 'idle' }, idle);
      this.set({ state: 'waited-for' }, calls);
    },
  });
  const read = async (): Promise<void> => {
    const { rows } = await database.pool.query<{ place: string; count: number; age: number }>(waiting);
    for (const place of places) {
      const row = rows.find((one) => one.place === place);
      pushes.set({ place }, row?.count ?? 0);
      age.set({ place }, row?.age ?? 0);
    }
  };
  const monitors = readAddresses(allowed);
  return {
    count: ({ kind }) => events.inc({ event: kind }),
    measured: (intake) => ({
      ...intake,
      async ingestPush(body, user) {
        const end = pushSeconds.startTimer();
        const ingested = await intake.ingestPush(body, user);
        end();
        return ingested;
      },
    }),
    register(app) {
      app.get(metricsPath, { schema: { hide: true } }, async ({ ip }, reply) => {
        if (!isLoopback(ip) && !isListed(monitors, ip)) return reply.code(403).send({ error: 'calls from this address are not allowed' });
        // While the database does not answer, the other figures are still of use.
        await read().catch(() => undefined);
        return reply.type(registry.contentType).send(await registry.metrics());
      });
    },
  };
}
