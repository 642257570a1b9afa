/** A small real SOCKS5 proxy (RFC 1928): no authentication, or a user name and password (RFC 1929); CONNECT only. */
import { once } from 'node:events';
import net from 'node:net';
import { closeWith, listen } from './listening.ts';

export type SocksServer = { address: string; host: string; seen: string[]; close(): Promise<void> };

/** @param credentials `user:password` that a caller must have; every other one is refused */
export async function startSocks(credentials?: string): Promise<SocksServer> {
  const seen: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
    void serve(socket, seen, credentials).catch(() => socket.destroy());
  });
  const host = `127.0.0.1:${await listen(server)}`;
  return {
    address: `socks5://${credentials === undefined ? '' : `${credentials}@`}${host}`,
    host,
    seen,
    close: () => closeWith(sockets, server),
  };
}

async function serve(socket: net.Socket, seen: string[], credentials: string | undefined): Promise<void> {
  const [, methods = 0] = await take(socket, 2);
  const offered = await take(socket, methods);
  const method = credentials === undefined ? 0 : 2;
  if (!offered.includes(method)) return void socket.end(Buffer.from([5, 0xff]));
  socket.write(Buffer.from([5, method]));
  if (credentials !== undefined) {
    const [, nameLength = 0] = await take(socket, 2);
    const name = await take(socket, nameLength);
    const password = await take(socket, (await take(socket, 1))[0] ?? 0);
    const isKnown = `${name}:${password}` === credentials;
    socket.write(Buffer.from([1, isKnown ? 0 : 1]));
    if (!isKnown) return void socket.end();
  }
  const [, , , kind] = await take(socket, 4);
  const host = kind === 1 ? (await take(socket, 4)).join('.') : String(await take(socket, (await take(socket, 1))[0] ?? 0));
  const port = (await take(socket, 2)).readUInt16BE();
  seen.push(`${host}:${port}`);
  const onward = net.connect(port, host, () => {
    socket.write(Buffer.from([5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
    onward.pipe(socket).pipe(onward);
  });
  onward.on('error', () => socket.end(Buffer.from([5, 5, 0, 1, 0, 0, 0, 0, 0, 0])));
  socket.on('close', () => onward.destroy());
}

/** Reads exactly so many bytes. */
async function take(socket: net.Socket, size: number): Promise<Buffer> {
  for (;;) {
    const bytes: Buffer | null = size === 0 ? Buffer.alloc(0) : socket.read(size);
    if (bytes !== null) return bytes;
    await once(socket, 'readable');
    if (socket.readableEnded) throw new Error('the caller is gone');
  }
}
