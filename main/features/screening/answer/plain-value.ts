/** Reads texts that stand for something else: "false", "0", and HTML. Pure. */
import { maxReadLength } from './fold-words.ts';

const [inline, block] = [
  'b|i|u|strong|em|span|font|small',
  'p|br|div|t(?:able|body|head|foot|[rdh])|[uod]l|li|d[td]|h[1-6r]|center|html|body|label',
];
/** Tags that say nothing, whatever their attributes are; a picture, a field or a link does. */
const [inlineTag, blockTag] = [inline, block].map((names) => new RegExp(`</?(?:${names})(?:\\s[^<>]*)?/?>`, 'giu')) as [RegExp, RegExp];
const named: Readonly<Record<string, string>> = { nbsp: ' ', amp: '&', quot: '"', ordm: 'º', iexcl: '¡', iquest: '¿' };
const entity = /&(?:([a-z])(?:acute|tilde|uml|grave|cedil|circ)|#(\d{2,5})|([a-z]{2,6}));/giu;

/** Characters of the longest HTML whose text is read. */
const maxHtml = 20 * maxReadLength;

/** Returns false and 0 for texts that are only that, and the text of HTML, its letters without accents; any other text unchanged. */
export function plainValue(text: string): string | number | boolean {
  const said = text.trim();
  if (/^false$/i.test(said)) return false;
  if (/^0+(?:[.,]0+)?$/.test(said)) return 0;
  if (text.length > maxHtml || !/[<&]/.test(text)) return text;
  return text
    .replace(inlineTag, '')
    .replace(blockTag, '\n')
    .replace(entity, (found, letter?: string, code?: string, name?: string) => {
      if (letter !== undefined) return letter;
      return code === undefined ? (named[name?.toLowerCase() ?? ''] ?? found) : String.fromCharCode(Number(code));
    })
    .trim();
}
