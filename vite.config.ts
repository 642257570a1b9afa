import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { build, defineConfig, type InlineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { languages } from './shared/i18n/languages.ts';
import { firstAreas } from './shared/i18n/texts.ts';
import { bundledPackages } from './vite.bundled-packages.ts';
import { type Chunks, chunksOf, withImports } from './vite.chunks.ts';

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
  plugins: [
    react(),
    optimizeLocales.vite({ locales: languages }),
    pdfjsAssets(),
    bundledPackages('page', ['node_modules/pdfjs-dist/wasm/']),
  ],
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
        moduleSideEffects: (id) =>
          !/\/(renderer|shared)\/.*\.tsx?$/.test(id) ||
          /\/renderer\/(start\.ts|main\.tsx|app\/page-policy\.ts|state\/first-info\.ts)$/.test(id),
      },
    },
    chunkSizeWarningLimit: 4096,
  },
};

/** Packages that no part of the first screen may load: they are a tenth of it, or more. */
const loadedLater = /\/node_modules\/(zod|pdfjs-dist)\//;

const isMain = (id: string): boolean => id.endsWith('/renderer/main.tsx');

function chunkWith(chunks: Chunks, test: (id: string) => boolean): Rolldown.OutputChunk {
  const found = [...chunks.values()].find(({ moduleIds }) => moduleIds.some(test));
  if (found === undefined) throw new Error('The page has no chunk with one of its own modules.');
  return found;
}

type FirstScreen = {
  /** Modules that are loaded before the first screen is drawn and after the page's entry. */
  modules: ReadonlySet<string>;
  /** The frame of the window as HTML, by language. */
  frames: ReadonlyMap<string, string>;
};

/** Builds the page without groups, next to the script that draws its frame as HTML, and runs that script. */
async function firstScreen(): Promise<FirstScreen> {
  const folder = mkdtempSync(join(tmpdir(), 'first-screen-'));
  try {
    const frame = join(root, 'renderer/app/first-frame.tsx');
    const input = { index: join(root, 'renderer/index.html'), frame };
    const rolldownOptions = {
      ...page.build?.rolldownOptions,
      input,
      output: { entryFileNames: '[name].js' },
      preserveEntrySignatures: 'strict' as const,
    };
    const options: InlineConfig = { ...page, configFile: false, logLevel: 'error', plugins: [react()] };
    const result = await build({ ...options, build: { ...page.build, outDir: folder, emptyOutDir: false, rolldownOptions } });
    const chunks = chunksOf([result].flat().flatMap((one) => ('output' in one ? one.output : [])));
    const entry = withImports(
      chunks,
      chunkWith(chunks, (id) => id.endsWith('/renderer/start.ts')),
    );
    const later = [...withImports(chunks, chunkWith(chunks, isMain))].filter((chunk) => !entry.has(chunk));
    const modules = later.flatMap(({ moduleIds }) => moduleIds);
    const heavy = modules.find((id) => loadedLater.test(id));
    if (heavy !== undefined) throw new Error(`The first screen loads ${heavy}. Import what it needs from a module without it.`);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    const { languages, firstFrame } = await import(pathToFileURL(join(folder, 'frame.js')).href);
    const frames = new Map<string, string>();
    for (const language of languages) frames.set(language, await firstFrame(language));
    return { modules: new Set(modules), frames };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Writes the page's document once for each language, with the frame of the window in it. The texts and the font of the frame are loaded with
 * it; the script of the first screen after it is drawn (`renderer/start.ts`), since both would take the same processor.
 */
function documents(frames: FirstScreen['frames']): Plugin {
  return {
    name: 'documents',
    writeBundle(_, outputs) {
      const html = readFileSync(join(outDir, 'index.html'), 'utf8');
      const chunks = chunksOf(Object.values(outputs));
      const styles = [...withImports(chunks, chunkWith(chunks, isMain))].flatMap(({ viteMetadata }) => [
        ...(viteMetadata?.importedCss ?? []),
      ]);
      const font = Object.keys(outputs).find((file) => /inter-latin-wght-normal.*\.woff2$/.test(file));
      if (font === undefined) throw new Error('The page has no file of the font of its frame.');
      for (const [language, frame] of frames) {
        const texts = chunkWith(chunks, (id) => textsFile(id) === `texts-${language}-first`);
        const links = [
          ...styles.map((file) => `<link rel="stylesheet" crossorigin href="./${file}">`),
          `<link rel="preload" as="font" type="font/woff2" crossorigin href="./${font}">`,
          `<link rel="modulepreload" crossorigin href="./${texts.fileName}">`,
        ];
        const filled = html
          .replace('<html lang="es">', `<html lang="${language}">`)
          .replace('</head>', () => `${links.join('')}</head>`)
          .replace('<div id="root">', () => `<div id="root">${frame}`);
        writeFileSync(join(outDir, `index.${language}.html`), filled);
      }
      rmSync(join(outDir, 'index.html'));
    },
  };
}

/** Returns the file for a JSON of texts: for each language one with those of the first screen, and one with the rest. */
function textsFile(id: string): string | null {
  const [, language, area] = /\/shared\/i18n\/([\w-]+)\/(\w+)\.json$/.exec(id) ?? [];
  return area === undefined ? null : `texts-${language}-${firstAreas.some((first) => first === area) ? 'first' : 'rest'}`;
}

/** The first screen is one file: dozens of small ones would cost a request each. */
export default defineConfig(async () => {
  const { modules, frames } = await firstScreen();
  const output = {
    codeSplitting: {
      groups: [
        // What loads other files, apart from them: the page's entry needs it first.
        { name: 'loader', test: /vite\/preload-helper/, priority: 1 },
        { name: 'first', test: (id: string) => modules.has(id) },
        { name: textsFile, debugName: 'texts' },
      ],
    },
  };
  const plugins = [...(page.plugins ?? []), documents(frames)];
  return { ...page, plugins, build: { ...page.build, rolldownOptions: { ...page.build?.rolldownOptions, output } } };
});
