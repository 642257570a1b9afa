/** Certificates of unexpected content: odd characters, words without end, and any search there may be. */
import { describe, expect, it } from 'vitest';
import es from '../../shared/i18n/es/certificate.json' with { type: 'json' };
import paper from '../../shared/i18n/es/paper.json' with { type: 'json' };
import {
  matchReasons,
  outcomeSchema,
  rowFaults,
  type ScreeningView,
  screeningStateSchema,
  screeningViewSchema,
  sourceNames,
  sourceStateSchema,
  verdictSchema,
} from '../support/doors/domain.ts';
import { problemCodes } from '../support/doors/errors.ts';
import { makeCertificate } from '../support/doors/screening.ts';
import { poppler, readPdf, squeezed } from '../support/pdf/poppler.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { aMatch, certificateFacts, matchView } from '../support/screening/certificate-views.ts';

const make = (view: ScreeningView) => makeCertificate({ ...view, connection: null }, { ...certificateFacts, language: 'es' });
const withMatch = (match: Partial<typeof aMatch>): ScreeningView => ({ ...matchView, matches: [{ ...aMatch, ...match }], decisions: [] });

describe('hostile texts', () => {
  it('show characters without a glyph by their code, and explain the codes', async () => {
    const { texts } = await readPdf(
      await make({
        ...matchView,
        query: { ...matchView.query, name: '王小明 \u202egerg\u202c X\u200bY\u0000' },
        matches: [{ ...aMatch, details: ['uno\r\ndos\u2028tres \ud800'] }],
      }),
    );
    const text = squeezed(texts.join(''));
    for (const shown of ['[U+738BU+5C0FU+660E]', '[U+202E]gerg[U+202C]', 'X[U+200B]Y[U+0000]', 'unodostres[U+D800]'])
      expect(text).toContain(shown);
    expect(text).toContain(squeezed(paper.codes));
    expect(squeezed((await readPdf(await make(matchView))).texts.join(''))).not.toContain(squeezed(paper.codes));
  });

  it('keep names in Arabic and Hebrew in their order next to Latin ones', async () => {
    const names = ['محمد عبد الله السيد', 'יוסף בן דוד כהן', 'Abu محمد علي Ali'];
    const { texts } = await readPdf(await make(withMatch({ names })));
    for (const name of names) expect(squeezed(texts.join(''))).toContain(squeezed(name));
    const boxes = await poppler('pdftotext', ['-bbox', '-', '-'], await make(withMatch({ names: ['Abu محمد علي Ali'], aliases: [] })));
    const words = [...boxes.matchAll(/xMin="([\d.]+)".*xMax="([\d.]+)".*>(Abu|دمحم|يلع|Ali)</g)];
    // Here poppler gives letters as they are seen. Once in the heading and once among the names; محمد is read before علي, so it stands right of it.
    const seen = words.slice(-4).toSorted(([, a], [, b]) => Number(a) - Number(b));
    expect(seen.map(([, , , word]) => word)).toEqual(['Abu', 'يلع', 'دمحم', 'Ali']);
    for (const [index, [, , xMax]] of seen.slice(0, -1).entries()) expect(Number(seen[index + 1]?.[1])).toBeGreaterThan(Number(xMax));
  });

  it('are wrapped and not cut at 10,000 letters', async () => {
    const sources = matchView.sources.map((source) => ({ ...source, text: source.state === 'no-answer' ? 'ñ'.repeat(10_000) : null }));
    const { texts, pages } = await readPdf(
      await make({ ...withMatch({ details: ['Ж'.repeat(10_000)], url: `https://${'u'.repeat(3000)}` }), sources }),
    );
    const text = texts.join('');
    expect(text.match(/Ж/g)).toHaveLength(10_000);
    expect(text.match(/ñ/g)?.length).toBeGreaterThanOrEqual(10_000);
    expect(text).toContain(es.sources.below.split(' ')[0]);
    expect(pages).toBeGreaterThan(4);
  });

  it('stay inside the margins and off the head and foot of the page', async () => {
    const bytes = await make({
      ...withMatch({ names: ['W'.repeat(500), 'i'.repeat(900)], details: ['Wort '.repeat(2000)], aliases: ['a\u0301'.repeat(400)] }),
      other: {
        ['clave'.repeat(60)]: { b: { c: { d: { e: { f: { g: { h: { i: { j: { k: { l: { m: 'fin'.repeat(100) } } } } } } } } } } } },
      },
    });
    const boxes = await poppler('pdftotext', ['-bbox', '-', '-'], bytes);
    const words = [...boxes.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</g)];
    expect(words.length).toBeGreaterThan(2000);
    for (const [, xMin, yMin, xMax, yMax, word] of words) {
      expect(Number(xMin), word).toBeGreaterThanOrEqual(55);
      expect(Number(xMax), word).toBeLessThanOrEqual(557);
      expect(Number(yMin), word).toBeGreaterThan(8);
      expect(Number(yMax), word).toBeLessThan(784);
    }
    const content = words.filter(([, , , , , word]) => word === 'Wort');
    expect(content).toHaveLength(2000);
    for (const [, , , , yMax] of content) expect(Number(yMax)).toBeLessThan(744);
  });
});

const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ unit: 'grapheme', maxLength: 200 }), fc.constant(''));
const texts = fc.array(text, { maxLength: 3 });
const moment = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  text,
);
const source = fc.constantFrom(...sourceNames);
const state = fc.constantFrom(...sourceStateSchema.options);
const count = fc.nat({ max: 2000 });
const problem = fc.record({ code: fc.constantFrom(...problemCodes), message: text, detail: fc.dictionary(text, fc.oneof(text, fc.nat())) });
const match = fc.record({
  number: fc.nat({ max: 5 }),
  reasons: fc.array(fc.constantFrom(...matchReasons), { minLength: 1, maxLength: 3 }),
  ...Object.fromEntries(
    Object.entries(aMatch).flatMap(([name, value]) => (Array.isArray(value) && name !== 'reasons' ? [[name, texts]] : [])),
  ),
  url: fc.option(text),
  entry: fc.dictionary(text, fc.jsonValue({ maxDepth: 4 })),
});
const anyView = fc
  .record({
    id: text,
    state: fc.constantFrom(...screeningStateSchema.options),
    outcome: fc.option(fc.constantFrom(...outcomeSchema.options)),
    query: fc.record({ name: text, identification: text, judicial: fc.boolean(), procurator: fc.boolean() }),
    askedAt: moment,
    answeredAt: fc.option(moment),
    connection: fc.option(fc.string({ unit: 'grapheme', maxLength: 40 })),
    by: text,
    block: fc.option(fc.boolean()),
    logNumber: fc.option(text),
    sources: fc.array(fc.record({ source, state, count, text: fc.option(text), data: fc.jsonValue() }), { maxLength: 6 }),
    best: fc.constant(null),
    matchCount: count,
    decided: count,
    verdict: fc.constant(null),
    problem: fc.option(problem),
    visitId: fc.option(text),
    row: fc.option(fc.record({ runId: text, number: count, faults: fc.array(fc.constantFrom(...rowFaults), { maxLength: 3 }) })),
    matches: fc.array(match, { maxLength: 4 }),
    providerTime: fc.option(text),
    elapsed: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    defects: texts,
    others: fc.array(
      fc.record({ path: text, state: fc.constantFrom('hit', 'unread', 'clear', 'no-answer'), text: fc.option(text), data: fc.jsonValue() }),
      { maxLength: 3 },
    ),
    differences: fc.array(fc.record({ member: text, asked: text, answered: text }), { maxLength: 2 }),
    readings: fc.array(
      fc.record({
        of: text,
        meaning: fc.constantFrom('clear', 'hit', 'no-answer'),
        reason: text,
        by: text,
        at: fc.constant('2026-01-02T03:04:05.000Z'),
      }),
      { maxLength: 2 },
    ),
    other: fc.option(fc.dictionary(text, fc.jsonValue())),
    sha256: fc.option(text),
    decisions: fc.array(
      fc.record({
        match: fc.option(fc.nat({ max: 5 })),
        verdict: fc.constantFrom(...verdictSchema.options),
        reason: text,
        by: text,
        at: moment,
      }),
      { maxLength: 4 },
    ),
  })
  .map((view) => screeningViewSchema.parse(view));

it('make a readable certificate with numbered pages, clear only where the sources are', async () => {
  await fc.assert(
    fc.asyncProperty(anyView, async (view) => {
      const { pages, texts } = await readPdf(await make(view));
      expect(texts).toHaveLength(pages);
      for (const [index, page] of texts.entries()) expect(page).toContain(`Página ${index + 1} de ${pages}`);
      const says = (words: string) => squeezed(texts[0] ?? '').includes(squeezed(words));
      expect(says(es.outcome.clear.text)).toBe(
        view.state === 'done' &&
          view.outcome === 'clear' &&
          view.matches.length === 0 &&
          view.sources.some(({ state }) => state === 'clear') &&
          view.sources.every(({ state }) => state === 'clear' || state === 'not-asked'),
      );
    }),
    { numRuns: runs(4) },
  );
});
