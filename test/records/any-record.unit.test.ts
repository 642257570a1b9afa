/** Whatever comes as a record is read without a crash, and nothing of it is lost. */
import { expect, it } from 'vitest';
import { type RecordFile, type RecordReading, recordReadingSchema } from '../support/doors/domain.ts';
import { readRecord } from '../support/doors/records.ts';
import {
  aFile,
  describedAni,
  describedExtras,
  describedImage,
  describedScore,
  describedTop,
  sampleOf,
} from '../support/records/records.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';

const json = fc.jsonValue({ maxDepth: 3 });
const oddName = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'Extras.IdState', 'Scores[0]', '', '0', 'a.b'),
  fc.string(),
);

/** Any of the members left out, null, as described, or of any other type. */
const someOf = (members: typeof describedTop): fc.Arbitrary<Record<string, unknown>> =>
  fc.record(
    Object.fromEntries(
      members.map(([name, type]) => [
        name,
        fc.oneof(fc.constant(null), fc.constant(sampleOf(name, type)), json, fc.constantFrom('', true, 'false', '0001-01-01T00:00:00')),
      ]),
    ),
    { requiredKeys: [] },
  );

/** With members that are not described, under any name. */
const withUnknown = (known: fc.Arbitrary<Record<string, unknown>>): fc.Arbitrary<Record<string, unknown>> =>
  fc.tuple(known, fc.array(fc.tuple(oddName, json), { maxLength: 3 })).map(([members, more]) =>
    // As JSON gives them: every name is the object's own.
    Object.fromEntries([...more, ...Object.entries(members)]),
  );

const listOf = (members: typeof describedTop) => fc.oneof(json, fc.array(fc.oneof(withUnknown(someOf(members)), json), { maxLength: 3 }));
const record = withUnknown(
  fc
    .tuple(
      someOf(describedTop),
      fc.record(
        {
          Extras: fc.oneof(json, withUnknown(someOf(describedExtras))),
          Response_ANI: fc.oneof(json, withUnknown(someOf(describedAni))),
          Scores: listOf(describedScore),
          Images: listOf(describedImage),
          SignedDocuments: json,
          Parameters: json,
          StateSignatureDocument: json,
        },
        { requiredKeys: [] },
      ),
    )
    .map(([top, inner]) => ({ ...top, ...inner })),
);

const places: RecordFile['path'][] = [
  ['Images', 0, 'Image'],
  ['Images', 1, 'Image'],
  ['Images', 0, 'Other'],
  ['SignedDocuments'],
  ['SignedDocuments', 0, 'Content'],
  ['SignedDocuments', 'x', 'y', 3],
  ['BarcodeText'],
  ['Response_ANI', 'Niup'],
  ['Scores', 0, 'Observation'],
  ['__proto__', 'x'],
  [],
];
const files = fc.subarray(places).map((paths) => paths.map((path, index) => aFile('abcdefghijk'.charAt(index), path)));

/** Every leaf but null, as text; how often. */
function leaves(values: readonly unknown[]): Map<string, number> {
  const found = new Map<string, number>();
  const walk = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk);
    else if (value !== null && value !== undefined) found.set(String(value), (found.get(String(value)) ?? 0) + 1);
  };
  values.forEach(walk);
  return found;
}

function shown({ sections, scores, images, other }: RecordReading): unknown[] {
  const fields = [...sections, ...scores].flatMap((part) => part.fields);
  return [
    other,
    ...fields.map(({ state, value }) => (state === 'odd' ? JSON.parse(String(value)) : value)),
    ...images.map(({ typeId, typeName, id, downloadCode }) => [typeId, typeName, id, downloadCode]),
  ];
}

const described = [
  ...describedTop.map(([name]) => name),
  ...describedAni.map(([name]) => `Response_ANI.${name}`),
  ...describedExtras.map(([name]) => `Extras.${name}`),
].toSorted();

it('reads any record, with anything missing, null or of another type, and files anywhere', () => {
  fc.assert(
    fc.property(record, files, fc.string(), (value, listed, visitIdentification) => {
      const text = JSON.stringify(value);
      const reading = readRecord(text, listed, { visitIdentification, receivedDay: '2026-11-21' });
      expect(recordReadingSchema.parse(reading)).toEqual(reading);
      expect(reading.sections.flatMap(({ fields }) => fields.map(({ name }) => name)).toSorted()).toEqual(described);
      const there = leaves(shown(reading));
      // A file's text stood in place of what is null in the JSON, so such members have no value of their own.
      const remaining = listed.reduce((rest, { path }) => without(rest, path), JSON.parse(text) as unknown);
      for (const [leaf, count] of leaves([remaining])) expect(there.get(leaf) ?? 0, leaf).toBeGreaterThanOrEqual(count);
      const filed = [...reading.images.map(({ file }) => file), ...reading.documents.map(({ file }) => file), ...reading.otherFiles];
      expect(filed.flatMap((file) => (file ? [file.id] : [])).toSorted()).toEqual(listed.map(({ id }) => id).toSorted());
      for (const { texts, fields } of reading.mismatches) expect(texts.length).toBeGreaterThanOrEqual(fields.length);
    }),
    { numRuns: runs(400) },
  );
});

/** The value with null where the file's text stood. */
function without(value: unknown, [step, ...rest]: readonly (string | number)[]): unknown {
  if (step === undefined) return null;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => [
    name,
    name === String(step) ? without(inner, rest) : inner,
  ]);
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

it('reads any text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const reading = readRecord(text, [], { visitIdentification: '', receivedDay: '2026-11-21' });
      expect(recordReadingSchema.parse(reading)).toEqual(reading);
    }),
  );
});
