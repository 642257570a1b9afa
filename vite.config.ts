import { cpSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';
import { firstAreas } from './shared/i18n/texts.ts';
import { bundledPackages } from './vite.bundled-packages.ts';

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
const page: UserConfig = {
  root: join(root, 'renderer'),
  base: './',
  publicDir: false,
  plugins: [react(), pdfjsAssets(), bundledPackages('page', ['node_modules/pdfjs-dist/wasm/'])],
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
};

/** Packages that no part of the first screen may load: they are a tenth of it, or more. */
const loadedLater = /\/node_modules\/(zod|pdfjs-dist)\//;

/** Modules that are loaded before the first screen is drawn, as a build without groups distributes them. */
async function modulesOfFirstScreen(): Promise<ReadonlySet<string>> {
  const result = await build({ ...page, configFile: false, logLevel: 'error', plugins: [react()], build: { ...page.build, write: false } });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const chunks = new Map(outputs.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])));
  const names = new Set([...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName));
  for (const name of names) for (const imported of chunks.get(name)?.imports ?? []) names.add(imported);
  const modules = [...names].flatMap((name) => Object.keys(chunks.get(name)?.modules ?? {}));
  const heavy = modules.find((id) => loadedLater.test(id));
  if (heavy !== undefined) throw new Error(`The first screen loads ${heavy}. Import what it needs from a module without it.`);
  return new Set(modules);
}

/** Returns the file for a JSON of texts: for each language one with those of the first screen, and one with the rest. */
function textsFile(id: string): string | null {
  const [, language, area] = /\/shared\/i18n\/([\w-]+)\/(\w+)\.json$/.exec(id) ?? [];
  return area === undefined ? null : `texts-${language}-${firstAreas.some((first) => first === area) ? 'first' : 'rest'}`;
}

/** The first screen is one file: dozens of small ones would cost a request each. */
export default defineConfig(async () => {
  const first = await modulesOfFirstScreen();
  const output = {
    codeSplitting: {
      groups: [
        { name: 'first', test: (id: string) => first.has(id) },
        { name: textsFile, debugName: 'texts' },
      ],
    },
  };
  return { ...page, build: { ...page.build, rolldownOptions: { ...page.build?.rolldownOptions, output } } };
});
