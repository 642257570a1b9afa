/**
 * Pictures and the liveness video of invented records: next to this file when run from source, next to the bundle when built
 * (`vite.main.config.ts` copies them).
 */
import { readFileSync } from 'node:fs';

export type AssetName =
  | 'document-front.jpg'
  | 'document-back.jpg'
  | 'front-crop.jpg'
  | 'back-crop.jpg'
  | 'customer.jpg'
  | 'other-customer.jpg'
  | 'document-face.jpg'
  | 'document-signature.png'
  | 'liveness.webm';

const folder = new URL(import.meta.url.endsWith('.ts') ? './assets/' : './practice-assets/', import.meta.url);
const read = new Map<AssetName, Buffer>();

/** Read once, at the first use. */
export function asset(name: AssetName): Buffer {
  const bytes = read.get(name) ?? readFileSync(new URL(name, folder));
  read.set(name, bytes);
  return bytes;
}
