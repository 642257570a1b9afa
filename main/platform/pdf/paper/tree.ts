/** Data whose structure is not shown in the description, as an indented listing that a person can read. */
import type { Block, TreeLine } from './blocks.ts';

type Branch = { label: string; value: unknown; depth: number };

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null && Object.keys(value).length > 0;

/**
 * Members as `name: value`, elements of an array as `1. value`; empty texts, arrays and objects as JSON writes them.
 * Without recursion: an answer may be nested deeper than the stack is.
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

/** Lines that are drawn in one go; more would keep other work of the process waiting. */
const inOneGo = 200;

export function treeBlocks(data: unknown): Extract<Block, { kind: 'tree' }>[] {
  const lines = treeLines(data);
  const starts = Array.from({ length: Math.ceil(lines.length / inOneGo) }, (_, index) => index * inOneGo);
  return starts.map((start) => ({ kind: 'tree', lines: lines.slice(start, start + inOneGo) }));
}

/** A text stands without quotes unless it is empty or could be taken for another kind of value. */
function leaf(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? '—';
  return value.trim() === '' || /^(null|true|false|[[\]{}]*|-?\d[\d.eE+-]*)$/.test(value) ? JSON.stringify(value) : value;
}
