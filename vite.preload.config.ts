import { join } from 'node:path';
import { defineConfig } from 'vite';
import { bundledPackages } from './vite.bundled-packages.ts';

const root = import.meta.dirname;

/** The preload: one CommonJS file, since a sandboxed preload can require nothing but `electron`. */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [bundledPackages('preload', [])],
  build: {
    outDir: join(root, 'dist'),
    emptyOutDir: false,
    target: 'esnext',
    minify: false,
    lib: { entry: join(root, 'preload/index.ts'), formats: ['cjs'], fileName: () => 'preload.cjs' },
    rolldownOptions: { external: ['electron'] },
  },
});
