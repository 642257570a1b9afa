/** Reads the parts of a workbook that its rows need: sheets, shared texts, number formats. */
import { posix } from 'node:path';
import { unreadable } from '../file-row.ts';
import { type NumberStyle, numberStyle, unescaped } from './cell-text.ts';
import { allXmlEvents } from './xml-events.ts';
import { type Workbook, workbookLimits } from './zip-entries.ts';

type Relation = { kind: string; target: string };

export type WorkbookMap = {
  /** The sheets in order; `part` is the path of the sheet in the workbook. */
  sheets: { name: string; part: string }[];
  sharedStrings: string | null;
  styles: string | null;
  /** Days count from 1904 instead of 1900. */
  epoch1904: boolean;
};

/** @throws StationError `table-unreadable` */
export async function workbookMap(workbook: Workbook): Promise<WorkbookMap> {
  const main = [...(await relations(workbook, '')).values()].find(({ kind }) => kind === 'officeDocument')?.target;
  if (main === undefined) throw unreadable(workbook.path, 'damaged-workbook');
  const related = await relations(workbook, main);
  const sheets: WorkbookMap['sheets'] = [];
  let epoch1904 = false;
  await allXmlEvents(workbook.read(main, workbookLimits.part), {
    open(name, attributes) {
      if (name === 'workbookPr') epoch1904 = attributes['date1904'] === '1' || attributes['date1904'] === 'true';
      const relation = name === 'sheet' ? related.get(attributes['id'] ?? '') : undefined;
      // Sheets of charts and macros have no rows.
      if (relation?.kind === 'worksheet') sheets.push({ name: attributes['name'] ?? '', part: relation.target });
    },
  });
  const partOf = (wanted: string): string | null => {
    const part = [...related.values()].find(({ kind }) => kind === wanted)?.target;
    return part !== undefined && workbook.has(part) ? part : null;
  };
  return { sheets, sharedStrings: partOf('sharedStrings'), styles: partOf('styles'), epoch1904 };
}

/** Returns the related parts of a part by id. `kind` is the text after the last `/` of the relation's type. */
async function relations(workbook: Workbook, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const found = new Map<string, Relation>();
  const file = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  await allXmlEvents(workbook.read(file, workbookLimits.part), {
    open(name, { Id: id, Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship' || id === undefined || mode === 'External') return;
      const path = target.startsWith('/') ? target : posix.join('/', folder, target);
      found.set(id, { kind: type.slice(type.lastIndexOf('/') + 1), target: path.slice(1) });
    },
  });
  return found;
}

/** Returns the texts that cells share, in the order of their numbers. Phonetic texts of East Asian names (`rPh`) are left out. */
export async function sharedTexts(workbook: Workbook, part: string | null): Promise<string[]> {
  const texts: string[] = [];
  if (part === null) return texts;
  let current = '';
  let size = 0;
  let inText = false;
  let inPhonetic = false;
  const grow = (by: number): void => {
    size += by;
    if (size > workbookLimits.text) throw unreadable(workbook.path, 'workbook-too-large');
  };
  await allXmlEvents(workbook.read(part, workbookLimits.text * 4), {
    open(name) {
      if (name === 'si') current = '';
      if (name === 'rPh') inPhonetic = true;
      if (name === 't') inText = true;
    },
    close(name) {
      if (name === 'rPh') inPhonetic = false;
      if (name === 't') inText = false;
      if (name !== 'si') return;
      texts.push(unescaped(current));
      // An empty text takes memory too.
      grow(8);
    },
    text(text) {
      if (!inText || inPhonetic) return;
      current += text;
      grow(text.length);
    },
  });
  return texts;
}

/** Returns the number styles in the order of the cell formats. */
export async function numberStyles(workbook: Workbook, part: string | null): Promise<NumberStyle[]> {
  const codes = new Map<number, string>();
  const styles: NumberStyle[] = [];
  if (part === null) return styles;
  let inCellFormats = false;
  await allXmlEvents(workbook.read(part, workbookLimits.part), {
    open(name, attributes) {
      const id = Number(attributes['numFmtId'] ?? 0);
      if (name === 'numFmt') codes.set(id, attributes['formatCode'] ?? '');
      if (name === 'cellXfs') inCellFormats = true;
      if (name === 'xf' && inCellFormats) styles.push(numberStyle(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') inCellFormats = false;
    },
  });
  return styles;
}
