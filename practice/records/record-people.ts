/**
 * Transactions with invented records; the table in README.md has which to request, and what each shows.
 * People who are also on the invented lists have the same identification there.
 */
import type { Misbehaviour } from '../behaviour.ts';
import { oddImages, oddRecord, unusualDates } from './odd-records.ts';
import { type Asked, score, uidOf, usualRecord, type Who } from './record-fields.ts';
import { hugeImages, imageEntry, imagesOfSomeoneElse, usualImages } from './record-images.ts';

type Members = Record<string, unknown>;

export type CastRecord = {
  /** All but `Images` and `SignedDocuments`. `times`: number of earlier requests. */
  record: (asked: Asked, times: number) => Members;
  /** Null: the member is null. */
  images: (() => readonly unknown[]) | null;
  /** Number of signed contracts, as objects (a structure of practice's own) or as bare texts. */
  contracts: { count: number; bare?: boolean } | null;
  /** Misbehaviour of every call without one from the queue. */
  wrong?: Misbehaviour;
};

const who = (names: string, identification: string, gender: Who['gender'], born: string): Who => {
  const [first = '', second = '', surname = '', secondSurname = ''] = names.toUpperCase().split(' ');
  return { first, second, surname, secondSurname, identification, gender, born };
};

const people = {
  evaristo: who('Evaristo José Quiroga Beltrán', '79555001', 'M', '1971-04-18'),
  rosalba: who('Rosalba Inés Contreras Duarte', '52123456', 'F', '1984-11-02'),
  carlos: who('Carlos Andrés Muñoz Peña', '1032456789', 'M', '1992-07-30'),
  hernan: who('Hernán Darío Lozano Prieto', '71333222', 'M', '1979-01-25'),
  yolima: who('Yolima Esther Barrios Cuesta', '32777111', 'F', '1968-09-09'),
  graciela: who('Graciela Lucía Ñáñez Villota', '27333111', 'F', '1965-12-12'),
  fabian: who('Fabián Esteban Rueda Lemos', '80777123', 'M', '1990-02-14'),
  nicanor: who('Nicanor Abel Alcázar Montúfar', '0912345678', 'M', '1970-01-01'),
  ludmila: who('Ludmila Inés Orlova Castañeda', 'PX7744120', 'F', '1987-05-05'),
  teofila: who('Teófila Rosa Amaya Guerra', '20111999', 'F', '1936-08-21'),
};

/** The usual record of a person, with all pictures and no contract, except for the members of `rest`. */
const usual = (person: Who, other: Members = {}, rest: Partial<CastRecord> = {}): CastRecord => ({
  record: (asked) => ({ ...usualRecord(person, asked), ...other }),
  images: usualImages,
  contracts: { count: 0 },
  ...rest,
});

/** The usual record with members of `Response_ANI` replaced or added. */
const withRegistry = (person: Who, other: Members): CastRecord =>
  usual(
    person,
    {},
    {
      record: (asked) => {
        const record = usualRecord(person, asked);
        return { ...record, Response_ANI: { ...(record['Response_ANI'] as Members), ...other } };
      },
    },
  );

const notApproved: Members = {
  ComparationFacesSuccesful: false,
  ComparationFacesAproved: false,
  ResultComparationFaces: 41.08,
  Extras: { IdState: '4', StateName: 'Proceso rechazado' },
};

const nulls = (record: Members): Members => Object.fromEntries(Object.keys(record).map((name) => [name, null]));

export const castRecords: ReadonlyMap<string, CastRecord> = new Map<string, CastRecord>([
  ['TX-1001', usual(people.evaristo, {}, { contracts: { count: 2 } })],
  ['TX-1002', usual(people.rosalba, {}, { contracts: { count: 1 } })],
  ['TX-1003', usual(people.carlos)],
  ['TX-1004', usual(people.rosalba, {}, { record: ({ transaction }) => ({ Uid: uidOf(transaction) }), images: () => [] })],
  ['TX-1005', usual(people.rosalba, {}, { record: (asked) => nulls(usualRecord(people.rosalba, asked)), images: null, contracts: null })],
  [
    'TX-1006',
    usual(
      people.hernan,
      {},
      { images: () => [...usualImages(), imageEntry('front', 9), imageEntry('customer', 10, 'other-customer.jpg')] },
    ),
  ],
  ['TX-1007', usual(people.hernan, {}, { images: oddImages })],
  ['TX-1008', usual(people.yolima, {}, { contracts: { count: 3 } })],
  ['TX-1009', usual(people.yolima, {}, { contracts: { count: 2, bare: true } })],
  [
    'TX-1010',
    usual(
      people.graciela,
      {},
      {
        record: (asked) => {
          const record = usualRecord(people.graciela, asked);
          return {
            ...record,
            NivelConfianza: 'ALTO',
            Auditoria: { version: 3, pasos: ['captura', 'comparación'], aprobada: true },
            Extras: { ...(record.Extras as Members), Canal: 'Oficina' },
            Response_ANI: { ...(record.Response_ANI as Members), Fuente: 'Registro de práctica' },
            Scores: [score(1, { Peso: 0.75 })],
          };
        },
        images: () => usualImages().map((image) => ({ ...image, Calidad: 'BUENA' })),
      },
    ),
  ],
  ['TX-1011', usual(people.fabian, notApproved, { images: imagesOfSomeoneElse })],
  ['TX-1012', usual(people.fabian, { ResultCompareDocumentFaces: 62.5, CompareFacesDocumentResult: 'NO APROBADA' })],
  ['TX-1013', usual(people.rosalba, { IdNumberFromClient: '52123465' })],
  ['TX-1014', usual(people.hernan, { ExpirationDate: '2026-09-13T00:00:00' })],
  ['TX-1015', usual(people.teofila, { DateOfDeath: '2025-11-02T00:00:00', CedulateCondition: 'FALLECIDO' })],
  ['TX-1016', usual(people.nicanor, { FoundOnProviderAlert: true, ReponseControlList: 'CON COINCIDENCIAS' })],
  ['TX-1017', withRegistry(people.yolima, { CedulaState: '22', CedulaStateDescription: 'CANCELADA POR DOBLE CEDULACIÓN' })],
  ['TX-1018', withRegistry(people.carlos, { FirstName: 'CAMILO', SecondName: 'ARTURO', Particle: 'DE', SecondSurname: 'PINEDA' })],
  [
    'TX-1019',
    usual(people.fabian, {
      Extras: { IdState: '3', StateName: 'En revisión' },
      Scores: [
        score(1, { StateName: 'Rechazado', CausalRejectionName: 'Documento ilegible', Observation: 'La cara 1 está borrosa.' }),
        score(2, {
          UserName: 'supervisor.practica',
          StateName: 'Aprobado',
          StartingDate: '2026-09-14T10:02:11',
          ObservationFromList: null,
        }),
      ],
    }),
  ],
  ['TX-1020', usual(people.rosalba, unusualDates)],
  ['TX-1021', usual(people.hernan, {}, { record: oddRecord, images: () => [imageEntry('customer', 1)] })],
  ['TX-1022', usual(people.ludmila, { DocumentType: 2, DocumentTypeFromClient: 2, Nationality: 'CUBANA', Response_ANI: null })],
  [
    'TX-2001',
    usual(
      people.rosalba,
      {},
      {
        record: (asked, times) => ({
          ...usualRecord(people.rosalba, asked),
          ...(times > 0 && { ...notApproved, CreationDate: '2026-09-14T11:47:20.002' }),
        }),
      },
    ),
  ],
  ['TX-2002', usual(people.hernan, {}, { images: hugeImages })],
  ['TX-2003', usual(people.rosalba, {}, { wrong: { delay: 5000 } })],
  ['TX-2400', usual(people.rosalba, {}, { wrong: { status: 400 } })],
  ['TX-2500', usual(people.rosalba, {}, { wrong: { status: 500 } })],
]);
