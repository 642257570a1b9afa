/** Files of a record (pictures, video, documents) as parts of their own, and those that nobody wished for. */
import { imageTypes, type RecordFile, type RecordImage } from '../../../shared/domain/record.ts';
import type { EvidenceFacts, EvidenceRecord } from '../evidence-facts.ts';
import type { PartNames } from './part-names.ts';
import type { LeftOut, WantedPart } from './parts.ts';

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
};

/** What the file is called without its ending. */
type Named = { file: RecordFile; stem: string; video: boolean };

/** `folder`: `records/1`. */
export function recordFileParts(
  record: EvidenceRecord,
  folder: string,
  wish: EvidenceFacts['wish'],
  names: PartNames,
): { wanted: WantedPart[]; leftOut: LeftOut[] } {
  const wanted: WantedPart[] = [];
  const leftOut: LeftOut[] = [];
  for (const { file, stem, video } of filesOf(record)) {
    const { id, path, size, sha256 } = file;
    if (!(video ? wish.video : wish.images)) {
      leftOut.push({ record: record.kept.id, path: path.join('.'), bytes: size, sha256 });
      continue;
    }
    const [name = ''] = names.take([folder], `${stem}.${endingOf(file)}`);
    wanted.push({ name, kind: 'media', sha256, source: record.file(id) });
  }
  return { wanted, leftOut };
}

function filesOf({ view }: EvidenceRecord): Named[] {
  const named = (file: RecordFile, stem: string, video = false): Named => ({
    file,
    stem,
    video: video || (file.mime?.startsWith('video/') ?? false),
  });
  return [
    ...view.images.flatMap((image) => (image.file ? [named(image.file, imageStem(image), image.typeId === imageTypes.video)] : [])),
    ...view.documents.map(({ file, number, name }) =>
      named(file, `document-${number + 1}${name === null ? '' : `-${name.replace(/\.pdf$/i, '')}`}`),
    ),
    ...view.otherFiles.map((file, at) => named(file, `file-${at + 1}`)),
  ];
}

const imageNames = new Map<number, string>(Object.entries(imageTypes).map(([name, id]) => [id, name]));

function imageStem({ number, typeId, typeName }: RecordImage): string {
  const kind = (typeId === null ? undefined : imageNames.get(typeId)) ?? typeName ?? 'image';
  return `image-${number + 1}-${kind}`;
}

/** By its bytes, never by what the record calls it. What was no base64 is the text that came. */
const endingOf = ({ mime, decoded }: RecordFile): string => (decoded ? ((mime && endings[mime]) ?? 'bin') : 'txt');
