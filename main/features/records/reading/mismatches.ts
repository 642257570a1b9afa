/** What of a record should stand out (see `mismatchKinds`). Each rule says only what the record says. Pure. */

import {
  type FaceVerdict,
  type Mismatch,
  type MismatchKind,
  mismatchKinds,
  type RecordField,
  type RecordReading,
} from '../../../../shared/domain/record.ts';
import { foldedText, identificationKey } from '../../../../shared/domain/text-folding.ts';
import { dayOf, isEmptyDate } from './date-times.ts';
import { flagOf, numberOf, textOf } from './field.ts';
import { namesDiffer } from './names-differ.ts';

export type Said = {
  field(name: string): RecordField | undefined;
  scores: RecordReading['scores'];
  visitIdentification: string;
  receivedDay: string;
};
type Found = { fields: string[]; texts: string[] };

/** Only what came as described counts for a verdict: rules of the branch are built on it. */
export function faceVerdict({ field }: Pick<Said, 'field'>): FaceVerdict {
  const [approved, successful] = [field('ComparationFacesAproved'), field('ComparationFacesSuccesful')].map((one) =>
    one?.state === 'value' ? one.value : null,
  );
  if (approved === false || successful === false) return 'not-approved';
  return approved === true ? 'approved' : 'none';
}

export function mismatchesOf(said: Said): Mismatch[] {
  return mismatchKinds.flatMap((kind) => {
    const found = rules[kind](said);
    return found === null ? [] : [{ kind, ...found }];
  });
}

/** The members and what they say, as written; `beside`: what they were held against, which is no member. */
const found = ({ field }: Said, names: readonly string[], ...beside: string[]): Found => ({
  fields: [...names],
  texts: [...names.map((name) => textOf(field(name)) || String(field(name)?.value)), ...beside],
});

const flagged = (said: Said, names: readonly string[], flag: boolean): Found | null => {
  const those = names.filter((name) => flagOf(said.field(name)) === flag);
  return those.length > 0 ? found(said, those) : null;
};

const rules: Record<MismatchKind, (said: Said) => Found | null> = {
  'alert-list': (said) => flagged(said, ['FoundOnProviderAlert'], true),
  death: (said) => {
    const text = textOf(said.field('DateOfDeath'));
    return text === '' || isEmptyDate(text) ? null : found(said, ['DateOfDeath']);
  },
  'face-not-approved': (said) => flagged(said, ['ComparationFacesAproved', 'ComparationFacesSuccesful'], false),
  'document-face-not-approved': (said) => {
    const names = ['ResultCompareDocumentFaces', 'ThresholdCompareDocumentFaces'] as const;
    const [result, threshold] = [numberOf(said.field(names[0])), numberOf(said.field(names[1]))];
    return result !== null && threshold !== null && result < threshold ? found(said, names) : null;
  },
  'other-identification': otherIdentification,
  'other-identification-ani': otherPerson,
  'document-expired': expired,
  'document-state': notCurrent,
  'not-scored': rejected,
};

/** By letters and digits, as in the branch's rules and in searches: leading zeros count, dots and blanks do not. */
function otherIdentification(said: Said): Found | null {
  const [own, client] = [said.field('IdNumber'), said.field('IdNumberFromClient')].map((field) => identificationKey(textOf(field)));
  const visit = identificationKey(said.visitIdentification);
  if (own === '') return null;
  const unlikeClient = client !== '' && client !== own;
  const unlikeVisit = visit !== '' && visit !== own;
  if (!unlikeClient && !unlikeVisit) return null;
  return found(said, unlikeClient ? ['IdNumber', 'IdNumberFromClient'] : ['IdNumber'], ...(unlikeVisit ? [said.visitIdentification] : []));
}

const nameMembers = ['FirstName', 'SecondName', 'FirstSurname', 'SecondSurname'] as const;
export const fullName = ({ field }: Pick<Said, 'field'>, prefix = ''): string[] =>
  nameMembers.map((name) => textOf(field(`${prefix}${name}`))).filter((text) => text !== '');

function otherPerson(said: Said): Found | null {
  const ani = { parts: fullName(said, 'Response_ANI.'), particle: textOf(said.field('Response_ANI.Particle')) };
  if (!namesDiffer({ parts: fullName(said), particle: '' }, ani)) return null;
  const names = [...nameMembers, ...nameMembers.map((name) => `Response_ANI.${name}`)];
  return found(
    said,
    names.filter((name) => textOf(said.field(name)) !== ''),
  );
}

/**
 * Days as they are written, whatever their offsets: the document's against that of the transaction, and against the one on
 * which the record came, as a document that was good then may not be so now.
 */
function expired(said: Said): Found | null {
  const expiry = textOf(said.field('ExpirationDate'));
  const last = dayOf(expiry);
  if (last === null || isEmptyDate(expiry)) return null;
  const before = (day: string | null) => day !== null && !isEmptyDate(day) && last < day;
  const moment = ['StartingDate', 'CreationDate'].find((name) => {
    const text = textOf(said.field(name));
    return dayOf(text) !== null && !isEmptyDate(text);
  });
  if (moment !== undefined && before(dayOf(textOf(said.field(moment))))) return found(said, ['ExpirationDate', moment]);
  return before(dayOf(said.receivedDay)) ? found(said, ['ExpirationDate'], said.receivedDay) : null;
}

/**
 * By the description alone: what the codes of `CedulaState` mean is not shown. The registry writes "Vigente" and
 * "Vigente con pérdida o suspensión de los derechos políticos" for documents that are current.
 */
function notCurrent(said: Said): Found | null {
  const words = foldedText(textOf(said.field('Response_ANI.CedulaStateDescription')));
  if (words === '' || /^(vigente|current|valid)\b/.test(words)) return null;
  const names = ['Response_ANI.CedulaStateDescription', 'Response_ANI.CedulaState'];
  return found(
    said,
    names.filter((name) => textOf(said.field(name)) !== ''),
  );
}

/** What people write in place of a reason. */
const noReason = new Set(['', 'na', 'n a', 'no', 'no aplica', 'none', 'null', 'ninguna', 'ninguno', 'sin rechazo']);

function rejected({ scores }: Said): Found | null {
  const texts = scores.flatMap(({ fields }) => {
    const text = textOf(fields.find(({ name }) => name === 'Scores.CausalRejectionName'));
    return noReason.has(foldedText(text)) ? [] : [text];
  });
  return texts.length > 0 ? { fields: texts.map(() => 'Scores.CausalRejectionName'), texts } : null;
}
