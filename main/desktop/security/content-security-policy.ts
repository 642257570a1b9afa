/**
 * The policy of what the page may load and run (Electron security checklist 7). It is a header of every answer of the application's
 * protocol, so that no markup can omit it.
 */
import { hash } from 'node:crypto';

/** react-aria adds this style element; its hash allows it, and no other is allowed. */
const pressableStyle = `@layer {
  [data-react-aria-pressable] {
    touch-action: pan-x pan-y pinch-zoom;
  }
}`;

const hashOf = (text: string): string => `'sha256-${hash('sha256', text, 'base64')}'`;

const directives: Record<string, string> = {
  'default-src': "'none'",
  // pdf.js decodes scans with WebAssembly; `eval` is refused.
  'script-src': "'self' 'wasm-unsafe-eval'",
  'worker-src': "'self'",
  'style-src': `'self' ${hashOf(pressableStyle)}`,
  // pdf.js shows decoded images as blobs; icons in style sheets may be data.
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
  // Without `allow-popups` the browser itself refuses new windows, before `new-windows.ts` does. The page's own handlers of forms need
  // `allow-forms`; `form-action` refuses sending them. Printing needs `allow-modals`.
  sandbox: 'allow-scripts allow-same-origin allow-forms allow-modals',
};

export const contentSecurityPolicy = Object.entries(directives)
  .map(([name, sources]) => `${name} ${sources}`)
  .join('; ');

/**
 * The headers of every answer of the application's protocol. There is no `Cross-Origin-Opener-Policy`: no window has an opener, and Chromium
 * would give the page a second process at each opening (decision 40).
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': contentSecurityPolicy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};
