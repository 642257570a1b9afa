/** Limits the connections of a server by address, and ends them. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { bareAddress } from './addresses.ts';
import { connectionKey } from './call.ts';
import type { Gate } from './gate.ts';
import type { Limits } from './limits.ts';

export type Connections = {
  /** Ends idle connections. */
  closeUnused(): void;
  closeAll(): void;
};

export function watchConnections(
  server: Server,
  gate: Gate,
  limits: Limits,
  busy: (key: string) => boolean,
  refused: () => void,
): Connections {
  const open = new Map<Socket, string>();
  const counts = new Map<string, number>();

  server.on('connection', (socket: Socket) => {
    // A connection that is destroyed in this event has had no byte read, and TLS has not begun.
    if (!gate.mayConnect(socket)) {
      socket.destroy();
      return refused();
    }
    const address = bareAddress(socket.remoteAddress ?? '') ?? '';
    const count = counts.get(address) ?? 0;
    if (open.size >= limits.connections || (!gate.sharesAddress && count >= limits.connectionsOfOne)) {
      socket.destroy();
      return;
    }
    open.set(socket, connectionKey(socket));
    counts.set(address, count + 1);
    socket.once('close', () => {
      open.delete(socket);
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  });

  return {
    closeUnused() {
      for (const [socket, key] of open) if (!busy(key)) socket.destroySoon();
    },
    closeAll() {
      for (const socket of open.keys()) socket.destroy();
    },
  };
}
