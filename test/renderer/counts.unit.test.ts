/** Counts in the texts of the page have the separators of the language; log numbers, ports and the like have none. */
import i18next from 'i18next';
import { expect, it } from 'vitest';
import { startI18n } from '../support/doors/renderer/app.ts';

const texts = () => [
  i18next.t('customers:list.total', { count: 12_000 }),
  i18next.t('backup:progress', { done: 11_000, total: 20_000 }),
  i18next.t('screening:history.log', { number: 4_812_345 }),
];

it('separates the thousands of counts, and of no other number', async () => {
  await startI18n('es');
  await i18next.loadNamespaces(['customers', 'backup', 'screening']);
  expect(texts()).toEqual(['12.000 visitas', '11.000 de 20.000', 'Bitácora 4812345']);
  await i18next.changeLanguage('en');
  expect(texts()).toEqual(['12,000 visits', '11,000 of 20,000', 'Log number 4812345']);
});
