import { cpSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { languages } from './shared/i18n/languages.ts';
import { bundledPackages } from './vite.bundled-packages.ts';
import { chunksOf, withImports } from './vite.chunks.ts';

const root = import.meta.dirname;

/** Files and folders that code reads when it runs, copied into a folder beside the bundle, where it looks for them. */
function copied(into: string, files: readonly string[]): Plugin {
  let folder = join(root, 'dist');
  return {
    name: `copied-${into}`,
    configResolved({ build }) {
      folder = build.outDir;
    },
    writeBundle() {
      for (const file of files) cpSync(join(root, file), join(folder, into, basename(file)), { recursive: true });
    },
  };
}

/** The window opens when the main bundle has been evaluated: zod alone is a third of that. The station, which needs it, is loaded later. */
const windowWithoutZod: Plugin = {
  name: 'window-without-zod',
  generateBundle(_options, bundle) {
    const chunks = chunksOf(Object.values(bundle));
    const main = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId?.endsWith('/main/index.ts'));
    const modules = main === undefined ? [] : [...withImports(chunks, main)].flatMap(({ moduleIds }) => moduleIds);
    if (modules.some((id) => id.includes('/node_modules/zod/'))) this.error('What main loads before its window imports zod.');
  },
};

/**
 * Modules that are in one file with all that they import, since each file takes about a third of a millisecond. What two groups import is in
 * that of the higher priority.
 */
export const together = {
  window: { name: 'window', test: /\/main\/desktop\/(arguments|desktop|system-network)\.ts$/, priority: 3 },
  /** What every command loads. Not the entry, whose await would block them. */
  start: {
    name: 'start',
    test: /\/main\/cli\/(run-command|commands\/[^/]+|support\/(command|exit-codes|help|interruption|io|personal-values|read-values|table|wrong-use))\.ts$/,
    priority: 2,
  },
  /** What every command loads that opens the data folder. */
  folder: { name: 'folder', test: /\/main\/(cli\/support\/open-folder|app\/stored-queue)\.ts$/, priority: 1 },
  station: { name: 'station', test: /\/main\/desktop\/open-station\.ts$/, priority: 0 },
};

/** Where `main/platform/pdf/paper/fonts.ts` looks, with the licence that goes with every copy. */
const fonts = ['ttf/DejaVuSans.ttf', 'ttf/DejaVuSans-Bold.ttf', 'LICENSE'].map((file) => join('node_modules/dejavu-fonts-ttf', file));
/** Where `main/features/verification/compare/pdfium.ts` looks, with its licences. */
const pdfium = ['dist/pdfium.wasm', 'LICENSE', 'LICENSE.pdfium'].map((file) => join('node_modules/@embedpdf/pdfium', file));
/** Where `main/platform/i18n/texts.ts` looks. */
const texts = languages.map((language) => join('shared/i18n', language));
/** Where `practice/assets.ts` looks. */
const practiceAssets = readdirSync(join(root, 'practice/assets')).map((file) => join('practice/assets', file));

export const workers = {
  'practice-worker': join(root, 'practice/worker.ts'),
  'main-features-documents-pdf-worker': join(root, 'main/features/documents/pdf-worker.ts'),
  'main-platform-storage-write-worker': join(root, 'main/platform/storage/write-worker.ts'),
  'main-platform-storage-write-back-worker': join(root, 'main/platform/storage/write-back-worker.ts'),
  'main-platform-storage-check-worker': join(root, 'main/platform/storage/check-worker.ts'),
  'main-features-screening-bulk-table-xlsx-xlsx-worker': join(root, 'main/features/screening/bulk/table/xlsx/xlsx-worker.ts'),
};

/**
 * The main process, for Node: everything bundled but Electron itself, and keytar and SQLite, which bring native code. Its files and those of
 * the workers (`vite.workers.config.ts`) land in `dist/` side by side, where `main/platform/runtime/worker-url.ts` looks for them.
 */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [
    copied('fonts', fonts),
    copied('pdfium', pdfium),
    copied('practice-assets', practiceAssets),
    copied('i18n', texts),
    bundledPackages('main', [...fonts, ...pdfium]),
    windowWithoutZod,
  ],
  ssr: { noExternal: true, external: ['electron', 'keytar', 'better-sqlite3-multiple-ciphers', '@napi-rs/canvas'] },
  build: {
    ssr: true,
    outDir: join(root, 'dist'),
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: { main: join(root, 'main/index.ts') },
      // Our files have no side effects, so that an import of a feature's door loads only the exports that are used.
      treeshake: { moduleSideEffects: [{ test: /\/(main\/(app|features|platform)|shared)\//, sideEffects: false }] },
      output: {
        format: 'es',
        entryFileNames: '[name].js',
        chunkFileNames: 'chunk-[name]-[hash].js',
        codeSplitting: { groups: Object.values(together) },
      },
    },
  },
});
