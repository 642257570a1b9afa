import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type VisitEvent, visitEventKinds } from '../support/doors/domain.ts';
import { problemCodes } from '../support/doors/errors.ts';
import { resources } from '../support/doors/renderer/app.ts';
import { byDay, dayOf, newestFirst, type TimelineWords, toTimelineEntry, useTimelineWords } from '../support/doors/renderer/visits.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { documentOf, eventWith, recordOf, searchOf } from '../support/visits/visits.ts';

const visit = { records: [recordOf('r')], screenings: [searchOf('s')], documents: [documentOf('d', 'Contrato.pdf')] };

function Reader({ event, take }: { event: VisitEvent; take: (words: TimelineWords) => void }) {
  take(useTimelineWords()(toTimelineEntry(event, visit)));
  return null;
}

/** As the screen says it, in the language chosen last. */
function wordsOf(event: Partial<VisitEvent>): TimelineWords {
  const words: TimelineWords[] = [];
  renderToStaticMarkup(createElement(Reader, { event: eventWith(event), take: (shownWords) => words.push(shownWords) }));
  const [first] = words;
  if (!first) throw new Error('not drawn');
  return first;
}

describe('an entry of the timeline', () => {
  it('links to its subject while that belongs to the visit', () => {
    const goes = (about: string | null) => toTimelineEntry(eventWith({ about }), visit).goesTo;
    expect(goes('r')).toEqual({ kind: 'record', id: 'r' });
    expect(goes('s')).toEqual({ kind: 'screening', id: 's' });
    expect(goes('d')).toEqual({ kind: 'document', id: 'd' });
    expect(goes('gone')).toBeNull();
    expect(goes(null)).toBeNull();
  });

  it('is red for what needs a person, and green only for what was checked', () => {
    const tone = (kind: VisitEvent['kind'], detail: VisitEvent['detail']) => toTimelineEntry(eventWith({ kind, detail }), visit).tone;
    expect(tone('screened', { outcome: 'clear' })).toBe('good');
    expect(tone('screened', { outcome: 'match' })).toBe('bad');
    expect(tone('screened', { outcome: 'unheard-of' })).toBe('doubt');
    expect(tone('document', { status: 'signed' })).toBe('good');
    expect(tone('document', { status: 'in-doubt' })).toBe('doubt');
    expect(tone('document', { status: 'failed' })).toBe('bad');
    expect(tone('blocked', { code: 'policy-blocked' })).toBe('bad');
    expect(tone('overridden', { rules: 'blockedPerson' })).toBe('doubt');
    expect(tone('opened', {})).toBe('quiet');
  });

  it('lists rules in one order, however they are joined', () => {
    const rules = (said: string) => toTimelineEntry(eventWith({ kind: 'overridden', detail: { rules: said } }), visit).rules;
    expect(rules('approvedFace,blockedPerson')).toEqual(['blockedPerson', 'approvedFace']);
    expect(rules('approvedFace; other blockedPerson')).toEqual(['blockedPerson', 'approvedFace']);
    expect(rules('')).toEqual([]);
  });
});

describe('its words', () => {
  beforeAll(async () => {
    await i18next
      .use(initReactI18next)
      .init({ lng: 'es', fallbackLng: 'es', resources, interpolation: { escapeValue: false }, missingInterpolationHandler: () => '' });
  });
  beforeEach(() => i18next.changeLanguage('es'));
  afterAll(() => i18next.changeLanguage('en'));

  it('say what happened, with the values of the entry', () => {
    expect(wordsOf({ kind: 'screened', about: 's', detail: { outcome: 'match' } }).what).toBe('Consulta en listas: Con coincidencias');
    expect(wordsOf({ kind: 'document', about: 'd', detail: { status: 'signed' } }).what).toBe('Contrato.pdf: Firmado');
    expect(wordsOf({ kind: 'queued', about: 'forgotten', detail: { name: 'Otro.pdf' } }).what).toBe('Otro.pdf: entró en la cola de firma');
    expect(wordsOf({ kind: 'evidence', detail: { parts: 12, sha256: 'ab' } })).toMatchObject({
      what: 'Se guardó la evidencia, con 12 partes',
      text: 'SHA-256 ab',
    });
    expect(wordsOf({ kind: 'note', detail: { text: 'line one\nline two' } }).text).toBe('line one\nline two');
    expect(wordsOf({ kind: 'overridden', detail: { rules: 'blockedPerson', text: 'seen by hand' } })).toMatchObject({
      what: 'Se omitió con un motivo: persona bloqueada',
      text: 'seen by hand',
    });
    const providerRules = JSON.stringify([{ kind: 'area', edge: 'bottom', depth: 20, pages: 'last' }]);
    expect(wordsOf({ kind: 'rule-made', about: 'd', detail: { name: 'Contrato.pdf', providerRules } })).toMatchObject({
      what: 'Contrato.pdf: se creó una regla de la conexión a partir de este documento',
      text: 'Agregados junto al borde inferior, hasta el 2\u00a0% de la altura, en la última página',
    });
    expect(wordsOf({ kind: 'rule-made', detail: { providerRules: '[{' } }).text).toBe('');
    expect(wordsOf({ kind: 'blocked', about: 'd', detail: { code: 'policy-blocked' } }).text).toBe(
      'El cliente está bloqueado en las listas de riesgo.',
    );
  });

  it('name the provider for what it pushed, and no one where no one is known', () => {
    expect(wordsOf({ kind: 'record-pushed', by: '' }).who).toBe('El proveedor');
    expect(wordsOf({ kind: 'document', by: '' }).who).toBe('');
    expect(wordsOf({ kind: 'record-pushed', by: 'Marta' }).who).toBe('Marta');
    expect(wordsOf({ kind: 'document-fetched', by: '', detail: { name: 'A.pdf', user: 'proveedor' } })).toMatchObject({
      what: 'A.pdf: el proveedor lo descargó',
      who: 'El proveedor (proveedor)',
    });
    expect(wordsOf({ kind: 'published', by: '', detail: { name: 'A.pdf' } }).who).toBe('');
  });

  it('flag a record that differs from its earlier version', () => {
    const pushed = (detail: VisitEvent['detail']) => toTimelineEntry(eventWith({ kind: 'record-pushed', detail }), visit);
    expect(pushed({ version: 2 })).toMatchObject({ tone: 'doubt', version: 2 });
    expect(pushed({})).toMatchObject({ tone: 'quiet', version: null });
    // The time is local: its day may differ.
    expect(wordsOf({ kind: 'record-pushed', detail: { version: 1, receivedAt: '2026-11-21T12:00:00.000Z' } }).text).toMatch(
      /^Llegada a la central: 2\d nov 2026, \d{1,2}:\d\d$/,
    );
    expect(wordsOf({ kind: 'record-pushed', detail: { version: 3 } }).what).toBe(
      'Llegó otra versión del registro de validación (versión 3)',
    );
  });

  it('give the reason in a complete sentence, for every problem', () => {
    expect(wordsOf({ kind: 'record-failed', detail: { code: 'offline' } }).text).toBe('La conexión se perdió antes de enviar.');
    for (const code of problemCodes) {
      const { text } = wordsOf({ kind: 'record-failed', detail: { code } });
      expect(text, code).not.toMatch(/\{\{|«»|\(\)| [.,;:]|: ?\.|^\s|\s$/);
    }
  });

  it.each(['es', 'en'])('exist for every kind of entry (%s)', async (language) => {
    await i18next.changeLanguage(language);
    const detail = fc.dictionary(
      fc.constantFrom(
        'text',
        'code',
        'outcome',
        'verdict',
        'name',
        'reference',
        'status',
        'rules',
        'parts',
        'sha256',
        'version',
        'user',
        'receivedAt',
      ),
      fc.oneof(fc.string(), fc.integer(), fc.constantFrom('clear', 'signed', 'true-match', 'blockedPerson', 'offline')),
    );
    const kind = fc.constantFrom(...visitEventKinds);
    fc.assert(
      fc.property(kind, detail, fc.constantFrom(null, 'r', 's', 'd', 'gone'), (some, detailOfEvent, about) => {
        const { what } = wordsOf({ kind: some, detail: detailOfEvent, about });
        expect(what.trim()).not.toBe('');
        expect(what).not.toMatch(/timeline\.|rule\.|statuses:|screening:\S/);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe('days', () => {
  const moments = fc.array(fc.date({ min: new Date('2026-01-01'), max: new Date('2026-01-06'), noInvalidDate: true }), { maxLength: 30 });

  it('list every entry once, newest first, under its local day', () => {
    fc.assert(
      fc.property(moments, (dates) => {
        const entries = dates.map((date, place) => eventWith({ number: place + 1, at: date.toISOString() }));
        const days = byDay(newestFirst(entries));
        const listed = days.flatMap((one) => one.entries);
        expect(listed.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(entries.map(({ number }) => number));
        expect(listed.map(({ at }) => at)).toEqual(
          listed
            .map(({ at }) => at)
            .toSorted()
            .reverse(),
        );
        expect(new Set(days.map(({ day }) => day)).size).toBe(days.length);
        for (const { day, entries: inside } of days) for (const { at } of inside) expect(dayOf(at)).toBe(day);
      }),
    );
  });

  it('list the last written first when times are equal', () => {
    const [one] = byDay(newestFirst([eventWith({ number: 1 }), eventWith({ number: 2 })]));
    expect(one?.entries.map(({ number }) => number)).toEqual([2, 1]);
  });

  it('are local days, not those of UTC', () => {
    const { TZ } = process.env;
    try {
      process.env.TZ = 'America/Bogota';
      expect(dayOf('2026-01-02T04:59:00Z')).toBe('2026-01-01');
      expect(dayOf('2026-01-02T05:00:00Z')).toBe('2026-01-02');
    } finally {
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  });
});
