/**
 * A way to a browser's debugging port on which nothing is compressed. Playwright's WebSocket offers compression and Chromium accepts it:
 * packing and unpacking the application's files and pictures, for the same machine, took a twelfth of the processor time of a start.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

const offer = /Sec-WebSocket-Extensions:.*\r\n/i;

/** Returns the port. It is open as long as the process. */
export async function openUncompressed(debuggingPort: number): Promise<number> {
  // Without delay: messages are small, and each is waited for.
  const server = createServer({ noDelay: true }, (client) => {
    const browser = connect({ port: debuggingPort, host: '127.0.0.1', noDelay: true });
    // A request's head is one small piece on loopback; what follows it is passed on as it is.
    client.once('data', (head: Buffer) => {
      browser.write(Buffer.from(head.toString('latin1').replace(offer, ''), 'latin1'));
      client.pipe(browser);
    });
    browser.pipe(client);
    endTogether(client, browser);
    endTogether(browser, client);
  });
  server.unref();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

const endTogether = (one: Socket, other: Socket) => one.on('error', () => other.destroy()).on('close', () => other.destroy());
