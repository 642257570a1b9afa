/** Certificates as poppler reads them: every fact is in the text layer, in every language. */
import { describe, expect, it } from 'vitest';
import type { Language, ScreeningView } from '../support/doors/domain.ts';
import { localTime } from '../support/doors/pdf.ts';
import { makeCertificate } from '../support/doors/screening.ts';
import { languages, textsOf } from '../support/doors/words.ts';
import { poppler, readPdf, squeezed } from '../support/pdf/poppler.ts';
import { sized } from '../support/runner/soak.ts';
import {
  aMatch,
  certificateFacts,
  clearView,
  failedView,
  matchView,
  sha256,
  unavailableView,
  waitingView,
} from '../support/screening/certificate-views.ts';

const make = (view: ScreeningView, language: Language) => makeCertificate(view, { ...certificateFacts, language });

/** The text of each view's certificate, made and read once. */
const texts = new Map(languages.map((language) => [language, new Map<ScreeningView, Promise<string>>()]));

function textOf(view: ScreeningView, language: Language): Promise<string> {
  const read = async () => squeezed((await readPdf(await make(view, language))).texts.join(''));
  const known = texts.get(language)?.get(view) ?? read();
  texts.get(language)?.set(view, known);
  return known;
}

function expectAll(text: string, facts: readonly string[]): void {
  for (const fact of facts) expect(text, fact).toContain(squeezed(fact));
}

/** What stands on each certificate, whatever came. */
function always(view: ScreeningView, language: Language): string[] {
  const { evidence, about, asked, search, sources } = textsOf(language, 'certificate');
  const { source } = textsOf(language, 'screening');
  return [
    textsOf(language, 'certificate').title,
    view.query.name,
    view.query.identification,
    `${source.judicial}${view.query.judicial ? asked.flagOn : asked.flagOff}`,
    `${source.procurator}${view.query.procurator ? asked.flagOn : asked.flagOff}`,
    `${search.askedAt}${localTime(view.askedAt, language)}`,
    `${search.by}${view.by}`,
    clearView.connection ?? '',
    sources.heading,
    `${evidence.sha256}${view.sha256 ?? evidence.noAnswer}`,
    view.id,
    `${evidence.madeAt}${localTime(certificateFacts.madeAt, language)}`,
    `${evidence.madeBy}${certificateFacts.madeBy}`,
    `Signing Station ${certificateFacts.stationVersion}`,
    about.text,
  ];
}

describe.each(sized<readonly Language[]>(['es'], languages))('in %s', (language) => {
  const { outcome, block, sources, matches, decision, search, defects } = textsOf(language, 'certificate');
  const { member, reason, source: names } = textsOf(language, 'screening');
  const state = (source: keyof typeof names, text: string) => `${names[source]}${text}`;

  it('a clear screening is complete, on one page', async () => {
    const { pages } = await readPdf(await make(clearView, language));
    expect(pages).toBe(1);
    const text = await textOf(clearView, language);
    expectAll(text, [
      ...always(clearView, language),
      outcome.clear.word,
      outcome.clear.text,
      block.no,
      `${search.answeredAt}${localTime(clearView.answeredAt ?? '', language)}`,
      `${search.logNumber}9007199254740993`,
      search.providerTimeText.replace('{{time}}', '2026-11-21 03:04:05'),
      search.elapsedText.replace('{{seconds}}', '3.217'),
      outcome.notAsked.replace('{{sources}}', names.procurator),
      state('lists', `✓${sources.state.clear}0—`),
      state('procurator', `–${sources.state['not-asked']}——`),
      matches.none,
      decision.noneOnScreening,
    ]);
    expect(text).not.toContain(squeezed(outcome.match.word));
  });

  it('a match has its reasons, data and decisions, and the sources their own data', async () => {
    const text = await textOf(matchView, language);
    expectAll(text, [
      ...always(matchView, language),
      outcome.match.word,
      block.yes,
      outcome.noAnswer.replace('{{sources}}', names.procurator),
      state('lists', `■${sources.state.hit}2—`),
      state('judicial', `■${sources.state.hit}1—`),
      state('procurator', `✗${sources.state['no-answer']}—El servicio de la fuente no está disponible`),
      `${matches.one.replace('{{number}}', '1').replace('{{total}}', '2')} · PEÑA NAÑEZ, Maria Jose`,
      matches.one.replace('{{number}}', '2').replace('{{total}}', '2'),
      `${matches.reasons}${reason['same-name-other-identification'].word}${reason['alias-only'].word}`,
      `${member.nombre_apellido}PEÑA NAÑEZ, Maria Jose Мария Хосе Пенья`,
      `${member.alias}La Contadora ماريا خوسيه بينيا`,
      `${member.lista}OFAC`,
      `${member.nombre_relacion_lista}Specially Designated Nationals`,
      `${member.categoria}SANCIONES NARCOTRÁFICO`,
      `${member.pais}Colombia Panamá`,
      `${member.ciudadania}CO`,
      `${member.n_identificacion}79.111.222`,
      `${member.pasaporte}AX-884422`,
      `${member.estado}ACTIVO PROCESADO`,
      `${member.detalle}${aMatch.details[0]}`,
      `${member.relacionado}Comercializadora Invento S.A.S.`,
      `${member.url}${aMatch.url}`,
      'id: "4711" _version_: 1798123123123 pais: iso: CO-PA riesgo_interno: nivel: alto',
      `${decision.verdict['false-positive']}: Otra fecha de nacimiento Supervisora Núñez, ${localTime('2026-11-21T22:30:30Z', language)}`,
      `${decision.earlier}${decision.verdict.undecided}: Falta el pasaporte Ana Gómez, ${localTime('2026-11-21T22:30:00Z', language)}`,
      `${decision.label}${decision.none}`,
      `${decision.heading}${decision.label}${decision.verdict.undecided}: Se espera a la Procuraduría`,
      'procesos: 1. radicado: "11001-31" despacho: Juzgado 3 Civil',
      'aviso: texto que la descripción no nombra',
      `${defects.text}elapsed_time`,
    ]);
  });

  it('unknown outcomes never look like clear', async () => {
    for (const [view, key] of [
      [unavailableView, 'unavailable'],
      [failedView, 'failed'],
      [waitingView, 'waiting'],
    ] as const) {
      const text = await textOf(view, language);
      expectAll(text, [...always(view, language), outcome[key].word, outcome[key].text]);
      expect(text).not.toContain(squeezed(outcome.clear.word));
      expect(text).not.toContain(squeezed(outcome.clear.text));
    }
    const unavailable = await textOf(unavailableView, language);
    expectAll(unavailable, [state('judicial', `✗${sources.state['no-answer']}—Tiempo de espera agotado en la fuente`), block.unknown]);
    expectAll(await textOf(failedView, language), [
      '500',
      'Motor fuera de servicio',
      sources.none,
      matches.noneWithoutAnswer,
      block.noAnswer,
    ]);
  });

  it('what a person said of an unread answer has the name, the moment and the reason', async () => {
    const at = '2026-11-21T22:30:10.000Z';
    const readings = [
      { of: 'news', meaning: 'clear', reason: 'El boletín nombra a otra persona', by: 'Ana Gómez', at },
      { of: '$.aviso_interno', meaning: 'hit', reason: 'Figura en la lista propia', by: 'Supervisora Núñez', at },
    ] as const;
    const text = await textOf({ ...clearView, readings: [...readings] }, language);
    const line = (source: string, meaning: string, { by, reason }: (typeof readings)[number]) =>
      sources.read
        .replace('{{source}}', source)
        .replace('{{by}}', by)
        .replace('{{at}}', localTime(at, language))
        .replace('{{meaning}}', meaning)
        .replace('{{reason}}', reason);
    expectAll(text, [line(names.news, sources.state.clear, readings[0]), line('$.aviso_interno', sources.state.hit, readings[1])]);
    const without = await textOf(clearView, language);
    for (const { reason } of readings) expect(without).not.toContain(squeezed(reason));
  });

  it('practice is marked on every page of a practice screening, and only there', async () => {
    const practice = await readPdf(await make({ ...matchView, connection: null }, language));
    expect(practice.pages).toBeGreaterThan(1);
    const mark = textsOf(language, 'paper').practice;
    for (const page of practice.texts) expect(page.split(mark)).toHaveLength(3);
    expect(squeezed(practice.texts.join(''))).toContain(squeezed(textsOf(language, 'certificate').practice.note));
    expect(await textOf(matchView, language)).not.toContain('PRACTICE');
  });

  it('long matches continue over numbered pages without a lost word', async () => {
    const many = Array.from({ length: 5 }, (_, number) => ({
      ...aMatch,
      number,
      names: [`Persona número ${number}`],
      details: [Array.from({ length: 400 }, (_, word) => `m${number}w${word}`).join(' ')],
    }));
    const { pages, texts } = await readPdf(await make({ ...matchView, matches: many }, language));
    expect(texts).toHaveLength(pages);
    expect(pages).toBeGreaterThan(3);
    for (const [index, page] of texts.entries()) {
      expect(page).toContain(
        textsOf(language, 'paper')
          .page.replace('{{page}}', `${index + 1}`)
          .replace('{{pages}}', `${pages}`),
      );
    }
    const written = new Set(texts.join('\n').split(/\s+/));
    for (const { details } of many) for (const word of details[0]?.split(' ') ?? []) expect(written).toContain(word);
  });

  it('is a tagged Letter page with its language, embedded fonts, and nothing of the person in its properties', async () => {
    const bytes = await make(matchView, language);
    const { info } = await readPdf(bytes);
    expect(info).toMatch(/^Tagged:\s+yes$/m);
    expect(info).toMatch(/^Page size:\s+612 x 792 pts \(letter\)$/m);
    expect(/^Title:\s+(.*)$/m.exec(info)?.[1]).toBe(textsOf(language, 'certificate').title);
    expect(info).not.toMatch(/Peña|1\.020|9007199|Ana|Núñez/);
    expect(Buffer.from(bytes).toString('latin1')).toContain(`/Lang (${language})`);
    const fonts = (await poppler('pdffonts', ['-'], bytes)).trim().split('\n').slice(2);
    expect(fonts).toHaveLength(2);
    for (const font of fonts) expect(font).toMatch(/DejaVuSans\S*\s+CID TrueType\s+Identity-H\s+yes yes yes/);
    const structure = await poppler('pdfinfo', ['-struct-text', '-'], bytes);
    expect(structure).toMatch(/H1 \(block\)\s+"/);
    expect(structure).toContain(sha256);
  });
});

it('the same screening and facts give the same bytes', async () => {
  const [first, second, other] = [await make(matchView, 'es'), await make(matchView, 'es'), await make(clearView, 'es')];
  expect(Buffer.compare(first, second)).toBe(0);
  expect(Buffer.compare(first, other)).not.toBe(0);
});
