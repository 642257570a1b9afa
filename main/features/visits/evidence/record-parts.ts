/** A record in the ZIP: as JSON, on paper, and its files (pictures, video, documents, long texts) as parts of their own. */
import { hash } from 'node:crypto';
import { imageTypes, type RecordFile, type RecordImage } from '../../../../shared/domain/records/record.ts';
import { recordFileEnding, recordJson, recordPdf } from '../../records/records.ts';
import type { LeftOut, WantedPart } from './check-part.ts';
import type { EvidenceFacts, EvidenceRecord, EvidenceSource } from './evidence-facts.ts';
import type { PartNames } from './part-names.ts';

/** `number`: from 1, of the record in the ZIP. */
export function recordParts(record: EvidenceRecord, number: number, facts: EvidenceFacts, names: PartNames) {
  const files = fileParts(record, `records/${number}`, facts.wish, names);
  const own: WantedPart[] = [
    { name: `records/${number}-record.json`, kind: 'text', sha256: null, source: () => recordText(record) },
    { name: `records/${number}-record.pdf`, kind: 'media', sha256: null, source: () => recordPaper(record, facts) },
  ];
  return { wanted: [...own, ...files.wanted], leftOut: files.leftOut };
}

/** `stem`: the name without its ending. */
type Named = { file: RecordFile; stem: string; kind: 'image' | 'video' | 'other' };

/** `folder`: `records/1`. */
function fileParts(
  record: EvidenceRecord,
  folder: string,
  wish: EvidenceFacts['wish'],
  names: PartNames,
): { wanted: WantedPart[]; leftOut: LeftOut[] } {
  const wanted: WantedPart[] = [];
  const leftOut: LeftOut[] = [];
  for (const { file, stem, kind } of filesOf(record)) {
    const { id, path, size, sha256 } = file;
    // Documents and long texts are always included.
    if ((kind === 'video' && !wish.video) || (kind === 'image' && !wish.images)) {
      leftOut.push({ record: record.row.id, path: path.join('.'), bytes: size, sha256 });
      continue;
    }
    const [name = ''] = names.take([folder], `${stem}.${recordFileEnding(file)}`);
    wanted.push({ name, kind: 'media', sha256, source: record.file(id), of: { record: record.row.id, path: path.join('.') } });
  }
  return { wanted, leftOut };
}

function filesOf({ view }: EvidenceRecord): Named[] {
  const byMime = ({ mime }: RecordFile) => (mime?.startsWith('video/') ? 'video' : mime?.startsWith('image/') ? 'image' : 'other');
  return [
    ...view.images.flatMap((image): Named[] => {
      const { file } = image;
      if (file === null) return [];
      const video = image.typeId === imageTypes.video || byMime(file) === 'video';
      return [{ file, stem: imageStem(image), kind: video ? 'video' : 'image' }];
    }),
    ...view.documents.map(({ file, number, name }): Named => {
      const stem = `document-${number + 1}${name === null ? '' : `-${name.replace(/\.pdf$/i, '')}`}`;
      return { file, stem, kind: 'other' };
    }),
    ...view.otherFiles.map((file, at): Named => ({ file, stem: `file-${at + 1}`, kind: byMime(file) })),
  ];
}

const imageNames = new Map<number, string>(Object.entries(imageTypes).map(([name, id]) => [id, name]));

function imageStem({ number, typeId, typeName }: RecordImage): string {
  const kind = (typeId === null ? undefined : imageNames.get(typeId)) ?? typeName ?? 'image';
  return `image-${number + 1}-${kind}`;
}

/** The record's JSON without its files, which are parts of their own. */
const recordText = ({ row }: EvidenceRecord): AsyncGenerator<Uint8Array> => recordJson(row, () => null, false);

function recordPaper({ view, file }: EvidenceRecord, { wish, ...facts }: EvidenceFacts): AsyncGenerator<Uint8Array> {
  const { language, madeAt, madeBy, stationVersion } = facts;
  const picture = wish.images ? (id: string) => pictureBytes(file(id)) : null;
  return recordPdf(view, { language, madeAt, madeBy, stationVersion, picture });
}

/** Returns null unless it has the stored hash: the paper then says that it cannot be shown, and the picture is missing as a part. */
async function pictureBytes(source: EvidenceSource | null): Promise<Uint8Array | null> {
  if (source === null) return null;
  try {
    const bytes = Buffer.concat(await Array.fromAsync(source.read()));
    return hash('sha256', bytes) === source.sha256 ? bytes : null;
  } catch {
    return null;
  }
}
