import { cpSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;
const outDir = join(root, 'dist/renderer');

/** pdf.js fetches its decoders, character maps, fonts and colour profiles at run time: without them scans come out blank. */
function pdfjsAssets(): Plugin {
  return {
    name: 'pdfjs-assets',
    writeBundle() {
      for (const folder of ['wasm', 'cmaps', 'standard_fonts', 'iccs']) {
        cpSync(join(root, 'node_modules/pdfjs-dist', folder), join(outDir, 'pdfjs', folder), { recursive: true });
      }
    },
  };
}

/** The page. Addresses are relative, so that one build serves `app://station/` and the Electron host alike. */
export default defineConfig({
  root: join(root, 'renderer'),
  base: './',
  publicDir: false,
  plugins: [react(), pdfjsAssets()],
  worker: { format: 'es' },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'esnext',
    // Everything is a file of its own: the content security policy has no room for inlined scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: {
        manualPureFunctions: ['z'],
        // What a door exports and an area does not use is not loaded with that area.
        moduleSideEffects: (id) => !/\/(renderer|shared)\/.*\.tsx?$/.test(id) || /\/renderer\/(main\.tsx|page-policy\.ts)$/.test(id),
      },
    },
    chunkSizeWarningLimit: 4096,
  },
});
