/** What must not be in anything that is installed: sources, tests, source maps, and secrets. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const ours =
  /^(?:.*\/app\/)?(main|renderer|shared|practice|preload|test|scripts)\/|(^|\/)node_modules\/(typescript|vite|vitest|electron|playwright)\//;
const wrongName = /\.(ts|tsx|map|pem|key|p12|pfx|test\.js|spec\.js|sqlite|env|cc|h|gyp)$|(^|\/)\.(git|env|npmrc)/;
const wrongText =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----\r?\n[A-Za-z0-9+/]{40}|sourceMappingURL=(?!data:|%)[\w-]+\.js\.map|STATION_VAULT_KEY=[A-Za-z0-9+/]{43}=/;

/** @returns the paths of all files below the folder, with `/` */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')).sort();
}

/** @returns a line for each file, below `folder`, that has no place in what is installed */
export async function strayFiles(folder: string, files: readonly string[]): Promise<string[]> {
  const texts = files.filter((name) => /\.(js|cjs|json|css|html|md|txt)$/.test(name));
  const read = await Promise.all(texts.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const));
  return [
    ...files.filter((name) => ours.test(name) || wrongName.test(name)).map((name) => `${name}: has no place here`),
    ...read.flatMap(([name, text]) => {
      const found = wrongText.exec(text);
      return found ? [`${name}: ${found[0].slice(0, 60)}`] : [];
    }),
  ];
}
