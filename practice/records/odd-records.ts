/** Invented records that differ from the interface description: other types, other forms of dates, invalid pictures. */
import { asset } from '../assets.ts';
import { type Asked, uidOf } from './record-fields.ts';
import { imageEntry } from './record-images.ts';

/** The description has ISO 8601 with or without fraction and offset; the last one is a date without a time. */
export const unusualDates: Record<string, unknown> = {
  StartingDate: '2026-09-14T09:20:31',
  CreationDate: '2026-09-14T09:24:05.1234567',
  BirthDate: '1984-02-29T00:00:00Z',
  DateOfIdentification: '2008-03-01T23:30:00-05:00',
  MarriageDate: '2012-12-31T23:59:59.999+05:30',
  ExpirationDate: '2038-03-01T00:00:00.000Z',
  IssueDate: '2008-03-01',
};

export const oddRecord = ({ transaction, projectId }: Asked): Record<string, unknown> => ({
  Uid: uidOf(transaction),
  StartingDate: 20260914,
  CreationDate: '14/09/2026 09:24',
  DocumentType: '1',
  IdNumber: 71333222,
  FirstName: ['HERNÁN', 'DARÍO'],
  SecondName: { valor: 'DARÍO' },
  FirstSurname: 'LOZANO',
  SecondSurname: '',
  Gender: true,
  BirthDate: '1979-13-41T25:61:00',
  DateOfDeath: false,
  SideOneWrongAttempts: 1.5,
  FoundOnProviderAlert: 'false',
  ProviderProjectId: projectId,
  TransactionId: transaction,
  FaceFound: 1,
  ResultComparationFaces: '96,42',
  ComparationFacesAproved: 'true',
  ThresholdCompareDocumentFaces: '80',
  Latitude: 6.2442,
  Longitude: -75.5812,
  IdNumberFromClient: 71333222,
  Extras: 'Proceso satisfactorio',
  Scores: { Id: 1, StateName: 'Aprobado' },
  Response_ANI: ['VIGENTE'],
  Parameters: [1, 'dos', null],
  StateSignatureDocument: 'FIRMADO',
});

/** No picture, no base64, a type that is not described, a number as a text, a data address, and elements that are no objects. */
export const oddImages = (): unknown[] => [
  { ...imageEntry('front', 1), Image: null },
  { ...imageEntry('back', 2), Image: '¡esto no es base64!' },
  { ...imageEntry('customer', 3), ImageTypeId: 99, ImageTypeName: 'Otra fotografía' },
  { ...imageEntry('documentFace', 4), Id: 'cuatro', ImageTypeId: '12', ImageTypeName: null, DownloadCode: 4 },
  { ...imageEntry('frontCrop', 5), Image: `data:image/jpeg;base64,${asset('front-crop.jpg').toString('base64')}` },
  { ...imageEntry('documentSignature', 6), Image: asset('document-signature.png').toString('base64url') },
  { Id: 4107, ImageTypeId: 18 },
  null,
  'sin imagen',
];
