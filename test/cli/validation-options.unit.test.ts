/** The command `validation` without a provider: its arguments, and what its files are called. */
import { describe, expect, test } from 'vitest';
import { createWords } from '../support/doors/app.ts';
import { checkParts, recordFileNames, recordPage, validation, validationOptions } from '../support/doors/cli.ts';
import type { RecordFile } from '../support/doors/domain.ts';
import { readRecord } from '../support/doors/records.ts';

const readValidationOptions = (argv: string[]) => {
  const call = validation.read(argv);
  return { json: call.values.json ?? false, ...validationOptions(call) };
};

describe('arguments', () => {
  test('IDs in their order, flags, and a folder', () => {
    expect(readValidationOptions([' a ', '--images', 'b', '--video', '--out', 'x', '--json'])).toMatchObject({
      ids: ['a', 'b'],
      wish: { images: true, documents: false, video: true },
      out: 'x',
      json: true,
    });
    expect(readValidationOptions(['a'])).toMatchObject({ wish: { images: false, documents: false, video: false }, out: null, json: false });
  });

  test.each(['--images', '--documents', '--video'])('%s without --out is wrong use', (option) => {
    expect(() => readValidationOptions(['a', option])).toThrow(expect.objectContaining({ key: 'out-needed', gaps: { option } }));
  });

  test('after -- an ID may look like an option', () => {
    expect(readValidationOptions(['--json', '--', '--images', '-1']).ids).toEqual(['--images', '-1']);
  });

  test.each([
    [[], 'part-missing', { part: 'office', parts: '{office} {number}' }],
    [['a'], 'part-missing', { part: 'number', parts: '{office} {number}' }],
    [['', 'b'], 'part-missing', { part: 'office', parts: '{office} {number}' }],
    [['a', 'b', 'c'], 'parts-too-many', { parts: '{office} {number}' }],
    [['a', 'b'], null, null],
  ])('%j: %s', (ids, key, gaps) => {
    const check = () => checkParts(ids, { parts: ['office', 'number'], transaction: null, identification: null });
    if (key === null) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ key, gaps }));
  });
});

test('files are named by their kind, and each kind is numbered separately', () => {
  const file = (path: RecordFile['path'], mime: string | null, decoded = true): RecordFile => ({
    id: path.join('.'),
    path,
    size: 1,
    sha256: '0',
    mime,
    decoded,
  });
  const image = (at: number, mime: string | null) => file(['Images', at, 'Image'], mime);
  const Images = [
    { ImageTypeId: 1, ImageTypeName: '¡Cédula, cara Nº 1! ../', Image: null },
    { ImageTypeId: 20, ImageTypeName: 'Video de Liveness', Image: null },
    { ImageTypeId: 3, ImageTypeName: null, Image: null },
    { ImageTypeId: 20, Image: null },
    { ImageTypeId: 3, ImageTypeName: '照片', Image: null },
    { ImageTypeId: 3, ImageTypeName: `${'a'.repeat(59)} b`, Image: null },
  ];
  const mimes = ['image/jpeg', 'video/webm', 'video/mp4', null, 'image/png', 'image/gif'];
  const files = [
    ...mimes.map((mime, at) => image(at, mime)),
    file(['SignedDocuments', 0], 'application/pdf'),
    file(['SignedDocuments', 1, 'x'], null, false),
    file(['Parameters', 'Selfie'], 'image/webp'),
  ];
  const json = JSON.stringify({ Images, SignedDocuments: [null, { x: null }], Parameters: { Selfie: null } });
  expect([...recordFileNames(readRecord(json, files, { visitIdentification: '', receivedDay: '2026-11-21' }))]).toEqual([
    ['Images.0.Image', 'image-1-cedula-cara-no-1.jpg'],
    ['Images.1.Image', 'video-1.webm'],
    ['Images.2.Image', 'video-2.mp4'],
    ['Images.3.Image', 'video-3.bin'],
    ['Images.4.Image', 'image-2.png'],
    ['Images.5.Image', `image-3-${'a'.repeat(59)}.gif`],
    ['SignedDocuments.0', 'signed-document-1.pdf'],
    ['SignedDocuments.1.x', 'signed-document-2.txt'],
    ['Parameters.Selfie', 'file-1.webp'],
  ]);
});

test('a long text in a file is reported as such', () => {
  const files = [{ id: 'a', path: ['OcrTextSideOne'], size: 9000, sha256: '0', mime: null, decoded: false }];
  const reading = readRecord('{"OcrTextSideOne":null,"OcrTextSideTwo":null}', files, {
    visitIdentification: '',
    receivedDay: '2026-11-21',
  });
  const page = recordPage(reading, [], createWords('en'));
  expect(page).toMatch(/Long text: it is among the files/);
  expect(page).not.toMatch(/null/);
});
