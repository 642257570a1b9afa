/** The outcome of a search answer (interface description, Resources), including answers in another form or about another person. */
import { describe, expect, it } from 'vitest';
import type { SourceState } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';
import { readAnswer } from '../support/doors/screening.ts';
import { answer, bytes, entry, query, result } from '../support/screening/search-answer.ts';

const read = (value: unknown, of = query()) => readAnswer(bytes(value), of);
const states = (value: unknown, of = query()): SourceState[] => read(value, of).sources.map(({ state }) => state);
const notAsDescribed = { code: 'search-answer-not-as-described', message: 'search-answer-not-as-described' };

describe('outcome', () => {
  it.each<[string, object, string]>([
    ['blocked', { block: true }, 'match'],
    ['blocked, and a source did not answer', { block: true, datos_pro: { error: 'x' } }, 'match'],
    ['an entry', { datos_tsti: [entry()] }, 'match'],
    ['an entry, and a source did not answer', { datos_tsti: [entry()], datos_pro: { error: 'x' } }, 'match'],
    ['a text that no rule reads', { datos_pro: 'x' }, 'match'],
    ['a text that no rule reads, and a source did not answer', { datos_pro: 'x', datos_ramajudicial: { error: 'x' } }, 'match'],
    ['nothing found, in words', { datos_pro: { resultado: 'No registra antecedentes' } }, 'clear'],
    ['judicial data', { datos_ramajudicial: { a: 1 } }, 'match'],
    ['procurator data', { datos_pro: { a: 1 } }, 'match'],
    ['news', { datos_amlnews: [{ a: 1 }] }, 'match'],
    ['social data', { datos_twitter: { a: 1 } }, 'match'],
    ['a source that did not answer', { datos_ramajudicial: { error: 'timeout' } }, 'unavailable'],
    ['a source that was not asked for and did not answer', { datos_twitter: { error: 'timeout' } }, 'unavailable'],
    ['lists missing', { datos_tsti: undefined }, 'unavailable'],
    ['news missing', { datos_amlnews: undefined }, 'unavailable'],
    ['news null', { datos_amlnews: null }, 'clear'],
    ['procurator missing', { datos_pro: undefined }, 'unavailable'],
    ['empty objects', { datos_pro: {}, datos_ramajudicial: {} }, 'clear'],
  ])('%s', (_, over, outcome) => expect(read(answer({}, over))).toMatchObject({ outcome, problem: null }));

  it.each(['true', 'SI', 'sí', 1, '1', 'S', 'y'])('block %j is a block', (block) => {
    expect(read(answer({}, { block }))).toMatchObject({ outcome: 'match', block: true, defects: ['results[0].block'] });
  });

  it.each(['false', 'NO', 0, '0', 'N', 'n'])('block %j is no block', (block) => {
    expect(read(answer({}, { block }))).toMatchObject({ outcome: 'clear', block: false, defects: ['results[0].block'] });
    expect(read(answer({ results: [result({ block }), result({ block: null })] })).outcome).toBe('unavailable');
  });

  it.each<[string, unknown, string]>([
    ['a count of nothing in a text', { procesos: [], cantidad: '0' }, 'clear'],
    ['a count of something in a text', { procesos: [], cantidad: '2' }, 'match'],
    ['"false"', { reporte: 'false' }, 'clear'],
    ['HTML that says nothing found', '<div class="r"><p>Se&ntilde;or(a) ANA</p><b>No</b> presenta antecedentes<br/></div>', 'clear'],
    ['HTML that says something found', '<p>El ciudadano <b>registra</b> 2 sanciones</p>', 'match'],
    ['HTML of a failure', '<html><body><h1>502 Bad Gateway</h1></body></html>', 'unavailable'],
    ['HTML with a picture', '<p>No registra antecedentes</p><img alt="sancionado">', 'match'],
    ['a number that the register does not know', 'El número de identificación ingresado no se encuentra registrado en el sistema', 'match'],
    ['a number that is in no list', 'La cédula 1020304 no se encuentra registrada en la lista', 'clear'],
  ])('a source with %s', (_, datos_ramajudicial, outcome) => {
    expect(read(answer({}, { datos_ramajudicial })).outcome).toBe(outcome);
  });

  it.each([null, undefined, 2, {}, 'quizá'])('block %j is no answer', (block) => {
    expect(read(answer({}, { block }))).toMatchObject({ outcome: 'unavailable', block: null, problem: notAsDescribed });
  });

  it('a source that was not asked does not prevent clear', () => {
    const over = { datos_pro: undefined, datos_ramajudicial: undefined };
    expect(read(answer({}, over), query({ judicial: false, procurator: false })).outcome).toBe('clear');
    expect(read(answer({}, over), query({ judicial: true, procurator: false })).outcome).toBe('unavailable');
    expect(read(answer({}, over), query({ judicial: false, procurator: true })).outcome).toBe('unavailable');
  });
});

describe('an answer that is not in the described form', () => {
  it.each<[string, unknown, string]>([
    ['nothing', '', 'search-answer-unreadable'],
    ['a page', '<html>', 'search-answer-unreadable'],
    ['cut off', JSON.stringify(answer()).slice(0, -1), 'search-answer-unreadable'],
    ['a text', '"x"', 'search-answer-not-as-described'],
    ['null', 'null', 'search-answer-not-as-described'],
    ['several answers', [answer(), answer()], 'search-answer-not-as-described'],
    ['an empty object', {}, 'search-answer-not-as-described'],
    ['results missing', answer({ results: undefined }), 'search-answer-not-as-described'],
    ['results null', answer({ results: null }), 'search-answer-not-as-described'],
    ['results empty', answer({ results: [] }), 'search-answer-not-as-described'],
    ['results that are no objects', answer({ results: [null] }), 'search-answer-not-as-described'],
    ['one of the results is no object', answer({ results: [result(), 'x'] }), 'search-answer-not-as-described'],
    ['less than a result outside an array', answer({ results: {} }), 'search-answer-not-as-described'],
    ['a member twice', JSON.stringify(answer()).replace('"block"', '"block":true,"block"'), 'search-answer-not-as-described'],
    [
      'a member twice, once escaped',
      JSON.stringify(answer()).replace('"block"', '"bl\\u006fck":true,"block"'),
      'search-answer-not-as-described',
    ],
    ['nested 200 000 levels deep', `{"a":${'['.repeat(200_000)}`, 'search-answer-not-as-described'],
  ])('%s', (_, value, code) => expect(read(value)).toMatchObject({ outcome: 'unavailable', problem: { code } }));

  it.each<[unknown, string, string]>([
    [{ error: 'No hay saldo' }, 'search-answer-not-as-described', 'No hay saldo'],
    [{ 'Internal Server Error': 'falló', results: null }, 'search-answer-not-as-described', 'falló'],
    [{ results: [], message: 'sin resultados' }, 'search-answer-not-as-described', 'sin resultados'],
    ['"No hay saldo"', 'search-answer-not-as-described', 'No hay saldo'],
    ['No hay saldo', 'search-answer-unreadable', 'No hay saldo'],
    ['<title>Acceso</title><p>Inicie sesi&oacute;n</p>', 'search-answer-unreadable', 'Acceso Inicie sesión'],
  ])('%j: the problem has what it says', (value, code, providerText) => {
    expect(read(value)).toMatchObject({ outcome: 'unavailable', problem: { code, detail: { providerText, context: 'said' } } });
  });

  it('with results has no other text in its problem', () => {
    expect(read(answer({ message: 'parcial' }, { block: null })).problem).toEqual(notAsDescribed);
  });

  it.each<[string, (json: string) => string]>([
    ['two byte order marks', (json) => `\ufeff\ufeff${json}`],
    ['a mark that keeps a page from running it', (json) => `)]}',\n${json}`],
    ['a call', (json) => `callback(${json});`],
  ])('with %s around it says the same', (_, around) => {
    expect(read(around(JSON.stringify(answer())))).toMatchObject({ outcome: 'clear', problem: null, other: null });
  });

  it.each<[string, (json: string) => string, string]>([
    [
      'before',
      (json) => `Warning: mysqli_connect(): refused in judicial.php\n${json}`,
      'Warning: mysqli_connect(): refused in judicial.php ',
    ],
    ['after', (json) => `${json}<!-- 1 of 2 -->`, '<!-- 1 of 2 -->'],
  ])('with a text %s it is never clear, its findings count, and the text is shown', (_, around, $) => {
    expect(read(around(JSON.stringify(answer())))).toMatchObject({ outcome: 'unavailable', problem: notAsDescribed, other: { $ } });
    expect(read(around(JSON.stringify(answer({}, { datos_tsti: [entry()] }))))).toMatchObject({ outcome: 'match', other: { $ } });
  });

  it('with a line end within a text, which JSON does not allow, is read', () => {
    const detail = JSON.stringify(answer({}, { datos_tsti: [entry()] })).replace('Resolución 1', 'Resolución\n1');
    expect(read(detail)).toMatchObject({ outcome: 'match', problem: null });
  });

  it('with another answer behind it is not read', () => {
    const two = JSON.stringify(answer()) + JSON.stringify(answer({}, { datos_tsti: [entry()] }));
    expect(read(two)).toMatchObject({ outcome: 'unavailable', problem: { code: 'search-answer-unreadable' } });
  });

  it('without a result, every source that was asked counts as not answered', () => {
    expect(states('')).toEqual(['no-answer', 'no-answer', 'no-answer', 'no-answer', 'not-asked']);
    expect(states('', query({ judicial: false, procurator: false }))).toEqual([
      'no-answer',
      'not-asked',
      'not-asked',
      'no-answer',
      'not-asked',
    ]);
  });

  it('an answer with bytes that are no UTF-8 is not clear', () => {
    const raw = Buffer.from(JSON.stringify(answer({ datetime: 'ñ' })), 'latin1');
    expect(readAnswer(raw, query())).toMatchObject({ outcome: 'unavailable', problem: notAsDescribed });
    // The person is the queried one, by bytes of windows-1252.
    const named = Buffer.from(JSON.stringify(answer({}, { nombre: 'ANA MARÍA PÉREZ GÓMEZ', block: true })), 'latin1');
    expect(readAnswer(named, query())).toMatchObject({ outcome: 'match', problem: notAsDescribed, differences: [] });
  });

  it('an answer with entries is a match in spite of its form', () => {
    const bare = read(answer({ results: { datos_tsti: [entry()] } }));
    expect(bare).toMatchObject({ outcome: 'match', problem: notAsDescribed });
    expect(bare.matches).toHaveLength(1);
    expect(read(answer({ results: [null, result({ block: true })] }))).toMatchObject({ outcome: 'match', block: true });
    expect(read(answer({}, { block: null, datos_tsti: [entry()] }))).toMatchObject({ outcome: 'match', block: null });
    // An array in place of the answer.
    for (const value of [[answer(), answer({}, { block: true })], [result({ block: true })]])
      expect(read(value)).toMatchObject({ outcome: 'match', block: true, problem: notAsDescribed });
    expect(read([answer({}, { datos_tsti: [entry()] })])).toMatchObject({ outcome: 'match', matches: [{}] });
  });

  it.each([
    ['a backslash that begins no escape', '"detalle":["C:\\x O\\\'Hara"]', "C:\\x O\\'Hara"],
    ['what Python writes for no number', '"detalle":["NaN, \\"Infinity\\""],"x":[NaN,-Infinity]', 'NaN, "Infinity"'],
  ])('with %s its findings count, and it is never clear', (_, member, detail) => {
    const found = JSON.stringify(answer({}, { datos_tsti: [entry({ detalle: 0 })] })).replace('"detalle":0', member);
    expect(read(found)).toMatchObject({ outcome: 'match', matches: [{ details: [detail] }], problem: notAsDescribed });
    expect(read(`${JSON.stringify(answer()).slice(0, -1)},${member}}`)).toMatchObject({ outcome: 'unavailable', problem: notAsDescribed });
  });

  const spelled = (value: unknown, change: (name: string) => string): unknown => {
    if (Array.isArray(value)) return value.map((element) => spelled(element, change));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [change(name), spelled(inner, change)]));
  };
  const camel = (name: string) => name.replaceAll(/(?<=.)_(.)/g, (_, letter: string) => letter.toUpperCase());

  it.each<[string, (value: unknown) => unknown]>([
    ['within another member', (value) => ({ code: 0, message: 'OK', data: value })],
    ['within a list of one', (value) => [value]],
    ['within two members', (value) => ({ response: { payload: value } })],
    ['with its members in camel case', (value) => spelled(value, camel)],
    ['with its members in capitals', (value) => spelled(value, (name) => name.toUpperCase())],
    ['that is JSON in a text', (value) => JSON.stringify(JSON.stringify(value))],
    ['that is JSON in the text of a member', (value) => ({ d: JSON.stringify(value) })],
    ['that is JSON in a text behind a status', (value) => [{ statusCode: 200, isBase64Encoded: false, body: JSON.stringify(value) }]],
  ])('an answer %s is read', (_, within) => {
    expect(read(within(answer()))).toMatchObject({ outcome: 'clear', problem: null });
    expect(read(within(answer({}, { block: true })))).toMatchObject({ outcome: 'match', block: true, problem: null });
    expect(read(within(answer({}, { datos_tsti: [entry()] })))).toMatchObject({ outcome: 'match', matches: [{}] });
    expect(read(within(answer({ errores: ['Procuraduría: tiempo agotado'] }))).outcome).toBe('unavailable');
    expect(read(within(answer({}, { nombre: 'Otra Persona' })))).toMatchObject({ problem: { code: 'answer-other-person' } });
  });

  it('what a source has as JSON in a text is read', () => {
    const inText = (over: object) => Object.fromEntries(Object.entries(over).map(([name, value]) => [name, JSON.stringify(value)]));
    const nothing = { datos_tsti: [], datos_pro: {}, datos_ramajudicial: { procesos: [] }, datos_amlnews: [] };
    expect(read(answer({}, inText(nothing)))).toMatchObject({ outcome: 'clear', problem: null });
    expect(read(answer({ results: JSON.stringify([result()]) }))).toMatchObject({ outcome: 'clear', problem: null });
    expect(read(answer({}, inText({ datos_tsti: [entry()] })))).toMatchObject({ outcome: 'match', matches: [{}] });
    expect(read(answer({}, inText({ datos_pro: { sancion: 'x' } })))).toMatchObject({ outcome: 'match' });
    expect(read(answer({}, inText({ datos_pro: { error: 'timeout' } })))).toMatchObject({ outcome: 'unavailable' });
    // A member twice, another text, no JSON.
    for (const datos_pro of ['{"a":{"x":1},"a":{}}', '"{}"', "{'procesos': []}", '{} {}'])
      expect(read(answer({}, { datos_pro })), datos_pro).toMatchObject({ outcome: 'match', sources: { 2: { state: 'unread' } } });
  });

  it('what is around an answer counts', () => {
    expect(read({ data: answer(), errores: ['Lista: sin respuesta'] }).outcome).toBe('unavailable');
    expect(read({ success: false, data: answer() })).toMatchObject({ outcome: 'unavailable', other: { $: { success: false } } });
    expect(read({ data: answer(), datos_ofac: [{ nombre_apellido: ['Ana'] }] }).outcome).toBe('match');
    // A second spelling of a member is not passed over.
    expect(read(answer({ Results: [result({ block: true, datos_tsti: [entry()] })] })).outcome).toBe('match');
  });

  it('a byte order mark is ignored', () => expect(read(`\ufeff${JSON.stringify(answer())}`).outcome).toBe('clear'));
});

describe('the person of an answer', () => {
  const problemOf = (code: string | null) => (code === null ? null : { code, message: code });
  it.each<[object, string, string | null]>([
    [{ nombre: 'ANA MARIA PEREZ' }, 'unavailable', 'answer-other-person'],
    [{ nombre: 'Ana Maria Perez Gómez Ruiz' }, 'unavailable', 'answer-other-person'],
    [{ doc_id: '1020031' }, 'unavailable', 'answer-other-person'],
    [{ doc_id: '01020030', nombre: '' }, 'unavailable', 'answer-other-person'],
    [{ doc_id: '10200307' }, 'unavailable', 'answer-other-person'],
    [{ doc_id: 'CC 1020031' }, 'unavailable', 'answer-other-person'],
    [{ nombre: 'Otro', datos_tsti: [entry()] }, 'match', 'answer-other-person'],
    [{ nombre: 'Otro', block: true }, 'match', 'answer-other-person'],
    [{ nombre: 'Otro', block: null }, 'unavailable', 'answer-other-person'],
    [{ nombre: 'pérez-gómez; ana maría' }, 'clear', null],
    [{ nombre: '' }, 'clear', null],
    [{ nombre: null }, 'clear', null],
    [{ nombre: undefined }, 'clear', null],
    [{ doc_id: '1.020.030' }, 'clear', null],
    [{ doc_id: 1020030 }, 'clear', null],
    [{ doc_id: '' }, 'clear', null],
    [{ doc_id: undefined }, 'clear', null],
    [{ nombre: '', doc_id: '' }, 'unavailable', 'answer-names-no-one'],
    [{ nombre: undefined, doc_id: 'N/A' }, 'unavailable', 'answer-names-no-one'],
    [{ nombre: undefined, doc_id: undefined, datos_tsti: [entry()] }, 'match', 'answer-names-no-one'],
  ])('%j: %s', (over, outcome, code) => expect(read(answer({}, over))).toMatchObject({ outcome, problem: problemOf(code) }));

  it.each<[object, { member: string; asked: string; answered: string }[]]>([
    [{ doc_id: 'CC 1020030' }, [{ member: 'results[0].doc_id', asked: '1020030', answered: 'CC 1020030' }]],
    [{ doc_id: 'C.C. No. 1.020.030' }, [{ member: 'results[0].doc_id', asked: '1020030', answered: 'C.C. No. 1.020.030' }]],
    [{ doc_id: '1020030-7' }, [{ member: 'results[0].doc_id', asked: '1020030', answered: '1020030-7' }]],
    [{ doc_id: 'NIT 1.020.030-7' }, [{ member: 'results[0].doc_id', asked: '1020030', answered: 'NIT 1.020.030-7' }]],
    [{ doc_id: 'N/A' }, [{ member: 'results[0].doc_id', asked: '1020030', answered: 'N/A' }]],
    [
      { nombre: 'DRA. ANA MARÍA PÉREZ GÓMEZ' },
      [{ member: 'results[0].nombre', asked: 'Ana María Pérez Gómez', answered: 'DRA. ANA MARÍA PÉREZ GÓMEZ' }],
    ],
    [
      { nombre: 'Perez Gomez Ana Maria, Ing.' },
      [{ member: 'results[0].nombre', asked: 'Ana María Pérez Gómez', answered: 'Perez Gomez Ana Maria, Ing.' }],
    ],
    [{}, []],
  ])('%j is the same person, and what differs is shown', (over, differences) => {
    expect(read(answer({}, over))).toMatchObject({ outcome: 'clear', problem: null, differences });
  });

  it('a document kind or a check digit of the query may be missing in the answer, but must not differ', () => {
    const of = (identification: string, doc_id: string) => read(answer({}, { doc_id }), query({ identification })).outcome;
    expect([of('CC 1020030', '1020030'), of('900123456-7', '900123456')]).toEqual(['clear', 'clear']);
    expect([of('CC 1020030', 'CE 1020030'), of('900123456-7', '900123456-8'), of('900123456-7', '9001234567-1')]).toEqual(
      Array(3).fill('unavailable'),
    );
  });

  it.each([undefined, null, {}, ''])('without a log number (%j) the outcome is never clear', (id_bitacora) => {
    expect(read(answer({ id_bitacora }))).toMatchObject({ outcome: 'unavailable', problem: problemOf('answer-without-log-number') });
    expect(read(answer({ id_bitacora }, { datos_tsti: [entry()] })).outcome).toBe('match');
  });

  it('an identification that the query does not have is ignored, and so are leading zeros that a number cannot have', () => {
    expect(read(answer(), query({ identification: '' })).outcome).toBe('clear');
    expect(read(answer({}, { doc_id: 20030 }), query({ identification: '0020030' })).outcome).toBe('clear');
  });

  it('leading zeros do not count where the name is the same', () => {
    const of = (identification: string, over: object) => read(answer({}, over), query({ identification })).outcome;
    expect([of('0020030', { doc_id: '20030' }), of('20030', { doc_id: 'CC 0020030' })]).toEqual(['clear', 'clear']);
    expect([of('0020030', { doc_id: '20030', nombre: null }), of('20030', { doc_id: '200300' })]).toEqual(['unavailable', 'unavailable']);
  });

  it.each([
    Buffer.from('Ana María Pérez Gómez').toString('latin1'),
    new TextDecoder('windows-1252').decode(Buffer.from('ANA MARÍA PÉREZ GÓMEZ')),
    'Ana Mar?a P?rez G?mez',
    'Ana Mar\ufffd\ufffda P\ufffdrez G\ufffd\ufffdmez',
    'Ana Mar&iacute;a P&eacute;rez G&#243;mez',
  ])('a name that was damaged on its way is that of the same person, and shown: %j', (nombre) => {
    expect(read(answer({}, { nombre }))).toMatchObject({ outcome: 'clear', differences: [{ member: 'results[0].nombre' }] });
    expect(read(answer({}, { nombre: nombre.replace(/^Ana|^ANA/, 'Eva') })).outcome).toBe('unavailable');
  });

  it('an Ñ that was lost behind vowels without accents is one', () => {
    const of = (nombre: string) => read(answer({}, { nombre }), query({ name: 'María Núñez Peña' })).outcome;
    expect(['MARIA NU?EZ PE?A', 'MARIA NUÃ‘EZ PEÃ‘A', 'Maria Nu\ufffdez Pe\ufffda'].map(of)).toEqual(['clear', 'clear', 'clear']);
    expect(['MARIA NU?EZ PE?O', 'MARIA NUEZ PERA'].map(of)).toEqual(['unavailable', 'unavailable']);
  });

  it('the only result may be in place of its list', () => {
    expect(read(answer({ results: result() })).outcome).toBe('clear');
  });

  it('results may be what the only member of an object has, as converters from XML write a list', () => {
    for (const results of [{ result: [result()] }, { result: result() }, { list: { item: [result()] } }])
      expect(read(answer({ results })).outcome).toBe('clear');
    const several = { result: [result(), { ...result(), block: true, datos_tsti: [entry()] }] };
    expect(read(answer({ results: several }))).toMatchObject({ outcome: 'match', block: true });
    for (const results of [{ result: [] }, { result: 'x' }, { result: [result()], more: [result()] }])
      expect(read(answer({ results })).outcome).not.toBe('clear');
  });

  it('the answer may be in the envelope of another protocol, with names of its space', () => {
    const spaced = Object.fromEntries(Object.entries(answer()).map(([name, value]) => [`ns2:${name}`, value]));
    for (const value of [answer(), spaced])
      expect(read({ 'soapenv:Envelope': { 'soapenv:Body': { searchResponse: { return: value } } } }).outcome).toBe('clear');
  });

  it('a name without letters matches only itself', () => {
    expect(read(answer({}, { nombre: '***' }), query({ name: '***' })).outcome).toBe('clear');
    expect(read(answer({}, { nombre: '---' }), query({ name: '***' })).outcome).toBe('unavailable');
  });
});

describe('an answer that cannot be used', () => {
  it.each<[string, unknown]>([
    ['of another person', answer({}, { nombre: 'Otro' })],
    ['with a member twice', JSON.stringify(answer()).replace('"block"', '"block":true,"block"')],
    ['outside an array, with less than a result', answer({ results: { nombre: 'ANA MARIA PEREZ GOMEZ' } })],
    ['with half of its results', answer({ results: [result(), 'x'] })],
  ])('%s: none of its sources is clear', (_, value) => {
    expect([read(value).block, ...states(value)]).toEqual([null, 'no-answer', 'no-answer', 'no-answer', 'no-answer', 'not-asked']);
  });

  it('keeps its matches', () => {
    const value = answer({}, { nombre: 'Otro', block: true, datos_tsti: [entry()] });
    expect([read(value).block, ...states(value)]).toEqual([true, 'hit', 'no-answer', 'no-answer', 'no-answer', 'not-asked']);
  });
});

describe('several results', () => {
  it('the worse state of each source counts, and matches are numbered across the results', () => {
    const results = [
      result({ datos_tsti: [{}, entry()] }),
      result({ block: true, datos_tsti: [entry({ id: 'e-2' })], datos_pro: 'sin respuesta' }),
    ];
    const reading = read(answer({ results }));
    expect(reading).toMatchObject({ outcome: 'match', block: true });
    expect(reading.matches.map(({ number, entry: { id } }) => [number, id])).toEqual([
      [1, 'e-1'],
      [2, 'e-2'],
    ]);
    expect(reading.sources.map(({ state, count }) => [state, count])).toEqual([
      ['hit', 2],
      ['clear', 0],
      ['no-answer', 0],
      ['clear', 0],
      ['not-asked', 0],
    ]);
  });
  it.each([
    [result({ nombre: 'Otro' }), 'unavailable'],
    [result({ block: null }), 'unavailable'],
    [result({ datos_pro: 'sin respuesta' }), 'unavailable'],
    [result({ datos_pro: 'x' }), 'match'],
    [result(), 'clear'],
  ])('a second one that is %j', (second, outcome) => {
    expect(read(answer({ results: [result(), second] })).outcome).toBe(outcome);
    expect(read(answer({ results: [second, result()] })).outcome).toBe(outcome);
  });
});

describe('lists that are null', () => {
  it('are clear by a rule of the profile alone', () => {
    const raw = bytes(answer({}, { datos_tsti: null }));
    const rules = [{ source: 'lists', path: '$', pattern: 'null', meaning: 'clear' }] as const;
    expect(readAnswer(raw, query()).outcome).toBe('unavailable');
    expect(readAnswer(raw, query(), { rules, readings: [] })).toMatchObject({ outcome: 'clear', used: rules });
    expect(readAnswer(bytes(answer({}, { datos_tsti: null, block: true })), query(), { rules, readings: [] }).outcome).toBe('match');
  });
});

describe('a stored answer with a problem of its own', () => {
  const cutOff = problem('search-answer-cut-off');

  it('is clear in none of its sources, whatever a person says about its data', () => {
    const raw = bytes(answer({}, { datos_pro: 'Ver anexo' }));
    expect(readAnswer(raw, query()).sources.map(({ state }) => state)).toContain('clear');
    const readings = [{ of: 'procurator' as const, meaning: 'clear' as const, reason: 'visto', by: 'Ana', at: '2026-03-04T05:06:07Z' }];
    const reading = readAnswer(raw, query(), { rules: [], readings, problem: cutOff });
    expect(reading).toMatchObject({ outcome: 'unavailable', problem: cutOff });
    expect(reading.sources.map(({ state }) => state)).not.toContain('clear');
  });

  it('is still a match for what it has', () => {
    const raw = bytes(answer({}, { datos_tsti: [entry()] }));
    expect(readAnswer(raw, query(), { rules: [], readings: [], problem: cutOff })).toMatchObject({ outcome: 'match', problem: cutOff });
  });
});
