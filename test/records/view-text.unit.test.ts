/** A record as text: every value that came, in words, with nothing that could be taken for another member. */
import { expect, it } from 'vitest';
import type { RecordField } from '../support/doors/domain.ts';
import { type RecordWords, type TextWords, textOf } from '../support/doors/renderer/records.ts';
import { recordView } from '../support/records/record-view.ts';
import { aFile } from '../support/records/records.ts';
import { fc } from '../support/runner/property.ts';

const words: RecordWords = {
  label: (name) => `<${name}>`,
  section: (id) => `# ${id}`,
  picture: ({ typeId }) => `picture ${typeId}`,
  said: (text) => text,
  mismatch: (kind) => ({ what: `what ${kind}`, do: '' }),
  comparedWith: (kind) => `with ${kind}`,
  value: ({ value }) => String(value),
  written: () => null,
  meaning: () => null,
};
const own: TextWords = {
  title: 'Record',
  noName: 'no name',
  facts: [['Source', 'practice']],
  headings: {
    mismatches: 'Mismatches',
    scores: 'Scores',
    pictures: 'Pictures',
    documents: 'Documents',
    other: 'Other',
    defects: 'Defects',
  },
  score: (number) => `score ${number}`,
  blank: (count) => `${count} blank`,
  noPicture: 'none',
  codes: { id: 'id', downloadCode: 'code' },
  unnamed: (number) => `document ${number}`,
};
const text = (name: string, value: string): RecordField => ({ name, type: 'string', value, state: 'value' });
const none: RecordField = { name: 'Spouse', type: 'string', value: null, state: 'null' };

const view = recordView({}, [], {
  name: 'María Pérez',
  identification: '0102',
  sections: [
    { id: 'person', fields: [text('FirstName', 'María'), none] },
    { id: 'extras', fields: [] },
  ],
  scores: [{ number: 1, fields: [text('Scores.UserName', 'auditor')] }],
  images: [{ number: 1, typeId: 3, typeName: null, id: '91', downloadCode: 'c-91', file: aFile('11', [], { sha256: '11' }) }],
  documents: [{ number: 1, name: null, file: aFile('22', [], { sha256: '22' }) }],
  otherFiles: [],
  mismatches: [{ kind: 'other-identification', fields: ['IdNumber', 'IdNumberFromClient'], texts: ['1', '2', '3'] }],
  other: { New: 1 },
  defects: ['Extras'],
});

it('reads like the screen', () => {
  expect(textOf(view, words, own)).toBe(`Record
María Pérez: 0102
Source: practice

Mismatches
- what other-identification
    <IdNumber> = 1
    <IdNumberFromClient> = 2
    with other-identification = 3

# person
<FirstName>: María
1 blank: <Spouse>

Scores – score 1
<Scores.UserName>: auditor

Pictures
picture 3: 11
    id: 91
    code: c-91

Documents
document 1: 22

Other
{
  "New": 1
}

Defects
- Extras
`);
});

it('has every value, and no line of a value looks like a member', () => {
  const value = fc.string({ unit: fc.constantFrom('a', 'ñ', ':', '\n', '\r', ' ', '#'), minLength: 1 }).filter((one) => one.trim() !== '');
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 8 }), (values) => {
      const fields = values.map((one, number) => text(`M${number}`, one));
      const lines = textOf({ ...view, sections: [{ id: 'person', fields }] }, words, own).split('\n');
      const begun = lines
        .slice(lines.indexOf('# person') + 1, lines.indexOf('Scores – score 1') - 1)
        .filter((one) => !one.startsWith('    '));
      expect(begun).toEqual(fields.map(({ name }, number) => `<${name}>: ${(values[number] ?? '').split(/\r\n|\r|\n/)[0]}`));
    }),
  );
});
