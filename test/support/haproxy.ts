/** HAProxy in front of replicas, as docs/hub.md configures it, without TLS. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { requirePart } from './need.ts';
import { tempDir } from './temp-dir.ts';
import { until } from './waiting.ts';

export type Haproxy = {
  url: string;
  /** Cuts all connections. */
  restart(): Promise<void>;
};

/** @param ports of the replicas on this computer. The proxy ends with the test */
export async function startHaproxy(port: number, ports: readonly number[]): Promise<Haproxy> {
  requirePart('haproxy');
  const file = join(await tempDir(), 'haproxy.cfg');
  await writeFile(file, configuration(port, ports));
  const url = `http://127.0.0.1:${port}`;
  let child = spawn('haproxy', ['-f', file], { stdio: 'ignore' });
  const kill = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  const isReady = () => until(async () => (await fetch(`${url}/ready`).catch(() => null))?.status, 200);
  await isReady();
  return {
    url,
    async restart() {
      await kill();
      child = spawn('haproxy', ['-f', file], { stdio: 'ignore' });
      await isReady();
    },
  };
}

const configuration = (port: number, ports: readonly number[]): string => `
defaults
  mode http
  timeout connect 2s
  timeout client 1m
  timeout server 1m
  retries 2
  option redispatch
frontend provider-and-stations
  bind 127.0.0.1:${port}
  default_backend replicas
backend replicas
  balance leastconn
  option httpchk GET /ready
  default-server check inter 300ms fall 1 rise 1
${ports.map((one, at) => `  server replica${at} 127.0.0.1:${one}`).join('\n')}
`;
