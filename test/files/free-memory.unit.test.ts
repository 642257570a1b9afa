import { expect, it } from 'vitest';
import { freeMemory } from '../support/doors/files.ts';

const few = 100;
const many = 8192;

it.each([
  ['bytes with memory of their own', () => new Uint8Array(many), 0],
  ['few bytes', () => new Uint8Array(few), few],
  ['a part of other bytes', () => new Uint8Array(2 * many).subarray(many), many],
  ['memory that threads share', () => new Uint8Array(new SharedArrayBuffer(many)), many],
  ['lent memory', () => new Uint8Array(new WebAssembly.Memory({ initial: 1 }).buffer), 65_536],
])('frees no more than it may: %s', (_, make, left) => {
  const bytes = make();
  freeMemory(bytes);
  expect(bytes.length).toBe(left);
});
