/** The colours of the window where a person asks the system for more contrast, by the ratio of WCAG 2. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const css = readFileSync(join(import.meta.dirname, '../../renderer/components/tokens.css'), 'utf8');

/** Light and dark colour by token. */
const coloursIn = (text: string): Record<string, string[]> =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+): light-dark\(#(\w{6}), #(\w{6})\)/g)].map(([, name = '', light = '', dark = '']) => [
      name,
      [light, dark],
    ]),
  );
const more = /@media \(prefers-contrast: more\) \{[^{}]*:root \{([^}]*)\}/.exec(css)?.[1] ?? '';
const usual = coloursIn(css.replace(more, ''));

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(one: string, other: string): number {
  const [lower = 0, higher = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

const surfaces = ['surface', 'surface-sunken', 'surface-raised', 'surface-hover', 'surface-selected', 'backdrop'];
/** The lowest contrast of a token with any surface of its theme. */
const lowest = (tokens: Record<string, string[]>, name: string, theme: number): number =>
  Math.min(...surfaces.map((surface) => contrast(tokens[name]?.[theme] ?? '', tokens[surface]?.[theme] ?? '')));

describe.each([
  ['light', 0],
  ['dark', 1],
])('%s', (_, theme) => {
  const asked = { ...usual, ...coloursIn(more) };

  it('has text that can be read on every surface', () => {
    for (const name of ['text', 'text-soft']) expect(lowest(usual, name, theme), name).toBeGreaterThanOrEqual(4.5);
  });

  it('has edges as clear as text, and secondary text nearly as clear as the rest, where more contrast is asked', () => {
    // The lighter edge on what is selected is the least clear one.
    expect(lowest(asked, 'line', theme)).toBeGreaterThanOrEqual(3.9);
    expect(contrast(asked.line?.[theme] ?? '', asked.surface?.[theme] ?? '')).toBeGreaterThanOrEqual(4.5);
    for (const name of ['line-strong', 'text-soft']) expect(lowest(asked, name, theme), name).toBeGreaterThanOrEqual(6.5);
    for (const name of ['line', 'line-strong', 'text-soft']) expect(lowest(asked, name, theme)).toBeGreaterThan(lowest(usual, name, theme));
  });
});
