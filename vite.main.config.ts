import { join } from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

/**
 * The main process and its workers, for Node: everything bundled but Electron itself and keytar, which
 * brings native code. All files land in `dist/` side by side, where `main/worker-url.ts` looks for them.
 */
export default defineConfig({
  root,
  publicDir: false,
  ssr: { noExternal: true, external: ['electron', 'keytar', '@napi-rs/canvas'] },
  build: {
    ssr: true,
    outDir: join(root, 'dist'),
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: {
        main: join(root, 'main/index.ts'),
        'practice-worker': join(root, 'practice/worker.ts'),
        'main-documents-facts-worker': join(root, 'main/documents/facts-worker.ts'),
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunk-[name]-[hash].js' },
    },
  },
});
