/** Servers of tests on 127.0.0.1. */
import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';

/** Listens, without a port on one that is free; returns the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Closes a server and its connections. */
export async function closeWith(sockets: Iterable<Socket>, server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  for (const socket of sockets) socket.destroy();
  await closed;
}
