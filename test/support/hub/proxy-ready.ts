/** Waits for a proxy in front of replicas. */
import { Agent, fetch } from 'undici';
import { closing } from '../closing.ts';
import { until } from '../waiting.ts';

/** Resolves when a replica behind the proxy is ready. The certificate is not looked at. */
export async function untilReady(url: string): Promise<void> {
  const dispatcher = closing(new Agent({ connect: { rejectUnauthorized: false } }));
  await until(async () => (await fetch(`${url}/ready`, { dispatcher }).catch(() => null))?.status, 200);
}
