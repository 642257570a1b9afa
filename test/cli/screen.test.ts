/** `screen --name`: the JSON of the design, section 6, what is printed for a person, exit codes. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openScreenCli, type ScreenCli } from '../support/cli.ts';
import type { CliRun } from '../support/run-cli.ts';
import { buildStation } from '../support/station.ts';
import { longWait } from '../support/waiting.ts';

const one = (name: string, ...more: string[]) => ['--json', '--name', name, ...more];
const json = ({ stdout, stderr }: CliRun) => {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`no JSON on stdout; stderr: ${stderr}`);
  }
};
/** `lists judicial procurator news social`, a letter each: Hit, Clear, Unread, no Answer, Not asked. */
const letters = { hit: 'H', clear: 'C', unread: 'U', 'no-answer': 'A', 'not-asked': 'N' };
const matrix = (run: CliRun) =>
  json(run)
    .sources.map(({ state }: { state: keyof typeof letters }) => letters[state])
    .join('');

describe('the JSON output', () => {
  test('has exactly the members of the contract and the additions in the README, with sources in order and raw digit for digit', async () => {
    const { screenProcess } = await openScreenCli();
    const run = await screenProcess(one('Aurelio Benavides Tocarruncho', '--id', '19444555', '--judicial', '--procurator'));
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

  test('has the same outcomes when the command runs as a process', async () => {
    const { screenProcess } = await openScreenCli();
    const two = cast.filter(([name, more]) => name === 'Evaristo Quiroga Beltrán' || (name === 'Silencio Judicial Parra' && more === both));
    expect(two.map(([, , code]) => code)).toEqual([0, 3]);
    expect(await found(screenProcess, two)).toEqual(two);
  });
});

describe('a failed screening', () => {
  const failures: [string, (cli: ScreenCli) => void | Promise<void>, code: string, reason: RegExp][] = [
    ['400', ({ provider }) => provider.misbehave('search', { status: 400 }), 'search-refused', /400|refused/],
    ['401', ({ provider }) => provider.misbehave('search', { status: 401 }), 'search-key-refused', /key/],
    ['500', ({ provider }) => provider.misbehave('search', { status: 500 }), 'search-failed', /500/],
    ['429', ({ provider }) => provider.misbehave('search', { status: 429 }), 'search-busy', /busy/],
    ['no answer', ({ provider }) => provider.misbehave('search', { drop: 'before-answer' }), 'search-unanswered', /answer/],
    [
      'half an answer',
      ({ provider }) => provider.misbehave('search', { drop: 'during-answer' }),
      'search-answer-cut-off',
      /cut off|whole|complete/,
    ],
    ['cut JSON', ({ provider }) => provider.misbehave('search', { json: 'truncated' }), 'search-answer-unreadable', /JSON|read/],
    ['no listener', ({ line }) => line.down(), 'connection-refused', /nobody|listens|refused|connection/i],
  ];
  test('ends with exit code 4, is never clear, and has its reason on stdout and its code on stderr', async () => {
    for (const [name, spoil, code, reason] of failures) {
      const cli = await openScreenCli();
      await spoil(cli);
      const run = await cli.screen(one('Ana Ruiz Quiroga', '--judicial'));
      expect([name, run.code, json(run).code, json(run).outcome, json(run).block]).toEqual([name, 4, code, 'unavailable', null]);
      expect([name, matrix(run)]).toEqual([name, 'AANAN']);
      expect(json(run).reason).toMatch(reason);
      expect(run.stderr).toContain(`(${code})`);
    }
  });

  test('has a name that the provider repeats on stdout only', async () => {
    const { screenProcess, provider } = await openScreenCli();
    provider.misbehave('search', { status: 400, body: '{"Bad Request":"no sense in Zacarías Olmedo, 1098765"}' });
    // `screenProcess` looks for each part of them.
    const run = await screenProcess(one('Zacarías Olmedo', '--id', '1098765'));
    expect(run.code).toBe(4);
    expect(json(run).reason).toContain('no sense in Zacarías Olmedo, 1098765');
  });

  test('names an address that does not exist', async () => {
    const { screen, profile } = await openScreenCli();
    const file = await profile(({ search, ...rest }) => ({
      ...rest,
      search: search && { ...search, url: 'https://nowhere.invalid/search' },
    }));
    const run = await screen(one('Ana Ruiz'), { profile: file });
    expect([run.code, json(run).code]).toEqual([4, 'address-not-found']);
  });

  test('ends at once on Ctrl+C', async () => {
    const { start, provider, askedInAll } = await openScreenCli();
    provider.misbehave('search', { delay: 3_600_000 });
    const running = await start(one('Ana Ruiz'));
    await expect.poll(askedInAll, longWait).toBe(1);
    running.kill('SIGINT');
    const run = await running.ended;
    expect([run.code, json(run).code, json(run).outcome]).toEqual([4, 'cancelled', 'unavailable']);
    expect(json(run).reason).toBe('The search was broken off. This person was not screened.');
  });
});

describe('--keep', () => {
  test('stores an offline screening, exit code 5, and the station sends it when online', async () => {
    const { screen, line, dataDir, provider, asked } = await openScreenCli();
    const key = Buffer.alloc(32, 7);
    await line.down();
    const run = await screen(one('Ana Ruiz', '--id', '123456', '--keep'), { key: key.toString('base64') });
    expect([run.code, json(run).code, json(run).outcome]).toEqual([5, 'connection-refused', 'unavailable']);
    expect(run.stderr).toMatch(/Kept\..*this person is not screened/);
    await line.up();

    // Another search of the command line leaves it as it is.
    expect((await screen(one('Beatriz Salas'), { key: key.toString('base64') })).code).toBe(0);
    expect(asked('Ana Ruiz', '123456')).toBe(0);

    const station = await buildStation({ dataDir, vaultKey: key, provider, through: async () => line.origin });
    await expect.poll(() => station.screening.open(json(run).id), longWait).toMatchObject({ state: 'done', outcome: 'clear' });
    expect(asked('Ana Ruiz', '123456')).toBe(1);
  });

  test('stores no screening that the provider refuses, as a retry would not help', async () => {
    const { screen, provider } = await openScreenCli();
    provider.misbehave('search', { status: 400 });
    const run = await screen(one('Ana Ruiz', '--keep'));
    expect(run.code).toBe(4);
    expect(run.stderr).not.toMatch(/Kept/);
  });

  test('is refused without a key: exit code 2 before any screening', async () => {
    const { screenProcess, askedInAll } = await openScreenCli();
    expect(await screenProcess(one('Ana Ruiz', '--keep'), { key: null })).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/STATION_VAULT_KEY/),
    });
    expect(askedInAll()).toBe(0);
  });

  test('is named by a retryable failure', async () => {
    const { screen, line } = await openScreenCli();
    await line.down();
    expect((await screen(one('Ana Ruiz'))).stderr).toMatch(/--keep/);
  });
});

describe('incomplete settings: exit code 2, one sentence, no screening', () => {
  test('no search section, no secret, a secret that is invalid in a header, no profile', async () => {
    const { screen, profile, folder, askedInAll } = await openScreenCli();
    const without = await profile(({ search: _, ...rest }) => rest);
    const runs = [
      await screen(one('Ana Ruiz'), { profile: without }),
      await screen(one('Ana Ruiz'), { secret: null }),
      await screen(one('Ana Ruiz'), { secret: 'contraseña-Ñ' }),
      await screen(one('Ana Ruiz'), { profile: join(folder, 'none.json') }),
    ];
    for (const { code, stdout, stderr } of runs) {
      expect([code, stdout, stderr.trimEnd().split('\n').length]).toEqual([2, '', 1]);
    }
    expect(runs.map(({ stderr }) => /search|STATION_SEARCH_API_KEY( goes into a header)?|--profile-file/.exec(stderr)?.[0])).toEqual([
      'search',
      'STATION_SEARCH_API_KEY',
      'STATION_SEARCH_API_KEY goes into a header',
      '--profile-file',
    ]);
    expect(askedInAll()).toBe(0);
  });
});

test('the judicial flag is sent in the spelling of the profile', async () => {
  const { screen } = await openScreenCli({ judicialFlag: 'SearchtJudicialBranch' });
  const run = await screen(one('Silencio Judicial Parra', '--judicial'));
  expect([run.code, matrix(run)]).toEqual([3, 'CANCN']);
});

describe('the output for a person', () => {
  test('has outcome, block, log number, sources and reasons of a match, in both languages', async () => {
    const { screen } = await openScreenCli();
    const args = ['--name', 'Evaristo Quiroga Beltrán', '--id', '79555001', '--judicial'];
    const [spanish, english] = [await screen([...args, '--lang', 'es']), await screen([...args, '--lang', 'en'])];
    const lines = [
      [/^Resultado +con coincidencias$/m, /^Outcome +match$/m],
      [/^Bloqueado +sí$/m, /^Blocked +yes$/m],
      [/^Número de registro +\d+$/m, /^Log number +\d+$/m],
      [/^listas +2 hallazgos$/m, /^lists +2 found$/m],
      [/^rama judicial +sin hallazgos$/m, /^judicial branch +nothing found$/m],
      [/^procuraduría +no se consultó$/m, /^procurator +not asked$/m],
      [/^Evaristo Quiroga .*misma identificación.*PRACTICA-/m, /^Evaristo Quiroga .*same identification.*PRACTICA-/m],
    ] as const;
    for (const [inSpanish, inEnglish] of lines) {
      expect(spanish.stdout).toMatch(inSpanish);
      expect(english.stdout).toMatch(inEnglish);
    }
    expect([spanish.stderr, english.stderr]).toEqual(['', '']);
  });

  test('never says "nothing found" for an answer about another person', async () => {
    const { screen } = await openScreenCli();
    const { stdout, code } = await screen(['--name', 'Cambiada Persona Robledo']);
    expect(code).toBe(4);
    expect(stdout).toMatch(/^Outcome +not screened: failed$/m);
    expect(stdout).toMatch(/another person/);
    expect(stdout).not.toMatch(/nothing found|Blocked/);
  });

  test('shows the text of a source without an answer, without control characters of the terminal', async () => {
    const { screen, profile } = await openScreenCli();
    const result = {
      item_no: 1,
      nombre: 'Ana Ruiz',
      doc_id: '',
      block: false,
      datos_tsti: [],
      datos_pro: null,
      datos_ramajudicial: 'caída\u001b[2J',
      datos_amlnews: [],
      datos_twitter: null,
    };
    const answer = { datetime: '2026-01-02 03:04:05', id_bitacora: 7, results: [result], elapsed_time: 1.5 };
    const url = await answering(() => JSON.stringify(answer));
    const file = await profile(({ search, ...rest }) => ({ ...rest, search: search && { ...search, url } }));
    const { stdout, code } = await screen(['--name', 'Ana Ruiz', '--judicial'], { profile: file });
    expect(code).toBe(3);
    expect(stdout).toMatch(/^judicial branch +no answer +caída/m);
    expect(stdout).not.toContain('\u001b');
  });
});

/** A service with ready answers. */
async function answering(next: () => string): Promise<string> {
  const server = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'application/json' }).end(next()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/search`;
}
