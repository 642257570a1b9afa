/** What the lock file holds: without one of its entries `npm ci` fails on every fresh machine, also for a package that only another system needs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const { packages } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as {
  packages: Record<string, Partial<Record<'dependencies' | 'optionalDependencies', Record<string, string>>>>;
};

it('has an entry for each package that another one needs or may use', () => {
  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !placesSeenFrom(path).some((place) => `${place}node_modules/${name}` in packages))
      .map((name) => `${name}, for ${path}`),
  );
  expect(missing).toEqual([]);
});

/** The folders whose `node_modules` Node searches for the package at `path`, nearest first. */
function placesSeenFrom(path: string): string[] {
  const parents = [...path.matchAll(/(?:^|\/)node_modules\//g)].map(({ index }) => (index === 0 ? '' : `${path.slice(0, index)}/`));
  return [path === '' ? '' : `${path}/`, ...parents.reverse(), ''];
}
