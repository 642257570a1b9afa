/** The fonts of documents: from the package when run from source, next to the bundle when built (`vite.main.config.ts` copies them). */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { create } from 'fontkit';

const files = { regular: 'DejaVuSans.ttf', bold: 'DejaVuSans-Bold.ttf' } as const;
export type FontName = keyof typeof files;

export type PaperFont = {
  path: string;
  /** Whether the font has a glyph for this code point. */
  covers(codePoint: number): boolean;
};
export type PaperFonts = Record<FontName, PaperFont>;

const require = createRequire(import.meta.url);

function fontPath(file: string): string {
  return import.meta.url.endsWith('.ts')
    ? join(dirname(require.resolve('dejavu-fonts-ttf/package.json')), 'ttf', file)
    : fileURLToPath(new URL(`./fonts/${file}`, import.meta.url));
}

function loadFont(file: string): PaperFont {
  const path = fontPath(file);
  const font = create(readFileSync(path));
  if (!('hasGlyphForCodePoint' in font)) throw new TypeError('A collection of fonts where one font was expected');
  return { path, covers: (codePoint) => font.hasGlyphForCodePoint(codePoint) };
}

let loaded: PaperFonts | undefined;

/** Loads the fonts once, for the first document. */
export function paperFonts(): PaperFonts {
  loaded ??= { regular: loadFont(files.regular), bold: loadFont(files.bold) };
  return loaded;
}
