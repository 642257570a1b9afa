import type { Plugin } from 'vite';

/** The folder of the package that a file belongs to, from the repository's root on; null for files of ours. */
function packageOf(file: string): string | null {
  const [, folder] = /(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/')) ?? [];
  return folder ?? null;
}

/**
 * Writes a list next to a bundle: the folders of the packages that are really in it. `scripts/lib/notices.mjs` makes the
 * notices and the list of components from these files, and removes them.
 * @param copied files of packages that are copied next to the bundle
 */
export function bundledPackages(part: string, copied: readonly string[]): Plugin {
  return {
    name: 'bundled-packages',
    generateBundle(_, outputs) {
      const modules = Object.values(outputs).flatMap((output) => (output.type === 'chunk' ? Object.entries(output.modules) : []));
      // What the bundler left out of a module is not in the bundle. Style sheets and fonts leave no code in any module.
      const scripts = modules.flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []));
      const styles = [...this.getModuleIds()].filter((id) => /\.(css|woff2)(\?|$)/.test(id));
      const folders = [...scripts, ...styles, ...copied].map(packageOf).filter((folder) => folder !== null);
      this.emitFile({ type: 'asset', fileName: `packages-${part}.json`, source: JSON.stringify([...new Set(folders)].sort()) });
    },
  };
}
