/**
 * Those of the invented people of whom the sources beside the lists know something, or for whom something goes wrong
 * without a word of code. The structure of judicial, procurator and social data is not shown; these are invented.
 */
import type { Misbehaviour, SourceFailure } from './behaviour.ts';

export type Person = {
  name: string;
  identification?: string;
  judicial?: Record<string, unknown>;
  procurator?: Record<string, unknown>;
  news?: unknown[];
  social?: Record<string, unknown>;
  /** A source that never answers for this person, when it is asked. */
  silent?: SourceFailure;
  wrong?: Misbehaviour;
  /** Members that the description does not list, added to the whole answer. */
  extra?: Record<string, unknown>;
};

const judicial = {
  fuente: 'Rama judicial de práctica',
  total: 2,
  procesos: [
    {
      radicado: '11001-99-99-000-2020-00001-00',
      despacho: 'Juzgado 99 de Práctica',
      tipo: 'Ejecutivo singular',
      sujetos: [
        { calidad: 'Demandado', nombre: 'AURELIO BENAVIDES TOCARRUNCHO' },
        { calidad: 'Demandante', nombre: 'Cooperativa de Ahorro El Ejemplo' },
      ],
      actuaciones: [{ fecha: '2020-03-02', detalle: 'Auto que admite la demanda', anexos: [] }],
    },
    { radicado: '11001-99-99-000-2022-00002-00', despacho: 'Juzgado 98 de Práctica', tipo: 'Verbal', sujetos: [], archivado: true },
  ],
};

const procurator = {
  certificado: 'PRACTICA-000123',
  antecedentes: { disciplinarios: [{ sancion: 'Suspensión', duracion: { valor: 3, unidad: 'meses' }, instancia: 'Primera' }], penales: [] },
  inhabilidades: null,
};

const news = [
  {
    titulo: 'El exdirector de práctica Aurelio Benavides, investigado por contratos inventados',
    medio: 'Diario de Práctica',
    fecha: '2022-05-17',
    url: 'https://noticias.example/2022/05/benavides',
    resumen: 'Noticia inventada para la práctica.',
    etiquetas: ['corrupción', 'contratación'],
  },
  { titulo: 'Segunda noticia inventada', medio: 'Radio Ñandú', fecha: '2023-01-09', url: 'https://noticias.example/2023/01/benavides-2' },
];

const social = { cuenta: '@benavides_practica', verificada: false, menciones: [{ texto: 'Mensaje inventado', fecha: '2023-02-01' }] };

export const people: readonly Person[] = [
  { name: 'Aurelio Benavides Tocarruncho', identification: '19444555', judicial, procurator, news, social },
  { name: 'Domitila Vacío Cifuentes', identification: '41222333', judicial: {}, procurator: {} },
  {
    name: 'Otilia Callejas Bermeo',
    identification: '31777666',
    extra: { aviso: 'Miembro que la descripción no enumera', lote: { version: 2 } },
  },
  { name: 'Silencio Judicial Parra', silent: { name: 'judicial', as: 'text' } },
  { name: 'Silencio Procurador Parra', silent: { name: 'procurator', as: 'error-object' } },
  { name: 'Silencio Noticias Parra', silent: { name: 'news', as: 'text' } },
  { name: 'Silencio Social Parra', silent: { name: 'social', as: 'error-object' } },
  { name: 'Silencio Listas Parra', silent: { name: 'lists', as: 'missing' } },
  { name: 'Lenta Espera Robledo', wrong: { delay: 5000 } },
  { name: 'Falla Interna Robledo', wrong: { status: 500 } },
  { name: 'Cambiada Persona Robledo', wrong: { otherPerson: true } },
];
