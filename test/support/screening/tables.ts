/** Tables of persons for tests: written in any encoding, and workbooks made by another library or by hand. */
import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { ZipFile } from 'yazl';
import type { TableOptions } from '../doors/domain.ts';
import { StationError } from '../doors/errors.ts';
import { readTable } from '../doors/screening.ts';
import { tempDir } from '../temp-dir.ts';

export const plainOptions: TableOptions = { encoding: 'utf-8', separator: ',', quote: '"', header: false, sheet: null };

const fromWindows1252 = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1252').decode(Uint8Array.of(byte)), byte] as const),
);

export function encoded(text: string, encoding: TableOptions['encoding'], mark = false): Buffer {
  const whole = mark ? `\ufeff${text}` : text;
  if (encoding === 'utf-8') return Buffer.from(whole);
  if (encoding === 'utf-16le') return Buffer.from(whole, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(whole, 'utf16le').swap16();
  return Buffer.from([...text].map((char) => fromWindows1252.get(char) ?? Number.NaN));
}

export async function tableFile(content: string | Uint8Array, name = 'table.csv'): Promise<string> {
  const path = join(await tempDir(), name);
  await writeFile(path, content);
  return path;
}

export async function cellsOf(path: string, options: TableOptions = plainOptions): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const { cells } of readTable(path, options)) rows.push(cells);
  return rows;
}

/** The code and the detail of a refusal; success would be a fault of the test. */
export async function refusalOf(work: Promise<unknown>): Promise<{ code: string; detail: unknown }> {
  const thrown = await work.then(
    () => new Error('not refused'),
    (error: unknown) => error,
  );
  if (!(thrown instanceof StationError)) throw thrown;
  return { code: thrown.problem.code, detail: thrown.problem.detail };
}

/** A ZIP of these files. */
export async function zipFile(files: Record<string, string | Buffer>, name = 'made.xlsx'): Promise<string> {
  const path = join(await tempDir(), name);
  const zip = new ZipFile();
  for (const [part, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), part);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

/** A ZIP whose part `bomb` unpacks to `mebibytes` MiB of blanks. Making it is fast: one MiB is packed once and repeated. */
export async function bombFile(files: Record<string, string>, bomb: string, mebibytes: number): Promise<string> {
  const blanks = Buffer.alloc(1 << 20, ' ');
  const packed = deflateRawSync(blanks, { finishFlush: constants.Z_FULL_FLUSH });
  const entries = Object.entries(files).map(([name, text]) => {
    if (name !== bomb) return { name, data: Buffer.from(text), size: Buffer.byteLength(text), crc: crc32(text), method: 0 };
    const crc = Array.from({ length: mebibytes }).reduce((sum: number) => crc32(blanks, sum), 0);
    // An empty block after the last piece ends the deflated stream.
    const data = Buffer.concat([...Array<Buffer>(mebibytes).fill(packed), Buffer.of(3, 0)]);
    return { name, data, size: blanks.length * mebibytes, crc, method: 8 };
  });
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []];
  let at = 0;
  for (const { name, data, size, crc, method } of entries) {
    // Members of both headers: version, flags, method, time, date, CRC, sizes, lengths of name and extra field.
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(method, 4);
    shared.writeUInt32LE(crc, 10);
    shared.writeUInt32LE(data.length, 14);
    shared.writeUInt32LE(size, 18);
    shared.writeUInt16LE(name.length, 22);
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(at, 10);
    const local = [Buffer.from('PK\u0003\u0004'), shared, Buffer.from(name), data];
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0'), shared, offset, Buffer.from(name));
    parts.push(...local);
    at += local.reduce((sum, { length }) => sum + length, 0);
  }
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  end.writeUInt32LE(at, 16);
  return tableFile(Buffer.concat([...parts, ...directory, end]), 'bomb.xlsx');
}

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;

/** A handmade workbook of one sheet with this `sheetData`, these shared texts (XML of each `si`) and number formats. */
export function workbookParts(sheetData: string, texts: string[] = [], formats: string[] = [], date1904 = false): Record<string, string> {
  const codes = formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code}"/>`).join('');
  return {
    '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr date1904="${date1904}"/><sheets><sheet name="Clientes" sheetId="1" r:id="b"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation('b', 'worksheet', '/xl/worksheets/one.xml')}${relation('c', 'sharedStrings', 'texts.xml')}${relation('d', 'styles', 'styles.xml')}</Relationships>`,
    'xl/texts.xml': `<sst>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet><numFmts>${codes}</numFmts><cellXfs><xf numFmtId="0"/>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/one.xml': `<worksheet><sheetData>${sheetData}</sheetData></worksheet>`,
  };
}
