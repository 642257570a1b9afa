/** Reads `Images` of a record (interface description, Resources: Image types): pictures and the liveness video. Pure. */
import type { RecordField, RecordFile, RecordImage } from '../../../../shared/domain/records/record.ts';
import { isObject, member } from '../../../platform/json/exact-json.ts';
import { imageMembers, plainOf } from './members.ts';
import type { RecordCollector } from './record-collector.ts';

const imageNames = [...imageMembers.map(({ name }) => name), 'Image'];

/**
 * Reads `Images`: pictures and the liveness video by type. Files under an element elsewhere than at `Image` are not its picture: they are
 * among the other files.
 */
export function readImages(value: unknown, collector: RecordCollector): RecordImage[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    collector.addDefect(['Images']);
    collector.addOther(['Images'], value);
    return [];
  }
  return value.map((element: unknown, number) => {
    const path = ['Images', number];
    if (isObject(element)) return readImage(element, number, collector);
    // A bare text in place of the element is its picture; anything else is no image.
    if (element !== null) collector.addOther(path, element);
    collector.addDefect(path);
    return { number, ...noImage, file: collector.fileAt(path) ?? null };
  });
}

const noImage = { typeId: null, typeName: null, id: null, downloadCode: null };

function readImage(element: Record<string, unknown>, number: number, collector: RecordCollector): RecordImage {
  const path = ['Images', number];
  const fields = collector.fields(element, path, imageMembers);
  for (const { name, state } of fields)
    if (state === 'odd' || state === 'repeated') collector.addOther([...path, name], member(element, name));
  const value = (name: string): RecordField['value'] => {
    const field = fields.find((one) => one.name === name);
    return field?.state === 'value' ? field.value : null;
  };
  const text = (name: string): string | null => value(name)?.toString() ?? null;
  const typeId = value('ImageTypeId');
  // A type whose number is too large to be compared: its digits.
  if (typeof typeId === 'string') collector.addOther([...path, 'ImageTypeId'], typeId);
  return {
    number,
    typeId: typeof typeId === 'number' ? typeId : typeInText(fields.find(({ name }) => name === 'ImageTypeId')),
    typeName: text('ImageTypeName'),
    id: text('Id'),
    downloadCode: text('DownloadCode'),
    file: readPicture(element, number, collector),
  };
}

/** Without the type, the faces of a person could not be put next to each other. */
function typeInText(field: RecordField | undefined): number | null {
  const value = plainOf(field);
  return typeof value === 'string' && /^\s*\d{1,9}\s*$/.test(value) ? Number(value) : null;
}

function readPicture(element: Record<string, unknown>, number: number, collector: RecordCollector): RecordFile | null {
  const path = ['Images', number, 'Image'];
  collector.addOthers(element, ['Images', number], imageNames);
  const picture = member(element, 'Image');
  // A text that is shorter than any picture, or no text at all.
  if (picture !== undefined && picture !== null) collector.addOther(path, picture);
  if (picture !== undefined && picture !== null && typeof picture !== 'string') collector.addDefect(path);
  return collector.fileAt(path) ?? null;
}
