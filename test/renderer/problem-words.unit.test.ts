/** Values of problems in the words of the screen. */
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { problem } from '../support/doors/errors.ts';
import { startI18n, useProblemWords } from '../support/doors/renderer/app.ts';

const until = Date.UTC(2026, 10, 16, 12);
const Words = () => useProblemWords()(problem('search-busy', { context: 'until', until })).do;

it.each([
  ['es', /^Pide esperar hasta 1[5-7] nov 2026/],
  ['en', /^It asks to wait until Nov 1[5-7], 2026/],
] as const)('in %s the time until which a provider asks to wait is written out', async (language, expected) => {
  await startI18n(language);
  await i18next.loadNamespaces(['problems', 'causes', 'ui']);
  expect(renderToStaticMarkup(createElement(Words))).toMatch(expected);
});
