/** The strict reader: objects by the file's own cross-reference, its revisions, and everything that it refuses. */
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createReader, openPdfFile, PdfFault, strayObjects, textOf } from '../support/doors/verification.ts';
import { contract, updated } from '../support/pdf/signed-pdf.ts';

const read = (text: string) => createReader(Buffer.from(text, 'latin1')).value();
const open = (text: string) => openPdfFile(Buffer.from(text, 'latin1'));

describe('values', () => {
  test.each([
    ['true', true],
    ['-1.5', -1.5],
    ['+7', 7],
    ['null', null],
    ['12 0 R', { kind: 'ref', number: 12, generation: 0 }],
    ['[1 2 R]', [{ kind: 'ref', number: 1, generation: 2 }]],
    ['[1 2 3]', [1, 2, 3]],
    ['/A#42#20c', { kind: 'name', value: 'AB c' }],
    ['(a\\(b\\)(c)\\101\\\n\\r)', { kind: 'string', bytes: Buffer.from('a(b)(c)A\r') }],
    ['(a\r\nb)', { kind: 'string', bytes: Buffer.from('a\nb') }],
    ['<41 4>', { kind: 'string', bytes: Buffer.from('A@') }],
    [
      '% first\n<< /A [ << >> ] /B/C >>',
      new Map<string, unknown>([
        ['A', [new Map()]],
        ['B', { kind: 'name', value: 'C' }],
      ]),
    ],
  ])('%s', (text, value) => expect(read(text)).toEqual(value));

  test.each([
    '',
    'xyz',
    '--1',
    '1.2.3',
    '(open',
    '<4x>',
    '<41',
    '[1',
    '<< /A >>',
    '<< /A 1',
    '<< 1 2 >>',
    '<< /A 1 /A 1 >>',
    '['.repeat(300),
  ])('refused: %s', (text) => expect(() => read(text)).toThrow(PdfFault));
});

test.each([
  ['UTF-8 with its mark', '<EFBBBFC3B1>', 'ñ'],
  ['UTF-16 with its mark', '<FEFF00F1>', 'ñ'],
  ['Latin-1', '(\xf1)', 'ñ'],
  ['Latin-1 that begins like a mark', '<EFBBC3>', 'ï»Ã'],
])('a text in %s', (_, text, meaning) => expect(textOf(read(text))).toBe(meaning));

/** A file of these sections; `at(n)` in them is where the n-th begins, `here` where the section itself does. */
function fileOf(...parts: (string | Buffer | ((at: (part: number) => number) => string | Buffer))[]): Buffer {
  const starts: number[] = [];
  let file = Buffer.from('%PDF-1.7\n');
  for (const part of parts) {
    starts.push(file.length);
    const made = typeof part === 'function' ? part((index) => starts[index] ?? Number.NaN) : part;
    file = Buffer.concat([file, typeof made === 'string' ? Buffer.from(made, 'latin1') : made]);
  }
  return file;
}
const entry = (at: number, generation = 0) => `${String(at).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`;
const end = (at: number) => `startxref\n${at}\n%%EOF\n`;
/** A stream of rows of one, four and one bytes: kind, place, generation or index. */
function crossReference(number: number, rows: [number, number, number][], more: string, predictor = false): Buffer {
  const bytes = Buffer.concat(rows.map(([kind, place, last]) => Buffer.from([kind, place >> 24, place >> 16, place >> 8, place, last])));
  const up = Buffer.concat(
    rows.map((_, row) =>
      Buffer.from([2, ...bytes.subarray(row * 6, row * 6 + 6).map((byte, at) => byte - (row === 0 ? 0 : (bytes[row * 6 - 6 + at] ?? 0)))]),
    ),
  );
  const packed = deflateSync(predictor ? up : bytes);
  const parameters = predictor ? '/DecodeParms << /Predictor 12 /Columns 6 >>' : '';
  const head = `${number} 0 obj\n<< /Type /XRef /W [1 4 1] /Root 1 0 R /Filter /FlateDecode ${parameters} /Length ${packed.length} ${more} >>\nstream\n`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream\nendobj\n')]);
}
const packedObjects = (number: number, inner: string, objects: string, count = 2) => {
  const packed = deflateSync(Buffer.from(inner + objects));
  return Buffer.concat([
    Buffer.from(
      `${number} 0 obj\n<< /Type /ObjStm /N ${count} /First ${inner.length} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`,
    ),
    packed,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
};

describe('the cross-reference', () => {
  test('as a table, with a later revision over it and an object that it frees', () => {
    const base = contract();
    const file = openPdfFile(updated(base, { 4: '(later)', 6: null, 12: '(new)' }));
    expect(file.object(4)).toMatchObject({ bytes: Buffer.from('later') });
    expect([file.object(6), file.object(99)]).toEqual([null, null]);
    expect(file.numbers()).toEqual([1, 2, 3, 4, 5, 12]);
    expect(file.revisions()).toEqual([
      { end: base.length, objects: [0, 1, 2, 3, 4, 5, 6] },
      { end: file.bytes.length, objects: [4, 6, 12] },
    ]);
  });

  test.each([false, true])('as a stream with packed objects (predictor: %s)', (predictor) => {
    const file = fileOf(
      '1 0 obj\n<< /Type /Catalog >>\nendobj\n',
      packedObjects(2, '3 0 4 3 ', '11 (b)'),
      (at) =>
        crossReference(
          5,
          [
            [0, 0, 0],
            [1, at(0), 0],
            [1, at(1), 0],
            [2, 2, 0],
            [2, 2, 1],
            [1, at(2), 0],
          ],
          '/Size 6',
          predictor,
        ),
      (at) => end(at(2)),
    );
    const opened = openPdfFile(file);
    expect([opened.object(3), opened.object(4)]).toEqual([11, { kind: 'string', bytes: Buffer.from('b') }]);
    expect([opened.holderOf(3), opened.holderOf(1)]).toEqual([2, null]);
    expect(strayObjects(opened)).toEqual([]);
  });

  const hybrid = (own: string, hidden: [number, number, number][], more = '') =>
    fileOf(
      '1 0 obj\n<< /Type /Catalog >>\nendobj\n',
      '2 0 obj\n(seen)\nendobj\n',
      (at) =>
        crossReference(
          5,
          hidden.map(([kind, part, last]) => [kind, at(part), last]),
          `/Index [2 1] /Size 6 ${more}`,
        ),
      (at) => `xref\n1 1\n${entry(at(0))}${own.replace('SEEN', entry(at(1)))}trailer\n<< /Size 6 /Root 1 0 R /XRefStm ${at(2)} >>\n`,
      (at) => end(at(3)),
    );

  test('as a hybrid, where both say the same or only the stream says it', () => {
    expect(openPdfFile(hybrid('', [[1, 1, 0]])).object(2)).toMatchObject({ bytes: Buffer.from('seen') });
    expect(openPdfFile(hybrid('2 1\nSEEN', [[1, 1, 0]])).object(2)).toMatchObject({ bytes: Buffer.from('seen') });
  });

  test('as a hybrid that shows one object to some readers and another to others is refused', () => {
    expect(() => openPdfFile(hybrid('2 1\nSEEN', [[1, 0, 0]]))).toThrow(PdfFault);
    expect(() => openPdfFile(hybrid('2 1\n0000000000 65535 f \n', [[1, 1, 0]]))).toThrow(PdfFault);
  });

  test('as a hybrid with a chain of its own behind the hidden section is refused', () => {
    expect(() => openPdfFile(hybrid('', [[1, 1, 0]], '/Prev 9'))).toThrow('a chain of its own');
  });

  const base = contract().toString('latin1');
  const start = /startxref\n(\d+)/.exec(base)?.[1] ?? '';
  test.each([
    ['no end mark', base.replace('%%EOF', '')],
    ['bytes after the end mark, too many for readers to find it', `${base}${'x'.repeat(1024)}`],
    ['bytes before the header', `x${base}`],
    ['a place outside the file', base.replace(`startxref\n${start}`, 'startxref\n999999')],
    ['a place where there is none', base.replace(`startxref\n${start}`, 'startxref\n9')],
    ['a chain that goes in a circle', base.replace('/Root 1 0 R', `/Root 1 0 R /Prev ${start}`)],
    ['an entry of a third kind', base.replace(' 00000 n', ' 00000 x')],
    ['an object named twice', base.replace('trailer', `4 1\n${entry(9)}trailer`)],
    ['no trailer', base.replace('trailer', 'trailor')],
    ['entries without line ends', base.replaceAll(' n \n', ' n  ')],
    ['entries of 19 bytes', base.replaceAll(' n \n', ' n\n')],
    ['entries without leading zeros', base.replace(/(?<=\n)0{7}(?=\d{3} 00000 n)/g, '')],
    ['a comment in the table', base.replace('xref\n0', 'xref\n%\n0')],
    ['a comment before the table', base.replace('xref\n0', '%\nxref\n0')],
    ['a table that begins with a free object 1', base.replace('xref\n0 7', 'xref\n1 7')],
  ])('refused: %s', (_, text) => expect(() => open(text)).toThrow(PdfFault));

  test('with fewer entries than it says: refused as that', () => {
    expect(() => open(base.replace('xref\n0 7', 'xref\n0 9999'))).toThrow('too few entries in the table');
    const rows: [number, number, number][] = [
      [0, 0, 0],
      [1, 9, 0],
    ];
    const stream = (size: number) =>
      fileOf(
        '1 0 obj\n<< /Type /Catalog >>\nendobj\n',
        () => crossReference(2, rows, `/Size ${size}`),
        (at) => end(at(1)),
      );
    expect(openPdfFile(stream(2)).object(1)).toBeInstanceOf(Map);
    expect(() => openPdfFile(stream(3))).toThrow('too few entries at');
  });

  test.each([
    ['another number', (text: string) => text.replace('4 0 obj', '9 0 obj')],
    ['another generation', (text: string) => text.replace('4 0 obj', '4 1 obj')],
    ['no end', (text: string) => text.replace('endstream\nendobj', 'endstream\nendxxx')],
    ['a stream of another length', (text: string) => text.replace(/\/Length \d+/, '/Length 11')],
    ['a stream without length', (text: string) => text.replace('/Length', '/Lengte')],
    ['a length that is itself', (text: string) => text.replace(/\/Length \d+/, '/Length 4 0 R')],
  ])('an object of %s is refused, and the others are read', (_, change) => {
    const text = change(base);
    const file = open(text.replace(/startxref\n\d+/, `startxref\n${text.indexOf('xref\n0 7')}`));
    expect(() => file.object(4)).toThrow(PdfFault);
    expect(file.object(1)).toBeInstanceOf(Map);
  });

  test('an object past the size that the trailer says is refused', () => {
    const text = base.replace('/Size 7', '/Size 6');
    expect(() => open(text).object(6)).toThrow(PdfFault);
    expect(open(text).object(5)).toBeInstanceOf(Map);
  });

  /** A file of one stream, object 2, in which object 1 is packed. */
  const withPacked = (stream: Buffer | string) =>
    fileOf(
      stream,
      (at) =>
        crossReference(
          5,
          [
            [0, 0, 0],
            [2, 2, 0],
            [1, at(0), 0],
          ],
          '/Size 3',
        ),
      (at) => end(at(1)),
    );

  test('a packed object that its stream has under another number is refused', () => {
    const file = withPacked(packedObjects(2, '7 0 8 3 ', '11 (b)'));
    expect(() => openPdfFile(file).object(1)).toThrow(PdfFault);
  });

  test('a stream that unpacks to more than the limit is refused', () => {
    const bomb = deflateSync(Buffer.alloc(80 * 1024 * 1024));
    const file = withPacked(
      Buffer.concat([
        Buffer.from(`2 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${bomb.length} >>\nstream\n`),
        bomb,
        Buffer.from('\nendstream\nendobj\n'),
      ]),
    );
    expect(() => openPdfFile(file).object(1)).toThrow(PdfFault);
  });

  test('a packed object whose number its stream has twice is refused', () => {
    const file = withPacked(packedObjects(2, '1 0 1 3 ', '11 (b)'));
    expect(() => openPdfFile(file).object(1)).toThrow(PdfFault);
  });

  test('an object at the beginning of the file does not exist', () => {
    const place = /\n(\d{10}) 00000 n/.exec(base)?.[1] ?? '';
    expect(open(base).object(1)).not.toBeNull();
    expect(open(base.replace(place, '0'.repeat(10))).object(1)).toBeNull();
  });

  test('a later object before an earlier one of its number is refused', () => {
    const first = updated(contract(), { 4: '(first)' }).toString('latin1');
    const place = first.indexOf('4 0 obj');
    const twice = updated(Buffer.from(first, 'latin1'), { 4: '(second)' }).toString('latin1');
    const at = twice.lastIndexOf(' 00000 n') - 10;
    expect(open(twice).object(4)).toMatchObject({ bytes: Buffer.from('second') });
    expect(() => open(twice.slice(0, at) + String(place).padStart(10, '0') + twice.slice(at + 10))).toThrow('before an earlier one');
  });

  /** A file whose first object says that the file is linearized. @param length what it says of the length */
  const linearized = (section: (first: number, last: number) => number, length = (size: number) => size) => {
    const make = (size: number) => {
      const head = `%PDF-1.7\n9 0 obj\n<< /Linearized 1 /L ${String(length(size)).padStart(5, '0')} >>\nendobj\n`;
      const table = (number: number) => `xref\n${number} 1\n${entry(9)}trailer\n<< /Size 10 /Root 1 0 R >>\n`;
      const last = head.length + table(8).length;
      return `${head}${table(9)}${table(9)}startxref\n${String(section(head.length, last)).padStart(5, '0')}\n%%EOF\n`;
    };
    return open(make(make(0).length));
  };

  test('as a linearized file, which begins with its first section, and another one is refused', () => {
    expect(linearized((first) => first).object(9)).toBeInstanceOf(Map);
    expect(() => linearized((_, last) => last)).toThrow('two first sections');
    // A later revision makes the file longer, and readers begin at its end.
    expect(
      linearized(
        (_, last) => last,
        (size) => size - 1,
      ).object(9),
    ).toBeInstanceOf(Map);
  });

  test('a reference to another generation is one to nothing', () => {
    expect(openPdfFile(contract()).follow({ kind: 'ref', number: 1, generation: 3 })).toBeNull();
  });
});

describe('objects that no section names', () => {
  const withText = (text: string) => Buffer.from(contract().toString('latin1').replace('startxref', `${text}\nstartxref`), 'latin1');
  test.each([
    ['none', 'a comment of 1 object', []],
    ['one of a number that is there', '4 0 obj\n(other)\nendobj', [4]],
    ['one of another', '31 0 obj (other) endobj', [31]],
  ])('%s', (_, text, numbers) => expect(strayObjects(openPdfFile(withText(text)))).toEqual(numbers));

  test('not what a stream or a string has inside, nor what a later revision replaced', () => {
    const inside = updated(contract(), { 4: '<< /Length 11 >>\nstream\n9 0 obj end\nendstream', 12: '(\n8 0 obj\n)' });
    expect(strayObjects(openPdfFile(updated(inside, { 4: '(later)' })))).toEqual([]);
  });
});
