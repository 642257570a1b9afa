/**
 * Parts of the machine that tests run against. Where one is missing, its tests fail in CI with the name of the package that
 * brings it; on a developer's machine they are listed as skipped, with the reason. `STATION_TESTS_WITHOUT=corpus,ofac` names
 * parts that a CI run does without knowingly.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, TestRunner, test } from 'vitest';
import { canMount } from './mounts.ts';

const shared = join(import.meta.dirname, '../../../shared');

/** Real PDFs of other projects' test suites, next to the checkout. */
export const corpus = join(shared, 'corpus');

/** The SDN list of OFAC as published, next to the checkout. */
export const ofacList = join(shared, 'data/ofac-sdn.csv');

type Part = { from: string; there: () => boolean; platforms?: readonly NodeJS.Platform[] };

const answers = (command: string, ...args: string[]): boolean => spawnSync(command, args, { stdio: 'ignore' }).error === undefined;

const parts = {
  corpus: { from: `the folder ${corpus}`, there: () => existsSync(corpus) },
  ofac: { from: `the file ${ofacList}`, there: () => existsSync(ofacList) },
  pdfsig: { from: 'the package poppler-utils', there: () => answers('pdfsig', '-v') },
  qpdf: { from: 'the package qpdf', there: () => answers('qpdf', '--version') },
  openssl: { from: 'the package openssl', there: () => answers('openssl', 'version') },
  cc: { from: 'the packages gcc and libc6-dev', there: () => answers('cc', '--version'), platforms: ['linux'] },
  keyring: {
    from: 'the packages gnome-keyring, dbus and libsecret-1-0, and "npm test", which starts them',
    there: () => process.platform !== 'linux' || Boolean(process.env.DBUS_SESSION_BUS_ADDRESS),
  },
  'small file system': { from: 'mount(8) as root, of the package mount', there: canMount, platforms: ['linux'] },
} satisfies Record<string, Part>;

export type PartName = keyof typeof parts;

const known = new Map<PartName, string | null>();

/** Null when the part is there, else what to do about it. */
function missing(name: PartName): string | null {
  const found = known.get(name);
  if (found !== undefined) return found;
  const { from, there, platforms }: Part = parts[name];
  const wrong = platforms && !platforms.includes(process.platform) ? `only on ${platforms.join(', ')}` : `needs ${from}`;
  const result = wrong.startsWith('needs') && there() ? null : wrong;
  known.set(name, result);
  return result;
}

const without = (process.env.STATION_TESTS_WITHOUT ?? '').split(',');
const mayLack = (name: PartName, reason: string): boolean => !process.env.CI || reason.startsWith('only on') || without.includes(name);

/** For a test that is running: continues only where the part is there. */
export function requirePart(name: PartName): void {
  const reason = missing(name);
  if (reason === null) return;
  const running = TestRunner.getCurrentTest();
  if (!running || !mayLack(name, reason)) throw new Error(`${name} is missing: ${reason}`);
  running.context.skip(`${name}: ${reason}`);
}

/** `describe` for tests that need this part. */
export function describeWith(name: PartName): (title: string, body: () => void) => void {
  const reason = missing(name);
  return (title, body) => {
    if (reason === null) describe(title, body);
    else if (mayLack(name, reason)) describe.skip(`${title} (${name}: ${reason})`, body);
    else test(title, () => Promise.reject(new Error(`${name} is missing: ${reason}`)));
  };
}

/** `test` for one that needs this part. */
export function testWith(name: PartName): (title: string, body: () => void | Promise<void>) => void {
  const reason = missing(name);
  return (title, body) => {
    if (reason === null) test(title, body);
    else if (mayLack(name, reason)) test.skip(`${title} (${name}: ${reason})`, body);
    else test(title, () => Promise.reject(new Error(`${name} is missing: ${reason}`)));
  };
}
