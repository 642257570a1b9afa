/** A port on which a test listens, stops, and listens again. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the range from which systems take ports for outgoing connections: while no one listens on one of those, a connection of
 * another test may take it.
 */
const [lowest, highest] = [15_000, 32_000];

/** Returns a port on which no one listens. */
export async function lastingPort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    const server = createServer();
    const ended = Promise.race([once(server, 'listening').then(() => true), once(server, 'error').then(() => false)]);
    server.listen(port, '127.0.0.1');
    const isFree = await ended;
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
