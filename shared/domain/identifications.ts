/** Compares numbers of identification, which persons and programs write with a kind before them, a check digit behind them, or neither. Pure. */
import { accentFolded, identificationKey } from './text-folding.ts';

/** `like`: the same number, written in another way. `silent`: one of them says nothing. */
export type ComparedIdentification = 'same' | 'like' | 'other' | 'silent';

/** Kinds of identification in Colombia, Ecuador and their neighbours, as written before a number. */
const kinds =
  'CC|CE|CI|TI|NIT|PA|PAS|PP|PEP|PPT|RC|NUIP|NUI|DNI|RUC|RUT|RIF|CEDULADECIUDADANIA|CEDULADEEXTRANJERIA|CEDULA|CED|PASAPORTE|TARJETADEIDENTIDAD';
const sameKind: Record<string, string> = {
  CI: 'CC',
  CED: 'CC',
  CEDULA: 'CC',
  CEDULADECIUDADANIA: 'CC',
  CEDULADEEXTRANJERIA: 'CE',
  PA: 'PP',
  PAS: 'PP',
  PASAPORTE: 'PP',
  TARJETADEIDENTIDAD: 'TI',
  RUT: 'NIT',
};
const kindBefore = new RegExp(`^(${kinds})(?:NO|NRO|NUM|NUMERO)?(?=\\d)`);
/** Returns true for a kind of identification alone: "CC", "Cédula de ciudadanía". */
export const isKindOfIdentification = (text: string): boolean => onlyKind.test(identificationKey(accentFolded(text)));
const onlyKind = new RegExp(`^(?:${kinds})$`);
const checkDigit = /^(.*\d)\s*-\s*\d\s*$/;

/**
 * Dots, blanks and case do not count, nor does a kind or a check digit that only one of them has.
 * @param leadingZeros that one of them has more: whether they make another number, the same in another form, or say nothing
 */
export function compareIdentifications(
  one: string,
  other: string,
  leadingZeros: 'count' | 'like' | 'ignore' = 'count',
): ComparedIdentification {
  const withoutZeros = (text: string): string => text.replace(/^0+/, '');
  const key = (text: string): string => (leadingZeros === 'ignore' ? withoutZeros(identificationKey(text)) : identificationKey(text));
  const bare = (text: string): string => key(text).replace(kindBefore, '');
  const kind = (text: string): string => {
    const named = kindBefore.exec(key(text))?.[1] ?? '';
    return sameKind[named] ?? named;
  };
  const base = (text: string): string | null => {
    const before = checkDigit.exec(text)?.[1];
    return before === undefined ? null : bare(before);
  };
  if (key(one) === '' || key(other) === '') return 'silent';
  if (key(one) === key(other)) return 'same';
  // Two kinds of document may have the same number for two persons.
  if (kind(one) !== '' && kind(other) !== '' && kind(one) !== kind(other)) return 'other';
  const isSame = bare(one) === bare(other) || (leadingZeros === 'like' && withoutZeros(bare(one)) === withoutZeros(bare(other)));
  // A check digit on one side only: two different ones are two numbers.
  const [base1, base2] = [base(one), base(other)];
  const hasCheckDigit = (base1 !== null && base2 === null && base1 === bare(other)) || (base1 === null && base2 === bare(one));
  return isSame || hasCheckDigit ? 'like' : 'other';
}
