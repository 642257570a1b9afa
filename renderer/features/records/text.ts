/** Formats a record as plain text for the clipboard, in the order and words of the screen; pure. */
import type { RecordField, RecordView } from '../../../shared/domain/records/record.ts';
import { parted } from './fields.ts';
import { picturesOf } from './pictures.ts';
import type { RecordWords, TextWords } from './words.ts';

/** Continued lines of a long value are indented, so that they are not taken for separate members. */
const line = (label: string, value: string): string => `${label}: ${value.replace(/\r\n|\r|\n/g, '\n    ')}`;

export function textOf(view: RecordView, words: RecordWords, own: TextWords): string {
  const field = (one: RecordField) => {
    const written = words.written(one);
    return line(words.label(one.name), written === null ? words.value(one) : `${words.value(one)} (${written})`);
  };
  const listed = (fields: readonly RecordField[]) => {
    const { full, blank } = parted(fields);
    return [
      ...full.map(field),
      ...(blank.length > 0 ? [`${own.blank(blank.length)}: ${blank.map(({ name }) => words.label(name)).join(', ')}`] : []),
    ];
  };
  const mismatches = view.mismatches.flatMap(({ kind, fields, texts }) => {
    const from = fields.map((name, index) => `${words.label(name)} = ${texts[index] ?? ''}`);
    const rest = texts.slice(fields.length).map((text) => `${words.comparedWith(kind)} = ${text}`);
    return [`- ${words.mismatch(kind).what}`, ...[...from, ...rest].map((text) => `    ${text}`)];
  });
  const { gallery, videos } = picturesOf(view);
  const blocks: [heading: string, lines: string[]][] = [
    [
      own.title,
      [line(view.name === '' ? own.noName : view.name, view.identification), ...own.facts.map(([label, value]) => line(label, value))],
    ],
    [own.headings.mismatches, mismatches],
    ...view.sections.map(({ id, fields }): [string, string[]] => [words.section(id), listed(fields)]),
    ...view.scores.map(({ number, fields }): [string, string[]] => [`${own.headings.scores} – ${own.score(number)}`, listed(fields)]),
    [
      own.headings.pictures,
      [...gallery, ...videos].flatMap((picture) => [
        line(words.picture(picture), picture.file?.sha256 ?? own.noPicture),
        ...(picture.id === null ? [] : [`    ${line(own.codes.id, picture.id)}`]),
        ...(picture.downloadCode === null ? [] : [`    ${line(own.codes.downloadCode, picture.downloadCode)}`]),
      ]),
    ],
    [own.headings.documents, view.documents.map(({ name, number, file }) => line(name ?? own.unnamed(number), file.sha256))],
    [own.headings.other, view.other === null ? [] : [JSON.stringify(view.other, null, 2)]],
    [own.headings.defects, view.defects.map((defect) => `- ${defect}`)],
  ];
  return `${blocks
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) => [heading, ...lines].join('\n'))
    .join('\n\n')}\n`;
}
