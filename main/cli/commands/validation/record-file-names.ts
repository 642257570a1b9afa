/** Names for the files of a record in the folder of `--out`. Pure. */
import { imageTypes, type RecordFile, type RecordReading } from '../../../../shared/domain/records/record.ts';
import { accentFolded } from '../../../../shared/domain/text-folding.ts';
import { recordFileEnding } from '../../../features/records/records.ts';

/** By the file's id: `image-1-documento-cara-1.jpg`, `video-1.webm`, `signed-document-1.pdf`, `file-1.txt`; each kind counts from 1. */
export function recordFileNames({ images, documents, otherFiles }: RecordReading): Map<string, string> {
  const names = new Map<string, string>();
  const counts = { image: 0, video: 0, 'signed-document': 0, file: 0 };
  const add = (kind: keyof typeof counts, file: RecordFile, about = ''): void => {
    counts[kind] += 1;
    const words = about === '' ? '' : `-${about}`;
    names.set(file.id, `${kind}-${counts[kind]}${words}.${recordFileEnding(file)}`);
  };
  for (const { file, typeId, typeName } of images) {
    if (file === null) continue;
    const isVideo = file.mime === null ? typeId === imageTypes.video : file.mime.startsWith('video/');
    if (isVideo) add('video', file);
    else add('image', file, plainWords(typeName ?? ''));
  }
  for (const { file } of documents) add('signed-document', file);
  for (const file of otherFiles) add('file', file);
  return names;
}

/** `Documento de identidad cara 1` becomes `documento-de-identidad-cara-1`, which every script accepts. */
const plainWords = (text: string): string =>
  accentFolded(text.normalize('NFKD'))
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-+|-+$/g, '');
