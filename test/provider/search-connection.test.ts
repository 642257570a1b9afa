/** Searches one after the other share connections; one that was closed in between costs no search. */
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { closing } from '../support/closing.ts';
import { networkSchema, searchProfileSchema } from '../support/doors/domain.ts';
import { connectSearch } from '../support/doors/provider.ts';
import { listen } from '../support/network/listening.ts';

const query = { name: 'Ana Ruiz', identification: '', judicial: false, procurator: false };

async function clientOf(keepAlive: number, head = '') {
  let connections = 0;
  const server = closing(
    createServer({ keepAliveTimeout: keepAlive }, (request, answer) => {
      request.resume().on('end', () => {
        answer.socket?.write(head);
        answer.end('{}');
      });
    }),
  );
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listen(server);
  const client = closing(
    connectSearch({
      search: searchProfileSchema.parse({ url: `http://127.0.0.1:${port}/search`, projectName: 'p' }),
      network: networkSchema.parse({ proxy: 'none' }),
      apiKey: async () => 'key',
    }),
  );
  return { client, connections: () => connections };
}

test('consecutive searches share connections', async () => {
  const { client, connections } = await clientOf(60_000);
  for (let n = 0; n < 10; n += 1) expect((await client.search(query)).kind).toBe('answered');
  // The next search may be begun before the last connection is known to be free.
  expect(connections()).toBeLessThan(4);
});

test('a connection that the service closed is not used again', async () => {
  const { client, connections } = await clientOf(1);
  for (let n = 0; n < 3; n += 1) {
    expect((await client.search(query)).kind).toBe('answered');
    await wait(1_200);
  }
  expect(connections()).toBe(3);
});

test('each answer on a connection may have interim answers before it', async () => {
  const { client, connections } = await clientOf(60_000, 'HTTP/1.1 102 Processing\r\nBad Name: x\r\n\r\nHTTP/1.1 100\r\n\r\n');
  for (let n = 0; n < 10; n += 1) expect((await client.search(query)).kind).toBe('answered');
  expect(connections()).toBeLessThan(4);
});
