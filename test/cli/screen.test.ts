/** `screen --name` with an answer: the JSON of the design, section 6, the output for a person, exit codes. */
import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { openScreenCli, type ScreenCli } from '../support/cli/cli.ts';
import { json } from '../support/cli/run-cli.ts';
import { closing } from '../support/closing.ts';
import { listen } from '../support/network/listening.ts';
import { matrix, one } from '../support/screening/screen-runs.ts';
import { answer as clearAnswer } from '../support/screening/search-answer.ts';

/** The answer for Ana Ruiz, with these members in its result. */
const answerOf = (members: object) => clearAnswer({}, { nombre: 'Ana Ruiz', doc_id: '', ...members });

describe('the JSON output', () => {
  test('has exactly the members of the contract and the additions in the README, with sources in order and raw digit for digit', async () => {
    const { screen } = await openScreenCli();
    const run = await screen(one('Aurelio Benavides Tocarruncho', '--id', '19444555', '--judicial', '--procurator'));
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const out = json(run);
    const contract = ['outcome', 'block', 'idBitacora', 'datetime', 'elapsedTime', 'sources', 'matches', 'raw'];
    expect(Object.keys(out).sort()).toEqual([...contract, 'id', 'code', 'reason'].sort());
    expect(out.sources).toEqual([
      { source: 'lists', state: 'hit', count: 1, text: null },
      { source: 'judicial', state: 'hit', count: 1, text: null },
      { source: 'procurator', state: 'hit', count: 1, text: null },
      { source: 'news', state: 'hit', count: 2, text: null },
      { source: 'social', state: 'hit', count: 1, text: null },
    ]);
    expect(out).toMatchObject({ outcome: 'match', block: false, code: null, reason: null, elapsedTime: expect.any(Number) });
    expect(out).toMatchObject({ idBitacora: out.raw.id_bitacora, datetime: out.raw.datetime });
    expect(out.matches).toHaveLength(1);
    expect(out.matches[0]).toMatchObject({ reasons: ['same-identification', 'same-name'], lists: ['PRACTICA-PEP'] });
    const version = /"_version_": (\d+)/.exec(run.stdout)?.[1];
    expect(version).toBe(out.matches[0].entry._version_);
  });

  test('has numbers that JavaScript would round unchanged, and an answer that is not JSON as text', async () => {
    const answers = ['{"id_bitacora":9007199254740993123,"results":[],"x":1.10}', 'not JSON'];
    const { screen, profile } = await openScreenCli();
    const url = await answering(() => answers.shift() ?? '');
    const file = await profile(({ search, ...rest }) => ({ ...rest, search: search && { ...search, url } }));
    const numbers = await screen(one('Ana Ruiz'), { profile: file });
    expect(numbers.code).toBe(4);
    expect(numbers.stdout).toContain('"id_bitacora": 9007199254740993123');
    expect(numbers.stdout).toContain('"x": 1.10');
    expect(json(numbers)).toMatchObject({ idBitacora: '9007199254740993123', outcome: 'unavailable', block: null });
    expect(json(await screen(one('Ana Ruiz'), { profile: file }))).toMatchObject({ raw: 'not JSON', code: 'search-answer-unreadable' });
  });
});

describe('the practice cast', () => {
  const both = ['--judicial', '--procurator'];
  const cast: [name: string, more: string[], code: number, outcome: string, block: boolean | null, states: string, reasons: string[]][] = [
    ['Nadie de Nadie', [], 0, 'clear', false, 'CNNCN', []],
    ['Evaristo Quiroga Beltrán', ['--id', '79555001'], 0, 'match', true, 'HNNCN', ['same-identification', 'same-identification']],
    ['Carlos Andrés Muñoz Peña', ['--id', '5'], 0, 'match', false, 'HNNCN', ['same-name-other-identification']],
    ['Ramiro Peláez Ñungo', [], 0, 'match', false, 'HNNCN', ['alias-only']],
    ['El Turpial Negro', [], 0, 'match', false, 'HNNCN', ['alias-only']],
    ['Ludmila Orlova Castañeda', ['--id', 'PX7744120'], 0, 'match', true, 'HNNCN', ['same-identification']],
    ['María José Peñaloza Ríos', ['--id', '52888777'], 0, 'match', false, 'HNNCN', ['same-identification']],
    ['iñigo guiza rios', ['--id', '10101999'], 0, 'match', false, 'HNNCN', ['same-identification']],
    ['Teodolinda Arce', [], 0, 'match', false, 'HNNCN', ['same-name']],
    ['Nicanor Alcázar Montúfar', ['--id', '0912345678'], 0, 'match', true, 'HNNCN', ['same-identification']],
    ['Comercializadora El Cóndor Dorado S.A.S.', ['--id', '900123456-7'], 0, 'match', false, 'HNNCN', ['same-identification']],
    ['Aurelio Benavides Tocarruncho', ['--id', '19444555'], 0, 'match', false, 'HNNHH', ['same-identification']],
    ['Domitila Vacío Cifuentes', ['--id', '41222333', ...both], 0, 'clear', false, 'CCCCN', []],
    ['Graciela Ñáñez Villota', ['--id', '27333111'], 0, 'match', false, 'HNNCN', ['same-identification']],
    ['Otilia Callejas Bermeo', ['--id', '31777666'], 0, 'match', false, 'HNNCN', ['same-identification']],
    ['Silencio Judicial Parra', both, 3, 'unavailable', false, 'CACCN', []],
    ['Silencio Judicial Parra', ['--procurator'], 0, 'clear', false, 'CNCCN', []],
    ['Silencio Procurador Parra', both, 3, 'unavailable', false, 'CCACN', []],
    ['Silencio Noticias Parra', [], 3, 'unavailable', false, 'CNNAN', []],
    ['Silencio Social Parra', [], 3, 'unavailable', false, 'CNNCA', []],
    ['Silencio Listas Parra', [], 3, 'unavailable', false, 'ANNCN', []],
    ['Vacía Anidada Robledo', both, 0, 'clear', false, 'CCCCN', []],
    ['Vacía Exitosa Robledo', both, 0, 'clear', false, 'CCCCN', []],
    ['Frase Limpia Robledo', both, 0, 'clear', false, 'CCCCN', []],
    ['Frase Sancionada Robledo', both, 0, 'match', false, 'CCHCN', []],
    ['Frase Mixta Robledo', both, 0, 'match', false, 'CCUCN', []],
    ['Frase Rara Robledo', both, 0, 'match', false, 'CUCUN', []],
    ['Frase Rara Robledo', [], 0, 'match', false, 'CNNUN', []],
    ['Lista Oculta Robledo', [], 0, 'match', false, 'CNNCN', []],
    ['Bloqueo Oculto Robledo', [], 0, 'match', false, 'CNNCN', []],
    ['Alerta Oculta Robledo', [], 0, 'match', false, 'CNNCN', []],
    ['Aviso Sin Falla Robledo', [], 0, 'clear', false, 'CNNCN', []],
    ['Aviso Con Falla Robledo', [], 3, 'unavailable', false, 'CNNAN', []],
    ['Documento Con Tipo Robledo', ['--id', '55123001'], 0, 'clear', false, 'CNNCN', []],
    ['Documento Con Dígito Robledo', ['--id', '55123002'], 0, 'clear', false, 'CNNCN', []],
    ['Documento Ausente Robledo', ['--id', '55123003'], 0, 'clear', false, 'CNNCN', []],
    ['Nombre Con Título Robledo', [], 0, 'clear', false, 'CNNCN', []],
    ['Respuesta Sin Persona Robledo', [], 4, 'unavailable', null, 'ANNAN', []],
    ['Respuesta Sin Registro Robledo', [], 4, 'unavailable', null, 'ANNAN', []],
    ['Lenta Espera Robledo', [], 0, 'clear', false, 'CNNCN', []],
    ['Falla Interna Robledo', both, 4, 'unavailable', null, 'AAAAN', []],
    ['Cambiada Persona Robledo', ['--judicial'], 4, 'unavailable', null, 'AANAN', []],
  ];
  const found = async (screen: ScreenCli['screen'], rows: typeof cast) => {
    const all = [];
    for (const [name, more] of rows) {
      const run = await screen(one(name, ...more));
      const { outcome, block, matches } = json(run);
      all.push([name, more, run.code, outcome, block, matrix(run), matches.map(({ reasons }: { reasons: string[] }) => reasons[0])]);
    }
    return all;
  };

  test('has the described outcome for each person', async () => {
    const { screen } = await openScreenCli();
    expect(await found(screen, cast)).toEqual(cast);
  });
});

test.each(['SearchtJudicialBranch', 'both'] as const)(
  'the judicial flag is sent in the spelling of the profile: %s',
  async (judicialFlag) => {
    const { screen } = await openScreenCli({ judicialFlag });
    const run = await screen(one('Silencio Judicial Parra', '--judicial'));
    expect([run.code, matrix(run)]).toEqual([3, 'CANCN']);
  },
);

describe('the output for a person', () => {
  test('has outcome, block, log number, sources and reasons of a match, in both languages', async () => {
    const { screen } = await openScreenCli();
    const args = ['--name', 'Evaristo Quiroga Beltrán', '--id', '79555001', '--judicial'];
    const [spanish, english] = [await screen([...args, '--lang', 'es']), await screen([...args, '--lang', 'en'])];
    const lines = [
      [/^Resultado +con coincidencias$/m, /^Outcome +match$/m],
      [/^Bloqueado +sí$/m, /^Blocked +yes$/m],
      [/^Número de bitácora +\d+$/m, /^Log number +\d+$/m],
      [/^listas +2 resultados$/m, /^lists +2 results$/m],
      [/^Rama Judicial +sin resultados$/m, /^judicial branch +no results$/m],
      [/^Procuraduría +no se consultó$/m, /^procurator +not requested$/m],
      [/^Evaristo Quiroga .*misma identificación.*PRACTICA-/m, /^Evaristo Quiroga .*same identification.*PRACTICA-/m],
    ] as const;
    for (const [inSpanish, inEnglish] of lines) {
      expect(spanish.stdout).toMatch(inSpanish);
      expect(english.stdout).toMatch(inEnglish);
    }
    expect([spanish.stderr, english.stderr]).toEqual(['', '']);
  });

  test('has what a source found, without control characters of the terminal', async () => {
    const { screen, profile } = await openScreenCli();
    const found = { datos_pro: { sanciones: [{ tipo: 'Suspensión\u001b[2J', meses: 3 }] }, datos_amlnews: [{ titulo: 'Uno' }] };
    const url = await answering(() => JSON.stringify(answerOf(found)));
    const file = await profile(({ search, ...rest }) => ({ ...rest, search: search && { ...search, url } }));
    const { stdout } = await screen(['--name', 'Ana Ruiz', '--procurator', '--lang', 'es'], { profile: file });
    expect(stdout).toMatch(/^Encontrado en Procuraduría:\nsanciones\[0\]\.tipo +Suspensión.*\nsanciones\[0\]\.meses +3$/m);
    expect(stdout).toMatch(/^Encontrado en noticias:\n\[0\]\.titulo +Uno$/m);
    expect(stdout).not.toContain('\u001b');
  });

  test('never says "no results" for an answer about another person', async () => {
    const { screen } = await openScreenCli();
    const { stdout, code } = await screen(['--name', 'Cambiada Persona Robledo']);
    expect(code).toBe(4);
    expect(stdout).toMatch(/^Outcome +not screened: failed$/m);
    expect(stdout).toMatch(/another person/);
    expect(stdout).not.toMatch(/no results|Blocked/);
  });

  test('shows the text of a source without an answer, without control characters of the terminal', async () => {
    const { screen, profile } = await openScreenCli();
    const answer = answerOf({ datos_ramajudicial: 'caída\u001b[2J' });
    const url = await answering(() => JSON.stringify(answer));
    const file = await profile(({ search, ...rest }) => ({ ...rest, search: search && { ...search, url } }));
    const { stdout, code } = await screen(['--name', 'Ana Ruiz', '--judicial'], { profile: file });
    expect(code).toBe(3);
    expect(stdout).toMatch(/^judicial branch +no answer +caída/m);
    expect(stdout).not.toContain('\u001b');
  });
});

test('an answer with members that are not described is shown with them, and without the key that it repeats', async () => {
  const { screen, profile, provider } = await openScreenCli();
  const key = provider.secrets.searchApiKey ?? '';
  expect(key).not.toBe('');
  const entries = [{ nombre: 'ANA RUIZ', origen: 'Boletín' }];
  const answer = { ...answerOf({ entries }), eco: { headers: [`X-API-Key: ${key}`] } };
  const bodies = [JSON.stringify(answer), JSON.stringify(answer), `no JSON: ${key}`];
  const url = await answering(() => bodies.shift() ?? '');
  const file = await profile(({ search, ...rest }) => ({ ...rest, search: search && { ...search, url } }));
  const page = await screen(['--name', 'Ana Ruiz'], { profile: file });
  expect(page.stdout).toMatch(/^results\[0\]\.entries\[0\]\.nombre +ANA RUIZ$/m);
  expect(page.stdout).toMatch(/^eco\.headers\[0\] +X-API-Key: …$/m);
  const runs = [await screen(one('Ana Ruiz'), { profile: file }), await screen(one('Ana Ruiz'), { profile: file })];
  expect(runs.map((run) => json(run).outcome)).toEqual(['match', 'unavailable']);
  expect(runs.map((run) => json(run).raw)).toEqual([{ ...answer, eco: { headers: ['X-API-Key: …'] } }, 'no JSON: …']);
  for (const { stdout, stderr } of [page, ...runs]) expect(stdout + stderr).not.toContain(key);
});

/** A service with ready answers. */
async function answering(next: () => string): Promise<string> {
  const server = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'application/json' }).end(next()));
  return `http://127.0.0.1:${await listen(closing(server))}/search`;
}
