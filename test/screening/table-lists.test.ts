/** The real list, and one of the size that the station must take. */

import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { checkTable, describeTable, queryOfRow, readTable } from '../support/doors/screening.ts';
import { describeWith, ofacList } from '../support/runner/need.ts';
import { sized } from '../support/runner/soak.ts';
import { plainOptions } from '../support/screening/tables.ts';
import { tempDir } from '../support/temp-dir.ts';

describeWith('ofac')('the list of OFAC', () => {
  it('is understood: no header, "SURNAME, Given" in rows of persons', async () => {
    const { options, mapping, sample, problem } = await describeTable(ofacList);
    expect(problem).toBeNull();
    expect(options).toEqual(plainOptions);
    expect(mapping).toEqual({
      name: [1],
      surnameFirst: true,
      surnameFirstWhere: { column: 2, value: 'individual' },
      identification: null,
      empty: ['-0-'],
    });
    expect(sample).toHaveLength(20);
  });
  it('every row is there, with its name in the order that is asked for', async () => {
    const { options, mapping } = await describeTable(ofacList);
    const all: string[][] = parse(await readFile(ofacList));
    const check = await checkTable(ofacList, options, mapping);
    expect(check).toMatchObject({ rows: all.length, screenable: all.length, blankLines: 0 });
    const names: string[] = [];
    for await (const { cells } of readTable(ofacList, options)) {
      expect(cells).toEqual(all[names.length]);
      names.push(queryOfRow(cells, mapping).name);
    }
    expect(names).toHaveLength(all.length);
    expect(names).toEqual(
      expect.arrayContaining(['Elena Alekseevna KHUSYAYNOVA', 'ANGLO-CARIBBEAN CO., LTD.', 'Feliciano Semborio Jr. DELOS REYES']),
    );
    expect(names.filter((name) => name.includes(',')).length).toBe(
      all.filter(([, name, kind]) => kind?.trim() !== 'individual' && name?.includes(',')).length,
    );
  });
});

const total = sized(20_000, 100_000);

it(`${total} rows come out as many and in their order`, async () => {
  const path = join(await tempDir(), 'large.csv');
  function* lines() {
    yield 'Nombre;Cédula;Ciudad\n';
    for (let at = 1; at <= total; at += 1) yield `"Pérez Gómez, Ana ${at}";${1_000_000 + at};Bogotá\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
  const { options, mapping } = await describeTable(path);
  let next = 1;
  for await (const { number, cells } of readTable(path, options)) {
    if (number !== next || cells[1] !== String(1_000_000 + next)) throw new Error(`row ${next} is not in its place`);
    next += 1;
  }
  expect(next - 1).toBe(total);
  expect(await checkTable(path, options, mapping)).toMatchObject({ rows: total, screenable: total, faults: { duplicate: 0 } });
});
