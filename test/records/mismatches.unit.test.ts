/** What stands out in a record, and what does not (see `mismatchKinds`; rules in docs/open-points.md). */
import { describe, expect, it } from 'vitest';
import es from '../../shared/i18n/es/record.json' with { type: 'json' };
import { mismatchKinds } from '../support/doors/domain.ts';
import { readFacts, readRecord } from '../support/doors/records.ts';
import { fullRecord } from '../support/records/records.ts';

type Change = Record<string, unknown>;
const reading = (change: Change, visitIdentification = '', receivedDay = '2026-11-21') =>
  readRecord(JSON.stringify({ ...fullRecord, ...change }), [], { visitIdentification, receivedDay });
const mismatches = (change: Change, visitIdentification = '') => reading(change, visitIdentification).mismatches;
const ani = (change: Change): Change => ({ Response_ANI: { ...fullRecord.Response_ANI, ...change } });
const score = (CausalRejectionName: unknown): Change => ({ Scores: [{ CausalRejectionName }] });

describe.each<[kind: (typeof mismatchKinds)[number], stands: [Change, fields: string[], texts: string[]][], not: Change[]]>([
  [
    'alert-list',
    [
      [{ FoundOnProviderAlert: true }, ['FoundOnProviderAlert'], ['true']],
      [{ FoundOnProviderAlert: 'True' }, ['FoundOnProviderAlert'], ['True']],
      [{ FoundOnProviderAlert: 1 }, ['FoundOnProviderAlert'], ['1']],
      [{ FoundOnProviderAlert: 'SI' }, ['FoundOnProviderAlert'], ['SI']],
      [{ FoundOnProviderAlert: ' Sí ' }, ['FoundOnProviderAlert'], ['Sí']],
      ...['Encontrado en lista OFAC', '{"coincidencias":2}', 'POSITIVO', 'true', 'SI', 'MATCH', 'Figura en 1 lista'].map(
        (text): [Change, string[], string[]] => [{ ReponseControlList: text }, ['ReponseControlList'], [text]],
      ),
      [{ ReponseControlList: { coincidencias: 2 } }, ['ReponseControlList'], ['{"coincidencias":2}']],
      [
        { FoundOnProviderAlert: true, ReponseControlList: 'Reportado' },
        ['FoundOnProviderAlert', 'ReponseControlList'],
        ['true', 'Reportado'],
      ],
    ],
    [
      ...[false, null, 'no', ''].map((value) => ({ FoundOnProviderAlert: value })),
      ...['No encontrado', 'Sin coincidencias', '{"coincidencias":0}', '0 coincidencias', 'NEGATIVO', 'false', 'N/A', '', null, 'OK'].map(
        (text) => ({ ReponseControlList: text }),
      ),
    ],
  ],
  [
    'death',
    [
      [{ DateOfDeath: '2020-05-12T00:00:00' }, ['DateOfDeath'], ['2020-05-12T00:00:00']],
      [{ DateOfDeath: '2020-05-12' }, ['DateOfDeath'], ['2020-05-12']],
      [{ DateOfDeath: '12/05/2020' }, ['DateOfDeath'], ['12/05/2020']],
      [{ DateOfDeath: '/Date(1589241600000)/' }, ['DateOfDeath'], ['/Date(1589241600000)/']],
    ],
    [
      '0001-01-01T00:00:00',
      '1900-01-01T00:00:00Z',
      '/Date(-62135596800000)/',
      '01/01/0001 0:00:00',
      '0000-00-00',
      '',
      'N/A',
      null,
      false,
    ].map((DateOfDeath) => ({
      DateOfDeath,
    })),
  ],
  [
    'face-not-approved',
    [
      [{ ComparationFacesAproved: false }, ['ComparationFacesAproved'], ['false']],
      [{ ComparationFacesSuccesful: false }, ['ComparationFacesSuccesful'], ['false']],
      [
        { ComparationFacesAproved: 'false', ComparationFacesSuccesful: false },
        ['ComparationFacesAproved', 'ComparationFacesSuccesful'],
        ['false', 'false'],
      ],
      [{ ComparationFacesAproved: 'NO' }, ['ComparationFacesAproved'], ['NO']],
    ],
    [{ ComparationFacesAproved: null }, { ComparationFacesSuccesful: null }],
  ],
  [
    'document-face-not-approved',
    [
      [{ ResultCompareDocumentFaces: 0.7999 }, ['ResultCompareDocumentFaces', 'ThresholdCompareDocumentFaces'], ['0.7999', '0.8']],
      [{ ResultCompareDocumentFaces: '0.1' }, ['ResultCompareDocumentFaces', 'ThresholdCompareDocumentFaces'], ['0.1', '0.8']],
      [
        { ResultCompareDocumentFaces: '61,5', ThresholdCompareDocumentFaces: ' 75.0 ' },
        ['ResultCompareDocumentFaces', 'ThresholdCompareDocumentFaces'],
        ['61,5', '75.0'],
      ],
    ],
    [
      { ResultCompareDocumentFaces: 0.8 },
      { ResultCompareDocumentFaces: null },
      { ThresholdCompareDocumentFaces: null, ResultCompareDocumentFaces: 0 },
      { ResultCompareDocumentFaces: '0,9' },
      // Both meanings are above the threshold.
      { ResultCompareDocumentFaces: '61,500' },
    ],
  ],
  [
    'other-identification',
    [
      [{ IdNumberFromClient: '1020304051' }, ['IdNumber', 'IdNumberFromClient'], ['1.020.304.050', '1020304051']],
      [{ IdNumberFromClient: '01020304050' }, ['IdNumber', 'IdNumberFromClient'], ['1.020.304.050', '01020304050']],
      [{ IdNumber: 7 }, ['IdNumber', 'IdNumberFromClient'], ['7', '1020304050']],
    ],
    [
      { IdNumber: 1020304050 },
      { IdNumber: null },
      { IdNumber: ' - ' },
      { IdNumberFromClient: '' },
      { IdNumberFromClient: '1 020 304 050' },
    ],
  ],
  [
    'other-identification-ani',
    [
      [
        ani({ FirstName: 'LUISA', SecondName: '' }),
        [
          ...['FirstName', 'SecondName', 'FirstSurname', 'SecondSurname'],
          ...['Response_ANI.FirstName', 'Response_ANI.FirstSurname', 'Response_ANI.SecondSurname'],
        ],
        ['María', 'José', 'Peña', 'Núñez', 'LUISA', 'PENA', 'NUÑEZ'],
      ],
      [
        ani({ SecondName: '', FirstSurname: 'PE?O', SecondSurname: 'NU?EZ' }),
        [
          ...['FirstName', 'SecondName', 'FirstSurname', 'SecondSurname'],
          ...['Response_ANI.FirstName', 'Response_ANI.FirstSurname', 'Response_ANI.SecondSurname'],
        ],
        ['María', 'José', 'Peña', 'Núñez', 'MARIA', 'PE?O', 'NU?EZ'],
      ],
    ],
    [
      ani({ SecondName: null }),
      ani({ FirstName: 'MARIA JOSE', SecondName: null }),
      ani({ FirstName: null, SecondName: null, FirstSurname: null, SecondSurname: null }),
      ani({ SecondSurname: 'NUNEZ SALAS' }),
      { SecondName: null, SecondSurname: 'de Núñez' },
      { Response_ANI: null },
      ...['?', '??', '\ufffd', '\ufffd\ufffd', 'Ã‘', 'Ã\x91', '&Ntilde;', '&#209;'].map((lost) =>
        ani({ FirstSurname: `PE${lost}A`, SecondSurname: `NU${lost}EZ` }),
      ),
      ani({ FirstSurname: 'PeÃ±a', SecondSurname: 'NuÃ±ez' }),
      ani({ FirstName: 'MAR?A', SecondName: null, FirstSurname: 'PE?A', SecondSurname: 'N??EZ' }),
      { FirstSurname: 'PE?A', SecondSurname: 'NU\ufffdEZ', ...ani({ FirstSurname: 'PEÑA' }) },
    ],
  ],
  [
    'document-expired',
    [
      [
        { ExpirationDate: '2026-11-20T23:59:59' },
        ['ExpirationDate', 'StartingDate'],
        ['2026-11-20T23:59:59', '2026-11-21T23:59:59.9999999-05:00'],
      ],
      [
        { ExpirationDate: '2026-11-20', StartingDate: null, CreationDate: '2026-11-21T00:00:00Z' },
        ['ExpirationDate', 'CreationDate'],
        ['2026-11-20', '2026-11-21T00:00:00Z'],
      ],
      // No day of the transaction: against the day on which it came.
      [
        { ExpirationDate: '2026-11-20T00:00:00', StartingDate: '0001-01-01T00:00:00', CreationDate: null },
        ['ExpirationDate'],
        ['2026-11-20T00:00:00', '2026-11-21'],
      ],
      ...[
        ...['20/11/2026', '20-11-2026 00:00:00', '20.11.2026', '11/20/2026', '2026/11/20', '20261120'],
        ...[
          '20-NOV-2026',
          '20 de noviembre de 2026',
          '3 ENE 2026',
          '31/12/2020',
          '03/04/2020',
          'Fri, 20 Nov 2026 00:00:00 GMT',
          '/Date(1795150800000-0500)/',
          '1795150800000',
          'Fri Nov 20 00:00:00 COT 2026',
          '20261120235959',
          '202611202359',
        ],
      ].map((text): [Change, string[], string[]] => [
        { ExpirationDate: text },
        ['ExpirationDate', 'StartingDate'],
        [text, '2026-11-21T23:59:59.9999999-05:00'],
      ]),
    ],
    [
      // The day as written: in UTC the transaction is on the 22nd.
      { ExpirationDate: '2026-11-21T00:00:00' },
      { ExpirationDate: '0001-01-01T00:00:00' },
      { ExpirationDate: '1900-01-01T00:00:00' },
      { ExpirationDate: null },
      ...[
        '21/11/2026',
        '11/21/2026',
        '01/12/2027',
        '/Date(1795237200000-0500)/',
        1795237200000,
        'Sat Nov 21 00:00:00 COT 2026',
        'Indefinida',
        'N/A',
        false,
        '',
      ].map((ExpirationDate) => ({
        ExpirationDate,
      })),
    ],
  ],
  [
    'document-state',
    [
      [
        ani({ CedulaState: '21', CedulaStateDescription: 'Cancelada por muerte' }),
        ['Response_ANI.CedulaStateDescription', 'Response_ANI.CedulaState'],
        ['Cancelada por muerte', '21'],
      ],
      [ani({ CedulaState: null, CedulaStateDescription: 'NO VIGENTE' }), ['Response_ANI.CedulaStateDescription'], ['NO VIGENTE']],
    ],
    [
      ani({ CedulaStateDescription: ' VIGENTE ' }),
      ani({ CedulaStateDescription: 'Vigente con pérdida o suspensión de los derechos políticos' }),
      ani({ CedulaStateDescription: '', CedulaState: '21' }),
      ani({ CedulaStateDescription: null, CedulaState: '00' }),
    ],
  ],
  [
    'not-scored',
    [
      [score('Documento ilegible'), ['Scores.CausalRejectionName'], ['Documento ilegible']],
      [
        { Scores: [{ CausalRejectionName: 'Rostro distinto' }, {}, { CausalRejectionName: 'Otro' }] },
        ['Scores.CausalRejectionName', 'Scores.CausalRejectionName'],
        ['Rostro distinto', 'Otro'],
      ],
    ],
    ['', ' ', null, 'N/A', '-', 'Ninguna', 'NO APLICA'].map(score),
  ],
  [
    'state-rejected',
    [
      ...['Rechazado', 'Proceso rechazado', 'REJECTED', 'No aprobado', 'Posible fraude', 'Suplantación'].map(
        (StateName): [Change, string[], string[]] => [{ Extras: { IdState: '4', StateName } }, ['Extras.StateName'], [StateName]],
      ),
      [{ Scores: [{ StateName: 'Aprobado' }, { StateName: 'Rechazado' }] }, ['Scores.StateName'], ['Rechazado']],
    ],
    ['Aprobado', 'En revisión', 'Sin rechazos', 'Proceso satisfactorio', '', null, 4].map((StateName) => ({ Extras: { StateName } })),
  ],
  [
    'unreadable-value',
    [
      ...[{}, { toString: 1 }, 'quizás', 2, 'N/A'].map((value): [Change, string[], string[]] => [
        { FoundOnProviderAlert: value },
        ['FoundOnProviderAlert'],
        [typeof value === 'object' ? JSON.stringify(value) : String(value)],
      ]),
      [{ ComparationFacesSuccesful: 'parcial' }, ['ComparationFacesSuccesful'], ['parcial']],
      [{ ResultCompareDocumentFaces: 'bajo' }, ['ResultCompareDocumentFaces', 'ThresholdCompareDocumentFaces'], ['bajo', '0.8']],
      // 61.5 or 61500: one of both is below.
      [
        { ResultCompareDocumentFaces: '61,500', ThresholdCompareDocumentFaces: 75 },
        ['ResultCompareDocumentFaces', 'ThresholdCompareDocumentFaces'],
        ['61,500', '75'],
      ],
      // Which number is the month decides whether it had expired.
      [{ ExpirationDate: '12/11/2026' }, ['ExpirationDate'], ['12/11/2026']],
      [{ ExpirationDate: 'vencida' }, ['ExpirationDate'], ['vencida']],
      [{ ExpirationDate: '31/02/2026' }, ['ExpirationDate'], ['31/02/2026']],
      [{ ExpirationDate: 1_790_000_000 }, ['ExpirationDate'], ['1790000000']],
      [{ DateOfDeath: ['2020-05-12'] }, ['DateOfDeath'], ['["2020-05-12"]']],
      [{ IdNumber: {} }, ['IdNumber'], ['{}']],
      [ani({ CedulaStateDescription: ['Cancelada'] }), ['Response_ANI.CedulaStateDescription'], ['["Cancelada"]']],
      [{ Response_ANI: 'Cancelada por muerte' }, ['Response_ANI'], ['']],
      [{ Scores: 'Otro' }, ['Scores'], ['']],
      [score(['Documento ilegible']), ['Scores.CausalRejectionName'], ['["Documento ilegible"]']],
    ],
    [{ ResultCompareDocumentFaces: 'bajo', ThresholdCompareDocumentFaces: null }, score(false)],
  ],
  ['other-transaction', [], []],
  ['repeated-member', [], []],
  ['uncertain-text', [], []],
])('%s', (kind, stands, not) => {
  it.each(stands)('is marked in %j', (change, fields, texts) => {
    expect(mismatches(change)).toEqual([{ kind, fields, texts }]);
  });

  it.each(not)('is not marked in %j', (change) => {
    expect(mismatches(change)).toEqual([]);
  });

  it('has words', () => {
    expect(Object.keys(es.mismatches)).toContain(kind);
  });
});

it('a state that says that it was rejected is no alert of its own next to one that says why', () => {
  const state = { Extras: { StateName: 'Proceso rechazado' } };
  expect(mismatches({ ...state, ...score('Documento ilegible') }).map(({ kind }) => kind)).toEqual(['not-scored']);
  expect(mismatches({ ...state, IdNumber: {} }).map(({ kind }) => kind)).toEqual(['state-rejected', 'unreadable-value']);
});

it('compares the identification with that of the visit too, and names both', () => {
  for (const same of ['1.020.304-050', 'CC 1020304050', '1020304050-7', 'pendiente']) expect(mismatches({}, same), same).toEqual([]);
  for (const none of ['N/A', '0', 'pendiente']) expect(mismatches({ IdNumber: none }, '99'), none).toEqual([]);
  expect(mismatches({ IdNumber: 'CE 1020304050' }, 'CC 1020304050').map(({ kind }) => kind)).toEqual(['other-identification']);
  expect(mismatches({}, '99')).toEqual([{ kind: 'other-identification', fields: ['IdNumber'], texts: ['1.020.304.050', '99'] }]);
  expect(mismatches({ IdNumberFromClient: '98' }, '99')).toEqual([
    { kind: 'other-identification', fields: ['IdNumber', 'IdNumberFromClient'], texts: ['1.020.304.050', '98', '99'] },
  ]);
});

it('compares the identifiers of the record with the transaction number that was queried', () => {
  const ids = { TransactionId: '0012', Uid: 'u-7', ProcessId: null, SessionId: '' };
  const kinds = (queriedTransaction: string, change: Change = {}) =>
    readRecord(JSON.stringify({ ...ids, ...change }), [], { visitIdentification: '', receivedDay: '2026-11-21', queriedTransaction })
      .mismatches;
  for (const same of ['', '0012', '12', ' U7 ', '-']) expect(kinds(same), same).toEqual([]);
  expect(kinds('13')).toEqual([{ kind: 'other-transaction', fields: ['TransactionId'], texts: ['0012', '13'] }]);
  expect(kinds('13', { TransactionId: 13 })).toEqual([]);
  expect(kinds('13', { ProcessId: '13' })).toEqual([]);
  expect(kinds('13', { SessionId: '13' })).toEqual([]);
  // A record without a transaction number is of none that is another.
  for (const none of [null, 'N/A', '0', 'null']) expect(kinds('13', { TransactionId: none }), `${none}`).toEqual([]);
});

it('compares the expiry also with the day of receipt, which may be after the transaction', () => {
  const mismatchesOn = (day: string, change: Change = {}) =>
    reading({ StartingDate: '2026-11-21T10:00:00', ExpirationDate: '2026-12-31T00:00:00', ...change }, '', day).mismatches;
  expect(mismatchesOn('2026-12-31')).toEqual([]);
  const found = [{ kind: 'document-expired', fields: ['ExpirationDate'], texts: ['2026-12-31T00:00:00', '2027-01-01'] }];
  expect(mismatchesOn('2027-01-01')).toEqual(found);
  expect(mismatchesOn('2027-01-01', { StartingDate: null, CreationDate: null })).toEqual(found);
  // Of a clock that is none nothing is said.
  expect(mismatchesOn('NaN-NaN-NaN')).toEqual([]);
});

it('lists the worst first', () => {
  const change = {
    ...score('Otro'),
    FoundOnProviderAlert: true,
    DateOfDeath: '2020-05-12T00:00:00',
    ComparationFacesAproved: false,
    ResultCompareDocumentFaces: 0,
    ExpirationDate: '2020-01-01T00:00:00',
    IdNumberFromClient: '1',
    ComparationFacesSuccesful: 'parcial',
    ...ani({ FirstSurname: 'Otra', CedulaStateDescription: 'Cancelada' }),
  };
  const facts = { visitIdentification: '', queriedTransaction: '13', receivedDay: '2026-11-21', isTextUncertain: true };
  const json = JSON.stringify({ ...fullRecord, ...change }).replace('{', '{"Street":"",');
  const kinds = readRecord(json, [], facts).mismatches.map(({ kind }) => kind);
  expect(kinds).toEqual(mismatchKinds.filter((kind) => kind !== 'state-rejected'));
});

describe('the verdict on the face', () => {
  it.each([
    [true, true, 'approved'],
    [true, null, 'approved'],
    [true, false, 'not-approved'],
    [false, true, 'not-approved'],
    [null, true, 'none'],
    [null, null, 'none'],
    ['true', true, 'none'],
    [1, null, 'none'],
  ])('approved %j, successful %j: %s', (ComparationFacesAproved, ComparationFacesSuccesful, face) => {
    expect(reading({ ComparationFacesAproved, ComparationFacesSuccesful }).face).toBe(face);
  });
});

it('the warnings of a record within an envelope that has a described member are not hidden among the other data', () => {
  const facts = { visitIdentification: '', receivedDay: '2026-11-21' };
  const inner = { FoundOnProviderAlert: true, DateOfDeath: '2020-01-02T00:00:00', ComparationFacesAproved: false };
  const read = (record: object) => readRecord(record, [], facts).mismatches.map(({ kind, fields }) => [kind, ...fields]);
  const expected = (path: string) => [
    ['alert-list', `${path}.FoundOnProviderAlert`],
    ['death', `${path}.DateOfDeath`],
    ['face-not-approved', `${path}.ComparationFacesAproved`],
  ];
  expect(read({ Uid: '1', Data: inner })).toEqual(expected('Data'));
  expect(read({ Uid: '1', data: { list: [{}, { FaceFound: true, Data: inner }] } })).toEqual(expected('data.list.1.Data'));
  expect(read({ Uid: '1', Data: { foundOnProviderAlert: 'SI', dateOfDeath: '' } })).toEqual([['alert-list', 'Data.FoundOnProviderAlert']]);
  // Of many records the first of each kind; those that are too many to be read are a warning themselves.
  const many = (count: number) => ({ Uid: '1', Data: Array.from({ length: count }, () => inner) });
  expect(read(many(20))).toEqual(expected('Data.0'));
  expect(read(many(21))).toEqual([...expected('Data.0'), ['unreadable-value', 'Data.20']]);
});

it('a record of another transaction next to the queried one warns of what holds for the same person alone', () => {
  const facts = { visitIdentification: '', receivedDay: '2026-11-21', queriedTransaction: 'TX-1' };
  const ANI = { CedulaStateDescription: 'Cancelada por muerte' };
  const warned = { FoundOnProviderAlert: true, DateOfDeath: '2020-01-02', ComparationFacesAproved: false, Response_ANI: ANI };
  const read = (own: object, other: object, within = [0]) =>
    readRecord([own, other], [], { ...facts, within }).mismatches.map(({ kind, fields: [field] }) => `${kind} ${field}`);
  const own = { TransactionId: 'TX-1', IdNumber: '52.123.456' };
  const ofPerson = [
    'alert-list $[1].FoundOnProviderAlert',
    'death $[1].DateOfDeath',
    'document-state $[1].Response_ANI.CedulaStateDescription',
  ];
  const all = [...ofPerson.slice(0, 2), 'face-not-approved $[1].ComparationFacesAproved', ...ofPerson.slice(2)];
  const of = (IdNumber: string, TransactionId = 'TX-2') => ({ ...warned, IdNumber, TransactionId });
  expect(read(own, of('52123456'))).toEqual(ofPerson);
  expect(read(own, of(''))).toEqual(ofPerson);
  expect(read({ ...own, IdNumber: null }, of('1'))).toEqual(ofPerson);
  expect(read(own, of('1'))).toEqual([]);
  // Any number of other persons.
  expect(readRecord([own, ...Array.from({ length: 50 }, () => of('1'))], [], { ...facts, within: [0] }).mismatches).toEqual([]);
  // A part of the same transaction, or one that may be.
  for (const TransactionId of ['', 'TX-1']) expect(read(own, of('1', TransactionId))).toEqual(all);
  expect(read({ ...own, TransactionId: 'TX-3' }, of('1')).slice(0, 3)).toEqual(all.slice(0, 3));
  expect(readRecord([own, of('1')], [], { ...facts, queriedTransaction: '', within: [0] }).mismatches).toHaveLength(4);
});

describe('of two spellings of one member', () => {
  const facts = { visitIdentification: '', receivedDay: '2026-11-21' };
  const read = (record: object) => readRecord(record, [], facts);
  const said = (record: object) => read(record).mismatches.map(({ kind, fields, texts }) => [kind, fields, texts]);
  const remark = (...members: [string, string][]) => ['repeated-member', members.map(([name]) => name), members.map(([, text]) => text)];

  it('the one that warns decides, whichever it is, and a remark says that they differ', () => {
    const alert = ['alert-list', ['FoundOnProviderAlert'], ['true']];
    expect(said({ FoundOnProviderAlert: false, foundOnProviderAlert: true })).toEqual([
      alert,
      remark(['FoundOnProviderAlert', 'false'], ['foundOnProviderAlert', 'true']),
    ]);
    expect(said({ found_on_provider_alert: true, foundOnProviderAlert: false, FoundOnProviderAlert: null })).toEqual([
      alert,
      remark(['FoundOnProviderAlert', ''], ['found_on_provider_alert', 'true'], ['foundOnProviderAlert', 'false']),
    ]);
    expect(
      said({ Uid: 'u', Response_ANI: { CedulaStateDescription: 'Vigente', cedulaStateDescription: 'Cancelada' }, Scores: [{}] }),
    ).toEqual([
      ['document-state', ['Response_ANI.CedulaStateDescription'], ['Cancelada']],
      remark(['CedulaStateDescription', 'Vigente'], ['cedulaStateDescription', 'Cancelada']),
    ]);
    expect(said({ Uid: 'u', Scores: [], scores: [{ causalRejectionName: 'Otro' }] })[0]).toEqual([
      'not-scored',
      ['Scores.CausalRejectionName'],
      ['Otro'],
    ]);
  });

  it('the same value twice, or an empty one, says nothing', () => {
    for (const record of [
      { Street: 'A', street: 'A ', FoundOnProviderAlert: false, foundOnProviderAlert: 'False' },
      { Street: 'A', street: '', DateOfDeath: null, dateOfDeath: null, Scores: [{ Id: 1 }], scores: [] },
    ])
      expect(said(record)).toEqual([]);
    expect(said({ Street: 'A', street: 'B' })).toEqual([remark(['Street', 'A'], ['street', 'B'])]);
  });

  it('an approval needs both', () => {
    expect(read({ ComparationFacesAproved: true, comparationFacesAproved: false }).face).toBe('not-approved');
    expect(read({ ComparationFacesAproved: true, comparationFacesAproved: 'maybe' }).face).toBe('none');
    expect(read({ ComparationFacesAproved: true, comparationFacesAproved: true }).face).toBe('approved');
    expect(read({ ComparationFacesAproved: true, Street: 'A', street: 'B' }).face).toBe('approved');
    expect(readFacts({ ComparationFacesAproved: true, comparationFacesAproved: false }).face).toBe('not-approved');
  });

  it('they are read once in records within records', () => {
    const street = ['Street', 'street', 'STREET', 'sTreet', 'stReet', 'strEet', 'streEt', 'streeT', 'STreet'];
    const level = Object.fromEntries(street.map((own, at) => [own, `${at}`]));
    let nested: object = { ...level, FoundOnProviderAlert: true };
    for (let depth = 0; depth < 12; depth++) nested = { ...level, Data: nested };
    expect(read(nested).mismatches.map(({ kind }) => kind)).toEqual(['alert-list', 'repeated-member']);
  });

  it('there may be any number', () => {
    const spelled = Array.from({ length: 1 << 12 }, (_, at) => [
      [...'foundonprovideralert'].map((letter, place) => ((at >> place) & 1 ? letter.toUpperCase() : letter)).join(''),
      `x${at}`,
    ]);
    expect(read(Object.fromEntries(spelled)).mismatches.map(({ kind }) => kind)).toEqual(['unreadable-value', 'repeated-member']);
  });
});

it('a single warning within data that is not described is shown, in any spelling', () => {
  const facts = { visitIdentification: '', receivedDay: '2026-11-21' };
  const read = (record: object, within: (string | number)[] = []) =>
    readRecord(record, [], { ...facts, within }).mismatches.map(({ kind, fields }) => [kind, ...fields]);
  expect(read({ Uid: '1', Data: { foundOnProviderAlert: true } })).toEqual([['alert-list', 'Data.foundOnProviderAlert']]);
  expect(read({ Uid: '1', Data: [{ a: { date_of_death: '2020-05-12' } }] })).toEqual([['death', 'Data.0.a.date_of_death']]);
  expect(read({ Uid: '1', 'data.foundOnProviderAlert': 'SI' })).toEqual([['alert-list', '["data.foundOnProviderAlert"]']]);
  expect(read({ Uid: '1', cedulaStateDescription: 'Cancelada' })).toEqual([['document-state', 'cedulaStateDescription']]);
  expect(read({ Uid: '1', Extras: { causalRejectionName: 'Otro' } })).toEqual([['not-scored', 'Extras.causalRejectionName']]);
  expect(read({ foundOnProviderAlert: true, Data: { Uid: '1' } }, ['Data'])).toEqual([['alert-list', '$.foundOnProviderAlert']]);
  expect(read({ Uid: '1', Data: { [`${'a'.repeat(1_000_000)}.`]: true } })).toEqual([]);
  // What warns of nothing, once and often, and what may be that of anything.
  const fine = { foundOnProviderAlert: false, dateOfDeath: null };
  expect(read({ Uid: '1', Data: fine, List: Array.from({ length: 50 }, () => ({ foundOnProviderAlert: false })) })).toEqual([]);
  expect(read({ Uid: '1', Token: { expirationDate: '2020-01-01' }, Risk: { scores: 7 } })).toEqual([]);
  const dates = Array.from({ length: 21 }, (_, at) => ({ dateOfDeath: `0001-01-${10 + at}` }));
  expect(read({ Uid: '1', Data: dates })).toEqual([['unreadable-value', 'Data.20.dateOfDeath']]);
});
