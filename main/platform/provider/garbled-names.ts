/** Names of persons that lost their accents between two programs. Pure. */
import { withoutEntities } from './provider-text.ts';

const windows1252 = new TextDecoder('windows-1252');

/** Returns a name without accents but with its Ñ, as registers write it. */
const withPlainVowels = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/(?<!n)\p{M}/giu, '')
    .normalize('NFC');

/** Returns a name as programs write it that take UTF-8 for one byte a character ("NUÃ‘EZ"), or have no accents ("NU?EZ"). */
export const garbledNames = (name: string): string[] =>
  [name, name.toUpperCase(), withPlainVowels(name), withPlainVowels(name.toUpperCase())].flatMap((one) => {
    const bytes = Buffer.from(one);
    return [bytes.toString('latin1'), windows1252.decode(bytes), one.replaceAll(/[^\0-\x7f]+/g, '?')];
  });

/** Returns a received name in the forms of `garbledNames`: without entities of HTML, `?` for what was lost. */
export const receivedName = (name: string): string => withoutEntities(name).replaceAll(/[?\ufffd]+/g, '?');
