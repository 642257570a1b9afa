/** Records on paper as poppler reads them: every member, picture and file of a record, in every language. */

import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { Language, RecordView } from '../support/doors/domain.ts';
import { problem } from '../support/doors/errors.ts';
import { createDocument, createPaperWords, localCount, localTime } from '../support/doors/pdf.ts';
import { type RecordPdfFacts, recordPdf } from '../support/doors/records.ts';
import { languages, textsOf } from '../support/doors/words.ts';
import { poppler, readPdf, squeezed } from '../support/pdf/poppler.ts';
import { jpeg, png } from '../support/records/pictures.ts';
import { recordView } from '../support/records/record-view.ts';
import { aFile, fullFiles, fullRecord } from '../support/records/records.ts';
import { fc } from '../support/runner/property.ts';
import { runs, sized } from '../support/runner/soak.ts';

const esPaper = textsOf('es', 'recordPaper');
const facts = {
  language: 'es',
  madeAt: new Date('2026-11-21T23:00:00Z'),
  madeBy: 'Ana Gómez',
  stationVersion: '0.1.0',
  picture: null,
} as const;
const rgba = png({ width: 20, height: 10, type: 6, pixels: new Uint8Array(800).fill(90) });
const picture = async (id: string) => (id === 'b' ? rgba : jpeg);

const make = (view: RecordView, more: Partial<RecordPdfFacts> = {}): Promise<Buffer> => buffer(recordPdf(view, { ...facts, ...more }));
const textOf = async (bytes: Buffer) => squeezed((await readPdf(bytes)).texts.join(''));
const expectAll = (text: string, expected: readonly string[]) => {
  for (const one of expected) expect(text, one).toContain(squeezed(one));
};

const full = recordView(fullRecord, fullFiles);
const troubled = recordView(
  {
    ...fullRecord,
    Uid: null,
    Street: 12,
    Home: undefined,
    BarcodeText: null,
    FoundOnProviderAlert: true,
    ComparationFacesAproved: false,
    IdNumberFromClient: '99',
    Nuevo: { a: [1, { b: 'x' }] },
    Images: [...fullRecord.Images, { ImageTypeId: 2 }, { ImageTypeId: 20 }, { ImageTypeId: 77 }],
  },
  [
    ...fullFiles,
    aFile('d', ['Images', 2, 'Image'], { mime: 'image/webp' }),
    aFile('e', ['Images', 3, 'Image'], { mime: 'video/mp4', size: 8_123_456 }),
    aFile('f', ['BarcodeText'], { mime: null, decoded: false, size: 33_333 }),
  ],
);

describe.each(sized<readonly Language[]>(['es'], languages))('in %s', (language) => {
  const { fields, sections, mismatches, types, values } = textsOf(language, 'record');
  const paper = textsOf(language, 'recordPaper');
  const screen = textsOf(language, 'recordView');
  const label = (name: string) => Reflect.get(fields, name.replaceAll('.', '_')) as string;

  it('lists every member under its label, with the provider’s name for it', async () => {
    const text = await textOf(await make(full, { language }));
    for (const { id, fields: members } of full.sections) {
      expect(text).toContain(squeezed(sections[id]));
      for (const { name, value } of members) expectAll(text, [label(name), name, ...(typeof value === 'boolean' ? [] : [String(value)])]);
    }
    for (const { name, value } of full.scores[0]?.fields ?? [])
      expectAll(text, [label(name), ...(value === '' ? [] : [name, String(value)])]);
    expectAll(text, [
      paper.summary.noMismatch,
      paper.summary.face.approved,
      'María José Peña Núñez',
      `F (${values.female})`,
      `${paper.received.receivedAt}${localTime('2026-11-21T22:30:00.000Z', language)}`,
      `${screen.facts.sha256}${full.sha256}`,
      `${screen.facts.parts}1T-4711`,
      'canal: oficina',
      `${paper.evidence.madeBy}Ana Gómez`,
      paper.pictures.leftOut,
      `${types[3]}`,
      ...fullFiles.map(({ sha256 }) => sha256),
    ]);
    expect(text).not.toContain(squeezed(screen.mismatches));
  });

  it('begins with mismatches, and reports what is missing, irregular or elsewhere', async () => {
    const text = await textOf(await make(troubled, { language, picture }));
    expectAll(text, [
      paper.summary.mismatches_other.replace('{{count}}', '3'),
      mismatches['alert-list'].what,
      mismatches['face-not-approved'].what,
      mismatches['other-identification'].what,
      `${fields.FoundOnProviderAlert}FoundOnProviderAlert${values.yes}`,
      paper.section.empty.replace('{{names}}', fields.Uid),
      paper.section.missing.replace('{{names}}', fields.Home),
      `${fields.Street}Street${paper.section.odd.replace('{{value}}', '12')}`,
      `${fields.BarcodeText}BarcodeText${values.inFile}`,
      `${types[2]}${paper.pictures.otherKind}`,
      `${screen.pictures.type.replace('{{number}}', '77')}${paper.pictures.none}`,
      `${types[20]}Images[3].Image`,
      paper.files.notDecoded.replace('{{size}}', localCount(33_333, language)),
      `video/mp4, ${localCount(8_123_456, language)} bytes`,
      'Nuevo: a: 1. 1 2. b: x',
      `${paper.defects.text}Street`,
    ]);
    expect(text.indexOf(squeezed(mismatches['alert-list'].what))).toBeLessThan(text.indexOf(squeezed(paper.who.heading)));
    expect(text).not.toContain(squeezed(paper.summary.noMismatch));
  });
});

describe('pictures', () => {
  it('are there when requested, each with a text alternative', async () => {
    const bytes = await make(troubled, { picture });
    const listed = (await poppler('pdfimages', ['-list', '-'], bytes)).trim().split('\n').slice(2);
    expect(listed.map((line) => line.trim().split(/\s+/).slice(2, 9))).toEqual([
      ['image', '34', '44', 'rgb', '3', '8', 'jpeg'],
      ['image', '20', '10', 'rgb', '3', '8', 'image'],
    ]);
    const structure = await poppler('pdfinfo', ['-struct', '-'], bytes);
    expect(structure.match(/^ *Figure.*$/gm)).toHaveLength(2);
    expect(bytes.toString('latin1').match(/\/S \/Figure/g)).toHaveLength(2);
    expect(await poppler('pdfimages', ['-list', '-'], await make(troubled))).not.toContain('jpeg');
  });

  it('that cannot be read, or are none, are named', async () => {
    const gone = await textOf(await make(full, { picture: async () => null }));
    expect(gone.split(squeezed(esPaper.pictures.unopened))).toHaveLength(3);
    const junk = await textOf(await make(full, { picture: async () => Buffer.from([0xff, 0xd8, 0xff]) }));
    expect(junk.split(squeezed(esPaper.pictures.otherKind))).toHaveLength(3);
    const twoChannels = Buffer.from(jpeg);
    twoChannels[jpeg.indexOf(Buffer.from('ffc0', 'hex')) + 9] = 2;
    const odd = await textOf(await make(full, { picture: async () => twoChannels }));
    expect(odd.split(squeezed(esPaper.pictures.otherKind))).toHaveLength(3);
  });

  it('are written before the next are read', async () => {
    const size = 400_000;
    const large = Buffer.concat([jpeg, Buffer.alloc(size)]);
    const images = Array.from({ length: 20 }, (_, at) => aFile(String(at), ['Images', at, 'Image']));
    const view = recordView({ Images: images.map(() => ({ ImageTypeId: 3 })) }, images);
    let written = 0;
    const behind: number[] = [];
    const read = async (id: string) => {
      behind.push(Number(id) * size - written);
      return large;
    };
    for await (const chunk of recordPdf(view, { ...facts, picture: read })) written += chunk.length;
    expect(behind).toHaveLength(20);
    expect(Math.max(...behind)).toBeLessThanOrEqual(2 * size);
  });

  it('may be any bytes declared as a picture', async () => {
    const made = (bytes: Buffer) =>
      createDocument({
        title: 'x',
        words: createPaperWords('es', {}),
        madeAt: facts.madeAt,
        blocks: [{ kind: 'pictures', pictures: [{ bytes, alt: 'a', caption: 'c', otherwise: 'o' }] }],
        frame: { practice: false, foot: null },
      });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(jpeg, rgba),
        fc.array(fc.tuple(fc.nat(300), fc.nat(255)), { maxLength: 6 }),
        fc.option(fc.nat(300)),
        async (whole, changes, cut) => {
          const damaged = Buffer.from(whole.subarray(0, cut ?? whole.length));
          for (const [at, byte] of changes) if (at < damaged.length) damaged[at] = byte;
          expect((await made(damaged)).subarray(-6).toString()).toBe('%%EOF\n');
        },
      ),
      { numRuns: runs(30) },
    );
  });
});

describe('the PDF', () => {
  it('is marked as practice on every page of a practice record, and only there', async () => {
    const { texts } = await readPdf(await make({ ...full, profile: null }));
    expect(texts.length).toBeGreaterThan(1);
    for (const page of texts) expect(page.match(/PRÁCTICA · PRACTICE/g)).toHaveLength(2);
    expect(squeezed(texts.join(''))).toContain(squeezed(esPaper.practice));
    expect(await textOf(await make(full))).not.toContain('PRACTICE');
    const pushed = await textOf(await make({ ...full, source: 'pushed', profile: null, caller: 'provider-1' }));
    expect(pushed).not.toContain('PRACTICE');
    expect(squeezed(pushed)).toContain(squeezed(`${textsOf('es', 'recordView').facts.caller} provider-1`));
    expect(squeezed(pushed)).not.toContain(squeezed(esPaper.received.profile));
  });

  it('is tagged, and has nothing of the person in its properties', async () => {
    const { info } = await readPdf(await make(full));
    expect(info).toMatch(/^Tagged:\s+yes$/m);
    expect(/^Title:\s+(.*)$/m.exec(info)?.[1]).toBe(esPaper.title);
    expect(info).not.toMatch(/Peña|1\.020|Ana/);
  });

  it('can be made of an empty or unreadable record', async () => {
    const empty = await textOf(await make(recordView({}, [])));
    expectAll(empty, [esPaper.summary.noMismatch, esPaper.summary.face.none, esPaper.section.none]);
    const damaged = await textOf(await make(recordView({}, [], { problem: problem('stored-data-damaged') })));
    expectAll(damaged, [esPaper.summary.unread]);
    expect(damaged).not.toContain(squeezed(esPaper.summary.noMismatch));
  });

  it('is the same for the same record', async () => {
    const [first, second] = [await make(troubled, { picture }), await make(troubled, { picture })];
    expect(first.equals(second)).toBe(true);
  });
});
