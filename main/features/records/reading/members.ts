/** Every described member of a transaction record (interface description, Resources: Transaction record and its sections). */
import type { fieldTypes, RecordSection } from '../../../../shared/domain/record.ts';

export type FieldType = (typeof fieldTypes)[number];
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
    const [name = '', type] = entry.split(':');
    return { name, type: type as FieldType };
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
