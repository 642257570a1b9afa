import { join } from 'node:path';
import { readSheet } from 'read-excel-file/node';
import { describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { checkTable, describeTable } from '../support/doors/screening.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';
import { cellsOf, plainOptions, refusalOf, workbookParts, zipFile } from '../support/screening/tables.ts';
import { tempDir } from '../support/temp-dir.ts';

const row = (cells: string, number?: number) => `<row${number === undefined ? '' : ` r="${number}"`}>${cells}</row>`;

describe('a workbook that another library made', () => {
  it('texts, numbers, dates and truth values, as people see them', async () => {
    const path = join(await tempDir(), 'made.xlsx');
    const date = new Date(Date.UTC(1980, 4, 17));
    await writeExcelFile([
      [{ value: 'Nombre' }, { value: 'Cédula' }, { value: 'Nacido' }, { value: 'Activo' }],
      [
        { value: '  Ana <&> “Gil” \n2' },
        { value: 1020304050, type: Number },
        { value: date, type: Date, format: 'dd/mm/yyyy' },
        { value: true },
      ],
      [{ value: 'Eva' }, { value: 0.1 + 0.2, type: Number }],
    ]).toFile(path);
    const found = await describeTable(path);
    expect(found).toMatchObject({
      format: 'xlsx',
      sheets: ['Sheet1'],
      options: { header: true, sheet: 'Sheet1' },
      mapping: { name: [0], identification: 1 },
    });
    expect(found.columns).toEqual(['Nombre', 'Cédula', 'Nacido', 'Activo']);
    expect(found.sample).toEqual([
      ['  Ana <&> “Gil” \n2', '1020304050', '1980-05-17', 'TRUE'],
      ['Eva', '0.3', '', ''],
    ]);
  });
  it('reads any text as the other library does', async () => {
    const texts = fc.array(
      fc.array(fc.string({ unit: fc.constantFrom('a', 'Ñ', '😀', '<', '&', ' ', '_x0041_', '\n', '-') }), { minLength: 1, maxLength: 4 }),
      { minLength: 1, maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(texts, async (table) => {
        const path = join(await tempDir(), 'made.xlsx');
        await writeExcelFile([
          [{ value: 'first' }],
          ...table.map((cells) => [{ value: 'x' }, ...cells.map((value) => ({ value, type: String }))]),
        ]).toFile(path);
        const theirs = (await readSheet(path, { trim: false })).map((cells) => cells.map((cell) => String(cell ?? '')));
        const trimmed = (cells: string[]) => cells.slice(0, cells.findLastIndex((cell) => cell !== '') + 1);
        expect((await cellsOf(path)).map(trimmed)).toEqual(theirs.map(trimmed));
      }),
      { numRuns: runs(15) },
    );
  });
});

describe('a workbook cell by cell', () => {
  const read = async (sheetData: string, texts: string[] = [], formats: string[] = [], date1904 = false) =>
    cellsOf(await zipFile(workbookParts(sheetData, texts, formats, date1904)));

  it('a formula shows the value that was saved with it', async () => {
    expect(
      await read(
        row(
          '<c t="str"><f>CONCATENATE("A","na")</f><v>Ana</v></c><c><f>1+1</f><v>2</v></c><c><f>NOW()</f></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
        ),
      ),
    ).toEqual([['Ana', '2', '', '#DIV/0!']]);
  });
  it('shared and rich texts, without their readings', async () => {
    const texts = [
      '<t>Ana</t>',
      '<r><t>Pé</t></r><r><rPr><b/></rPr><t>rez</t></r>',
      '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh>',
      '<t>a_x000D_b</t>',
    ];
    expect(await read(row([0, 1, 2, 3].map((at) => `<c t="s"><v>${at}</v></c>`).join('')), texts)).toEqual([
      ['Ana', 'Pérez', '東京', 'a\rb'],
    ]);
  });
  it('texts in the cell itself, also in pieces', async () => {
    expect(
      await read(
        row(`<c t="inlineStr"><is><r><t>Ana </t></r><r><t><![CDATA[<Gil>]]></t></r></is></c><c t="str"><v>${'ñ'.repeat(100_000)}</v></c>`),
      ),
    ).toEqual([['Ana <Gil>', 'ñ'.repeat(100_000)]]);
  });
  it('dates by their format, from 1900 and from 1904', async () => {
    const cells = row(
      '<c s="1"><v>45000</v></c><c s="2"><v>45000.75</v></c><c s="3"><v>1234</v></c><c t="d"><v>2023-03-15T00:00:00</v></c>',
    );
    const formats = ['dd\\-mm\\-yyyy', 'd/m/yy h:mm', '00000000'];
    expect(await read(cells, [], formats)).toEqual([['2023-03-15', '2023-03-15 18:00', '00001234', '2023-03-15']]);
    expect(await read(row('<c s="1"><v>43538</v></c>'), [], formats, true)).toEqual([['2023-03-15']]);
  });
  it('gaps between cells and rows; short rows are filled up, blank ones counted', async () => {
    const sheet = `${row('<c r="A2"><v>1</v></c><c r="C2"><v>3</v></c>', 2)}${row('<c r="B3" t="str"><v> </v></c>', 3)}${row('<c r="A5"><v>5</v></c>', 5)}`;
    expect(await read(sheet)).toEqual([
      ['1', '', '3'],
      ['5', '', ''],
    ]);
    const mapping = { name: [0], surnameFirst: false, surnameFirstWhere: null, identification: null, empty: [] };
    const check = await checkTable(await zipFile(workbookParts(sheet)), { ...plainOptions, header: true }, mapping);
    expect(check).toMatchObject({ rows: 1, blankLines: 3, faults: { 'other-cell-count': 0 } });
  });
  it('another sheet, and one that is not there', async () => {
    const path = join(await tempDir(), 'two.xlsx');
    await writeExcelFile([
      { data: [[{ value: 'uno' }]], sheet: 'Primera' },
      { data: [[{ value: 'dos' }]], sheet: 'Ñandú & <2>' },
    ]).toFile(path);
    expect((await describeTable(path)).sheets).toEqual(['Primera', 'Ñandú & <2>']);
    expect(await cellsOf(path, { ...plainOptions, sheet: 'Ñandú & <2>' })).toEqual([['dos']]);
    expect(await cellsOf(path)).toEqual([['uno']]);
    const missing = { ...plainOptions, sheet: 'Tercera' };
    expect(await refusalOf(cellsOf(path, missing))).toMatchObject({ detail: { cause: 'sheet-missing' } });
    expect(await describeTable(path, missing)).toMatchObject({
      problem: { detail: { cause: 'sheet-missing' } },
      sheets: ['Primera', 'Ñandú & <2>'],
    });
  });
});
