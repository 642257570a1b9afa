/** Transaction records for tests: the description's members, copied from it and not from the code, and a record that has all of them. */
import type { RecordFile } from '../doors/domain.ts';

type Type = 'string' | 'integer' | 'float' | 'boolean' | 'datetime';

const table = (text: string): [name: string, type: Type][] =>
  text
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [type, ...names] = line.trim().split(' ');
      return names.map((name): [string, Type] => [name, type as Type]);
    });

/** Members of the record itself. */
export const describedTop = table(`
  string Uid
  datetime StartingDate CreationDate
  string CreationIP
  integer DocumentType
  string IdNumber FirstName SecondName FirstSurname SecondSurname Gender
  datetime BirthDate
  string Street CedulateCondition Spouse Home MaritalStatus
  datetime DateOfIdentification DateOfDeath MarriageDate
  string Instruction PlaceBirth Nationality MotherName FatherName HouseNumber Profession
  string ExpeditionCity ExpeditionDepartment BirthCity BirthDepartment
  integer TransactionType
  string TransactionTypeName
  datetime IssueDate
  string BarcodeText OcrTextSideOne OcrTextSideTwo
  integer SideOneWrongAttempts SideTwoWrongAttempts
  boolean FoundOnProviderAlert
  string ProviderProjectId TransactionId ProductId
  boolean ComparationFacesSuccesful FaceFound FaceDocumentFrontFound BarcodeFound
  float ResultComparationFaces ResultCompareDocumentFaces
  boolean ComparationFacesAproved
  float ThresholdCompareDocumentFaces
  string CompareFacesDocumentResult NumberPhone CodFingerprint ResultQRCode DactilarCode ReponseControlList
  string Latitude Longitude SessionId CustomerIdFromClient ProcessId
  integer DocumentTypeFromClient
  string IdNumberFromClient
  boolean NotEnrolledForComparisonWithClientData
  datetime ExpirationDate`);

export const describedAni = table(
  'string Niup FirstSurname Particle SecondSurname FirstName SecondName ExpeditionMunicipality ExpeditionDepartment ExpeditionDate CedulaState CedulaStateDescription',
);
export const describedExtras = table('string IdState StateName');
export const describedScore = table(`
  integer Id
  string UserName StateName CausalRejectionName
  datetime StartingDate
  string Observation ObservationFromList`);

export const describedImage = table(`
  integer Id ImageTypeId
  string ImageTypeName Image DownloadCode`);

/** Names of all members of the record itself. */
export const recordMembers = [
  ...describedTop.map(([name]) => name),
  ...['Extras', 'Scores', 'Images', 'SignedDocuments', 'Response_ANI', 'Parameters', 'StateSignatureDocument'],
];

/** A value of the member's type that differs for each member. */
export function sampleOf(name: string, type: Type): string | number | boolean {
  const seed = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 8999, 7);
  const values = {
    string: `${name}: ñandú ${seed}`,
    integer: seed,
    float: seed + 0.25,
    boolean: true,
    datetime: `2026-11-21T17:29:27.${1000 + seed}-05:00`,
  };
  return values[type];
}

export const filled = (members: readonly (readonly [string, Type])[]): Record<string, unknown> =>
  Object.fromEntries(members.map(([name, type]) => [name, sampleOf(name, type)]));

/** A complete record without alerts. */
export const fullRecord = {
  ...filled(describedTop),
  FoundOnProviderAlert: false,
  FirstName: 'María',
  SecondName: 'José',
  FirstSurname: 'Peña',
  SecondSurname: 'Núñez',
  IdNumber: '1.020.304.050',
  IdNumberFromClient: '1020304050',
  Gender: 'F',
  DateOfDeath: '0001-01-01T00:00:00',
  ExpirationDate: '2031-05-04T00:00:00',
  StartingDate: '2026-11-21T23:59:59.9999999-05:00',
  ResultCompareDocumentFaces: 0.91,
  ThresholdCompareDocumentFaces: 0.8,
  Extras: filled(describedExtras),
  Response_ANI: {
    ...filled(describedAni),
    FirstName: 'MARIA',
    SecondName: 'JOSE',
    FirstSurname: 'PENA',
    SecondSurname: 'NUÑEZ',
    Particle: 'DE',
    CedulaState: '0',
    CedulaStateDescription: 'Vigente',
  },
  Scores: [{ ...filled(describedScore), CausalRejectionName: '' }],
  Images: [
    { Id: 91, ImageTypeId: 3, ImageTypeName: 'Fotografía del cliente', Image: null, DownloadCode: 'c-91' },
    { Id: 92, ImageTypeId: 1, ImageTypeName: 'Documento de identidad cara 1', Image: null, DownloadCode: 'c-92' },
  ],
  SignedDocuments: [{ Name: 'Contrato de apertura.pdf', Content: null }],
  Parameters: { canal: 'oficina' },
  StateSignatureDocument: { estado: 'firmado' },
};

export const aFile = (id: string, path: RecordFile['path'], more: Partial<RecordFile> = {}): RecordFile => ({
  id,
  path,
  size: 1234,
  sha256: id.repeat(64).slice(0, 64),
  mime: 'image/jpeg',
  decoded: true,
  ...more,
});

export const fullFiles = [
  aFile('a', ['Images', 0, 'Image']),
  aFile('b', ['Images', 1, 'Image'], { mime: 'image/png' }),
  aFile('c', ['SignedDocuments', 0, 'Content'], { mime: 'application/pdf' }),
];
