/** Pictures of a record, if requested, and the list of all its files. */

import { localCount } from '../../../../shared/domain/local-format.ts';
import type { RecordFile, RecordImage, RecordView } from '../../../../shared/domain/records/record.ts';
import type { Block, Fact, Picture } from '../../../platform/pdf/paper/blocks.ts';
import type { PaperWords } from '../../../platform/pdf/paper/words.ts';
import { jsonPathText } from '../reading/json-path.ts';
import { imageLabel } from './words.ts';

/** Reads a picture; null when it cannot be opened. */
export type ReadPicture = (fileId: string) => Promise<Uint8Array | null>;

/** Bytes of all pictures of one paper, which are in memory until it is written; further ones are named only. */
const maxPictureBytes = 24 * 1024 * 1024;

/** Two next to each other, in order, as many as fit into memory. */
export async function* pictureBlocks(view: RecordView, picture: ReadPicture | null, words: PaperWords): AsyncGenerator<Block> {
  const { say } = words;
  const images = view.images.filter(({ file }) => !file?.mime?.startsWith('video/'));
  if (images.length === 0) return;
  yield { kind: 'heading', level: 2, text: say('recordView.pictures.title') };
  if (picture === null) {
    yield { kind: 'paragraph', text: say('pictures.leftOut'), style: 'small' };
    return;
  }
  let left = maxPictureBytes;
  for (let at = 0; at < images.length; at += 2) {
    const pictures: Picture[] = [];
    for (const image of images.slice(at, at + 2)) {
      const drawn = await pictureOf(image, left, picture, words);
      left -= drawn.bytes?.byteLength ?? 0;
      pictures.push(drawn);
    }
    yield { kind: 'pictures', pictures };
  }
}

/** @param room bytes left for pictures */
async function pictureOf(image: RecordImage, room: number, read: ReadPicture, words: PaperWords): Promise<Picture> {
  const { say } = words;
  const { file } = image;
  const label = imageLabel(words, image);
  const named = (otherwise: string, bytes: Uint8Array | null = null): Picture => ({
    bytes,
    alt: label,
    caption: label,
    otherwise: say(otherwise),
  });
  if (file === null) return named('pictures.none');
  if ((file.mime !== 'image/jpeg' && file.mime !== 'image/png') || file.size > room) return named('pictures.otherKind');
  const bytes = await read(file.id);
  return bytes === null ? named('pictures.unopened') : named('pictures.otherKind', bytes);
}

type Listed = { label: string; file: RecordFile };

function listed(view: RecordView, words: PaperWords): Listed[] {
  const { say } = words;
  return [
    ...view.images.flatMap((image) => (image.file === null ? [] : [{ label: imageLabel(words, image), file: image.file }])),
    ...view.documents.map(({ name, number, file }) => ({ label: name ?? say('files.document', { number: number + 1 }), file })),
    ...view.otherFiles.map((file) => ({ label: say('files.other'), file })),
  ];
}

/** Sizes and SHA-256 of all files, also of those that are not in this paper. */
export function* fileBlocks(view: RecordView, words: PaperWords): Generator<Block> {
  const files = listed(view, words);
  if (files.length === 0) return;
  yield { kind: 'heading', level: 2, text: words.say('files.heading') };
  yield { kind: 'paragraph', text: words.say('files.text'), style: 'small' };
  // One by one: there may be a thousand.
  for (const file of files) yield { kind: 'facts', facts: [fileFact(file, words)] };
}

function fileFact({ label, file }: Listed, { say, language }: PaperWords): Fact {
  const size = localCount(file.size, language);
  const kind = file.decoded ? say('files.kind', { kind: file.mime ?? say('files.unknownKind'), size }) : say('files.notDecoded', { size });
  return { label, note: jsonPathText(file.path), values: [{ text: kind }, { text: file.sha256, small: true }] };
}
