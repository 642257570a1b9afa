/**
 * Parts of the machine that tests need. Where one is missing, its tests fail in CI with the name of the package that
 * brings it; on a developer's machine they are listed as skipped, with the reason. `STATION_TESTS_WITHOUT=corpus,ofac` names
 * parts that a CI run knowingly lacks.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, TestRunner, test } from 'vitest';
import { canMount } from '../storage/mounts.ts';

const shared = join(import.meta.dirname, '../../../../shared');

/** Real PDFs of other projects' test suites, next to the checkout. */
export const corpus = join(shared, 'corpus');

/** The PDFs of the corpus, with the folder in it; none where there is no corpus. */
export const corpusFiles = (): string[] => globSync('{,signed/,odd/}*.pdf', { cwd: corpus }).sort();

/** The SDN list of OFAC as published, next to the checkout. */
export const ofacList = join(shared, 'data/ofac-sdn.csv');

type Part = { from: string; there: () => boolean; platforms?: readonly NodeJS.Platform[] };

const answers = (command: string, ...args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).error === undefined;

/** Debian has the server's programs out of the search path, in a folder for each version. */
export const postgresBinary = (name: string): string => globSync(`/usr/lib/postgresql/*/bin/${name}`).sort().at(-1) ?? name;

const parts = {
  corpus: { from: `the folder ${corpus}`, there: () => existsSync(corpus) },
  ofac: { from: `the file ${ofacList}`, there: () => existsSync(ofacList) },
  pdfsig: { from: 'the package poppler-utils', there: () => answers('pdfsig', '-v') },
  qpdf: { from: 'the package qpdf', there: () => answers('qpdf', '--version') },
  openssl: { from: 'the package openssl', there: () => answers('openssl', 'version') },
  cc: { from: 'the packages gcc and libc6-dev', there: () => answers('cc', '--version'), platforms: ['linux'] },
  haproxy: { from: 'the package haproxy', there: () => answers('haproxy', '-v'), platforms: ['linux'] },
  nginx: { from: 'the package nginx-light', there: () => answers('nginx', '-v'), platforms: ['linux'] },
  postgresql: { from: 'the package postgresql', there: () => answers(postgresBinary('initdb'), '--version'), platforms: ['linux'] },
  keyring: {
    from: 'the packages gnome-keyring, dbus and libsecret-1-0, and "npm test", which starts them',
    there: () => process.platform !== 'linux' || Boolean(process.env.DBUS_SESSION_BUS_ADDRESS),
  },
  dpkg: {
    from: 'dpkg, unshare and mount, as root on Debian',
    there: () => answers('dpkg-deb', '--version') && answers('unshare', '--version') && canMount(),
    platforms: ['linux'],
  },
  'systemd-nspawn': {
    from: 'the package systemd-container, as root on Debian',
    there: () => answers('systemd-nspawn', '--version') && canMount(),
    platforms: ['linux'],
  },
  registry: {
    from: 'the registry of npm, which has Node for other systems',
    // On Windows, npm is a script that only a shell starts.
    there: () => spawnSync('npm ping', { shell: true }).status === 0,
  },
  'small file system': { from: 'mount(8) as root, of the package mount', there: canMount, platforms: ['linux'] },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

/** Null for an available part, else the package that brings it. */
type Lack = { reason: string; skip: boolean } | null;

/**
 * Decides about the tests of one part: null runs them; with `skip` they are listed as skipped, else they fail.
 * @param without names of parts that a CI run knowingly lacks
 */
export function lackOf(name: PartName, ci: boolean, without: readonly string[], there = parts[name].there): Lack {
  const { from, platforms }: Part = parts[name];
  if (platforms && !platforms.includes(process.platform)) return { reason: `${name}: only on ${platforms.join(', ')}`, skip: true };
  return there() ? null : { reason: `${name} is missing: it needs ${from}`, skip: !ci || without.includes(name) };
}

const known = new Map<PartName, Lack>();

function lack(name: PartName): Lack {
  if (!known.has(name)) known.set(name, lackOf(name, Boolean(process.env.CI), (process.env.STATION_TESTS_WITHOUT ?? '').split(',')));
  return known.get(name) ?? null;
}

/** For a running test: continues only if the part is available. */
export function requirePart(name: PartName): void {
  const found = lack(name);
  if (found === null) return;
  const running = TestRunner.getCurrentTest();
  if (!running || !found.skip) throw new Error(found.reason);
  running.context.skip(found.reason);
}

/** `describe` for tests that need this part. */
export const describeWith = (name: PartName) => (title: string, body: () => void) => {
  const found = lack(name);
  if (found === null) describe(title, body);
  else if (found.skip) describe.skip(`${title} (${found.reason})`, body);
  else testWith(name)(title, () => undefined);
};

/** `test` for a test that needs this part. */
export const testWith = (name: PartName) => (title: string, body: () => void | Promise<void>) => {
  const found = lack(name);
  if (found === null) test(title, body);
  else if (found.skip) test.skip(`${title} (${found.reason})`, body);
  else test(title, () => Promise.reject(new Error(found.reason)));
};
