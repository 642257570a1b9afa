/** Reads whether an object of an answer says that it is one page of several, or cut: what is missing may be findings. Pure. */
import { folded, isMark, isYesOrNo, type Scalar, wholly } from './vocabulary.ts';

/** A member that is no structure. `words`: its name, folded. */
export type Said = { words: string; value: Scalar | null; text: string };

/** `rules`: whether the profile says what the member means, so that it is left out. */
export const saidIn = (object: Record<string, unknown>, isRuled: (key: string, value: unknown) => boolean): Said[] =>
  Object.entries(object).flatMap(([key, value]): Said[] =>
    (typeof value === 'object' && value !== null) || isRuled(key, value)
      ? []
      : [{ words: folded(key), value: value as Scalar | null, text: `${key}: ${String(value)}` }],
  );

const pages = '(?:pages|paginas)';
const things = '(?:results|resultados|registros|records|items|elements|elementos|datos|data|pages?|paginas?)';
/** Names of the next page: its number, address or token. */
const next = wholly(
  '(?:odata )?(?:next|siguiente|proxim[oa])(?: (?:page|pagina))?(?: (?:url|link|href|enlace|cursor|token|offset|number))?',
  '(?:page|pagina|cursor|token) siguiente|continuation(?: token)?|token (?:de )?continuacion',
);
/** Names under which "yes" says that there is more. */
const more = wholly(
  `(?:has|hay|tiene|existen) (?:more|mas|next|siguiente)(?: ${things})?|(?:mas|more) ${things}`,
  `(?:(?:is|esta|results?|response|resultados?|respuesta|lista) )?(?:truncated|truncad[oa]s?|recortad[oa]s?)`,
);
const pageCount = wholly(
  `(?:(?:total|cantidad|numero|num|count)(?: (?:of|de))? )?${pages}|${pages} totales|(?:page|pagina) (?:count|total)`,
  'last page|ultima pagina',
);
const onePage = wholly('(?:(?:current|numero (?:de )?) ?)?(?:page|pagina)(?: actual)?');
const pageSize = wholly(`(?:page )?size|limit|limite|per page|(?:${things} )?por pagina|(?:registros|resultados) pagina|items per page`);
const total = wholly(
  `total(?: count)?|count|(?:total|cantidad|numero|num)(?: (?:of|de))? ${things}|${things} totales|results count`,
  'total encontrados',
);

const numberOf = ({ value }: Said): number => (/^\s*\d{1,9}\s*$/.test(String(value)) ? Number(value) : 0);

/** "1 de 3" under the name of a page. */
const lastOf = ({ value }: Said): number => Number(/^\s*\d+\s*(?:\/|de|of)\s*(\d+)\s*$/i.exec(String(value))?.[1] ?? 0);

const isGiven = ({ value }: Said): boolean =>
  value !== null && value !== '' && isYesOrNo(value) !== 'no' && !isMark(value) && String(value).trim() !== '';

/**
 * Returns the texts by which an object says that there are further pages, or that it was cut: `{next: "/page/2"}`, `{total_pages: 3}`,
 * `{total: 25, limit: 10}`, `{truncated: true}`, `{rel: "next", href: "…"}`; none for the only page.
 * @param name of the object, folded
 */
export function furtherPages(name: string, members: readonly Said[]): string[] {
  const isLink = ({ words }: Said): boolean => words === 'href' || words === 'url';
  const isNextLink = next.test(name) || members.some(({ words, value }) => words === 'rel' && next.test(folded(String(value))));
  const size = Math.max(0, ...members.filter(({ words }) => pageSize.test(words)).map(numberOf));
  return members
    .filter((said) => {
      const { words, value } = said;
      if (isLink(said)) return isNextLink && isGiven(said);
      if (next.test(words)) return isGiven(said);
      if (more.test(words)) return value !== null && isYesOrNo(value) === 'yes';
      if (onePage.test(words) && lastOf(said) > 1) return true;
      return (pageCount.test(words) && numberOf(said) > 1) || (size > 0 && total.test(words) && numberOf(said) > size);
    })
    .map(({ text }) => text);
}
