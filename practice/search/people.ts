/**
 * Invented people who have data in other sources than the lists, or whose calls fail. The interface description does not show the
 * structure of judicial, procurator and social data; it is invented, too.
 */
import type { Misbehaviour, SourceFailure } from '../behaviour.ts';

export type Person = {
  name: string;
  identification?: string;
  judicial?: unknown;
  procurator?: unknown;
  news?: unknown[];
  social?: Record<string, unknown>;
  /** A source that never answers for this person, when it is queried. */
  silent?: SourceFailure;
  wrong?: Misbehaviour;
  /** Members that the description does not list, added to the whole answer. */
  extra?: Record<string, unknown>;
  /** Members of the result that are added or replaced; undefined removes one. */
  inResult?: (asked: { name: string; identification: string }) => Record<string, unknown>;
  /** The answer has no log number. */
  withoutLogNumber?: true;
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
        { calidad: 'Demandante', nombre: 'Cooperativa de Ahorro y Crédito El Ejemplo' },
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
  // Possible forms of a real provider's answers, since the sources' structures are not shown.
  { name: 'Vacía Anidada Robledo', judicial: { procesos: [] }, procurator: { total: 0, registros: [] } },
  {
    name: 'Vacía Exitosa Robledo',
    judicial: { success: true, data: [] },
    procurator: { status: 200, mensaje: 'Consulta exitosa', data: null },
  },
  { name: 'Frase Limpia Robledo', judicial: { resultado: 'No registra antecedentes' }, procurator: 'No se encontraron resultados' },
  { name: 'Frase Sancionada Robledo', procurator: { resultado: 'La persona registra sanciones vigentes' } },
  { name: 'Frase Mixta Robledo', procurator: { resultado: 'No registra antecedentes penales, pero sí sanciones' } },
  {
    name: 'Frase Rara Robledo',
    judicial: { resultado: 'Solicitud 4471 atendida por el despacho', semaforo: 'azul' },
    news: ['Consulte el boletín 12'],
  },
  { name: 'Lista Oculta Robledo', inResult: () => ({ datos_ofac: [{ nombre: 'LISTA OCULTA ROBLEDO', programa: 'PRACTICA' }] }) },
  { name: 'Bloqueo Oculto Robledo', extra: { bloqueado: true } },
  { name: 'Alerta Oculta Robledo', inResult: () => ({ nivel_riesgo: 'ALTO' }) },
  { name: 'Aviso Sin Falla Robledo', extra: { pendientes: 2, timeout: 30, mensaje: 'No hubo errores' } },
  { name: 'Aviso Con Falla Robledo', extra: { errores: [{ fuente: 'Noticias', mensaje: 'no disponible' }] } },
  { name: 'Documento Con Tipo Robledo', inResult: ({ identification }) => ({ doc_id: `CC ${identification}` }) },
  { name: 'Documento Con Dígito Robledo', inResult: ({ identification }) => ({ doc_id: `${identification}-7` }) },
  { name: 'Documento Ausente Robledo', inResult: () => ({ doc_id: 'N/A' }) },
  { name: 'Nombre Con Título Robledo', inResult: ({ name }) => ({ nombre: `DRA. ${name.toUpperCase()}` }) },
  { name: 'Respuesta Sin Persona Robledo', inResult: () => ({ nombre: undefined, doc_id: undefined }) },
  { name: 'Respuesta Sin Registro Robledo', withoutLogNumber: true },
  { name: 'Lenta Espera Robledo', wrong: { delay: 5000 } },
  { name: 'Falla Interna Robledo', wrong: { status: 500 } },
  { name: 'Cambiada Persona Robledo', wrong: { otherPerson: true } },
];
