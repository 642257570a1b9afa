/** Waits for a proxy in front of replicas. */
import { Agent, fetch } from 'undici';
import { onTestFinished } from 'vitest';
import { until } from '../waiting.ts';

/** Resolves when a replica behind the proxy is ready. The certificate is not looked at. */
export async function untilReady(url: string): Promise<void> {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  onTestFinished(() => dispatcher.close());
  await until(async () => (await fetch(`${url}/ready`, { dispatcher }).catch(() => null))?.status, 200);
}
