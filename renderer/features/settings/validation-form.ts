/** Converts the validation query to form input and back. Pure. */
import {
  gapsOf,
  partsOf,
  takesTransactionAlone,
  type ValidationProfile,
  validationProfileSchema,
} from '../../../shared/domain/settings/profile.ts';

export type ValidationForm = {
  /** Empty: the validation query is not set up. */
  validationUrl: string;
  validationPath: string;
  flagsAs: ValidationProfile['flagsAs'];
  /** Names in braces of the path; empty for none. A name that the path no longer has does not count. */
  transactionPart: string;
  identificationPart: string;
};

const usual = validationProfileSchema.parse({ baseUrl: 'https://a' });

/** @param validation absent: not set up */
export function validationFormOf(validation: ValidationProfile | undefined): ValidationForm {
  const { baseUrl, path, flagsAs, transactionPart, identificationPart } = validation ?? { ...usual, baseUrl: '' };
  return { validationUrl: baseUrl, validationPath: path, flagsAs, transactionPart, identificationPart };
}

/** Returns the section for the schema; nothing without an address. */
export function validationOf(form: ValidationForm): { validation?: Record<keyof ValidationProfile, string> } {
  const { flagsAs, transactionPart, identificationPart } = form;
  const [baseUrl, path] = [form.validationUrl.trim(), form.validationPath.trim()];
  if (baseUrl === '') return {};
  const gaps = gapsOf(path);
  const known = (name: string) => (gaps.includes(name) ? name : '');
  return { validation: { baseUrl, path, flagsAs, transactionPart: known(transactionPart), identificationPart: known(identificationPart) } };
}

/** Whether other fields are filled in while the address is missing; the initial path does not count. */
export const partOfValidation = ({ validationPath }: Pick<ValidationForm, 'validationPath'>, keyTyped: boolean): boolean =>
  keyTyped || !['', usual.path].includes(validationPath.trim());

type Parts = Pick<ValidationForm, 'validationPath' | 'transactionPart' | 'identificationPart'>;
const partsTyped = ({ validationPath, transactionPart, identificationPart }: Parts) =>
  partsOf({ ...usual, path: validationPath, transactionPart, identificationPart });

/** Whether the path takes anything other than the transaction number, so that the provider cannot be asked about documents in doubt. */
export const cannotAsk = (form: Parts & Pick<ValidationForm, 'validationUrl'>): boolean =>
  (form.validationUrl.trim() !== '' || partOfValidation(form, false)) && !takesTransactionAlone(partsTyped(form));

export type PartField = 'transactionPart' | 'identificationPart';

/**
 * Returns the choices for a part, and the current one; null is "none". A single part receives the transaction
 * number unless it takes the identification, so that "none" is no choice there.
 */
export function partChoice(form: Parts, field: PartField): { options: (string | null)[]; chosen: string | null } {
  const { parts, transaction, identification } = partsTyped(form);
  const names = [...new Set(parts)];
  const alone = field === 'transactionPart' && parts.length === 1 && identification === null;
  return { options: alone ? names : [null, ...names], chosen: field === 'transactionPart' ? transaction : identification };
}

/** Returns the change for a choice: a part receives one of the two, not both. */
export function choosePart(form: Parts, field: PartField, chosen: string | null): Partial<ValidationForm> {
  const other = field === 'transactionPart' ? 'identificationPart' : 'transactionPart';
  const name = chosen ?? '';
  return { [field]: name, ...(name !== '' && form[other] === name && { [other]: '' }) };
}
