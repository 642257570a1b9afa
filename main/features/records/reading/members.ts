/**
 * Every described member of a transaction record (interface description, Resources: Transaction record and its sections), and how one
 * is read. Pure.
 */
import { fieldTypes, type RecordField, type RecordSection } from '../../../../shared/domain/records/record.ts';
import { foldedText, identificationKey } from '../../../../shared/domain/text-folding.ts';
import type { JsonPath } from '../../../platform/json/exact-json.ts';
import { isWithin } from '../../../platform/provider/validation-answer.ts';
import { isDateTime } from './date-times.ts';

type FieldType = (typeof fieldTypes)[number];
export type Member = { name: string; type: FieldType };

/** Top-level members by section, in the order in which they are shown. */
const topLevel: Record<Exclude<RecordSection, 'ani' | 'extras'>, string> = {
  person: `FirstName:string SecondName:string FirstSurname:string SecondSurname:string Gender:string BirthDate:datetime
    PlaceBirth:string BirthCity:string BirthDepartment:string Nationality:string MaritalStatus:string MarriageDate:datetime
    Spouse:string MotherName:string FatherName:string Profession:string NumberPhone:string DateOfDeath:datetime`,
  document: `DocumentType:integer IdNumber:string CedulateCondition:string IssueDate:datetime ExpirationDate:datetime
    DateOfIdentification:datetime ExpeditionCity:string ExpeditionDepartment:string BarcodeFound:boolean BarcodeText:string
    OcrTextSideOne:string OcrTextSideTwo:string ResultQRCode:string CodFingerprint:string DactilarCode:string`,
  faces: `ComparationFacesAproved:boolean ComparationFacesSuccesful:boolean ResultComparationFaces:float
    ResultCompareDocumentFaces:float ThresholdCompareDocumentFaces:float CompareFacesDocumentResult:string FaceFound:boolean
    FaceDocumentFrontFound:boolean NotEnrolledForComparisonWithClientData:boolean`,
  place: 'Street:string HouseNumber:string Home:string Latitude:string Longitude:string',
  process: `TransactionId:string Uid:string TransactionType:integer TransactionTypeName:string StartingDate:datetime
    CreationDate:datetime CreationIP:string FoundOnProviderAlert:boolean ReponseControlList:string SideOneWrongAttempts:integer
    SideTwoWrongAttempts:integer Instruction:string ProviderProjectId:string ProductId:string SessionId:string ProcessId:string`,
  client: 'CustomerIdFromClient:string DocumentTypeFromClient:integer IdNumberFromClient:string',
};

const listed = (text: string): Member[] =>
  text.split(/\s+/).map((entry) => {
    const [name = '', typed] = entry.split(':');
    const type = fieldTypes.find((one) => one === typed);
    if (type === undefined) throw new Error(`the member ${name} has no type`);
    return { name, type };
  });

/** Members of the record itself. */
export const topMembers: Record<keyof typeof topLevel, Member[]> = {
  person: listed(topLevel.person),
  document: listed(topLevel.document),
  faces: listed(topLevel.faces),
  place: listed(topLevel.place),
  process: listed(topLevel.process),
  client: listed(topLevel.client),
};

/** Objects within the record, and the section that each is. */
export const innerMembers = {
  Response_ANI: {
    section: 'ani',
    members: listed(
      `Niup:string FirstSurname:string Particle:string SecondSurname:string FirstName:string SecondName:string
       ExpeditionMunicipality:string ExpeditionDepartment:string ExpeditionDate:string CedulaState:string
       CedulaStateDescription:string`,
    ),
  },
  Extras: { section: 'extras', members: listed('IdState:string StateName:string') },
} as const satisfies Record<string, { section: RecordSection; members: Member[] }>;

/** All top-level names of a record, with its arrays and the members of no described structure. */
export const recordMembers: ReadonlySet<string> = new Set([
  ...Object.values(topMembers).flatMap((members) => members.map(({ name }) => name)),
  ...Object.keys(innerMembers),
  ...['Scores', 'Images', 'SignedDocuments', 'Parameters', 'StateSignatureDocument'],
]);

/** Of an element of `Scores`. */
export const scoreMembers: Member[] = listed(
  `Id:integer UserName:string StateName:string CausalRejectionName:string StartingDate:datetime Observation:string
   ObservationFromList:string`,
);

/** Of an element of `Images`; `Image` is its picture, and a file. */
export const imageMembers: Member[] = listed('Id:integer ImageTypeId:integer ImageTypeName:string DownloadCode:string');

/** Whether it is the digits of a number that JavaScript cannot hold, as `readJson` returns it. */
const isLarge = (value: unknown, digits: RegExp): boolean =>
  typeof value === 'string' && digits.test(value) && Math.abs(Number(value)) > Number.MAX_SAFE_INTEGER;
const whole = /^-?\d+$/;
const any = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

const fits: Record<FieldType, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: (value) => Number.isInteger(value) || isLarge(value, whole),
  float: (value) => typeof value === 'number' || isLarge(value, any),
  boolean: (value) => typeof value === 'boolean',
  datetime: (value) => typeof value === 'string' && isDateTime(value),
};

/**
 * Reads a described member unchanged.
 * @param value undefined for a missing member
 * @param inFile whether its text is so long that it is a file
 * @param isRepeated see `RecordField`
 */
export function readField({ name, type }: Member, value: unknown, inFile: boolean, isRepeated = false): RecordField {
  if (inFile && !isRepeated) return { name, type, value: null, state: 'value' };
  if (value === undefined || value === null) return { name, type, value: null, state: value === null ? 'null' : 'missing' };
  if (isRepeated) return { name, type, value: JSON.stringify(value), state: 'repeated' };
  if (fits[type](value)) return { name, type, value: value as RecordField['value'], state: 'value' };
  return { name, type, value: JSON.stringify(value), state: 'odd' };
}

/** Returns the text of a member, also of a number where a text is described. Empty for none. */
export function textOf(field: RecordField | undefined): string {
  const value = plainOf(field);
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

const notGiven = ['n a', 'no aplica', 'not applicable', 'nao se aplica', 'no registra', 'no disponible', 'sin dato', 'sin datos'];
const noNames: ReadonlySet<string> = new Set(notGiven);
const noNumbers: ReadonlySet<string> = new Set([...notGiven, 'na', 'nd', 'null', 'none', 'undefined', 'ninguno', 'no', 'sin numero']);

/**
 * Whether a number or an identifier is one of the texts that people and programs write in place of none: `N/A`, `null`, `0`, a GUID of zeros.
 * Two records that have it have nothing in common.
 */
export const isNoNumber = (text: string): boolean => !/[^0]/.test(identificationKey(text)) || noNumbers.has(foldedText(text));

/** Whether a part of a name is such a text. `NA` and `Null` are names of people. */
export const isNoName = (text: string): boolean => /^(?:null|undefined|[\p{P}\s0]*)$/u.test(text) || noNames.has(foldedText(text));

/** Whether there is a value that is not blank, in any form. */
export function isPresent(field: RecordField | undefined): boolean {
  if (field?.state !== 'value' && field?.state !== 'odd') return false;
  const value = plainOf(field);
  return typeof value !== 'string' || value.trim() !== '';
}

const yes = new Set(['true', '1', 'si', 's', 'yes', 'y', 'sim', 'verdadero', 'verdadeiro']);
const no = new Set(['false', '0', 'no', 'n', 'nao', 'falso']);

/** Reads also `"true"`, `"SI"`, `"No"`, `"0"` and `1`; null for neither. */
export function flagOf(field: RecordField | undefined): boolean | null {
  const value = plainOf(field);
  // An object may have a `toString` that is no function.
  const text = typeof value === 'object' ? '' : foldedText(String(value));
  if (yes.has(text)) return true;
  return no.has(text) ? false : null;
}

/**
 * Returns the numbers that a value may mean: one of a number, and of a text with a decimal point or comma; two of `"61,500"`, whose
 * comma may also group thousands; none of anything else.
 */
export function numbersOf(field: RecordField | undefined): readonly number[] {
  const value = plainOf(field);
  if (typeof value === 'number') return [value];
  if (typeof value !== 'string' || !/^\s*[+-]?\d+([.,]\d+)?\s*$/.test(value)) return [];
  const decimal = Number(value.replace(',', '.'));
  return /^\s*[+-]?[1-9]\d{0,2}[.,]\d{3}\s*$/.test(value) ? [decimal, Number(value.replace(/[.,]/, ''))] : [decimal];
}

/** The value itself, also in another type than described; null for none, and for one that is repeated. */
export function plainOf(field: RecordField | undefined): unknown {
  if (field?.state === 'repeated') return null;
  return field?.state === 'odd' ? (JSON.parse(String(field.value)) as unknown) : (field?.value ?? null);
}

/** Elsewhere a text of plain letters (a barcode) may look like base64; there it counts when it decodes to a known type. */
export const holdsBase64 = (path: JsonPath): boolean => isWithin(path, 'Images') || isWithin(path, 'SignedDocuments');
