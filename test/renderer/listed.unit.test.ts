import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { problem } from '../support/doors/errors.ts';
import { Listed, type ListedProps } from '../support/doors/renderer/components.ts';

const shown = (count: number | null, hasFailed = false): string => {
  const given = { problem: hasFailed ? problem('internal') : null, count, loading: 'loading', onAgain: () => undefined, empty: 'empty' };
  return renderToStaticMarkup(createElement(Listed, given as ListedProps, 'rows'));
};

it('a list is loading, empty, or has rows, which stay when it cannot be loaded again', () => {
  expect(shown(null)).toContain('loading');
  expect(shown(0)).toBe('empty');
  expect(shown(3)).toBe('rows');
  expect(shown(3, true)).toMatch(/^<div class="ui-listed-problem">.+rows$/);
  for (const count of [null, 0]) expect(shown(count, true)).not.toMatch(/loading|empty|rows/);
});
