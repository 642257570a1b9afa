/** Stored screenings of invented people, for tests of the certificate. */
import type { Match, ScreeningView, SourceResult } from '../doors/domain.ts';
import { screeningViewWith } from './screening-views.ts';

export const certificateFacts = {
  madeAt: new Date('2026-11-21T22:31:05.000Z'),
  madeBy: 'Supervisora Núñez',
  stationVersion: '0.1.0',
} as const;

export const sha256 = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const clearSources: SourceResult[] = [
  { source: 'lists', state: 'clear', count: 0, text: null, data: null },
  { source: 'judicial', state: 'clear', count: 0, text: null, data: null },
  { source: 'procurator', state: 'not-asked', count: 0, text: null, data: null },
  { source: 'news', state: 'clear', count: 0, text: null, data: null },
  { source: 'social', state: 'clear', count: 0, text: null, data: null },
];

export const clearView: ScreeningView = screeningViewWith({
  id: '4b1d9d0e-6a2f-4f0e-9a51-0d9c2f7f1a11',
  query: { name: 'María José Peña Ñáñez', identification: '1.020.304.050', judicial: true, procurator: false },
  askedAt: '2026-11-21T22:29:27.000Z',
  answeredAt: '2026-11-21T22:29:31.000Z',
  by: 'Ana Gómez',
  connection: 'Sucursal Centro',
  logNumber: '9007199254740993',
  sources: clearSources,
  providerTime: '2026-11-21 03:04:05',
  elapsed: 3.217,
  sha256,
});

export const aMatch: Match = {
  number: 0,
  reasons: ['same-name-other-identification', 'alias-only'],
  names: ['PEÑA NAÑEZ, Maria Jose', 'Мария Хосе Пенья'],
  aliases: ['La Contadora', 'ماريا خوسيه بينيا'],
  lists: ['OFAC'],
  relatedLists: ['Specially Designated Nationals'],
  categories: ['SANCIONES', 'NARCOTRÁFICO'],
  countries: ['Colombia', 'Panamá'],
  citizenships: ['CO'],
  identifications: ['79.111.222'],
  passports: ['AX-884422'],
  statuses: ['ACTIVO', 'PROCESADO'],
  details: ['Incluida en 2019 por su papel en una red de empresas de fachada.'],
  related: ['Comercializadora Invento S.A.S.'],
  url: 'https://lists.example/entries/4711?full=1',
  entry: { id: '4711', _version_: 1798123123123, lista: ['OFAC'], pais: { iso: 'CO-PA' }, riesgo_interno: { nivel: 'alto' } },
};

export const matchView: ScreeningView = {
  ...clearView,
  outcome: 'match',
  block: true,
  query: { ...clearView.query, procurator: true },
  sources: [
    { source: 'lists', state: 'hit', count: 2, text: null, data: null },
    { source: 'judicial', state: 'hit', count: 1, text: null, data: { procesos: [{ radicado: '11001-31', despacho: 'Juzgado 3 Civil' }] } },
    { source: 'procurator', state: 'no-answer', count: 0, text: 'El servicio de la fuente no está disponible', data: null },
    { source: 'news', state: 'clear', count: 0, text: null, data: [] },
    { source: 'social', state: 'clear', count: 0, text: null, data: null },
  ],
  matches: [aMatch, { ...aMatch, number: 1, reasons: ['same-identification'], names: ['Pena, M. J.'], aliases: [], entry: {} }],
  matchCount: 2,
  decided: 1,
  verdict: 'false-positive',
  defects: ['elapsed_time'],
  other: { aviso: 'texto que la descripción no nombra' },
  decisions: [
    { match: 0, verdict: 'undecided', reason: 'Falta el pasaporte', by: 'Ana Gómez', at: '2026-11-21T22:30:00.000Z' },
    { match: 0, verdict: 'false-positive', reason: 'Otra fecha de nacimiento', by: 'Supervisora Núñez', at: '2026-11-21T22:30:30.000Z' },
    { match: null, verdict: 'undecided', reason: 'Se espera a la Procuraduría', by: 'Ana Gómez', at: '2026-11-21T22:30:45.000Z' },
  ],
};

export const unavailableView: ScreeningView = {
  ...clearView,
  outcome: 'unavailable',
  block: null,
  sources: clearSources.map((source) =>
    source.source === 'judicial' ? { ...source, state: 'no-answer', text: 'Tiempo de espera agotado en la fuente' } : source,
  ),
};

export const failedView: ScreeningView = {
  ...clearView,
  state: 'failed',
  outcome: 'unavailable',
  block: null,
  answeredAt: null,
  logNumber: null,
  sources: [],
  providerTime: null,
  elapsed: null,
  sha256: null,
  problem: { code: 'search-failed', message: 'search-failed', detail: { status: 500, providerText: 'Motor fuera de servicio' } },
};

export const waitingView: ScreeningView = { ...failedView, state: 'waiting', outcome: null, problem: null };
