/** Pushes of engineers who read the description each in their own way: what a person is warned of, and of what not. */
import { describe, expect, it } from 'vitest';
import { classifyBody, readRecord } from '../support/doors/records.ts';

const record = {
  Uid: 'u-1',
  StartingDate: '2026-11-21T10:00:00',
  DocumentType: 1,
  IdNumber: '1020304050',
  FirstName: 'ANA',
  FirstSurname: 'GOMEZ',
  TransactionId: 'T-1',
  FoundOnProviderAlert: false,
  ComparationFacesAproved: true,
  ComparationFacesSuccesful: true,
  ExpirationDate: '2030-01-01T00:00:00',
  DateOfDeath: null,
  Response_ANI: { FirstName: 'ANA', FirstSurname: 'GOMEZ', CedulaState: '0', CedulaStateDescription: 'Vigente' },
  Extras: { IdState: '2', StateName: 'Aprobado' },
  Scores: [{ Id: 1, StateName: 'Aprobado', CausalRejectionName: '' }],
};

function pushed(change: object) {
  const body = classifyBody(Buffer.from(JSON.stringify({ ...record, ...change })));
  if (body.kind !== 'record') throw new Error(body.kind);
  const { face, mismatches } = readRecord(body.read.json.value, [], { visitIdentification: '1020304050', receivedDay: '2026-11-22' });
  return { face, warnings: mismatches.map(({ kind, fields }) => `${kind} ${fields[0]}`) };
}

type Group = [member: string, warning: string, ...values: unknown[]];
const of = (member: string, value: unknown): object => {
  const [section = '', name] = member.split('.');
  return { [section]: name === undefined ? value : { [name]: value } };
};

describe.each<Group>([
  ['FoundOnProviderAlert', 'alert-list', true, 'S', 'SI', 'Sí', 'Y', 'sim', 'Verdadero', 1, '1', -1, '-1'],
  ['FoundOnProviderAlert', '', 'N', 'no', 'Falso', 0, '0', '', ' ', null],
  ['FoundOnProviderAlert', 'unreadable-value', 'X', 'on', 'f', 2, 'HIT', 'No encontrado', 'sin alerta', 'N/A', 'null', '0.0', '01'],
  ['FoundOnProviderAlert', 'unreadable-value', [], [true], [false], {}, { value: true }, { value: false }, 'true;false'],
  ['ComparationFacesAproved', 'face-not-approved', false, 'N', 'NO', 'false', 0, '0'],
  ['ComparationFacesAproved', 'unreadable-value', 'Aprobado', 'Rechazado', 'pendiente', [], { value: true }],
  [
    'DateOfDeath',
    'death',
    '2020-05-12',
    '12/05/2020',
    '12-MAY-2020',
    '/Date(1589241600000)/',
    1_589_241_600,
    1_589_241_600_000,
    '20200512',
  ],
  ['DateOfDeath', 'death', '2020', 'mayo 2020', 'May 12, 2020', '2020-05-12 00:00:00', '1970-01-01T00:00:00Z', 'No 12/05/2020'],
  ['DateOfDeath', 'death', 'Fallecido', 'No vive', 'Sin vida', 'No sobrevivió', 'not alive', 'Cancelada por muerte'],
  ['DateOfDeath', '', '', '-', 'N', 'No', 'N/A', '0', 0, false, '0000-00-00', '0001-01-01T00:00:00', '1900-01-01', '9999-12-31'],
  [
    'DateOfDeath',
    '',
    'No registra',
    'SIN INFORMACIÓN',
    'no disponible',
    'Não consta',
    'Not available',
    'Vivo',
    'VIVA',
    'con vida',
    'alive',
  ],
  ['DateOfDeath', 'unreadable-value', true, { date: '2020-05-12' }, ['2020-05-12']],
  ['ExpirationDate', 'document-expired', '2026-11-20', '20/11/2026', '20-NOV-2024', '2024.11.20', '20241120T000000Z', 1_732_060_800_000],
  ['ExpirationDate', 'document-expired', 'Nov 20 2024 12:00AM', 'Nov  5 2024', 'NOV 20, 2024', 'Wed, Nov 20, 2024', 'noviembre 20 2024'],
  ['ExpirationDate', 'document-expired', '20 de noviembre de 2024', 'Wed Nov 20 2024 00:00:00 GMT-0500', '/Date(1732060800000-0500)/'],
  [
    'ExpirationDate',
    '',
    '2030-01-01T00:00:00Z',
    '01/02/2030',
    'Jan 31 2030 12:00AM',
    '9999-12-31',
    '31/12/9999',
    'Indefinido',
    'N/A',
    '',
    '*****',
  ],
  ['ExpirationDate', 'unreadable-value', '20/11/26', '2026-11', '11/2026', 1_732_060_800, 'Nov 31 2024', 'Nov 20 20245', '2024-02-30'],
  ['ExpirationDate', 'unreadable-value', 'No vigente', 'Vencida', 'no registra', { year: 2024 }, [2024, 11, 20]],
  [
    'IdNumber',
    '',
    '1.020.304.050',
    '1 020 304 050',
    '1,020,304,050',
    '1020304050 ',
    1_020_304_050,
    '１０２０３０４０５０',
    '10203040-50',
    'CC 1020304050',
    '1020304050-1',
    '0',
    'N/A',
    '',
    null,
  ],
  ['IdNumber', 'other-identification', '01020304050', '1020304O50', '*****4050', '1020304050,1020304051', 'CE 1020304051'],
  ['IdNumber', 'unreadable-value', ['1020304050'], { number: '1020304050' }, true],
  ['FirstName', '', 'ana', 'ANA MARÍA', 'Ana Gómez', 'GOMEZ', '', null],
  ['FirstName', 'other-identification-ani', 'LUIS', 'AN?', 7, 'Na', 'Null'],
  ['SecondName', '', 'N/A', 'n/a', 'No aplica', 'null', '-', '.', 'María'],
  ['FirstName', 'unreadable-value', { given: 'ANA' }, ['ANA', 'MARIA']],
  ['Response_ANI.CedulaStateDescription', '', 'VIGENTE', '*Vigente*', 'Vigente con pérdida o suspensión', '', null],
  ['Response_ANI.CedulaStateDescription', 'document-state', 'No vigente', 'Cancelada por muerte', 'CANCELADA', 'En trámite', 'N/A', 0],
  ['Response_ANI.CedulaStateDescription', 'unreadable-value', ['Vigente'], { descripcion: 'Vigente' }, true],
  ['Extras.StateName', 'state-rejected', 'RECHAZADA', 'Rejected', 'Recusado', 'Denegado', 'Negado', 'Fallido', 'Failed', 'Declined'],
  [
    'Extras.StateName',
    'state-rejected',
    'No superado',
    'No exitoso',
    'Não aprovado',
    'Reprovado',
    'Desaprobado',
    'Bloqueado',
    'Sospechoso',
  ],
  ['Extras.StateName', 'state-rejected', 'Posible suplantación', 'Documento inválido', 'Aprobado con rechazo previo'],
  [
    'Extras.StateName',
    '',
    'Aprobado',
    'APPROVED',
    'Exitoso',
    'Sin rechazos',
    'No fue rechazado',
    'Sin fallas',
    'En proceso',
    'Abandonado',
    3,
  ],
  ['Extras.StateName', 'unreadable-value', { name: 'Rechazado' }, ['Rechazado'], true],
])('%s: %s', (member, warning, ...values) => {
  it.each(values)('in %j', (value) => {
    expect(pushed(of(member, value)).warnings).toEqual(warning === '' ? [] : [`${warning} ${member}`]);
  });
});

it('a state of a score that is no text is a warning, as one of the record is', () => {
  expect(pushed({ Scores: [{ StateName: { name: 'Rechazado' } }] }).warnings).toEqual(['unreadable-value Scores.StateName']);
});

it.each([
  [true, true, 'approved'],
  [true, null, 'approved'],
  [true, '', 'approved'],
  [true, 'SI', 'approved'],
  [true, false, 'not-approved'],
  [true, 'NO', 'not-approved'],
  [true, 0, 'not-approved'],
  ['N', true, 'not-approved'],
  [true, 'Rechazado', 'none'],
  [true, [], 'none'],
  [true, { value: false }, 'none'],
  ['SI', true, 'none'],
  [1, true, 'none'],
  [null, true, 'none'],
])('a face that is approved (%j) and compared with success (%j) is %s', (ComparationFacesAproved, ComparationFacesSuccesful, face) => {
  expect(pushed({ ComparationFacesAproved, ComparationFacesSuccesful }).face).toBe(face);
});
