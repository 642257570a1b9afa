/** Reads a pushed record (interface description, endpoint B, use 2), which is in memory as a whole, and hashes it once. Pure. */
import { hash, randomUUID } from 'node:crypto';
import type { RecordFile } from '../../../../shared/domain/record.ts';
import { StationError } from '../../../../shared/errors.ts';
import { base64Bytes } from '../../../platform/json/base64.ts';
import { type LongText, type SplitJson, splitJson } from '../../../platform/json/exact-json.ts';
import { bounds, isLongText } from '../../../platform/provider/validation-answer.ts';
import { type RecordFacts, readFacts } from '../reading/read-facts.ts';
import { contentDigest } from './content-digest.ts';
import { isRecord } from './find-records.ts';
import { mediaType } from './media-type.ts';
import { holdsBase64 } from './record-files.ts';

/** Reading takes a hundred times the memory of a short value; a record has a hundred of them. */
const maxValues = 100_000;

/** `body` as received, in UTF-8, and its JSON without the long texts. */
export type PushBody = { body: Buffer; json: SplitJson };

/** A picture, video, document or long text of a push, in memory. */
export type PushedFile = RecordFile & { bytes: Buffer };

export type PushedRecord = {
  /** As received; null in place of a file's text. */
  json: string;
  /** Of the whole body. */
  size: number;
  sha256: string;
  files: PushedFile[];
  facts: RecordFacts;
  /** See `contentDigest`. */
  digest: string;
};

/** A byte order mark is skipped. `not-json` also for a body that is not UTF-8. */
export function readPushBody(body: Buffer): PushBody | 'not-json' | 'too-deep' {
  const text = body.toString('utf8');
  const json = splitJson(text.startsWith('\ufeff') ? text.slice(1) : text, { isLong: isLongText, maxValues });
  return typeof json === 'string' ? json : { body, json };
}

/** @param received read already, or as received @throws StationError `record-not-as-described`, `record-too-large` */
export function readPush(received: PushBody | Buffer): PushedRecord {
  const read = Buffer.isBuffer(received) ? readPushBody(received) : received;
  if (typeof read === 'string' || !isRecord(read.json.value)) throw new StationError('record-not-as-described');
  const { body, json } = read;
  const { text, value, plainNumbers, longTexts } = json;
  if (text.length > bounds.bytes || longTexts.length > bounds.texts) throw new StationError('record-too-large');
  const files = longTexts.map(fileOf);
  return {
    json: text,
    size: body.length,
    sha256: hash('sha256', body),
    files,
    facts: readFacts(value),
    digest: contentDigest(text, files, plainNumbers ? value : undefined),
  };
}

/** A text that is no base64 stays unchanged; so does one of plain letters (a barcode) where no base64 is described. */
function fileOf(long: LongText): PushedFile {
  const bytes = long.bytes ?? base64Bytes(long.text);
  const mime = bytes && mediaType(bytes);
  if (bytes && bytes.length > 0 && (mime !== null || holdsBase64(long.path))) return file(long.path, bytes, mime, true);
  return file(long.path, Buffer.from(long.text), null, false);
}

const file = (path: RecordFile['path'], bytes: Buffer, mime: string | null, decoded: boolean): PushedFile => ({
  ...{ id: randomUUID(), path, size: bytes.length, sha256: hash('sha256', bytes), mime, decoded },
  bytes,
});
