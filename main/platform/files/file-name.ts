/** Makes file names that are valid on every system. Pure. */

/**
 * Maximum length of a name in bytes of UTF-8: the usual limit, then one for encrypted folders (eCryptfs allows 143). Linux counts bytes,
 * Windows and macOS UTF-16 units, which are never more than the bytes.
 */
export const nameLimits = [255, 140] as const;

/** Replaces a name without any valid character. */
export const fallbackStem = 'document';

// Characters that Windows refuses in a name; replaced on all systems, since a folder may be on a share or a USB stick.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const forbidden = /[<>:"/\\|?*\u0000-\u001f\u007f]/g;
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(\.|$)/i;
/** The ending that a shortened name retains: a short word after the last hyphen (`-signed`), and the extension. */
const ending = /(?:-[a-z]{1,20})?(?:\.[a-z0-9]{1,10})?$/i;
const extension = /\.[a-z0-9]{1,10}$/i;

/** Replaces everything in a name that Windows refuses. Accents, emoji and `’` stay unchanged. */
export function safeName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(forbidden, '_')
    .replace(/[. ]+$/, '');
  if (plain === '') return fallbackStem;
  return reserved.test(plain) ? `_${plain}` : plain;
}

/**
 * Returns the `n`th candidate for a wanted name: the name itself, then with ` (2)`, ` (3)`… before the extension. Shortens a name that is
 * too long in the middle, by whole graphemes; the ending and the number stay.
 */
export function candidateName(wanted: string, n: number, limit: number = nameLimits[0]): string {
  const name = safeName(wanted);
  const end = name.slice(name.search(ending));
  const stem = name.slice(0, name.length - end.length);
  const tail = n === 1 ? end : numbered(end, n);
  return fitting(stem, limit - Buffer.byteLength(tail)) + tail;
}

function numbered(ending: string, n: number): string {
  const at = ending.search(extension);
  return at < 0 ? `${ending} (${n})` : `${ending.slice(0, at)} (${n})${ending.slice(at)}`;
}

/** Cuts a text to a number of bytes, at a grapheme, or at a code point when not even one grapheme fits. */
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
