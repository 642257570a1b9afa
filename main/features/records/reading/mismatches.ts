/** Finds what a person should notice in a record (see `mismatchKinds`). Pure. */

import { compareIdentifications } from '../../../../shared/domain/identifications.ts';
import { sameName } from '../../../../shared/domain/names.ts';
import {
  type FaceVerdict,
  type Mismatch,
  type MismatchKind,
  mismatchKinds,
  type RecordField,
  type RecordReading,
} from '../../../../shared/domain/records/record.ts';
import { foldedText, identificationKey, nameParts } from '../../../../shared/domain/text-folding.ts';
import type { JsonPath } from '../../../platform/json/exact-json.ts';
import { garbledNames, receivedName } from '../../../platform/provider/garbled-names.ts';
import { dayOf, daysOf, isEmptyDate } from './date-times.ts';
import { jsonPathText } from './json-path.ts';
import { flagOf, isNoName, isNoNumber, isPresent, numbersOf, plainOf, textOf } from './members.ts';

/** What the rules compare; `receivedDay`: `YYYY-MM-DD`, local. */
export type RecordContent = {
  field(name: string): RecordField | undefined;
  scores: RecordReading['scores'];
  visitIdentification: string;
  queriedTransaction: string;
  receivedDay: string;
  /** See `RecordReading`. */
  defects: readonly string[];
  /** Paths of members that occur twice in their object; empty: the whole record does. */
  repeated: readonly JsonPath[];
  /** Members that an object has in several spellings with different values, each with its spellings. */
  differing: readonly (readonly [own: string, value: unknown][])[];
  isTextUncertain: boolean;
};
type Found = { fields: string[]; texts: string[] };

/** Rules of the branch depend on it: only `true` approves, and only while the other member denies it in no form and can be read. */
export function faceVerdict({ field }: Pick<RecordContent, 'field'>): FaceVerdict {
  const [approved, successful] = [field('ComparationFacesAproved'), field('ComparationFacesSuccesful')];
  if (flagOf(approved) === false || flagOf(successful) === false) return 'not-approved';
  const isUnread = successful?.state === 'repeated' || (isPresent(successful) && flagOf(successful) === null);
  return approved?.state === 'value' && approved.value === true && !isUnread ? 'approved' : 'none';
}

/** Returns the verdict of a record in which several spellings of a member differ: the worst of theirs. */
export function worstVerdict(verdicts: readonly FaceVerdict[]): FaceVerdict {
  return (['not-approved', 'none'] as const).find((verdict) => verdicts.includes(verdict)) ?? 'approved';
}

export function mismatchesOf(content: RecordContent): Mismatch[] {
  const all = mismatchKinds.flatMap((kind) => {
    const found = rules[kind](content);
    return found === null ? [] : [{ kind, ...found }];
  });
  // The state sums up the others; they are in the order of their kinds.
  const at = all.findIndex(({ kind }) => kind === 'state-rejected');
  return at > 0 ? all.toSpliced(at, 1) : all;
}

/** The members and their texts, as written; `others`: texts that they were compared with, which are no members. */
const found = ({ field }: RecordContent, names: readonly string[], ...others: string[]): Found => ({
  fields: [...names],
  texts: [...names.map((name) => textOf(field(name)) || String(field(name)?.value ?? '')), ...others],
});

const flagged = (content: RecordContent, names: readonly string[], flag: boolean): Found | null => {
  const those = names.filter((name) => flagOf(content.field(name)) === flag);
  return those.length > 0 ? found(content, those) : null;
};

const rules: Record<MismatchKind, (content: RecordContent) => Found | null> = {
  'alert-list': listed,
  death: (content) => {
    const text = textOf(content.field('DateOfDeath'));
    return text === '' || isEmptyDate(text) || isNoDeath(foldedText(text)) ? null : found(content, ['DateOfDeath']);
  },
  'face-not-approved': (content) => flagged(content, ['ComparationFacesAproved', 'ComparationFacesSuccesful'], false),
  'document-face-not-approved': (content) => {
    const below = belowThreshold(content);
    return below.length > 0 && !below.includes(false) ? found(content, comparedScores) : null;
  },
  'other-transaction': (content) =>
    transactionOf(content, content.queriedTransaction) === 'other' ? found(content, ['TransactionId'], content.queriedTransaction) : null,
  'other-identification': otherIdentification,
  'other-identification-ani': otherPerson,
  'document-expired': (content) => expiry(content).found,
  'document-state': notCurrent,
  'not-scored': rejected,
  'state-rejected': rejectedState,
  'unreadable-value': unreadable,
  'repeated-member': repeated,
  'uncertain-text': ({ isTextUncertain }) => (isTextUncertain ? { fields: [], texts: [] } : null),
};

const onList = /\b(?:encontrad|hallad|coinciden|reportad|sancion|bloque|positiv|aparece|figura|match|hits?\b|found|listed|blocked)/;
const noList = /\b(?:no|sin|sem|nao|not?|without|ningun\w*|nenhum\w*|none|null|false|falso|negativ\w*|limpi\w*|clear|cero|zero|0)\b/;

/** The form of `ReponseControlList` is not shown: only a yes, or words that say that something was found and deny nothing, count. */
function listed(content: RecordContent): Found | null {
  const answer = content.field('ReponseControlList');
  const words = foldedText(textOf(answer) || JSON.stringify(plainOf(answer)));
  const isOnList = flagOf(answer) === true || (onList.test(words) && !noList.test(words));
  const names = ['FoundOnProviderAlert'].filter((name) => flagOf(content.field(name)) === true);
  return names.length > 0 || isOnList ? found(content, [...names, ...(isOnList ? ['ReponseControlList'] : [])]) : null;
}

/** Whether words say that there is no date of death: `No registra`, `Sin información`, `Vivo`. Those of a date, or `No vive`, do not. */
const isNoDeath = (words: string): boolean =>
  /^(?:(?:n|no|nao|not|sin|sem|without)\b(?!.*(?:viv|vid|ali[vf]|liv))|(?:viv[ao]|alive|living|con vida|com vida)$)\D*$/.test(words);

function repeated(content: RecordContent): Found | null {
  const twice = found(content, [...new Set(content.repeated.map((path) => jsonPathText(path) || 'record'))]);
  const spelled = content.differing.flat().slice(0, maxSpelled);
  const fields = [...twice.fields, ...spelled.map(([own]) => own)];
  const texts = [...twice.texts, ...spelled.map(([, value]) => (typeof value === 'object' ? '' : String(value)))];
  return fields.length > 0 ? { fields, texts } : null;
}

/** Spellings that are listed. */
const maxSpelled = 40;

const comparedScores = ['ResultCompareDocumentFaces', 'ThresholdCompareDocumentFaces'] as const;

/** Returns whether the result is below the threshold, for each meaning that their texts may have; empty when one of them is missing. */
function belowThreshold({ field }: RecordContent): boolean[] {
  const [results, thresholds] = comparedScores.map((name) => numbersOf(field(name)));
  return (results ?? []).flatMap((result) => (thresholds ?? []).map((threshold) => result < threshold));
}

const identifiers = ['TransactionId', 'Uid', 'ProcessId', 'SessionId'] as const;

/**
 * Returns of which transaction a record is. A provider may take any of its identifiers as the transaction number. Leading zeros do not
 * count: a number of JSON has none. `unknown`: nothing was queried, or the record has no transaction number.
 */
export function transactionOf({ field }: Pick<RecordContent, 'field'>, queriedTransaction: string): 'queried' | 'other' | 'unknown' {
  const key = (text: string) => (isNoNumber(text) ? '' : identificationKey(text).replace(/^0+/, ''));
  const queried = key(queriedTransaction);
  const own = identifiers.map((name) => key(textOf(field(name))));
  if (queried !== '' && own.includes(queried)) return 'queried';
  return queried === '' || own[0] === '' ? 'unknown' : 'other';
}

/** Compares as in screenings. A text without a number, such as `N/A` or `0`, says nothing. */
function otherIdentification(content: RecordContent): Found | null {
  const own = textOf(content.field('IdNumber'));
  const isOther = (number: string) => /[1-9]/.test(number.normalize('NFKC')) && compareIdentifications(own, number) === 'other';
  if (!/[1-9]/.test(own.normalize('NFKC'))) return null;
  const unlikeClient = isOther(textOf(content.field('IdNumberFromClient')));
  const unlikeVisit = isOther(content.visitIdentification);
  if (!unlikeClient && !unlikeVisit) return null;
  return found(
    content,
    unlikeClient ? ['IdNumber', 'IdNumberFromClient'] : ['IdNumber'],
    ...(unlikeVisit ? [content.visitIdentification] : []),
  );
}

const nameMembers = ['FirstName', 'SecondName', 'FirstSurname', 'SecondSurname'] as const;
export const fullName = ({ field }: Pick<RecordContent, 'field'>, prefix = ''): string[] =>
  nameMembers.map((name) => textOf(field(`${prefix}${name}`))).filter((text) => !isNoName(text));

function otherPerson(content: RecordContent): Found | null {
  const ani = fullName(content, 'Response_ANI.').join(' ');
  if (!namesDiffer(fullName(content).join(' '), ani, textOf(content.field('Response_ANI.Particle')))) return null;
  const names = [...nameMembers, ...nameMembers.map((name) => `Response_ANI.${name}`)];
  return found(
    content,
    names.filter((name) => textOf(content.field(name)) !== ''),
  );
}

/**
 * Returns whether two names cannot belong to the same person. Accents, case, order and the particle ("de la") do not count, one side may
 * have lost its accents on its way, as in screenings, and may leave words out ("Ana Gómez" and "Ana María Gómez Pérez"): they differ only
 * when each has a word that the other lacks. A name without words never differs.
 */
function namesDiffer(one: string, other: string, particle: string): boolean {
  const pairs = [
    [one, other],
    ...garbledNames(one).map((garbled) => [garbled, other]),
    ...garbledNames(other).map((garbled) => [one, garbled]),
  ];
  if (pairs.some(([a = '', b = '']) => sameName(receivedName(a), receivedName(b)))) return false;
  const particles = words(particle);
  const lacks = (from: string[], within: string[]) => from.some((word) => !within.includes(word) && !particles.includes(word));
  return pairs.every(([a = '', b = '']) => {
    const [left, right] = [words(a), words(b)];
    return lacks(left, right) && lacks(right, left);
  });
}

const words = (text: string): string[] => nameParts(receivedName(text)).map(({ text: word }) => word);

/**
 * Compares days as they are written, whatever their offsets: the document's last day with that of the transaction, and with the
 * one on which the record arrived, as a document may have expired since. `isCertain`: false for a date that cannot be read, or whose
 * meaning decides whether the document has expired.
 */
function expiry(content: RecordContent): { found: Found | null; isCertain: boolean } {
  const field = content.field('ExpirationDate');
  const text = textOf(field);
  const days = daysOf(text);
  if (!isPresent(field) || plainOf(field) === false || (text !== '' && isEmptyDate(text))) return { found: null, isCertain: true };
  const moment = ['StartingDate', 'CreationDate'].find((name) => {
    const written = textOf(content.field(name));
    return daysOf(written).length > 0 && !isEmptyDate(written);
  });
  const before = (others: readonly string[]) => days.flatMap((last) => others.map((day) => last < day));
  const every = (compared: boolean[]) => compared.length > 0 && !compared.includes(false);
  if (moment !== undefined && every(before(daysOf(textOf(content.field(moment))))))
    return { found: found(content, ['ExpirationDate', moment]), isCertain: true };
  const received = dayOf(content.receivedDay);
  const since = received === null || isEmptyDate(received) ? [] : before([received]);
  if (every(since)) return { found: found(content, ['ExpirationDate'], content.receivedDay), isCertain: true };
  return { found: null, isCertain: days.length > 0 && !since.includes(true) };
}

/**
 * Reads the description alone: the interface does not show what the codes of `CedulaState` mean. The registry writes "Vigente" and
 * "Vigente con pérdida o suspensión de los derechos políticos" for documents that are current.
 */
function notCurrent(content: RecordContent): Found | null {
  const words = foldedText(textOf(content.field('Response_ANI.CedulaStateDescription')));
  if (words === '' || /^(vigente|current|valid)\b/.test(words)) return null;
  const names = ['Response_ANI.CedulaStateDescription', 'Response_ANI.CedulaState'];
  return found(
    content,
    names.filter((name) => textOf(content.field(name)) !== ''),
  );
}

/** Texts that people write in place of a reason. */
const noReason = new Set(['', 'na', 'n a', 'no', 'no aplica', 'none', 'null', 'ninguna', 'ninguno', 'sin rechazo']);

function rejected({ scores }: RecordContent): Found | null {
  const texts = scores.flatMap(({ fields }) => {
    const text = textOf(fields.find(({ name }) => name === 'Scores.CausalRejectionName'));
    return noReason.has(foldedText(text)) ? [] : [text];
  });
  return texts.length > 0 ? { fields: texts.map(() => 'Scores.CausalRejectionName'), texts } : null;
}

const refused = 'rechaz|reject|recus|fraud|suplant|bloque|block|sospech|suspei|suspic|fall|fail|inval';
const rejection = new RegExp(
  `\\b(?:${refused}|deneg|negad|denied|declin|desaprob|reprob|reprov|unsuccess|(?:no|not|nao) (?:aprob|aprov|approv|exit|success|super|pass|valid))`,
);
const noRejection = new RegExp(`\\b(?:sin|sem|no|not|without) (?:fue |was |foi )?(?:${refused})`);

/** The interface does not show the names of states: only one that says that something was rejected counts. */
function rejectedState({ field, scores }: RecordContent): Found | null {
  const states = [field('Extras.StateName'), ...scores.map(({ fields }) => fields.find(({ name }) => name === 'Scores.StateName'))];
  const saying = states.flatMap((state) => {
    const words = foldedText(textOf(state));
    return state && rejection.test(words) && !noRejection.test(words) ? [state] : [];
  });
  return saying.length > 0 ? { fields: saying.map(({ name }) => name), texts: saying.map(textOf) } : null;
}

const flags = ['FoundOnProviderAlert', 'ComparationFacesAproved', 'ComparationFacesSuccesful'];

/** Members in which the rules look for words or digits. */
const texts = [
  ...['IdNumber', 'IdNumberFromClient', 'DateOfDeath', 'Response_ANI.CedulaStateDescription', 'Extras.StateName'],
  ...nameMembers.flatMap((name) => [name, `Response_ANI.${name}`]),
];

const scoreTexts = ['Scores.CausalRejectionName', 'Scores.StateName'];

/** Sections whose form no rule can read. */
const unreadSection = /^(Response_ANI|Scores(\[\d+\])?)$/;

/** Members on which another rule depends and whose value it cannot read: without a remark they would count as fine. */
function unreadable(content: RecordContent): Found | null {
  const { field, scores, defects } = content;
  const names = [
    ...flags.filter((name) => isPresent(field(name)) && flagOf(field(name)) === null),
    ...(comparedScores.every((name) => isPresent(field(name))) && new Set(belowThreshold(content)).size !== 1 ? comparedScores : []),
    ...(expiry(content).isCertain ? [] : ['ExpirationDate']),
    ...texts.filter((name) => isPresent(field(name)) && textOf(field(name)) === '' && plainOf(field(name)) !== false),
    ...defects.filter((path) => unreadSection.test(path)),
  ];
  const reasons = scores.flatMap(({ fields }) =>
    fields.filter((field) => scoreTexts.includes(field.name) && isPresent(field) && textOf(field) === '' && plainOf(field) !== false),
  );
  if (names.length + reasons.length === 0) return null;
  const { fields, texts: written } = found(content, names);
  return {
    fields: [...fields, ...reasons.map(({ name }) => name)],
    texts: [...written, ...reasons.map(({ value }) => String(value ?? ''))],
  };
}
