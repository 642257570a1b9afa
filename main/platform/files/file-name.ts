/** File names that every system takes: pure, no disk. */

/**
 * Longest name, in bytes of UTF-8, first the usual limit, then one for encrypted folders (eCryptfs takes 143).
 * Linux counts bytes, Windows and macOS UTF-16 units, of which a name never has more than bytes.
 */
export const nameLimits = [255, 140] as const;

/** Of a name with nothing left in it. */
export const fallbackStem = 'document';

// What Windows refuses in a name; refused everywhere, since a folder may be a share or a stick that moves.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is looking for
const forbidden = /[<>:"/\\|?*\u0000-\u001f\u007f]/g;
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)/i;
/** What stays at the end when a name is shortened: a short word after the last hyphen (`-signed`), the extension. */
const ending = /(?:-[a-z]{1,20})?(?:\.[a-z0-9]{1,10})?$/i;
const extension = /\.[a-z0-9]{1,10}$/i;

/** The name with everything replaced that Windows would refuse. Accents, emoji and `’` stay as they are. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(forbidden, '_')
    .replace(/[. ]+$/, '');
  if (plain === '') return fallbackStem;
  return reserved.test(plain) ? `_${plain}` : plain;
}

/**
 * The `n`th name to try for a wanted name: itself, then ` (2)`, ` (3)`… before the extension. Too long, the
 * middle goes: whole graphemes are cut, the ending and the number stay.
 */
export function candidateName(wanted: string, n: number, limit: number = nameLimits[0]): string {
  const name = safeName(wanted);
  const kept = name.slice(name.search(ending));
  const stem = name.slice(0, name.length - kept.length);
  const tail = n === 1 ? kept : numbered(kept, n);
  return fitting(stem, limit - Buffer.byteLength(tail)) + tail;
}

function numbered(kept: string, n: number): string {
  const at = kept.search(extension);
  return at < 0 ? `${kept} (${n})` : `${kept.slice(0, at)} (${n})${kept.slice(at)}`;
}

/** As much of the text as fits into so many bytes: whole graphemes, or whole code points where not one grapheme fits. */
function fitting(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const graphemes = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return (firstWithin(graphemes, bytes) || firstWithin([...text], bytes)).replace(/[. ]+$/, '');
}

function firstWithin(pieces: readonly string[], bytes: number): string {
  let used = 0;
  const end = pieces.findIndex((piece) => {
    used += Buffer.byteLength(piece);
    return used > bytes;
  });
  return pieces.slice(0, end < 0 ? pieces.length : end).join('');
}
