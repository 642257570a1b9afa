/** Every member of the description with its type, as it is read (interface description, Resources: Transaction record). */
import { describe, expect, it } from 'vitest';
import es from '../../shared/i18n/es/record.json' with { type: 'json' };
import { imageTypes, type RecordFile, recordReadingSchema } from '../support/doors/domain.ts';
import { readRecord } from '../support/doors/records.ts';
import {
  aFile,
  describedAni,
  describedExtras,
  describedScore,
  describedTop,
  filled,
  fullFiles,
  fullRecord,
  sampleOf,
} from '../support/records/records.ts';

const read = (record: unknown, files: RecordFile[] = []) =>
  readRecord(JSON.stringify(record), files, { visitIdentification: '', receivedDay: '2026-11-21' });
const fieldsOf = (record: unknown) => new Map(read(record).sections.flatMap(({ fields }) => fields.map((field) => [field.name, field])));

const sectionOf = { Response_ANI: describedAni, Extras: describedExtras };
const all = [
  ...describedTop.map(([name, type]) => ({ name, type, put: (value: unknown) => ({ [name]: value }) })),
  ...Object.entries(sectionOf).flatMap(([section, members]) =>
    members.map(([name, type]) => ({ name: `${section}.${name}`, type, put: (value: unknown) => ({ [section]: { [name]: value } }) })),
  ),
];

describe('described members', () => {
  it('are all there, each once, and no other', () => {
    const names = read({}).sections.flatMap(({ fields }) => fields.map(({ name }) => name));
    expect(names.toSorted()).toEqual(all.map(({ name }) => name).toSorted());
    expect(describedTop).toHaveLength(66);
  });

  it.each(all)('$name is $type', ({ name, type, put }) => {
    const value = sampleOf(name, type);
    const wrong = { string: 7, integer: 1.5, float: '0.8', boolean: 'true', datetime: '21/11/2026' }[type];
    expect(fieldsOf(put(value)).get(name)).toEqual({ name, type, value, state: 'value' });
    expect(fieldsOf(put(null)).get(name)).toEqual({ name, type, value: null, state: 'null' });
    expect(fieldsOf({}).get(name)).toEqual({ name, type, value: null, state: 'missing' });
    expect(fieldsOf(put(wrong)).get(name)).toEqual({ name, type, value: JSON.stringify(wrong), state: 'odd' });
    expect(read(put(wrong)).defects).toEqual([name]);
    expect(read(put(value)).other).toBeNull();
  });

  it('of a score are read in the order of the description', () => {
    const [score] = read({ Scores: [filled(describedScore)] }).scores;
    expect(score).toEqual({
      number: 0,
      fields: describedScore.map(([name, type]) => ({ name: `Scores.${name}`, type, value: sampleOf(name, type), state: 'value' })),
    });
  });

  it('have words for the clerk, and so has every type of picture', () => {
    const names = [...all.map(({ name }) => name), ...describedScore.map(([name]) => `Scores.${name}`)];
    expect(Object.keys(es.fields).toSorted()).toEqual(names.map((name) => name.replaceAll('.', '_')).toSorted());
    expect(Object.keys(es.types).map(Number)).toEqual(Object.values(imageTypes));
  });
});

describe('date-times', () => {
  const state = (value: string) => fieldsOf({ BirthDate: value }).get('BirthDate');
  it.each([
    '2026-11-21T17:29:27',
    '2026-11-21T17:29:27.1234567',
    '2026-11-21T17:29:27Z',
    '2026-11-21T17:29:27.5-05:00',
    '2026-11-21T17:29',
    '2024-02-29T24:00:00+0530',
    '2000-02-29T00:00:00',
  ])('%s is shown as written', (value) => {
    expect(state(value)).toMatchObject({ value, state: 'value' });
  });

  it.each([
    '2026-11-21',
    '2026-02-30T00:00:00',
    '1900-02-29T00:00:00',
    '2026-13-01T00:00:00',
    '2026-11-21T25:00:00',
    '21/11/2026',
    '',
    'T',
    '2026-11-21 17:29:27',
  ])('%j is no date-time', (value) => {
    expect(state(value)).toMatchObject({ value: JSON.stringify(value), state: 'odd' });
  });
});

describe('numbers', () => {
  it('are exact where JavaScript cannot hold them', () => {
    const { sections, defects } = readRecord(
      '{"SideOneWrongAttempts":12345678901234567890,"ResultComparationFaces":1e999,"SideTwoWrongAttempts":"12"}',
      [],
      { visitIdentification: '', receivedDay: '2026-11-21' },
    );
    const fields = new Map(sections.flatMap(({ fields }) => fields.map((field) => [field.name, field])));
    expect(fields.get('SideOneWrongAttempts')).toMatchObject({ value: '12345678901234567890', state: 'value' });
    expect(fields.get('ResultComparationFaces')).toMatchObject({ value: '1e999', state: 'value' });
    expect(fields.get('SideTwoWrongAttempts')).toMatchObject({ value: '"12"', state: 'odd' });
    expect(defects).toEqual(['SideTwoWrongAttempts']);
  });
});

describe('a whole record', () => {
  it('has the person, the transaction and its result', () => {
    const reading = read(fullRecord, fullFiles);
    expect(recordReadingSchema.parse(reading)).toEqual(reading);
    expect(reading).toMatchObject({
      uid: sampleOf('Uid', 'string'),
      name: 'María José Peña Núñez',
      identification: '1.020.304.050',
      transaction: sampleOf('TransactionId', 'string'),
      face: 'approved',
      mismatches: [],
      defects: [],
      otherFiles: [],
      images: [
        { number: 0, typeId: 3, typeName: 'Fotografía del cliente', id: '91', downloadCode: 'c-91', file: fullFiles[0] },
        { number: 1, typeId: 1, file: fullFiles[1] },
      ],
      documents: [{ number: 0, name: 'Contrato de apertura.pdf', file: fullFiles[2] }],
    });
    expect(Object.keys(reading.other ?? {})).toEqual(['SignedDocuments', 'Parameters', 'StateSignatureDocument']);
    expect(reading.other).toMatchObject({ Parameters: { canal: 'oficina' }, SignedDocuments: [{ Name: 'Contrato de apertura.pdf' }] });
  });

  it.each<[string, (name: string) => string]>([
    ['camel case', (name) => name.charAt(0).toLowerCase() + name.slice(1)],
    ['capitals', (name) => name.toUpperCase()],
    ['small letters with signs', (name) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase()],
  ])('has the same in %s', (_, change) => {
    const spelled = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(spelled);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [change(name), spelled(inner)]));
    };
    const files = fullFiles.map((file) => ({ ...file, path: file.path.map((step) => (typeof step === 'string' ? change(step) : step)) }));
    const { other, ...reading } = read(spelled(fullRecord), files);
    const { other: described, ...expected } = read(fullRecord, fullFiles);
    const at = (file: RecordFile | null) => file?.path.slice(0, 2);
    const plain = (one: typeof reading) => ({ ...one, documents: one.documents.map(({ name, file }) => [name, at(file)]) });
    expect(plain(reading)).toEqual(plain(expected));
    expect(Object.keys(other ?? {})).toEqual(Object.keys(described ?? {}));
  });

  it('has the same with one element in place of a list, and a list in place of an object', () => {
    const { Images, Scores, Response_ANI, Extras, ...rest } = fullRecord;
    const files = [aFile('a', ['images', 'Image'])];
    const single = { ...rest, images: Images[0], Scores: Scores[0], Response_ANI: [Response_ANI], Extras: [Extras] };
    const { images, scores, sections, defects, otherFiles } = read(single, files);
    const expected = read({ ...fullRecord, Images: [Images[0]], Scores: [Scores[0]] }, [aFile('a', ['Images', 0, 'Image'])]);
    expect({ images, scores, sections, defects, otherFiles }).toEqual({
      images: expected.images,
      scores: expected.scores,
      sections: expected.sections,
      defects: [],
      otherFiles: [],
    });
    expect(read({ Response_ANI: [{ CedulaStateDescription: 'Cancelada por muerte' }] }).mismatches).toMatchObject([
      { kind: 'document-state' },
    ]);
  });

  it.each<[string, unknown, unknown, (string | number)[][]]>([
    [
      'under numbers',
      { 0: 'first', 2: 'second' },
      { 0: 'score' },
      [
        ['0', 'Image'],
        ['2', 'Image'],
      ],
    ],
    [
      'in lists of lists',
      [['first'], ['second']],
      [['score']],
      [
        [0, 0, 'Image'],
        [1, 0, 'Image'],
      ],
    ],
    [
      'each in an object',
      [{ item: 'first' }, { item: 'second' }],
      [{ item: 'score' }],
      [
        [0, 'item', 'Image'],
        [1, 'item', 'Image'],
      ],
    ],
    [
      'in a list in an object',
      { Image: ['first', 'second'] },
      { Score: ['score'] },
      [
        ['Image', 0, 'Image'],
        ['Image', 1, 'Image'],
      ],
    ],
  ])('has the same with the elements of its lists %s', (_, images, scores, paths) => {
    const elements: Readonly<Record<string, unknown>> = {
      first: fullRecord.Images[0],
      second: fullRecord.Images[1],
      score: fullRecord.Scores[0],
    };
    const filled = (value: unknown): unknown => JSON.parse(JSON.stringify(value), (_key, one) => elements[String(one)] ?? one);
    const received = { ...fullRecord, Images: filled(images), Scores: filled(scores) };
    const reading = read(
      received,
      paths.map((path, at) => aFile(`f${at}`, ['Images', ...path])),
    );
    const described = { ...fullRecord, Images: fullRecord.Images.slice(0, 2), Scores: [fullRecord.Scores[0]] };
    const expected = read(
      described,
      [0, 1].map((at) => aFile(`f${at}`, ['Images', at, 'Image'])),
    );
    expect(reading).toEqual(expected);
  });

  it('has the images that stand under their names, and pictures alone', () => {
    const files = [aFile('a', ['images', 'Rostro']), aFile('b', ['images', 'front', 'image'])];
    const reading = read(
      { images: { Rostro: null, front: { image: null, imageTypeId: 1 }, named: { ImageTypeName: 'Own', Id: 7 } } },
      files,
    );
    expect(reading.images.map(({ typeName, typeId, id, file }) => [typeName, typeId, id, file?.id])).toEqual([
      ['Rostro', null, null, 'a'],
      ['front', 1, null, 'b'],
      ['Own', null, '7', undefined],
    ]);
    expect(reading).toMatchObject({ otherFiles: [], other: null, defects: [] });
    const inside = {
      Images: [
        { ImageTypeId: 3, Image: { name: 'a.jpg', data: { content: null } } },
        { ImageTypeId: 1, Image: [null, null] },
      ],
    };
    const content = aFile('a', ['Images', 0, 'Image', 'data', 'content']);
    const several = [aFile('b', ['Images', 1, 'Image', 0]), aFile('c', ['Images', 1, 'Image', 1])];
    expect(read(inside, [content, ...several])).toMatchObject({ images: [{ file: { id: 'a' } }, { file: null }], otherFiles: several });
    const alone = read({ Images: { Rostro: null } }, [aFile('a', ['Images', 'Rostro'])]);
    expect(alone.images).toMatchObject([{ typeName: 'Rostro', file: { id: 'a' } }]);
    expect(read({ Images: { 0: { Image: null, ImageTypeId: 3 } } }).images).toMatchObject([{ typeName: null, typeId: 3 }]);
    expect(read({ Images: { error: 'no images' } })).toMatchObject({ images: [], other: { Images: { error: 'no images' } } });
  });

  it('has the sections that are JSON in a text', () => {
    const { Images: _, ...rest } = fullRecord;
    const inTexts = {
      ...rest,
      Scores: JSON.stringify(rest.Scores),
      Response_ANI: JSON.stringify(rest.Response_ANI),
      Extras: JSON.stringify(rest.Extras),
    };
    expect(read(inTexts)).toEqual(read(rest));
    expect(read({ Response_ANI: '{"CedulaStateDescription":"Cancelada por muerte"}' }).mismatches).toMatchObject([
      { kind: 'document-state' },
    ]);
    const twice = '{"CedulaStateDescription":"Vigente","CedulaStateDescription":"Cancelada por muerte"}';
    expect(read({ Response_ANI: twice })).toMatchObject({ other: { Response_ANI: twice }, defects: ['Response_ANI'] });
  });

  it('has the members that are spelled as described, and the others next to them', () => {
    const reading = read({ Uid: 'u', uid: 'v', UID: 'w', firstName: 'Ana', FIRSTNAME: 'Eva', images: [{ image: 'x', Image: null }] });
    expect(reading).toMatchObject({ uid: 'u', name: 'Ana', other: { uid: 'v', UID: 'w', FIRSTNAME: 'Eva', 'Images[0].image': 'x' } });
  });

  it('is readable when empty or missing', () => {
    expect(read({})).toMatchObject({ uid: null, name: '', identification: '', face: 'none', mismatches: [], other: null, defects: [] });
    for (const [text, record] of [
      ['[1]', [1]],
      ['null', null],
      ['{"a":', '{"a":'],
    ] as const) {
      expect(readRecord(text, [], { visitIdentification: '', receivedDay: '2026-11-21' })).toMatchObject({
        other: { record },
        defects: ['record'],
      });
    }
  });
});

describe('lists', () => {
  it('may be something else', () => {
    const reading = read({ Scores: 'x', Images: { a: 1 }, SignedDocuments: 5, Extras: [], Response_ANI: 'no', Parameters: 'p' });
    expect(reading).toMatchObject({ scores: [], images: [], documents: [] });
    expect(reading.other).toEqual({ Scores: 'x', Images: { a: 1 }, SignedDocuments: 5, Extras: [], Response_ANI: 'no', Parameters: 'p' });
    expect(reading.defects.toSorted()).toEqual(['Extras', 'Images', 'Parameters', 'Response_ANI', 'Scores']);
  });

  it('may hold anything', () => {
    const reading = read({
      Scores: [null, 'x', { UserName: 'Ana', Extra: 1 }],
      Images: ['short', null, { ImageTypeId: '3', Image: 12, Note: 'n', Id: 5 }],
    });
    expect(reading.scores.map(({ number }) => number)).toEqual([2]);
    expect(reading.images).toMatchObject([{ typeId: null }, { typeId: null }, { typeId: 3, id: '5', file: null }]);
    expect(reading.other).toEqual({
      'Scores[0]': null,
      'Scores[1]': 'x',
      'Scores[2].Extra': 1,
      'Images[0]': 'short',
      'Images[2].ImageTypeId': '3',
      'Images[2].Image': 12,
      'Images[2].Note': 'n',
    });
  });

  it('have the type of a picture as a number, as a text, or not at all', () => {
    const types = [3, '3', ' 20 ', '', 'x', '3.5', 3.5, null, [3], '1'.repeat(20)];
    const reading = read({ Images: types.map((ImageTypeId) => ({ ImageTypeId })) });
    expect(reading.images.map(({ typeId }) => typeId)).toEqual([3, 3, 20, null, null, null, null, null, null, null]);
  });

  it('find pictures in place of an element, and leave other files alone', () => {
    const files = [
      aFile('a', ['Images', 0]),
      aFile('b', ['Images', 1, 'Thumbnail']),
      aFile('c', ['VideoLiveness']),
      aFile('d', ['BarcodeText']),
    ];
    const reading = read({ Images: [null, { Image: null }], VideoLiveness: null, BarcodeText: null }, files);
    expect(reading.images.map(({ file }) => file?.id)).toEqual(['a', undefined]);
    expect(reading.otherFiles.map(({ id }) => id)).toEqual(['b', 'c', 'd']);
    const barcode = reading.sections.flatMap(({ fields }) => fields).find(({ name }) => name === 'BarcodeText');
    expect(barcode).toEqual({ name: 'BarcodeText', type: 'string', value: null, state: 'value' });
  });

  it('do not report a value in a file as missing, nor lose values next to it', () => {
    const files = [
      aFile('a', ['SignedDocuments', 0, 'Document']),
      aFile('b', ['SignedDocuments', 1, 'Data', 'Base64']),
      aFile('c', ['Selfie']),
      aFile('d', ['Parameters', '__proto__', 'x']),
      aFile('e', ['Odd', 1]),
    ];
    const record = JSON.parse(`{
      "SignedDocuments": [{ "Name": "Pagaré", "Note": null, "Document": null }, { "Name": "Otro", "Data": { "Base64": null } }],
      "Selfie": null, "Nothing": null, "Parameters": { "__proto__": { "x": null } }, "Odd": ["first", null, "third"]
    }`) as unknown;
    const reading = read(record, files);
    expect(reading.other).toEqual({
      SignedDocuments: [{ Name: 'Pagaré', Note: null }, { Name: 'Otro' }],
      Nothing: null,
      Odd: ['first', null, 'third'],
    });
    expect(reading.documents.map(({ name, file }) => [name, file.id])).toEqual([
      ['Pagaré', 'a'],
      ['Otro', 'b'],
    ]);
    expect(reading.otherFiles.map(({ id }) => id)).toEqual(['c', 'd', 'e']);
  });

  it.each([
    [{ FileName: 'a.pdf', Name: 'Ana', Content: null }, ['SignedDocuments', 'Content'], 'a.pdf'],
    [[{ Type: 'Contrato', Data: { Base64: null } }], ['SignedDocuments', 0, 'Data', 'Base64'], 'Contrato'],
    [[{ Nombre: ' ', Titulo: 'Pagaré', Pdf: null }], ['SignedDocuments', 0, 'Pdf'], 'Pagaré'],
    [[null], ['SignedDocuments', 0], null],
    [null, ['SignedDocuments'], null],
    [[{ Uid: '4711', Pdf: null }], ['SignedDocuments', 0, 'Pdf'], null],
  ] as const)('name a signed document by the text next to it: %j', (SignedDocuments, path, name) => {
    const file = aFile('a', [...path]);
    expect(read({ SignedDocuments }, [file])).toMatchObject({ documents: [{ number: 0, name, file }], otherFiles: [] });
  });
});

describe('members that are not described', () => {
  it('are listed by JSON path, whatever their names', () => {
    const record = `{"Nuevo":{"a":[1]},"a.b":1,"a":{"b":2},"Extras":{"Otro":null,"IdState":"1"},"Extras.Otro":3,
      "__proto__":{"polluted":true},"constructor":"c","toString":null,"":0}`;
    const reading = readRecord(record, [], { visitIdentification: '', receivedDay: '2026-11-21' });
    expect(Object.entries(reading.other ?? {})).toEqual([
      ['Extras.Otro', null],
      ['Nuevo', { a: [1] }],
      ['["a.b"]', 1],
      ['a', { b: 2 }],
      ['["Extras.Otro"]', 3],
      ['["__proto__"]', { polluted: true }],
      ['constructor', 'c'],
      ['toString', null],
      ['[""]', 0],
    ]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('reads a record within an answer, and shows what is around it', () => {
    const within = ['data', 1];
    const file = (path: RecordFile['path']) => aFile(path.join('.'), path);
    const stored = [file(['Images', 0, 'Image']), file(['data', 1, 'Images', 0, 'Image']), file(['data', 0]), file(['log', 'text'])];
    const json = `{"ok":1,"ok":2,"Images":[{"Image":null}],"log":{"text":null,"level":"info"},
      "data":[null,{"Uid":"u","Images":[{"Image":null}],"ok":3}]}`;
    const reading = readRecord(json, stored, { visitIdentification: '', receivedDay: '2026-11-21', within });
    expect(reading).toMatchObject({ uid: 'u', other: { ok: 3, '$.ok': 2, '$.log': { level: 'info' } }, defects: ['$.ok'] });
    expect(reading.images).toMatchObject([{ file: { id: 'data.1.Images.0.Image', path: ['Images', 0, 'Image'] } }]);
    expect(reading.otherFiles.map(({ path }) => path.join('.'))).toEqual(['$.Images.0.Image', '$.data.0', '$.log.text']);
    expect(reading.mismatches).toMatchObject([{ kind: 'repeated-member', fields: ['$.ok'] }]);
  });

  describe('repeated names', () => {
    const facts = { visitIdentification: '', receivedDay: '2026-11-21' };
    const fieldOf = (reading: ReturnType<typeof readRecord>, name: string) =>
      reading.sections.flatMap(({ fields }) => fields).find((field) => field.name === name);

    it('have no valid value, and are reported', () => {
      const json = `{"Uid":"u","FirstName":"Ana","FirstName":"Luisa","FoundOnProviderAlert":true,"FoundOnProviderAlert":false,
        "ComparationFacesAproved":false,"ComparationFacesAproved":true,"Response_ANI":{"FirstName":"Ana","Niup":"1","Niup":"2"}}`;
      const reading = readRecord(json, [], facts);
      expect(reading).toMatchObject({ uid: 'u', name: '', face: 'none' });
      const paths = ['FirstName', 'FoundOnProviderAlert', 'ComparationFacesAproved', 'Response_ANI.Niup'];
      expect(reading.defects).toEqual(paths);
      expect(reading.mismatches).toEqual([{ kind: 'repeated-member', fields: paths, texts: ['"Luisa"', 'false', 'true', '"2"'] }]);
      expect(fieldOf(reading, 'FirstName')).toEqual({ name: 'FirstName', type: 'string', value: '"Luisa"', state: 'repeated' });
      expect(fieldOf(reading, 'Response_ANI.FirstName')).toMatchObject({ value: 'Ana', state: 'value' });
    });

    it('of a section spoil all of its values, and of what wraps the record the whole record', () => {
      const inSection = readRecord('{"Extras":{"IdState":"1"},"Extras":{"IdState":"2"},"Uid":"u"}', [], facts);
      expect(fieldOf(inSection, 'Extras.IdState')).toMatchObject({ value: '"2"', state: 'repeated' });
      expect(inSection.uid).toBe('u');
      const around = readRecord('{"data":[1],"data":[{"Uid":"u"}]}', [], { ...facts, within: ['data', 0] });
      expect(around).toMatchObject({ uid: null, defects: ['record'], mismatches: [{ kind: 'repeated-member', fields: ['record'] }] });
    });
  });
});
