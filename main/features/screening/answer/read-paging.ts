/** Reads whether an object of an answer says that it is one page of several, or cut: what is missing may be findings. Pure. */
import { isObject } from '../../../platform/json/exact-json.ts';
import { folded, wholly } from './fold-words.ts';
import { isLeaf, isMark, isYesOrNo, type Scalar } from './vocabulary.ts';

/** A member that is no structure. `words`: its name, folded. */
export type Said = { words: string; value: Scalar | null; text: string };

/** `rules`: whether the profile says what the member means, so that it is left out. */
export const saidIn = (object: Record<string, unknown>, isRuled: (key: string, value: unknown) => boolean): Said[] =>
  Object.entries(object).flatMap(([key, value]): Said[] =>
    isLeaf(value) && !isRuled(key, value) ? [{ words: folded(key), value, text: `${key}: ${String(value)}` }] : [],
  );

const pages = '(?:pages|paginas)';
const things = '(?:results|resultados|registros|records|items|elements|elementos|datos|data|pages?|paginas?)';
/** Names of the next page: its number, address or token. */
const next = wholly(
  '(?:odata )?(?:next|siguiente|proxim[oa])(?: (?:page|pagina))?(?: (?:url|link|href|enlace|cursor|token|offset|number))?',
  '(?:page|pagina|cursor|token) siguiente|continuation(?: token)?|token (?:de )?continuacion|cursor',
);
/** Names under which "yes" says that there is more. */
const more = wholly(
  `(?:has|hay|tiene|existen) (?:more|mas|next|siguiente)(?: ${things})?|(?:mas|more)(?: ${things})?`,
  `(?:max|limit|maximo|limite)(?: (?:de )?${things})? (?:reached|exceeded|alcanzado|superado|excedido)`,
  `(?:(?:is|esta|results?|response|resultados?|respuesta|lista) )?(?:truncated|truncad[oa]s?|recortad[oa]s?)`,
);
const pageCount = wholly(
  `(?:(?:total|cantidad|numero|num|count)(?: (?:of|de))? )?${pages}|${pages} totales|(?:page|pagina) (?:count|total)`,
  'last page|ultima pagina',
);
/** Of an object about pages. */
const ofPages = wholly('de|of|last|ultima');
const onePage = wholly('(?:(?:current|numero (?:de )?) ?)?(?:page|pagina)(?: actual)?');
const pageSize = wholly(`(?:page )?size|limit|limite|per page|(?:${things} )?por pagina|(?:registros|resultados) pagina|items per page`);
const total = wholly(
  `total(?: count)?|count|(?:total|cantidad|numero|num)(?: (?:of|de))? ${things}|${things} totales|results count`,
  'total encontrados',
);

const numberOf = ({ value }: Said): number => (/^\s*\d{1,9}\s*$/.test(String(value)) ? Number(value) : 0);

/** Names under which "no" says that there is more. */
const isLast = wholly('(?:(?:is|es) )?(?:last|ultim[oa])(?: (?:page|pagina))?');
/** Names of how many are not in the answer; without a noun in an object about pages. */
const rest = wholly(`(?:remaining|restantes|pending) ${things}|${things} (?:remaining|restantes|pendientes)`);
const bareRest = wholly('remaining|restantes?');
const shown = wholly(`(?:mostrando|showing|displaying)(?: ${things})?`);

/** The numbers of "1 de 3" under the name of a page, and of "1-10 of 40"; 0 for another text. */
function partOf({ value }: Said): { part: number; all: number } {
  // With single blanks: a long row of them would be divided among the parts of the pattern in every way.
  const text = String(value).replaceAll(/\s+/g, ' ');
  const [, part, all] = /^(?:\D*\d+ ?[-–a] ?)? ?(\d+) ?(?:\/|de|of) ?(\d+)(?: \p{L}+)? ?$/iu.exec(text) ?? [];
  return { part: Number(part ?? 0), all: Number(all ?? 0) };
}

const isGiven = ({ value }: Said): boolean =>
  value !== null && value !== '' && isYesOrNo(value) !== 'no' && !isMark(value) && String(value).trim() !== '';

/**
 * Returns the number of elements in the arrays of an object, and in those of these elements; null without an array of objects or of nothing,
 * since a list of texts has no findings that a total could count.
 */
export function entriesOf(object: Record<string, unknown>): number | null {
  const lists = Object.values(object).filter((value) => Array.isArray(value) && value.every(isObject));
  if (lists.length === 0) return null;
  return lists.flat().reduce<number>((sum, element) => sum + 1 + (isObject(element) ? (entriesOf(element) ?? 0) : 0), 0);
}

/** Names of an object about the answer itself, whose total counts the arrays next to it. */
export const isAboutPages = wholly('meta(?:data|datos)?|pag(?:e|ing|ination|inacion|inacao|er)(?: info)?|page info|resumen|resumo|summary');

/**
 * Returns the texts by which an object says that there are further pages, or that it was cut: `{next: "/page/2"}`, `{total_pages: 3}`,
 * `{total: 25, limit: 10}`, `{total: 25}` next to fewer entries, `{truncated: true}`, `{rel: "next", href: "…"}`; none for the only page.
 * @param name of the object, folded
 * @param entries that a total counts; null where it may count something else
 */
export function furtherPages(name: string, members: readonly Said[], entries: number | null): string[] {
  const isLink = ({ words }: Said): boolean => words === 'href' || words === 'url';
  const isNextLink = next.test(name) || members.some(({ words, value }) => words === 'rel' && next.test(folded(String(value))));
  const size = Math.max(0, ...members.filter(({ words }) => pageSize.test(words)).map(numberOf));
  return members
    .filter((said) => {
      const { words, value } = said;
      if (isLink(said)) return isNextLink && isGiven(said);
      if (next.test(words)) return isGiven(said);
      if (more.test(words)) return value !== null && isYesOrNo(value) === 'yes';
      const { part, all } = partOf(said);
      if ((onePage.test(words) && all > 1) || (shown.test(words) && part < all)) return true;
      if (isLast.test(words) && value !== null && isYesOrNo(value) === 'no' && value !== 0) return true;
      if (pageCount.test(words) || (isAboutPages.test(name) && ofPages.test(words))) return numberOf(said) > 1;
      if (rest.test(words) || (isAboutPages.test(name) && bareRest.test(words))) return numberOf(said) > 0;
      return total.test(words) && ((size > 0 && numberOf(said) > size) || (entries !== null && numberOf(said) > entries));
    })
    .map(({ text }) => text);
}
