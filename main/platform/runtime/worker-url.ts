/**
 * Returns the address of a worker's entry file: the TypeScript source when main runs from source (command line and
 * tests of a checkout, Node strips the types), otherwise a built file next to the bundle.
 * `source` is relative to the repository's root, without extension: `practice/worker` is built as `practice-worker.js`.
 */
export function workerUrl(source: string): URL {
  return import.meta.url.endsWith('.ts')
    ? new URL(`../../../${source}.ts`, import.meta.url)
    : new URL(`./${source.replaceAll('/', '-')}.js`, import.meta.url);
}
