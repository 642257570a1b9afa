/** Errors of the listening socket, and of connections that Node has left to us: unheard, each of them would end the process. */
import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { createCalls, createServer, defaultLimits } from '../support/doors/web-service.ts';
import { listen } from '../support/network/listening.ts';

async function listening() {
  const calls = createCalls(
    () => undefined,
    () => undefined,
  );
  const server = closing(createServer(null, defaultLimits(1), calls, (_request, response) => response.end('here')));
  const port = await listen(server);
  return { server, port, answer: async () => (await fetch(`http://127.0.0.1:${port}`)).text() };
}

test('a connection that the system cannot accept is lost, and the next one is answered', async () => {
  const { server, answer } = await listening();
  // As Node tells of it: an accept that failed.
  server.emit('error', Object.assign(new Error('accept ENOBUFS'), { code: 'ENOBUFS', syscall: 'accept' }));
  expect(await answer()).toBe('here');
});

test('a CONNECT request whose caller is gone before the answer stops nothing', async () => {
  const { server, port, answer } = await listening();
  let asked = 0;
  server.on('connect', () => asked++);
  for (let round = 1; round <= 20; round++) {
    const socket = net.connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('CONNECT other:443 HTTP/1.1\r\nHost: x\r\n\r\n');
    // What was sent is still read there; the answer is lost.
    socket.resetAndDestroy();
    await expect.poll(() => asked).toBe(round);
  }
  expect(await answer()).toBe('here');
});
