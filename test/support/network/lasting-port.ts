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
    server.listen(port, '127.0.0.1');
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false, // `once` rejects with the error of a port that is taken
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
