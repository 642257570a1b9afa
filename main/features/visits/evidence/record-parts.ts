/** Files of a record (pictures, video, documents, long texts) as parts of their own, and pictures and video that nobody wished for. */
import { imageTypes, type RecordFile, type RecordImage } from '../../../../shared/domain/record.ts';
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
type Named = { file: RecordFile; stem: string; kind: 'image' | 'video' | 'other' };

/** `folder`: `records/1`. */
export function recordFileParts(
  record: EvidenceRecord,
  folder: string,
  wish: EvidenceFacts['wish'],
  names: PartNames,
): { wanted: WantedPart[]; leftOut: LeftOut[] } {
  const wanted: WantedPart[] = [];
  const leftOut: LeftOut[] = [];
  for (const { file, stem, kind } of filesOf(record)) {
    const { id, path, size, sha256 } = file;
    // Documents and long texts are what was signed and said: no choice leaves them out.
    if ((kind === 'video' && !wish.video) || (kind === 'image' && !wish.images)) {
      leftOut.push({ record: record.kept.id, path: path.join('.'), bytes: size, sha256 });
      continue;
    }
    const [name = ''] = names.take([folder], `${stem}.${endingOf(file)}`);
    wanted.push({ name, kind: 'media', sha256, source: record.file(id), of: { record: record.kept.id, path: path.join('.') } });
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

/** By its bytes, never by what the record calls it. What was no base64 is the text that came. */
const endingOf = ({ mime, decoded }: RecordFile): string => (decoded ? ((mime && endings[mime]) ?? 'bin') : 'txt');
