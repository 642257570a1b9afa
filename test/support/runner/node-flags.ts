import { readFileSync } from 'node:fs';

const start = readFileSync(new URL('../../../build/command-line/linux/station', import.meta.url), 'utf8');

/** Flags of Node with which an installed `station` starts. */
export const nodeFlags = [...start.matchAll(/ (--[\w=-]+)/g)].flatMap(([, flag]) => flag ?? []);
if (nodeFlags.length === 0) throw new Error('there are no flags in build/command-line/linux/station');
