/** HAProxy in front of replicas, as docs/hub.md configures it, with TLS or without. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TestCertificate } from '../network/test-ca.ts';
import { requirePart } from '../runner/need.ts';
import { tempDir } from '../temp-dir.ts';
import { untilReady } from './proxy-ready.ts';

export type Haproxy = {
  url: string;
  /** Cuts all connections. */
  restart(): Promise<void>;
};

/** @param ports of the replicas on this computer. The proxy ends with the test */
export async function startHaproxy(port: number, ports: readonly number[], certificate?: TestCertificate): Promise<Haproxy> {
  requirePart('haproxy');
  const folder = await tempDir();
  const file = join(folder, 'haproxy.cfg');
  const pem = join(folder, 'hub.pem');
  if (certificate) await writeFile(pem, `${certificate.cert}${certificate.key}`);
  await writeFile(file, configuration(`127.0.0.1:${port}${certificate ? ` ssl crt ${pem}` : ''}`, ports));
  const url = `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`;
  let child = spawn('haproxy', ['-f', file], { stdio: 'ignore' });
  const kill = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  await untilReady(url);
  return {
    url,
    async restart() {
      await kill();
      child = spawn('haproxy', ['-f', file], { stdio: 'ignore' });
      await untilReady(url);
    },
  };
}

const configuration = (bind: string, ports: readonly number[]): string => `
defaults
  mode http
  timeout connect 2s
  timeout client 1m
  timeout server 1m
  retries 2
  option redispatch
frontend provider-and-stations
  bind ${bind}
  default_backend replicas
backend replicas
  balance leastconn
  option httpchk GET /ready
  default-server check inter 300ms fall 1 rise 1
${ports.map((one, at) => `  server replica${at} 127.0.0.1:${one}`).join('\n')}
`;
