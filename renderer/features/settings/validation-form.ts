/** The validation query as it is typed, and back. Pure. */
import { gapsOf, partsOf, takesTransactionAlone, type ValidationProfile, validationProfileSchema } from '../../../shared/domain/profile.ts';

export type ValidationForm = {
  /** Empty: the validation query is not set up. */
  validationUrl: string;
  validationPath: string;
  flagsAs: ValidationProfile['flagsAs'];
  /** Names in braces of the path; empty: none. One that the path no longer has does not count. */
  transactionPart: string;
  identificationPart: string;
};

const usual = validationProfileSchema.parse({ baseUrl: 'https://a' });

/** @param validation absent: not set up */
export function validationFormOf(validation: ValidationProfile | undefined): ValidationForm {
  const { baseUrl, path, flagsAs, transactionPart, identificationPart } = validation ?? { ...usual, baseUrl: '' };
  return { validationUrl: baseUrl, validationPath: path, flagsAs, transactionPart, identificationPart };
}

/** What the schema is given: nothing without an address. */
export function validationOf(form: ValidationForm): { validation?: Record<keyof ValidationProfile, string> } {
  const { flagsAs, transactionPart, identificationPart } = form;
  const [baseUrl, path] = [form.validationUrl.trim(), form.validationPath.trim()];
  if (baseUrl === '') return {};
  const gaps = gapsOf(path);
  const known = (name: string) => (gaps.includes(name) ? name : '');
  return { validation: { baseUrl, path, flagsAs, transactionPart: known(transactionPart), identificationPart: known(identificationPart) } };
}

/** Something is typed of which the address is missing; the path that a form starts from is not typed. */
export const partOfValidation = ({ validationPath }: Pick<ValidationForm, 'validationPath'>, keyTyped: boolean): boolean =>
  keyTyped || !['', usual.path].includes(validationPath.trim());

type Parts = Pick<ValidationForm, 'validationPath' | 'transactionPart' | 'identificationPart'>;
const partsTyped = ({ validationPath, transactionPart, identificationPart }: Parts) =>
  partsOf({ ...usual, path: validationPath, transactionPart, identificationPart });

/** The path takes something else than the transaction number, so the provider cannot be asked about documents in doubt. */
export const cannotAsk = (form: Parts & Pick<ValidationForm, 'validationUrl'>): boolean =>
  (form.validationUrl.trim() !== '' || partOfValidation(form, false)) && !takesTransactionAlone(partsTyped(form));

export type PartField = 'transactionPart' | 'identificationPart';

/**
 * What may be chosen for a part, and what counts now; null stands for none. A part that is alone takes the transaction
 * number unless it takes the identification, so that "none" is no choice there.
 */
export function partChoice(form: Parts, field: PartField): { options: (string | null)[]; chosen: string | null } {
  const { parts, transaction, identification } = partsTyped(form);
  const names = [...new Set(parts)];
  const alone = field === 'transactionPart' && parts.length === 1 && identification === null;
  return { options: alone ? names : [null, ...names], chosen: field === 'transactionPart' ? transaction : identification };
}

/** What to change for a choice: a part takes one of the two, not both. */
export function choosePart(form: Parts, field: PartField, chosen: string | null): Partial<ValidationForm> {
  const other = field === 'transactionPart' ? 'identificationPart' : 'transactionPart';
  const name = chosen ?? '';
  return { [field]: name, ...(name !== '' && form[other] === name && { [other]: '' }) };
}
