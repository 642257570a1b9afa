/** The words and the usual sentences, Spanish and a few English, by which members and texts of an answer are read. Pure. */
import { anyOf, folded, maxReadLength, wholly } from './fold-words.ts';

export type Scalar = string | number | boolean;
export const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
/** Returns true for a value without members and elements. */
export const isLeaf = (value: unknown): value is Scalar | null => value === null || isScalar(value);

/** A name or a text with one of these words reports a failure. "Fallo" alone does not: it also means a ruling. */
const failure = anyOf(
  'err(?:or(?:s|es)?)?|exceptions?|excepcion(?:es)?|fault|fail(?:ed|s|ures?)?|fall[oa] (?:al|en)|fallid[oa]s?',
  '(?:servicio|fuente) con falla',
  'time ?d?(?: |)outs?|tiempo (?:de )?espera|(?:no|not)(?: esta| estan| is| are| was)? (?:disponibles?|available)',
  'indisponibles?|unavailable|not reach(?:able|ed)|(?:resultados?|datos) (?:preliminar|provisional)\\p{L}*|desactualizad[oa]s?|stale|outdated',
  'degrad(?:ad[oa]|ed)s?|fallback|(?<!no )se omiti(?:o|eron)|faltan? (?:\\d+ )?(?:fuentes|listas|bases|datos|resultados)',
  'no (?:hubo |hay )?(?:response|respuesta|answer)|(?:no|not) (?:respond\\w*|contest\\w*)|sin (?:respuesta|conexion|servicio)',
  'fuera (?:de )?(?:servicio|linea)|out of service|offline|unreachable|inaccesible|caid[oa]s?|(?:is|service) down|mantenimiento',
  'maintenance',
  'ningun[oa] (?:de (?:las |los )?)?(?:fuentes?|servicios?) respond\\p{L}+|no se (?:obtuvo|recibio|tuvo) respuesta',
  '(?:no (?:hay|hubo|tiene)|sin) (?:acceso|conexion|sistema)|no (?:se encuentra|esta) (?:en linea|operativ[oa]|activ[oa]|conectad[oa])',
  'tardo demasiado|conexion rechazada|intermitencias?|outage|not loaded|no cargad[oa]s?|(?:fuente|servicio) (?:desactivad|deshabilitad)[oa]',
  'no se (?:pudo|logro|consult\\p{L}+ \\p{L}+|(?:verific|valid|busc|carg|incluy)\\p{L}+)|no (?:es|fue|ha sido) posible|could ?n[o ]?t|unable|cannot|gateway|unauthorized|forbidden',
  'connection refused|bad request|econn\\p{L}+|etimedout|enotfound|socket hang up',
  'no (?:fue(?:ron)? )?consultad[oa]s?|not queried|internal server',
  '(?:acceso|permiso|peticion|solicitud|acesso) (?:denegad|restringid|prohibid|negad|rechazad)[oa]',
  '(?:access|permission|request) (?:denied|rejected|aborted|blocked)',
  '(?:sesion|token|session|sessao|llave|clave|api ?key|licencia|suscripcion|credenciales?|captcha|key|certificado)' +
    '(?: \\p{L}+)?? (?:ha )?(?:expir\\p{L}+|vencid[oa]s?|caducad[oa]s?|invalid\\p{L}*|no (?:valid|resuelt)[oa]s?|incorrect[oa]s?)',
  'invalid (?:session|token|credentials?|api ?key|key|captcha)|no autorizad[oa]|not authorized|sin (?:autorizacion|permisos?)',
  '(?:limite|cuota|cupo|saldo|limit|quota)(?: \\p{L}+){0,3}? (?:excedid[oa]|alcanzad[oa]|superad[oa]|agotad[oa]|exceeded|reached)',
  'too many requests|rate limit',
  '(?:mas tarde|later|en unos (?:minutos|segundos|instantes)|agoto el tiempo|tiempo agotado)|try again|indisponibilidad',
  '(?:fall[ao]s?|problemas?|inconvenientes?|dificultades) (?:tecnic|de conexion|de comunicacion|en el servi|del servi)\\p{L}*',
  'falha|erros?|indisponive(?:l|is)',
  '(?:consulta|busqueda|operacion|peticion|query|search|request) ' +
    '(?:interrumpida|cancelada|abortada|rechazada|pendiente|incompleta|parcial|aborted|interrupted|cancel+ed|pending|incomplete)',
  '(?:page|url|resource|endpoint|route|file|host|server|service|method|api)(?: (?:was|is))? not found|(?:40[0-9]|http) not found',
  '(?:pagina|recurso|servicio|ruta|servidor|archivo|metodo|url|endpoint|host) no encontrad[oa]|nao (?:foi|e) possivel',
  '(?:datos|resultados) incompletos',
  '(?:datos|informacion|data|information)(?: disponibles?| available)? (?:de la|del|from(?: the)?) (?:fuente|proveedor|servicio|source|provider|service)',
);
/** A name with one of these words reports a failure, unless its value is a count. */
const namesFailure = anyOf('pendi?entes?|pending|omitid[oa]s?|skipped|missing|faltantes?|incomplet[oae]s?|falla(?:s|ron)?|fallos');
/** A text that is only one of these reports a failure. */
const wholeFailure = wholly(
  'ko|nok|no(?:t)? ok|down|error|queued|encolad[oa]|processing|procesando|em processamento|fall(?:[oa]s?|aron|ando|id[oa]s?)|pendi?entes?|pending|incomplet[oae]|omitid[oa]|skipped|aborted',
  // The answer is still being made: it is asked for again.
  '(?:(?:consulta|busqueda|solicitud) )?(?:en (?:proceso|curso|cola)|in progress|consultando)|running|su (?:consulta|solicitud) esta siendo procesada',
);
const whole = 'respuesta|resultado|consulta|response|result|es|is|completad[oa]|completed|success|content';
/** A state, or a name, of an answer that lacks a source. */
const partial = wholly(`(?:(?:${whole}) )?(?:parcial|partial)(?:mente|ly)?(?: (?:${whole}))?`);
const mayBePartial = wholly('resultado|respuesta|result|response|cobertura|coverage');
/** "No hubo errores" reports no failure. */
const noFailure = new RegExp(
  '\\b(?:sin|without|no|not any|0|cero|zero|ninguna?)' +
    '(?: (?:se|hubo|hay|existen?|presenta(?:n|ron)?|produj\\w+|registra(?:n|ron)?|encontraron|reporta(?:n|ron)?|tiene|any))*' +
    ' (?:error(?:s|es)?|fall[ao]s?|failures?|exceptions?|excepcion(?:es)?)\\b',
  'g',
);
/** Names of a limit or a setting: a number or a time under them means nothing. */
const setting = anyOf('time ?outs?|tiempo (?:de )?espera|reintentos|retries');
const isSetting = (name: string, value: Scalar): boolean =>
  setting.test(name) && (typeof value === 'number' || /^\d+(?:[.,]\d+)?(?:\s*(?:m?s|seg\w*|sec\w*|min\w*))?$/i.test(String(value).trim()));

/** Names under which "no" reports a failure, and "yes" nothing. */
const wellBeing = anyOf(
  'disponibles?|available|online|success(?:ful)?|exito|exitos[oa]|ok|complet[oae]d?|completad[oa]|completitud|cobertura|coverage',
  'respond(?:io|ieron|ed)|answered|contest(?:o|aron)|consultad[oa]s?',
);
const sourceNouns = 'fuentes|sources|fontes|servicios|services|servicos|proveedores|providers|provedores|entidades';
/** Finds a noun for several sources in a name. */
export const manySources = anyOf(sourceNouns);
const answering = anyOf(
  'respond\\p{L}+|answered|contest\\p{L}+|consultad[oa]s|queried|searched|disponibles?|available',
  'exitos[oa]s|success\\p{L}*|succeeded|ok|online|complet\\p{L}+|activ[oa]s|active',
);
/** Returns true for a name of the sources that answered: `fuentes_respondieron`, `sources_answered`. Those that it lacks did not. */
export const isOfAnswered = (name: string): boolean =>
  !isFailureName(name) &&
  answering.test(name) &&
  (manySources.test(name) || /^(?:respondieron|responded|answered|contestaron|disponibles?|available)$/.test(name));
/**
 * Returns true for a value directly below such a name that denies: null, false, "no", "procuraduría: no", "3 de 5". So does 0, which is a
 * count of findings where sources were only queried.
 */
export function deniesAnswer(value: Scalar | null, answered: string): boolean {
  if (value === null || isOff(value)) return true;
  if (isNo(value)) return !/consultad|queried|searched/.test(answered);
  return fallsShort(value) || /[:=]\s*(?:false|no|0)\s*$/i.test(String(value).slice(-20));
}

/** Names of the state of a source. */
export const standing = 'porcentaje|estados?|status|disponibilidad|availability|conexion|respuestas?|responses?';
const ofSources = wholly(`(?:(?:${standing}) (?:de |of )?)?(?:${sourceNouns})(?: (?:${standing}))?|disponibilidad|availability`);
/** Returns true for a name that is only about sources, or about their state: `fuentes`, `estado_fuentes`. */
export const isOfSources = (name: string): boolean => ofSources.test(name);
const off = wholly('no?|false|off|inac?tiv[oae]|desactivad[oa]|deshabilitad[oa]|disabled');
/** Returns true for a state that denies. 0 does not: it may be a count of findings. */
export const isOff = (value: Scalar): boolean => value === false || (typeof value === 'string' && off.test(folded(value)));

const countable = `${sourceNouns}|listas|lists|bases`;
const ofCountable = anyOf(countable);
const asking = 'total(?:es)?|solicitad[oa]s|requested|pedid[oa]s|asked|esperad[oa]s|expected|consultad[oa]s|queried|searched';
const [ofAsking, onlyAsking] = [anyOf(asking, 'cantidad|count|numero'), wholly(asking, sourceNouns)];
const onlyAnswering = wholly('respondieron|responded|answered|contestaron|consultad[oa]s|queried');
/** Returns which sources or lists a count is about: those that were asked, those that answered, those that did not. `name`: folded. */
export function countedSources(name: string): ('asked' | 'answered' | 'missing')[] {
  const of = ofCountable.test(name);
  if (isFailureName(name)) return of ? ['missing'] : [];
  const asked = onlyAsking.test(name) || (of && ofAsking.test(name));
  const answered = onlyAnswering.test(name) || (of && answering.test(name));
  return [...(asked ? ['asked' as const] : []), ...(answered ? ['answered' as const] : [])];
}

const partOf = '(?<part>\\d+)\\s*(?:/|de|of|out of)\\s*(?:(?:l[ao]s|the) )?(?<all>\\d+)';
const onlyPart = new RegExp(`^\\s*(?:${partOf}(?:\\s+\\p{L}+)*|(?<part>\\d+)(?:[.,]\\d+)?\\s*%)\\s*$`, 'iu');
const partOfSources = new RegExp(
  `\\b${partOf}\\s+(?:${countable})\\b|\\b(?:${countable})(?: \\p{L}+){0,2}\\s*:\\s*${partOf}(?![\\d/]| de)`,
  'iu',
);
const percentage = anyOf('porcentaje|percent|percentage');
const isPart = ({ groups }: RegExpExecArray): boolean => Number(groups?.part) < Number(groups?.all ?? 100);
/** Returns true for a value that is only a part of all: "3 de 4", "3/4 fuentes", "75 %", 0.75. */
function fallsShort(value: Scalar): boolean {
  const found = onlyPart.exec(String(value).slice(0, maxReadLength));
  return /^\s*0?[.,]\d*[1-9]\d*\s*$/.test(String(value)) || (found !== null && isPart(found));
}
/** Returns true for "respondieron 3 de 4 fuentes". "0 de 4 fuentes" alone may count findings. */
function tellsOfPart(text: string): boolean {
  const found = partOfSources.exec(text);
  return found !== null && isPart(found) && (Number(found.groups?.part) > 0 || answering.test(folded(text)));
}
/** Texts that report the success of the query itself. */
const wentWell = wholly(
  'ok|okay|success(?:ful(?:ly)?)?|exito|exitos[oa]|completad[oa]|complet[oae]d?|finalizad[oa]|terminad[oa]|procesad[oa]|done',
  'disponible|available',
  '(?:la )?(?:consulta|busqueda|peticion|solicitud|operacion|transaccion)(?: \\p{L}+){0,2}? ' +
    '(?:exitosa(?:mente)?|correcta(?:mente)?|con exito|completada|finalizada|terminada|procesada|realizada|efectuada|ejecutada|ok)',
);
/** Returns true for a text that reports the success of the query. */
export const saysWentWell = (text: string): boolean => wentWell.test(withoutNoFailure(folded(text)));

const numbering = anyOf('status|estado|code|codigo|http');
/** Names of values about the query; a structure under one can still be data. */
const reporting = wholly(
  'message|messages|mensaje|mensajes|msg|warning|advertencia|aviso|avisos|status|estado|code|codigo|http|detail|details|detalle|detalles',
  'disponible|available|unavailable|indisponible|success|exito|ok|reason|motivo|razon|causa|cause|observacion|observaciones',
  'nota|notas|descripcion|description',
);
const lastWord = (name: string): string => name.split(' ').at(-1) ?? '';
export const isReporting = (name: string): boolean => reporting.test(name) || reporting.test(lastWord(name));
/** Names of the other members of an error body (RFC 9457 and frameworks). */
const ofErrorBody = wholly(
  'title|type|instance|trace|id|trace id|path|timestamp|date|fecha|time|hora|datetime|fuente|source|servicio|service',
  'ticket|(?:job|task|request) id|id (?:solicitud|tarea)|state',
);
export const isOfErrorBody = (name: string): boolean => isReporting(name) || ofErrorBody.test(name);

/** 400 to 599, as a number or a text. */
export const isHttpFailure = (value: unknown): boolean =>
  typeof value === 'number' ? value >= 400 && value < 600 : typeof value === 'string' && /^[45]\d\d$/.test(value);
/** Also of a part of the content, and of several states. */
const isFailureStatus = (value: Scalar): boolean => /^\s*(?:http\S*\s+)?(?:[45]\d\d|20[67])\b/i.test(String(value));

/** Returns true for a text with the mark of a footnote: "No registra (*)". */
export const refersToNote = (text: string): boolean => /\p{L}\s?[([]?[*†‡]/u.test(text);
/** Returns true for the text of a footnote. */
export const isNote = (text: string): boolean => /^\s*[([]?[*†‡]+[)\]]?\s*\p{L}/u.test(text);

const saysNothing = (value: Scalar): boolean => Number(value) === 0;
const isNo = (value: Scalar): boolean =>
  value === false || value === 0 || (typeof value === 'string' && /^\s*(?:false|n(?:o|[aã]o)?|0+(?:[.,]0+)?)\s*$/i.test(value));
/** Returns true for true, 1, "true", "si", "sim", "yes", "1", and the letters "S" and "Y". */
export const isYes = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && /^\s*(?:true|s(?:[ií]|im)?|y(?:es)?|1)\s*$/i.test(value));
const noValue = wholly('n a|na|no aplica|not applicable|ningun[oa]?|none|null|s d|s n');
/** Dashes, brackets, quotes, dots. Other signs may mean something: a tick, a star, an exclamation mark. */
const idleSigns = /^[\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}\p{Pc}\s.,;:/\\'"…·|−]*$/u;
/** Dates that databases and programs write for none. */
const noDate = /^\s*(?:0000-00-00|0001-01-01|1900-01-01)(?:[t ]00:00:00)?\s*$/i;
/** Returns true for words, signs and dates that mean no value. */
export const isMark = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length <= 20 &&
  (noDate.test(value) || (!/\d/.test(value) && (idleSigns.test(value) || noValue.test(folded(value)))));

/** Returns a folded text without "no hubo errores" and the like. */
export const withoutNoFailure = (text: string): string => text.replace(noFailure, '').trim();
const reportsFailure = (text: string): boolean => failure.test(withoutNoFailure(text));
/** Returns true when everything under a member of that name is about a failure. */
export const isFailureName = (name: string): boolean => reportsFailure(name) || namesFailure.test(name);

/** Returns true for a text that reports a missing answer. */
export function isFailureText(text: string): boolean {
  if (text.length > maxReadLength) return false;
  const said = folded(text);
  return reportsFailure(said) || wholeFailure.test(withoutNoFailure(said)) || tellsOfPart(text);
}

/** Returns true when nothing is left of what queries cost: `creditos_disponibles: 0`. This query had an answer. */
const isSpent = (name: string, value: Scalar): boolean =>
  typeof value !== 'boolean' && Number(value) === 0 && allowance.test(name) && !manySources.test(name);
const allowance = anyOf('creditos?|credits?|saldo|balance|cuota|cupo|quota|consultas|queries|peticiones|requests|memoria|memory|espacio');

/** Returns true for a report of a failure. `failed`: a member around it has a name of failure. `name`: folded. */
export function isFailure(name: string, value: Scalar, failed = false): boolean {
  const named = reportsFailure(name);
  if (!named && wellBeing.test(name) && isNo(value) && !isSpent(name, value)) return true;
  if ((wellBeing.test(name) || ofSources.test(name)) && fallsShort(percentage.test(name) ? `${value} %` : value)) return true;
  if (value === false && /^(?:estado|status)$/.test(name)) return true;
  if (saysNothing(value) || isSetting(name, value)) return false;
  // A count of pending items alone means nothing for a source.
  const isCount = /^\s*[\d.]+\s*$/.test(String(value));
  if (failed || named || (namesFailure.test(name) && !isCount))
    return !(isMark(value) || isNo(value) || (typeof value === 'string' && saysWentWell(value)));
  if (numbering.test(name) && isFailureStatus(value)) return true;
  if (isYes(value) ? partial.test(name) : (isReporting(name) || mayBePartial.test(name)) && partial.test(folded(String(value))))
    return true;
  return typeof value === 'string' && isFailureText(value);
}

const paging = anyOf('pagina|page|paginas|pages|size|limit|offset|version|elapsed|duracion|tiempo|time|ms|segundos|seconds');
/** Names of how alike names must be for a match. */
const threshold = /^(?:umbral|threshold)\b|\b(?:umbral|threshold)$/;
const ofTheQuery = anyOf(
  'timestamp|generad[oa]|consultad[oa]',
  '(?:fecha|hora|date|time|id|numero|codigo|tipo) (?:de )?(?:la )?' +
    '(?:consulta|query|request|respuesta|busqueda|certificado|expedicion|emision|verificacion)',
  '(?:query|request|response) (?:date|time|id)',
);

const ofParameters = wholly('parametros?|params?|parameters?|filtros?|filters?|criterios?(?: de busqueda)?|criteria');
/** Returns true for a name of what a source was asked for. */
export const isOfParameters = (name: string): boolean => ofParameters.test(name);
/** Names of a request: "yes" asks for findings, and says nothing of them. */
const requesting = /^(?:buscar|consultar|incluir|include) /;
/** Names of a grade of the person. */
const grading = anyOf(
  'alertas?|alerts?|riesgos?|risks?|risco|nivel|level|score|scoring|puntajes?|puntuacion|similitud|similarity|calificacion|rating|semaforo|color',
  'clasificacion|classification|categorias?|category|categories|veredicto|verdict|dictamen|recomendacion(?:es)?|recommendations?',
  'decision|etiquetas?|tags?|flags?|^lista$',
);
/** Words for a person without findings. */
export const well =
  'limpi[oa]|clean|clear|apt[oa]|aprobad[oa]|approved|aceptad[oa]|accepted|passed|favorable|viable|elegible|eligible|cumple|compliant';
const low = '(?:muy )?(?:baj[oa]|baixo|nulo|minimo)';
const lowRisk = wholly(
  `${low}(?: (?:riesgo|risco))?|(?:riesgo|risco) ${low}|sin riesgo|sem risco`,
  '(?:(?:very )?low|minimal|no)(?: risk)?|verde|green|normal|estandar|standard|basic[oa]?|general|simplificad[oa]',
  `${well}|aprobar|approve|aceptar|accept|pass|allow(?:ed)?|proceed|permitir|continuar|vincular`,
  'negativ[oa]|(?:persona )?(?:natural|juridica)',
);
/** Returns true for a member that only reports success, time or form of the query, and nothing about the person. `name`: folded. */
export function isAboutQuery(name: string, value: Scalar): boolean {
  if (isMark(value) || isSetting(name, value)) return true;
  // `{validaciones: {ofac: "OK"}}`
  if (isListName(name) && /^\s*ok(?:ay)?\s*$/i.test(String(value))) return true;
  if (isYes(value) && (wellBeing.test(name) || requesting.test(name))) return true;
  if (grading.test(name) && typeof value === 'string' && lowRisk.test(folded(value))) return true;
  if (isReporting(name)) {
    if (numbering.test(name) && /^2\d\d$/.test(String(value))) return true;
    return typeof value === 'string' && value.length <= maxReadLength && saysWentWell(value);
  }
  if (/^(?:fuente|source|servicio|service)$/.test(name)) return typeof value === 'string';
  if (name === 'version') return /^\s*v?\d+(?:\.\d+)*\s*$/i.test(String(value));
  return (typeof value === 'number' && (paging.test(name) || threshold.test(name))) || ofTheQuery.test(name);
}

/** Names of members that hold findings. */
const found = anyOf(
  'procesos?|radicad[oa]s?|sancion(?:es)?|sanciona\\w*|antecedentes?|inhabilidad(?:es)?|inhabilita\\w*|delitos?|condenas?',
  'expedientes?|multas?|hallazgos?',
  'encontrad[oa]s?|hallad[oa]s?|found|coincidencias?|matches|match|hits?|titulo|titular|noticias?|registra|reportad[oa]|comparendos?|embargos?|investigaciones|medidas?',
);
const counting = anyOf('total(?:es)?|count|cantidad|conteo|numero (?:de )?\\p{L}+s|registros|resultados|results|records');
/** Names of members that the description does not list and that hold data of the person. */
const weighty = anyOf(
  'datos?|data|block\\p{L}*|bloque\\p{L}*|alert\\p{L}*|riesgos?|risks?|ofac|interpol|peps?|restri(?:c?tiv)\\p{L}*|listas? negras?',
  '(?:sancion|antecedente|inhabil|condena|coinciden|hallazgo|match)\\p{L}*|hits?',
);

/** Names of lists about the query, its sources or its service. */
const aboutQuery = anyOf(
  'fuentes?|sources?|servicios?|services?|proveedor(?:es)?|providers?|metadata|metadatos',
  'links?|enlaces?|parametros?|parameters?|filtros?|filters?',
  'logs?|trazas?|traces?|pasos|steps|avisos?|mensajes?|messages?|warnings?|advertencias?',
  'notas?|notes?|consultas?|queries|query|request|solicitud',
  'paginas?|pages?|versiones|headers|tiempos?|timings?|auditoria|audit|errores|errors|estados?|status|consultad[oa]s?|searched|queried',
);
export const isQueryName = (name: string): boolean => aboutQuery.test(name);
const listing = anyOf(
  'entries|entradas|registros|records|resultados|results|items|findings|rows|filas|personas|persons|people|individuos|entidades|listados?',
);
/** A name of findings or persons: an element below it is one. */
export const isListingName = (name: string): boolean => listing.test(name);
const listNames = anyOf('ofac|onu|sdn|interpol|un|ue|eu|peps?|clinton|fbi|dea|siri|sibor|simit|runt|rues|contraloria|policia|fiscalia');
/** Returns true for a text that names a list or register. */
export const isListName = (text: string): boolean => listNames.test(text);
const ofList = anyOf(
  'lista|(?:watch|black|sanctions?) ?list|vinculantes?|onu|sdn|clinton|fbi|dea|ue|bdme|boletin|siri|sibor|simit|contraloria|policia|fiscalia|sarlaft|sagrilaft',
);
/** Returns true for a name of one list or register, under which any value but a denial is data of the person. */
export const isNameOfList = (name: string): boolean => ofList.test(name) && !isQueryName(name) && name !== 'lista';
const offences =
  'procesos|medidas|investigacion(?:es)?|infraccion(?:es)?|(?:delito|multa|comparendo|embargo|denuncia|demanda|querella|queja|tutela|sentencia)s?';
const counted = anyOf(offences, 'deudas?|apariciones|menciones|ocurrencias|findings|noticias|encontrad[oa]s|hallad[oa]s|found');
/** Returns true for a number of what is not in the answer; it may be of queries that are left. `name`: folded. */
export const countsRest = (name: string, value: Scalar): boolean => /^(?:remaining|restantes?)$/.test(name) && Number(value) > 0;
const affirmed = anyOf(
  offences,
  'captura|requerid[oa]|buscad[oa]|reportad[oa]|fallecid[oa]|fallecimiento|defuncion|muerte|death|obito|encontrad[oa]|hallad[oa]|listad[oa]|listed|found|positiv[oa]|coincide|aparece',
  'restringid[oa]|vetad[oa]|denegad[oa]|rechazad[oa]|detenid[oa]|(?:en|in|on) listas?|(?:in|on) (?:the )?list|tiene (?:registros|resultados)',
  'fraude|lavado|terroris\\p{L}+|narcotrafic\\p{L}+|vinculad[oa]|expuest[oa]|exposta|cargos? publicos?|wanted|sanctioned|exposed',
  'pandilla\\p{L}*|corrupcion|crimen|criminal|homicid\\p{L}+|secuestr\\p{L}+|extorsion|soborno|cohecho|peculado|contrabando|estafa|hurto',
  'profug[oa]|extradi\\p{L}+|capturad[oa]|judicializad[oa]|testaferr[oa]|deudora?|moros[oa]|responsable fiscal',
);
/** A state or an action for a person with findings, under any name. */
const graveState = wholly(
  'peps?(?: (?!no\\b)\\p{L}+)?|coincidencias?|match(?:es)?|hallazgos?|bloquear|block|escalar|escalate|revisar|review|enhanced|(?:en )?revision(?: manual)?|manual review',
  '(?:si )?(?:se )?(?:aparece|figura|registra|presenta|encuentra|reportad[oa]|listad[oa]|encontrad[oa]|hallad[oa]|positiv[oa]|presente)',
);
const badResult = wholly(
  '(?:resultado|result|valor|value|estado|status) ' +
    '(?:(?:muy |very )?(?:alt[oa]|high)|critic(?:[oa]|al)|medi[oa]|medium|roj[oa]|red|amarill[oa]|yellow|hits?)',
);
const isGrave = (name: string, text: string): boolean => graveState.test(text) || badResult.test(`${name} ${text}`);
const named = anyOf(offences, 'encontrad[oa]s|hallad[oa]s');
const bound = anyOf('min|minim[oa]|minimum|max|maxim[oa]|maximum|corte|limite');
/** Returns true for a grade that is not one of the usual good ones: `{semaforo: "ROJO"}`, `{score: 95}`. The scale is unknown. */
const gradesBadly = (name: string, value: Scalar): boolean =>
  (grading.test(name) || named.test(name)) &&
  !bound.test(name) &&
  isYesOrNo(value) !== 'no' &&
  (Number(String(value).replace(',', '.').replace('%', '')) > 0 ||
    (typeof value === 'string' && /^[^#]*\p{L}/u.test(value) && !saysWentWell(value)));

/**
 * Returns true for a count of findings, a yes to one, or a bad grade outside of a source: `{procesos: 2}`, `{encontrado: true}`,
 * `{semaforo: "ROJO"}`; and for a no to what is well: `{limpio: false}`. `name`: folded.
 */
export function affirmsFinding(name: string, value: Scalar): boolean {
  // The state of the query may be that of the person; a list may be one that was searched.
  const isQuery = isQueryName(name);
  if ((!isQuery || isReporting(name)) && !ofCountable.test(name) && isGrave(name, folded(String(value)))) return true;
  if (isQuery || isAboutQuery(name, value)) return false;
  if (isDenyingName(name)) return isWellName(name) && typeof value !== 'number' && isYesOrNo(value) === 'no';
  if (affirmed.test(name) && !deniesFinding(name, value) && !saysWentWell(String(value))) return true;
  return gradesBadly(name, value) || (typeof value !== 'boolean' && Number(value) > 0 && counted.test(name));
}
const neutral = anyOf(
  'cache\\p{L}*|proces\\p{L}+|finaliz\\p{L}+|verific\\p{L}+|activ[oa]|vigente|valid[oa]?|existe|natural|juridica|mayor de edad|autoriz\\p{L}+|acept\\p{L}+|consent\\p{L}+',
);
/** Returns true for a yes that is not about the query: in a result, which is about the person, it may mean a finding. `name`: folded. */
export const mayAffirm = (name: string, value: Scalar): boolean =>
  isYes(value) &&
  typeof value !== 'number' &&
  ![isQueryName, isDenyingName].some((is) => is(name)) &&
  ![isAboutQuery, isFailure].some((is) => is(name, value)) &&
  !neutral.test(name);
/** Units, and what else is counted of a person, a query, its price or its answer. */
const otherCounts = anyOf(
  '(?:milli)?(?:seconds?|segundos?)|minut[oe]s?|hours?|horas?|days?|dias?|weeks?|semanas?|mes(?:es)?|months?|anos?|years?|edad|age|took',
  'bytes|caracteres|characters|letras|palabras|words|terminos|terms|digitos|digits|decimales|puntos|points|veces|times|intentos|attempts',
  'creditos?|credits?|saldos?|pesos|tokens?|costos?|precios?|valor(?:es)?|cuotas|monedas|unidades|units|plan(?:es)?|usad[oa]s?|used|left',
  'hij[oa]s|dependientes|ingresos|gastos|activos|pasivos|empleados|soci[oa]s|direcciones|telefonos|celulares|correos|nombres|apellidos',
  'hilos|threads|nodos|nodes|usuarios|users|clientes|llamadas|calls|peticiones|requests|sesiones|sessions|busquedas|searches',
  'niveles|reglas|rules|campos|fields|columnas|columns|rows|opciones|options|permisos|indices|ids|codigos|codes|tipos|types|paises|countries',
  'variantes?|variants?|coordenadas|coordinates|analizad[oa]s|analyzed|procesad[oa]s|processed|revisad[oa]s|checked|scanned|minim[oa]s',
  'por|per|meta|restantes|remaining|total(?: of| de)? (?:results|resultados|registros|records|items)',
);
const isPlural = (word: string): boolean => /[^siu]s$/.test(word) && word.length > 3;
/** Names of an object that counts something by its members. */
const counts = anyOf(
  'conteos?|contadores|counts?|counters|totales|totals|cantidades|estadisticas?|stats|statistics|resumen|resumo|summary',
);
/**
 * Returns true for a small count of what may be findings: a whole number under a plural, in a result (`querellas: 3`), or in an object that
 * counts (`resumen: {pandilla: 3}`). `name`, `outer`: folded names of the member and of the object around it; empty for none.
 */
export function mayCount(name: string, outer: string, value: Scalar, inResult: boolean): boolean {
  if (!/^\s*0*[1-9]\d{0,3}\s*$/.test(String(value)) || isAboutQuery(name, value) || isDenyingName(name)) return false;
  const both = `${outer} ${name}`;
  if ([otherCounts, wellBeing, ofCountable, bound, aboutQuery].some((words) => words.test(both)) || isFailureName(both)) return false;
  if (inResult && both.split(' ').some(isPlural)) return true;
  return [counts, found, weighty, listing].some((words) => words.test(outer)) && !counting.test(name) && !listing.test(name);
}
export const isFoundName = (name: string): boolean => found.test(name) || weighty.test(name) || isNameOfList(name);
/** Returns true for a name of data of the person, outside of a source. */
export const isWeightyName = (name: string): boolean => weighty.test(name);
export const isCounting = (name: string): boolean => counting.test(name);
const ofWell = anyOf(well, 'habilitad[oa]|libre|paz y salvo');
/** A name that says that all is well, so that a no or 0 under it does not. */
export const isWellName = (name: string): boolean => ofWell.test(name);
/** A name that denies, so that "false" under it denies nothing: `sin_antecedentes`, `limpio`. */
export const isDenyingName = (name: string): boolean => /^(?:no|not|sin) /.test(name) || isWellName(name);
/** Names of a kind or a grade, whose letters are no answers to a question: `tipo_sancion: "N"`. */
const ofKind = anyOf(
  'tipo|type|clase|class|categoria|category|codigo|code|cod|estado|status|grado|nivel|level|riesgos?|risks?|letra|sigla|serie',
);
/** Returns true for a no under the name of a finding, also as the letter "N", or with the words of the name. `name`: folded. */
export const deniesFinding = (name: string, value: Scalar): boolean =>
  (isYesOrNo(value) === 'no' && !(/^\s*n\s*$/i.test(String(value)) && ofKind.test(name))) ||
  (typeof value === 'string' && !isDenyingName(name) && deniesWordsOf(name, value));
/** `{pep: "No es PEP"}`, `{sancionado: "No sancionada"}` */
function deniesWordsOf(name: string, text: string): boolean {
  const [, denied = ''] = /^(?:no|not|nao|sin|sem) (?:(?:es|e|esta|is|an?|una?) )*(.+)$/.exec(folded(text)) ?? [];
  const isOfName = (word: string): boolean => ` ${name}`.includes(` ${word.slice(0, Math.max(3, word.length - 1))}`);
  return denied !== '' && denied.split(' ').every(isOfName);
}
/** Returns true for a name under which a no denies findings. */
export const mayDeny = (name: string): boolean =>
  isFoundName(name) || affirmed.test(name) || isCounting(name) || /^(?:resultado|result)$/.test(name);
export const isYesOrNo = (value: Scalar): 'yes' | 'no' | null => (isYes(value) ? 'yes' : isNo(value) ? 'no' : null);
