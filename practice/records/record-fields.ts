/** An everyday record: every described member but `Images` and `SignedDocuments` (interface description, Transaction record). */

export type Who = {
  first: string;
  second: string;
  surname: string;
  secondSurname: string;
  identification: string;
  gender: 'M' | 'F';
  /** Date of birth, YYYY-MM-DD. */
  born: string;
};

/** The parts of a record that depend on the call. */
export type Asked = { transaction: string; projectId: string };

type Members = Record<string, unknown>;

/** Every value is invented; where the description does not show values (states, codes), they are the practice provider's own. */
export function usualRecord(who: Who, { transaction, projectId }: Asked): Members {
  const { first, second, surname, secondSurname, identification } = who;
  const names = { FirstName: first, SecondName: second, FirstSurname: surname, SecondSurname: secondSurname };
  const issued = { city: 'MEDELLÍN', department: 'ANTIOQUIA', date: '2008-03-01' };
  return {
    Uid: uidOf(transaction),
    StartingDate: '2026-09-14T09:20:31.507',
    CreationDate: '2026-09-14T09:24:05.113',
    CreationIP: '203.0.113.27',
    DocumentType: 1,
    IdNumber: identification,
    ...names,
    Gender: who.gender,
    BirthDate: `${who.born}T00:00:00`,
    Street: 'CALLE DE PRÁCTICA 10 # 20-30',
    CedulateCondition: 'CIUDADANO',
    Spouse: 'PERSONA INVENTADA DE PRÁCTICA',
    Home: 'BARRIO EL EJEMPLO, CASA 4',
    MaritalStatus: 'CASADO',
    DateOfIdentification: `${issued.date}T00:00:00`,
    DateOfDeath: null,
    MarriageDate: '2012-06-16T00:00:00',
    Instruction: 'SUPERIOR',
    PlaceBirth: 'MEDELLÍN, ANTIOQUIA',
    Nationality: 'COLOMBIANA',
    MotherName: `MADRE ${secondSurname}`,
    FatherName: `PADRE ${surname}`,
    HouseNumber: '20-30',
    Profession: 'COMERCIANTE',
    ExpeditionCity: issued.city,
    ExpeditionDepartment: issued.department,
    BirthCity: 'MEDELLÍN',
    BirthDepartment: 'ANTIOQUIA',
    TransactionType: 1,
    TransactionTypeName: 'Enroll',
    IssueDate: `${issued.date}T00:00:00`,
    BarcodeText: `PRACTICA ${identification} ${surname} ${secondSurname} ${first} ${second}`,
    OcrTextSideOne: `REPÚBLICA DE PRÁCTICA\nNÚMERO ${identification}\nAPELLIDOS ${surname} ${secondSurname}\nNOMBRES ${first} ${second}`,
    OcrTextSideTwo: `FECHA DE NACIMIENTO ${who.born}\nLUGAR DE NACIMIENTO MEDELLÍN (ANTIOQUIA)`,
    SideOneWrongAttempts: 1,
    SideTwoWrongAttempts: 0,
    FoundOnProviderAlert: false,
    ProviderProjectId: projectId,
    TransactionId: transaction,
    ProductId: 'PRACTICA-APERTURA',
    ComparationFacesSuccesful: true,
    FaceFound: true,
    FaceDocumentFrontFound: true,
    BarcodeFound: true,
    ResultComparationFaces: 96.42,
    ResultCompareDocumentFaces: 91.7,
    ComparationFacesAproved: true,
    ThresholdCompareDocumentFaces: 80,
    CompareFacesDocumentResult: 'APROBADA',
    NumberPhone: '+57 300 000 0000',
    CodFingerprint: 'PRACTICA-0000',
    ResultQRCode: 'SIN CÓDIGO QR',
    DactilarCode: 'V0000V0000',
    ReponseControlList: 'SIN COINCIDENCIAS',
    Latitude: '6.2442',
    Longitude: '-75.5812',
    SessionId: `sesion-${transaction}`,
    CustomerIdFromClient: `CLIENTE-${identification}`,
    ProcessId: `proceso-${transaction}`,
    DocumentTypeFromClient: 1,
    IdNumberFromClient: identification,
    NotEnrolledForComparisonWithClientData: false,
    ExpirationDate: '2038-03-01T00:00:00',
    Extras: { IdState: '2', StateName: 'Proceso satisfactorio' },
    Scores: [score(1)],
    Response_ANI: { Niup: identification, ...names, ...registry(issued) },
    Parameters: { Canal: 'Oficina', Sucursal: 'Centro', Reintentos: 0 },
    StateSignatureDocument: { Estado: 'FIRMADO', Fecha: '2026-09-14T09:31:00' },
  };
}

/** One element of `Scores`; `rest` replaces members. */
export const score = (id: number, rest: Members = {}): Members => ({
  Id: id,
  UserName: 'revisor.practica',
  StateName: 'Aprobado',
  CausalRejectionName: null,
  StartingDate: '2026-09-14T09:25:40',
  Observation: 'Revisión de práctica sin novedades.',
  ObservationFromList: 'Sin novedad',
  ...rest,
});

const registry = ({ city, department, date }: { city: string; department: string; date: string }): Members => ({
  Particle: '',
  ExpeditionMunicipality: city,
  ExpeditionDepartment: department,
  ExpeditionDate: date.split('-').reverse().join('/'),
  CedulaState: '0',
  CedulaStateDescription: 'VIGENTE',
});

/** Returns the Uid of a transaction, which is the same at every start. */
export const uidOf = (transaction: string): string =>
  `00000000-0000-4000-8000-${Buffer.from(transaction).toString('hex').slice(-12).padStart(12, '0')}`;
