/** The SQL in the product's sources. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
/** A text of one of the three kinds that begins as a statement or the rest of one does. */
const literal = /(['"`])\s*((?:WITH|SELECT|INSERT|UPDATE|DELETE|WHERE|INDEXED BY)\b(?:(?!\1)[\s\S])*)\1/g;
/** What is filled in when it runs; to the end where that has a text of its own. */
const gap = /\$\{[^{}]*(?:\}|$)|\$where/;

/** `pattern` is found in the statements that a text becomes, with single spaces for any white space. */
export const sqlOfSources = (pattern: string): { file: string; text: string; pattern: RegExp }[] =>
  globSync(pattern, { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(literal)].map(([, , found = '']) => {
      const text = found.trim().replaceAll(/\s+/g, ' ');
      const parts = text.split(gap).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
      return { file, text, pattern: new RegExp(parts.join('.*')) };
    }),
  );
