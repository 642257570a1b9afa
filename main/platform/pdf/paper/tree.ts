/** Lists data of unknown structure, indented, so that a person can read it. */
import type { Block, TreeLine } from './blocks.ts';

type Branch = { label: string; value: unknown; depth: number };

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/**
 * Lists members as `name: value`, elements of an array as `1. value`, and empty texts, arrays and objects as in JSON. Not recursive: an
 * answer may be nested deeper than the stack.
 */
export function treeLines(data: unknown): TreeLine[] {
  if (!isBranch(data)) return [{ depth: 0, text: leaf(data) }];
  const lines: TreeLine[] = [];
  const open = children(data, 0).reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { label, value, depth } = next;
    lines.push({ depth, text: isBranch(value) ? label : `${label} ${leaf(value)}` });
    if (isBranch(value)) for (const child of children(value, depth + 1).reverse()) open.push(child);
  }
  return lines;
}

function children(data: object, depth: number): Branch[] {
  const label = (name: string) => (Array.isArray(data) ? `${Number(name) + 1}.` : `${name}:`);
  return Object.entries(data).map(([name, value]) => ({ label: label(name), value, depth }));
}

/** Lines of one block: more would block other work of the process. */
const batchSize = 200;

export function treeBlocks(data: unknown): Extract<Block, { kind: 'tree' }>[] {
  const lines = treeLines(data);
  const starts = Array.from({ length: Math.ceil(lines.length / batchSize) }, (_, index) => index * batchSize);
  return starts.map((start) => ({ kind: 'tree', lines: lines.slice(start, start + batchSize) }));
}

/** Writes a text without quotes, unless it is empty or looks like another kind of value. */
function leaf(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? '—';
  return value.trim() === '' || /^(null|true|false|[[\]{}]*|-?\d[\d.eE+-]*)$/.test(value) ? JSON.stringify(value) : value;
}
