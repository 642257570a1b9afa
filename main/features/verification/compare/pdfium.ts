/** PDFium as WebAssembly: from the package when run from source, next to the bundle when built (`vite.main.config.ts` copies it). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

const require = createRequire(import.meta.url);

/** `HEAPU8` is replaced whenever the memory has grown. */
type Memory = { HEAPU8: Uint8Array; wasmExports: { malloc(size: number): number; free(at: number): void } };
export type Pdfium = Omit<WrappedPdfiumModule, 'pdfium'> & { pdfium: Memory };

let loaded: Promise<Pdfium> | null = null;

/** Loads PDFium, once per thread. */
export function pdfium(): Promise<Pdfium> {
  loaded ??= load();
  return loaded;
}

async function load(): Promise<Pdfium> {
  const path = import.meta.url.endsWith('.ts')
    ? require.resolve('@embedpdf/pdfium/pdfium.wasm')
    : fileURLToPath(new URL('./pdfium/pdfium.wasm', import.meta.url));
  const bytes = readFileSync(path);
  // With the bytes as input, it fetches nothing.
  const wasmBinary = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  const module = await init({ wasmBinary, print: () => {}, printErr: () => {} });
  module.FPDF_InitLibrary();
  return module as unknown as Pdfium;
}
