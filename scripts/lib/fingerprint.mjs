/** Notices that sources have changed, newer or older, since something was built from them. */
import { createHash } from 'node:crypto';
import { lstatSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from './project.mjs';

/** One value for the paths, sizes and times of files, and of all files in folders; `paths` count from the repository's root. */
export function fingerprintOf(paths) {
  const hash = createHash('sha256');
  const add = (path) => {
    const { mtimeMs, size } = lstatSync(path);
    hash.update(`${path}\n${mtimeMs}\n${size}\n`);
  };
  for (const path of paths.map((name) => resolve(root, name))) {
    if (!lstatSync(path).isDirectory()) add(path);
    else
      for (const entry of readdirSync(path, { recursive: true, withFileTypes: true }))
        if (entry.isFile()) add(join(entry.parentPath, entry.name));
  }
  return hash.digest('hex').slice(0, 16);
}
