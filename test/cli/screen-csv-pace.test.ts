import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openScreenCli } from '../support/cli/cli.ts';
import { closing } from '../support/closing.ts';
import { listen } from '../support/network/listening.ts';

describe('pace', () => {
  test('the screenings in flight reach --concurrency, and never exceed it', async () => {
    const { screen, file, profile } = await openScreenCli();
    let [now, peak] = [0, 0];
    const server = createServer(async (_, answer) => {
      now += 1;
      peak = Math.max(peak, now);
      await wait(100);
      now -= 1;
      answer.writeHead(400, { 'content-type': 'application/json' }).end('{"Bad Request":"no"}');
    });
    const url = `http://127.0.0.1:${await listen(closing(server))}/search`;
    const own = await profile(({ search, ...rest }) => ({ ...rest, search: search && { ...search, url } }));
    await file('in.csv', `nombre\n${Array.from({ length: 15 }, (_, n) => `Persona ${'ABCDEFGHIJKLMNO'[n]}`).join('\n')}\n`);
    await screen(['--csv', 'in.csv', '--out', 'out.csv', '--concurrency', '3'], { profile: own });
    expect(peak).toBe(3);
  });

  test('--per-minute limits the rate', async () => {
    const { screen, file, provider } = await openScreenCli();
    await file('in.csv', 'nombre\nAna Ruiz\nBeto Díaz\nCarla Paz\nDora Lara\nElsa Soto\n');
    await screen(['--csv', 'in.csv', '--out', 'out.csv', '--per-minute', '120', '--concurrency', '5']);
    const times = provider.log().map(({ at }) => Date.parse(at));
    // Four waits of half a second; less what the first one may have been late.
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(1500);
  });
});
