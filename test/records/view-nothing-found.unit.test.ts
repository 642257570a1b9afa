/** A record without statements is not shown as a checked one. */
import { expect, it } from 'vitest';
import enPaper from '../../shared/i18n/en/recordPaper.json' with { type: 'json' };
import en from '../../shared/i18n/en/recordView.json' with { type: 'json' };
import esPaper from '../../shared/i18n/es/recordPaper.json' with { type: 'json' };
import es from '../../shared/i18n/es/recordView.json' with { type: 'json' };

it.each([
  [es.noMismatch, esPaper.summary.noMismatchText],
  [en.noMismatch, enPaper.summary.noMismatchText],
])('the window reports what could not be checked, like the PDF: %s', (shown, printed) => {
  expect(shown.split('. ').at(-1)).toBe(printed.split('. ').at(-1));
});
