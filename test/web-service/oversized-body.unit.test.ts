/** A body over the limit: its size as stated, or as a lower bound where only the limit is known. */
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createWords } from '../support/doors/app.ts';
import type { InboxItem } from '../support/doors/domain.ts';
import { resources } from '../support/doors/renderer/app.ts';
import { useItemWords } from '../support/doors/renderer/inbox.ts';
import { blankItem, oversizedBody, toInboxItem } from '../support/doors/web-service.ts';

const mib = 1024 * 1024;

const oversizedItem = (stated: number): InboxItem =>
  toInboxItem({ ...blankItem, id: 'i', kind: 'quarantined', digest: '', bodyFile: null, ...oversizedBody(stated, 8) });

function Size({ item }: { item: InboxItem }) {
  return useItemWords().size(item);
}

describe('the size of a body over the limit', () => {
  it('is the stated one', () => {
    expect(oversizedBody(9 * mib, 8)).toEqual({
      size: 9 * mib,
      problem: { code: 'body-too-large', message: 'body-too-large', detail: { size: 9, limit: 8 } },
    });
    expect(oversizedBody(8 * mib + 1, 8)).toMatchObject({ size: 8 * mib + 1, problem: { detail: { size: 9 } } });
    expect(oversizedItem(9 * mib)).toMatchObject({ size: 9 * mib, sizeIsLowerBound: false });
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300])('is a lower bound where the caller states %s', (stated) => {
    expect(oversizedBody(stated, 8)).toEqual({
      size: 8 * mib + 1,
      problem: { code: 'body-too-large', message: 'body-too-large', detail: { limit: 8, context: 'unstated' } },
    });
    expect(oversizedItem(stated)).toMatchObject({ size: 8 * mib + 1, sizeIsLowerBound: true });
  });

  it.each([
    ['es', /^Tiene 9 MiB; el límite es 8 MiB\./, /^Tiene más de 8 MiB, que es el límite\./],
    ['en', /^They have 9 MiB; the limit is 8 MiB\./, /^They have more than 8 MiB, the limit\./],
  ] as const)('is said with its problem (%s)', (language, stated, unstated) => {
    const words = createWords(language);
    const why = (size: number) => words.say('problems:body-too-large.why', { ...oversizedBody(size, 8).problem.detail });
    expect(why(9 * mib)).toMatch(stated);
    expect(why(Number.NaN)).toMatch(unstated);
  });
});

describe('on the screen', () => {
  beforeAll(() => i18next.use(initReactI18next).init({ lng: 'es', fallbackLng: 'es', resources, interpolation: { escapeValue: false } }));
  afterAll(() => i18next.changeLanguage('en'));

  it.each([
    ['es', '9,4 MB', 'más de 8 MiB'],
    ['en', '9.4 MB', 'more than 8 MiB'],
  ])('a lower bound is shown as such (%s)', async (language, stated, unstated) => {
    await i18next.changeLanguage(language);
    const shown = (size: number) => renderToStaticMarkup(createElement(Size, { item: oversizedItem(size) }));
    expect(shown(9 * mib)).toBe(stated);
    expect(shown(Number.NaN)).toBe(unstated);
  });
});
