import { cpSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;

/** The fonts of papers, where `main/paper/fonts.ts` looks for them, with the licence that goes with every copy. */
function paperFonts(): Plugin {
  let folder = join(root, 'dist');
  return {
    name: 'paper-fonts',
    configResolved({ build }) {
      folder = build.outDir;
    },
    writeBundle() {
      for (const file of ['ttf/DejaVuSans.ttf', 'ttf/DejaVuSans-Bold.ttf', 'LICENSE']) {
        cpSync(join(root, 'node_modules/dejavu-fonts-ttf', file), join(folder, 'fonts', basename(file)));
      }
    },
  };
}

/**
 * The main process and its workers, for Node: everything bundled but Electron itself and keytar, which
 * brings native code. All files land in `dist/` side by side, where `main/worker-url.ts` looks for them.
 */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [paperFonts()],
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
