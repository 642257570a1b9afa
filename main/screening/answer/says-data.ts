/**
 * Whether what stands where a source's data belongs is data, or only tells how the source fared. The service "stores
 * what the source returns" (endpoint F, behaviours), so a failed source may have left any kind of error body. Pure.
 */
import { isObject } from '../../json/exact-json.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** All that is under such a member is about a failure. */
const failure = words('error errors err errores exception excepcion fault timeout timedout');
/** Such a member reports; a structure under it can still be data. Words of the titles that refusals have are among them. */
const reporting = words(
  [
    'message messages mensaje mensajes msg warning advertencia aviso status estado code codigo detail details detalle detalles',
    'disponible available unavailable indisponible success exito ok fuente source reason motivo razon causa cause',
    'no bad request unauthorized forbidden internal server service not found',
  ].join(' '),
);
/** What an error body has beside its message (RFC 9457 and frameworks); alone, such a member may be data as well. */
const beside = words('title type instance trace id path timestamp date fecha time hora datetime');
/** Words that make `beside` part of an error body; a status or code does when it is one of HTTP's failures. */
const failing = words('error errors err errores exception excepcion timeout message mensaje msg success exito');
const numbering = words('status estado code codigo');
/** Members whose text is shown beside data. */
const saying = words('message messages mensaje mensajes msg warning advertencia aviso');

/** A short text (or a member's name) that says by itself that nobody answered, whatever it stands under. */
const silence =
  /no (?:est[aá] )?disponible|indisponible|unavailable|not available|time[ -]?d?[ -]?out|tiempo de espera|no respond|not respond|no response|sin respuesta|fuera de servicio|out of service|^\W*(?:errors?|failed|fail(?:ure)?|fall[oóa])\W*$/i;
const longestSilence = 200;

/** `errorCode`, `status_code` and `Código de error` are made of words; joining ones do not count. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'de' && word !== 'del' && word !== 'of');

const all = (name: string, ...sets: ReadonlySet<string>[]): boolean => {
  const found = wordsOf(name);
  return found.length > 0 && found.every((word) => sets.some((set) => set.has(word)));
};
const any = (name: string, set: ReadonlySet<string>): boolean => wordsOf(name).some((word) => set.has(word));

const isFailure = (name: string): boolean => (all(name, failure, reporting) && any(name, failure)) || silence.test(wordsOf(name).join(' '));

/** 400 to 599, as a number or a text. */
export const isHttpFailure = (value: unknown): boolean =>
  typeof value === 'number' ? value >= 400 && value < 600 : typeof value === 'string' && /^[45]\d\d$/.test(value);

/** Null, `{}` and `[]`: the empty results. */
export const isEmpty = (value: unknown): boolean =>
  value === null || (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0);

/**
 * Whether some member under the value holds data: a text, a number but 0, or `true`, under a name that does not report.
 * `alone`: whether a value without a name counts, as it does under a member that holds data. `described`: names that
 * hold data whatever their words are.
 */
export function holdsData(value: unknown, alone = false, described: ReadonlySet<string> = new Set()): boolean {
  if (typeof value === 'string') return alone && value.trim() !== '' && !(value.length <= longestSilence && silence.test(value));
  if (Array.isArray(value)) return value.some((element) => holdsData(element, alone));
  if (!isObject(value)) return alone && value !== null && value !== undefined && value !== 0 && value !== false;
  const names = Object.keys(value);
  const failed = names.some((name) => any(name, failing) || (any(name, numbering) && isHttpFailure(value[name])));
  return names.some((name) => {
    if (described.has(name)) return holdsData(value[name], true);
    if (isFailure(name)) return false;
    const reports = failed ? all(name, reporting, beside) : all(name, reporting);
    return holdsData(value[name], !reports);
  });
}

/** What a value says in words, all of it: `name: text` for each text, number, `true` and `false` in it. */
export function textsIn(value: unknown, name = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => textsIn(element, name));
  if (isObject(value)) return Object.keys(value).flatMap((key) => textsIn(value[key], key));
  if (value === null || value === undefined || value === '') return [];
  return [name === '' ? String(value) : `${name}: ${String(value)}`];
}

/** What is said beside data: under members that tell of a failure or are a message, and in elements that are no data. `error: false` says nothing. */
export function remarksIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => (holdsData(element) ? remarksIn(element) : textsIn(element)));
  if (!isObject(value)) return [];
  return Object.keys(value).flatMap((name) =>
    (isFailure(name) && value[name] !== false && value[name] !== 0) || (all(name, saying) && !holdsData(value[name]))
      ? textsIn(value[name], name)
      : remarksWithin(value[name]),
  );
}

/** Within a member that holds data, a bare text is data. */
const remarksWithin = (value: unknown): string[] =>
  Array.isArray(value) ? value.flatMap((element) => (isObject(element) ? remarksIn(element) : [])) : remarksIn(value);
