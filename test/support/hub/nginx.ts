/** nginx in front of replicas, as docs/hub.md configures it, with TLS. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { TestCertificate } from '../network/test-ca.ts';
import { requirePart } from '../runner/need.ts';
import { tempDir } from '../temp-dir.ts';
import { untilReady } from './proxy-ready.ts';

/** @param ports of the replicas on this computer. The proxy ends with the test */
export async function startNginx(port: number, ports: readonly number[], { cert, key }: TestCertificate): Promise<{ url: string }> {
  requirePart('nginx');
  const folder = await tempDir();
  await mkdir(join(folder, 'temporary'));
  await writeFile(join(folder, 'hub.pem'), cert);
  await writeFile(join(folder, 'hub.key'), key);
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, ports));
  const child = spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', 'nginx.conf'], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const url = `https://127.0.0.1:${port}`;
  await untilReady(url);
  return { url };
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** The workers have the user of this process, whose folder others cannot read. */
const configuration = (folder: string, port: number, ports: readonly number[]): string => `
daemon off;
pid nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${join(folder, 'temporary', name)};`).join('\n')}
  upstream replicas { least_conn; ${ports.map((one) => `server 127.0.0.1:${one};`).join(' ')} keepalive 32; }
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate hub.pem;
    ssl_certificate_key hub.key;
    client_max_body_size 16m;
    location / {
      proxy_pass http://replicas;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_read_timeout 60s;
    }
  }
}
`;
