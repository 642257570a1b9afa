/**
 * Reads what a sentence of a source says, Spanish, Portuguese or English: nothing found, something found, or both. Pure.
 *
 * 1. The text is split into sentences, and these into clauses, at commas and colons.
 * 2. A denial ("no registra antecedentes", "0 sanciones", "sanciones: ninguna") is removed with everything that it enumerates.
 * 3. What is left is judged for itself, and the worst counts. A count of one or more findings, a verb with its finding, or a word such as
 *    "sancionado" is a finding. Words that restrict the denial ("pero", "parcial") are a doubt.
 * 4. A clause before the denial, and the rest of its own, may have any other words: they name the person and the register. Every other
 *    clause must consist of words about the query: a word that is unknown there is a doubt.
 */
import { accentFolded } from '../../../../shared/domain/text-folding.ts';
import { anyOf, maxReadLength, wholly } from './fold-words.ts';
import { isFailureText, well, withoutNoFailure } from './vocabulary.ts';

/** Findings, which are counted. */
const findings = [
  'antecedentes?|sancion(?:es)?|inhabilidad(?:es)?|procesos?|registros?|resultados?|coincidencias?|anotacion(?:es)?|condenas?',
  'multas?|reportes?',
  'hallazgos?|alertas?|novedad(?:es)?|requerimientos?|orden(?:es)?|noticias?|publicacion(?:es)?|delitos?|investigacion(?:es)?|comparendos?',
  'causas?|demandas?|embargos?|menciones|restriccion(?:es)?|bloqueos?|impedimentos?|homonim[oa]s?|expedientes?',
  'inscripcion(?:es)?|infracciones',
  'fallos?|sentencias?|perdidas?|obligacion(?:es)?|deudas?|actuacion(?:es)?|capturas?|incidencias?|vinculos?|denuncias?',
  'imputacion(?:es)?|ofensas?',
  'processos?|sanco?es|condenaca?o|condenacoes|ocorrencias?|apontamentos?|mandados?|pendencias?|restricoes|inscricoes|debitos?|certido?es',
  'sanctions?|results?|records?|match(?:es)?|hits?|entries|entry|findings?|listings?|convictions?|warrants?|alerts?',
  'proceedings?|cases?|fines?',
  'crimes?|penalt(?:y|ies)|charges?|news|articles?|media|offen[cs]es?|medidas?',
].join('|');
/** Things that a denial denies and no one counts. */
const things =
  'asuntos?|pendientes?|listas?|datos?|informacion(?:es)?|data|information|dados?|informacoes|informacao|nada|persona|documento';
const nouns = `${findings}|${things}`;
const kinds = [
  'penal(?:es)?|disciplinari[oa]s?|fiscal(?:es)?|judicial(?:es)?|criminal(?:es)?|policiv[oa]s?|civil(?:es)?|cive[il]s?',
  'laboral(?:es)?|penais|criminais',
  'contractual(?:es)?|profesional(?:es)?|legal(?:es)?|correctiv[oa]s?|administrativ[oa]s?|tributari[oa]s?|comercial(?:es)?',
  'polici(?:al|ales|ais)',
].join('|');
/** Words after a noun that describe it. */
const adjectives = [
  kinds,
  'vigentes?|pendientes?|activ[oa]s?|abiert[oa]s?|registrad[oa]s?|encontrad[oa]s?|hallad[oa]s?|identificad[oa]s?',
  'relacionad[oa]s?|asociad[oa]s?|reportad[oa]s?',
  'relevantes?|advers[oa]s?|negativ[oa]s?|previ[oa]s?|restrictiv[oa]s?|found|available|disponibles?|returned|on file|on record',
  'localizad[oa]s?|algun[oa]|de pago|de captura|por (?:cumplir|pagar|resolver)|en (?:su|mi) contra',
].join('|');
const determiner =
  'el|l[oa]s?|ningun[oa]?s?|nenhum[a]?s?|otr[oa]s?|outr[oa]s?|any|the|other|tipo(?: alguno)? de|de|d[oa]s?|os?|as?|new|nuev[oa]s?';
const described = '(?:criminal|adverse|negative|judicial|prior|active|relevant|known)';
/** A noun with its words. */
const phrase = `(?:(?:${determiner}) ){0,3}(?:${described} ){0,2}(?:${nouns})\\b(?: (?:${adjectives}))*`;
const or = '(?:ni|o|u|y|e|nem|ou|nor|or|and)';
/** What else is denied: "ni inhabilidades", ", multas o procesos", "ni fiscales". */
const enumerated = `(?:(?: ,(?: ${phrase}| (?:${kinds}))){0,6}(?: ,)? ${or}(?: en)? (?:${phrase}|(?:${kinds})\\b)){0,8}`;

const verbs = [
  'registra(?:n|ba|ron)?|presenta(?:n|ba|ron)?|tienen?|tienes|tenia|reporta(?:n|ron)?|posee|existen?|hay|figuran?|aparecen?',
  'arroj(?:o|a|aron|ado)|gener(?:o|a|aron)',
  'devolvio|devuelto|contiene|cuentan?(?: con)?|registro(?! (?:de|del|nacional|unico|publico|general)\\b)',
  'encontr(?:aron|o|aba|ado)|encuentran?|hall(?:aron|o)|obtuv(?:ieron|o)|identific(?:aron|o)|evidenci\\w*|detect(?:aron|o)',
  'consta(?:n|m)?|possui|tem|existem|encontrad[oa]s|localizad[oa]s|encontramos|returned|debe|adeuda|verifican?|observan?',
  'refleja[n]?|muestra[n]?',
].join('|');
const auxiliary = 'se|le|les|me|nos|ha|han|hemos|has|have|been|was|were|is|are|foi|foram|sido|esta|estan|es|fue';
/** Words between a verb and its noun. */
const now = '(?:a|hasta) la fecha|actualmente|hoy';
const between = `(?: (?:${determiner}|${now}|al|en|su|sus|un|una|uma?|nuestra|base|sistema|registrad[oa]s?)){0,6}?`;
/** Words between a verb and its noun in a finding. */
const anything = `(?: (?!(?:${verbs}|pero|si|no|sino)\\b)[\\p{L}\\p{N}]+){0,4}?`;
const participle =
  '(?:reportad|sancionad|inhabilitad|vinculad|registrad|bloquead|requerid|incluid|listad|inscrit|relacionad|condenad|impedid)[oa]s?' +
  '|listed|sanctioned|wanted|included';
const end = '(?= [.,:]|$)';
const ofList = '(?= [.,:]| (?:en|na|no|nas|nos|in|on|como|as)\\b|$)';

const denies = `(?:no|ni|nao|nem|not)(?: (?:${auxiliary})){0,3} (?:${verbs})${between}`;
const none = 'sin|sem|ningun[oa]?s?|nenhum[a]?s?|cero|0|no|ni|zero|without|nao ha|there (?:are|were|is|was) no';
/** Clauses that say that nothing was found. */
const denial = new RegExp(
  [
    `\\b(?:${denies}|${none}) ${phrase}${enumerated}`,
    `\\b${denies} (?:${participle})`,
    `\\b(?:no|nao|not)(?: (?:${auxiliary})){1,3}(?: (?:encuentra|figura|aparece|present))?(?: actualmente| currently)? (?:${participle})`,
    `\\b(?:no|nao)(?: se| fue| ha sido)?(?: (?:encuentra|esta|registra|presenta|reporta|posee|tiene|figura|aparece|consta|adeuda|encontrad[oa]s?))${ofList}`,
    // Not "no requerida" or "no incluida", which is said of a source.
    `^(?:no|nao|not) (?:(?:reportad|sancionad|inhabilitad|bloquead|condenad)[oa]s?|sanctioned)${ofList}`,
    `\\bnada consta\\b`,
    '\\b(?:name|person|subject|customer|client|entity|individual|record|match)(?: was| is)? not (?:found|listed)\\b',
    '\\bnot (?:found|listed|present)(?= (?:in|on) (?:\\S+ ){0,4}(?:list|lists|database|registry|register|records)\\b)',
    `\\b(?:${phrase}|total|resultado|result|certidao|certificado) (?:: )?(?:ningun[oa]?|no|0|cero|none|zero|negativ[oa]s?|n a)${end}`,
  ].join('|'),
  'gu',
);
/** A number that the register does not know: nothing was searched under it. A number that is in no list is a denial. */
const unknownPerson =
  /\b(?:numero|nuip|cedula|documento|identificacion|nit|ruc|dni)\b[^:]*\bno (?:(?:se|ha|fue|esta|sido|encuentra) ){0,3}(?:existe|(?:registrad|inscrit|encontrad|hallad)[oa])\b(?! como\b| en (?:(?:el|la|las|los|ningun[oa]?) )?(?:listas?|listado|boletin|registro de|bases? de (?:datos de )?sancion))/u;
/** Texts that are only this. */
const wholeDenial = wholly(
  'ningun[oa]|nada(?: que reportar)?|none(?: found)?|limpi[oa]|clean|clear|nothing found|no match(?:es)?|negativo|no aplica|(?:se encuentra )?a paz y salvo|paz y salvo',
);

/** Words that the rest of a denial must not have: they restrict the denial, or report something else. */
const affirms = anyOf(
  verbs,
  'ha|han|has|have|are|there',
  'no|ni|nao|nem|not|si|sim|yes|pero|mas|but|aunque|although|sin embargo|however|except[oa]?|salvo|sino',
  'ademas|tambien|also|parcial\\w*|partial',
  'homonim\\w*|homonym\\w*|algun\\w*|otr[oa]s?|solo|only|unicamente|vigentes? desde|exact\\w*|similar\\w*|posibles?|possible',
  'probabl\\w+|potencial\\w*|potential',
  'ya|yet|aun|todavia|menos|pendientes?|pending|en (?:proceso|curso|tramite)|in progress|en este momento|at this time|por (?:ahora|el momento)',
  'temporal\\w*|momentaneamente|desde que|provisional\\w*',
  'con|com|with|respond\\p{L}+|could|pudo|pudieron|recuper\\p{L}+|retrieved|fallas?|problemas?|debido|because|due',
);
/** "con" before the other side of a relation, not before a finding. */
const sides = 'cedulas?|documento|identificacion|numero|nombre|ofac|onu|ue|interpol|exito|base|transito|xnx|\\d+';
const relation = new RegExp(`\\b(?:con|com)(?: (?:el|la|las|los|lo|su|sus|cc|nit|o|a|${sides})\\b|$)`, 'gu');
const foundWords = anyOf(
  'sancionad[oa]s?|inhabilitad[oa]s?|condenad[oa]s?|suspendid[oa]s?|destituid[oa]s?|bloquead[oa]s?|reportad[oa]s?|buscad[oa]s?',
  'capturad[oa]s?|investigad[oa]s?|imputad[oa]s?',
  'positiv[oa]s?|blocked|sanctioned|convicted|wanted|profug[oa]|se encontro coincidencia|match found|objeto de|detenid[oa]s?',
  'fallecid[oa]s?|muerte|deceased|medidas? de aseguramiento',
  'expuest[oa]s? politicamente|politicamente expuest[oa]s?|politically exposed|(?<!\\bde )(?:alto riesgo|high risk)|riesgo alto',
  'diligencia (?:ampliada|reforzada|intensificada)|enhanced due diligence',
);
/** A clause that is only one of these is a finding: a case was ruled, a client is refused. */
const wholeFinding = wholly(
  `fallad[oa]s?|match|reprobad[oa]|responsable fiscal|rechaza(?:d[oa]|r)|reject(?:ed)?|denegar|deny|desfavorable|(?:no|not|non) (?:vincular|${well})`,
  'con (?:coincidencias?|hallazgos?|antecedentes|sanciones|registros?|resultados?|alertas?|reportes?)',
);
const number =
  '(?:\\d+|una?|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|uma?|dois|duas' +
  '|one|two|three|four|five|vari[oa]s|multiples|several|many|some)';
const counted = `(?:${findings}|${kinds})`;
/** A count of something: "2 procesos", "una presunta sanción", "1 disciplinaria", "procesos encontrados: 4", "PEP: sí". */
const counts = new RegExp(
  [
    `\\b(?!0\\b)${number}(?: (?!(?:de|del|of|da|do|en|in|vez|y|la|el)\\b)\\p{L}+)? ${counted}\\b`,
    `\\b(?:${counted}|total(?:es)?|ofac|onu|interpol|peps?|sdn)(?: (?:${adjectives}))* (?:: )?(?!0\\b)(?:\\d+|si|sim|yes)\\b`,
    '(?<!\\b(?:no|ni|si|sin|nunca)\\b.*)\\b(?:orden(?:es)? de captura (?:vigente|activa)s?|(?:posible|probable)s? homonim[oa]s?)\\b',
    '(?<!\\b(?:no|ni|si|sin|nunca)\\b.*)\\bvinculad[oa]s? (?:a|en|con) (?:un[oa]? |el |la )?(?:proceso|investigacion|lista)\\b',
    '\\bno (?:se )?recom(?:ienda|endad[oa]|endable)\\b',
    '(?<!\\b(?:no|ni|si|sin|nunca)\\b.*)\\bcoincidencias? (?:parcial|exacta|total) con\\b',
    '(?<!\\b(?:no|ni|si|nunca|jamas)\\b.*)\\b(?:encontr(?:o|ad[oa])|aparece|figura|registra(?:d[oa])?|reportad[oa]|consta|incluid[oa]|listad[oa]) en (?:(?:el|la|las|los) )?(?:listas?|boletin)\\b',
    '(?<!\\b(?:exitosa|exito|success|vigente|valid[oa]|disponible|ok) ): (?:si|sim|yes)\\b',
  ].join('|'),
  'u',
);
const negation = /\b(?:no|ni|sin|sem|nao|nunca|jamas|not)\b/u;
/** A verb with its noun, without a negation before it. */
const affirmation = new RegExp(`\\b(?:${verbs})${anything} (?:${nouns})\\b`, 'u');
/** A finding that is the object of no other noun: "con sanciones", "orden de captura". */
const finding = new RegExp(`\\b(?:${findings})\\b`, 'u');
/** The name of a register or list: "registro de sancionados", "registro nacional", "sanctions list". */
const register = new RegExp(
  [
    '\\b(?:registro|listas?|listado|boletin|base) (?:de|del) (?:datos de |personas )?\\p{L}+s(?: [yeo] \\p{L}+s)*\\b',
    '\\bregistro (?:nacional|unico|publico|general|de)\\b',
    `\\b(?:${findings}) (?:lists?|database|registry)\\b`,
  ].join('|'),
  'gu',
);
/** A finding that only names something else: "certificado de antecedentes", "en el sistema de sanciones e inhabilidades". */
const of = '(?:de|del|d[oa]s?|of|en|na|no|in|on|por) (?:(?:el|la|los|las|the|un) ){0,2}';
const ofNoun = new RegExp(`\\b${of}(?:${nouns})(?: (?:${adjectives}))*(?: (?:y|e|o) (?:${nouns}))*\\b`, 'gu');

const months =
  'enero|febrero|marzo|abril|mayo|junio|julio|agosto|sep?tiembre|octubre|noviembre|diciembre' +
  '|janeiro|fevereiro|marco|maio|junho|julho|setembro|outubro|novembro|dezembro';
/** Words about the query, its time, the person and the office. A clause of these says nothing about findings. */
const neutral = wholly(
  'al|ante|con|de|del|desde|durante|e|el|en|entre|es|esta|este|esto|fue|ha|han|hasta|la|las|le|lo|los|o|para|por|que|se|segun',
  'sido|siendo|sobre|ni|su|sus|un|una|vez|y',
  'da|das|do|dos|em|na|nas|os|as|ao|foi|pela|pelo|the|of|on|at|by|for|from|in|is|was|has|been|and|to|this|your|an?|it',
  'with|am|pm|m|hrs?|xnx|0',
  `consulta(?:s|d[oa]s?|r|ron)?|busqueda|search(?:ed)?|query|queried|realizad[oa]s?|efectuad[oa]|ejecutad[oa]|generad[oa]`,
  `expedid[oa]|expedicion|emitid[oa]|impres[oa]|issued|completad[oa]|completed|performed|exitosa(?:mente)?|correcta(?:mente)?`,
  `exito|successful(?:ly)?|ok|finalizad[oa]|terminad[oa]`,
  `fecha|hora|horas|dia|dias|mes|meses|anos?|minutos?|segundos?|hoy|date|time|today|data|datos|lunes|martes|miercoles|jueves`,
  `viernes|sabado|domingo|${months}`,
  'certific(?:ad[oa]|a|amos)|ordinario|especial|dc|linea|web|certidao|constancia|certificate|documento|document|codigo|code',
  'verificacion|folio|consecutivo|referencia|reference|numero|number|num|nro|n|id|ref|bitacora|version',
  'pagina|valid[oa]|validez|vigencia|vigente|tiene',
  'identificad[oa]|identificacion|cedula|ciudadania|extranjeria|pasaporte|nit|cc|ce|ti|nombres?|apellidos?|name|senora?|sr|sra',
  'ciudadan[oa]|persona|cliente|titular|natural|juridica|corresponde|verificad[oa]',
  'sistema|informacion|registro|base|bases|fuentes?|source|sources|lista|listas|lists?|boletin|responsables?|nacional|general',
  'policia|procuraduria|contraloria|republica|colombia|nacion|rama|judicial|fiscalia|ministerio|ofac|onu|ue|eu|interpol|sdn',
  'siri|sibor|simit|rues|runt|rnmc|dian|inpec|clinton|tipo|legal|internacional(?:es)?|restrictivas?|vinculantes?',
  'resultado|result',
  'informa|hace|constar|conste|articulo|constitucion|politica|ley|decreto|resolucion|conformidad|acuerdo|establecido',
  'territorio|colombiano|oficial|oficina|ciudad|bogota|quito|lima',
  'favor|revis(?:e|ar)|verifi(?:que|car)|opciones|criterios|ingresad[oa]s?|suministrad[oa]s?|intent(?:e|ar|arlo)|nuevamente',
  'gracias|please|check|parametros|otros|otra',
);

const lists = '(?:listas?|fuentes?|bases?|lists?|sources?)\\b';
const dates = new RegExp(
  [
    '\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}(?:t[\\d:.]+(?:z|[+-]\\d\\d:?\\d\\d)?)?',
    '\\d{1,2}:\\d{2}(?::\\d{2})?(?:[.,]\\d+)?(?: ?[ap]\\.? ?m\\b\\.?)?',
    `\\d{1,2} (?:de |del )?(?:${months})(?: (?:de|del) \\d{4})?`,
    // A number of a document, an article or the like.
    '\\b(?:n[oº°]?|nro|num)\\s?[.º°:#]+\\s?\\d[\\d.,-]*|#\\s?\\d+|\\bn[º°]|\\bno \\d{4,}\\b',
    '\\b(?:article|articulo|art|ley|law|decreto|resolucion|codigo|folio) (?:numero |number |no )?\\d+',
    '\\d+ (?:anos?|dias?|meses|mes|horas?|minutos?|years?|days?|months?|hours?)\\b',
    // Lists that were searched.
    `\\b\\d+(?= ${lists} (?:consultad|revisad|searched))|(?<=\\b(?:en|las|los|consultaron|in|of) )\\d+(?= ${lists})`,
  ].join('|'),
  'gu',
);

/** Numbers of the person, of the query or of a year, which are not in front of a finding. */
const idNames = 'consulta|certificado|documento|numero|version|pagina|page|referencia|bitacora|id|codigo|folio';
const idNumbers = new RegExp(
  `(?:\\b(?:\\d{5,}|(?:19|20)\\d\\d)|(?<=\\b(?:${idNames})(?: de \\p{L}+)?(?: :)? )\\d+)\\b(?! ${counted})`,
  'gu',
);

/** Returns the sentences of a text, each with its clauses joined by ` , ` and ` : `; `xnx` for dates, times and numbers of documents. */
function sentencesOf(text: string): string[] {
  const spaced = accentFolded(text.replace(/registró/giu, 'registraba'))
    .replace(/\((?:a|o|s|n|as|os|es|la|las|los)\)/gu, '')
    .replace(/\bsin embargo\b/gu, 'pero')
    .replace(dates, ' xnx ')
    .replace(/(\d)[.,](?=\d)/gu, (_, digit: string) => digit)
    .replace(/\b0+\b(?: (?:de|of) \d+)?/gu, '0')
    .replace(idNumbers, ' xnx ');
  return spaced
    .split(/[.;\n\r|•!?()[\]]+|\s[-–—/]+\s/u)
    .map((sentence) =>
      sentence
        .replace(/[,:=]+/gu, (mark) => (mark.startsWith(',') ? ' , ' : ' : '))
        .replace(/[^\p{L}\p{N},:]+/gu, ' ')
        .trim(),
    )
    .filter((sentence) => sentence !== '');
}

/** "Antecedentes judiciales: no registra", "la búsqueda arrojó 0 resultados". */
const label = new RegExp(`(?:^|(?<= ))(?:${phrase}${enumerated} (?:: )?|(?:(?:${verbs}|${auxiliary}) ){1,4})~`, 'gu');

/** A comma, or a colon that is not before a count. */
const clauseEnd = / ?, ?| ?:(?! ?(?:si|sim|yes|\d+)\b) ?/u;

type Said = 'finding' | 'doubt' | 'denied' | 'neutral';

/** Returns a clause without words that name a register, a document or another side. */
const withoutNames = (clause: string): string =>
  clause
    .replace(register, ' ')
    .replace(ofNoun, ' ')
    .replace(relation, ' ')
    .replace(/ algun[oa]$/u, '');

/** Reads a clause, with `~` in place of its denials. `strict`: an unknown word is a doubt. `names`: words of the queried person. */
function readClause(clause: string, strict: boolean, names: ReadonlySet<string>): Said {
  const denied = clause.includes('~');
  const rest = withoutNames(clause);
  if (counts.test(clause) || wholeFinding.test(clause)) return 'finding';
  if (foundWords.test(rest) || affirmation.test(rest)) return negation.test(rest) ? 'doubt' : 'finding';
  if (strict && !denied)
    return rest.split(/[ :]+/u).every((word) => word === '' || neutral.test(word) || names.has(word)) ? 'neutral' : 'doubt';
  if (affirms.test(rest) || finding.test(rest)) return 'doubt';
  return denied ? 'denied' : 'neutral';
}

function* readClauses(text: string, names: ReadonlySet<string>): Generator<Said> {
  for (const sentence of sentencesOf(text)) {
    const said = withoutNoFailure(sentence);
    if (unknownPerson.test(said)) yield 'doubt';
    const denied = wholeDenial.test(said) ? '~' : said.replace(denial, ' ~ ').replace(/\s+/gu, ' ').replace(label, '~');
    const clauses = denied.split(clauseEnd).filter((clause) => clause !== '');
    const first = clauses.findIndex((clause) => clause.includes('~'));
    // A failure is no finding: "error en 2 registros".
    for (const [index, clause] of clauses.entries()) yield isFailureText(clause) ? 'doubt' : readClause(clause, index > first, names);
  }
}

/**
 * Returns `no-answer` for a text that reports a failure and no finding. `mixed`: a person has to decide, because the text says both, or
 * restricts a denial. Null for an unknown or long text. `name`: of the queried person; its words say nothing.
 */
export function readSentence(text: string, name: string): 'clear' | 'hit' | 'no-answer' | 'mixed' | null {
  if (text.length > maxReadLength) return null;
  const said = new Set(readClauses(text, new Set(accentFolded(name).split(/[^\p{L}\p{N}]+/u))));
  const failed = isFailureText(text);
  if (said.has('finding')) return failed || said.has('denied') ? 'mixed' : 'hit';
  if (failed) return 'no-answer';
  if (!said.has('denied')) return null;
  return said.has('doubt') ? 'mixed' : 'clear';
}
