/**
 * What the page may load and run (Electron security checklist 7). Sent as a header with every answer of
 * the application's protocol, so that no markup can leave it out.
 */
import { createHash } from 'node:crypto';

/** react-aria adds this style element; its hash allows it, and no other is allowed. */
const pressableStyle = `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const directives: Record<string, string> = {
  'default-src': "'none'",
  // pdf.js decodes scans with WebAssembly; `eval` stays closed.
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'style-src': `'self' ${hashOf(pressableStyle)}`,
  // pdf.js hands decoded images on as blobs; icons in style sheets may be data.
  'img-src': "'self' blob: data:",
  // The liveness video of a record.
  'media-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-src': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'default',
  // No new windows, whatever asks for one: the browser itself refuses, before the rules of the shell are asked.
  // Without `allow-forms` not even the page's own handlers would hear of a form; where it goes is decided above.
  // `allow-modals` is printing.
  sandbox: 'allow-scripts allow-same-origin allow-forms allow-modals',
};

export const contentSecurityPolicy = Object.entries(directives)
  .map(([name, sources]) => `${name} ${sources}`)
  .join('; ');

/** Goes out with every answer of the application's protocol. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};
