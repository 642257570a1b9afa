/** `Images`: pictures and the liveness video by type. Pure. */
import type { RecordField, RecordFile, RecordImage } from '../../../../shared/domain/record.ts';
import { isObject, member } from '../../../platform/json/exact-json.ts';
import { imageMembers } from './members.ts';
import type { Taking } from './take.ts';

const names = [...imageMembers.map(({ name }) => name), 'Image'];

/** Files that stood under an element elsewhere than at `Image` are not the element's picture: they are among the other files. */
export function readImages(value: unknown, taking: Taking): RecordImage[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) {
    taking.defect(['Images']);
    taking.keep(['Images'], value);
    return [];
  }
  return value.map((element: unknown, number) => {
    const path = ['Images', number];
    if (isObject(element)) return readImage(element, number, taking);
    // A bare text in place of the element is its picture; anything else is no image.
    if (element !== null) taking.keep(path, element);
    taking.defect(path);
    return { number, ...nothing, file: taking.fileAt(path) ?? null };
  });
}

const nothing = { typeId: null, typeName: null, id: null, downloadCode: null };

function readImage(element: Record<string, unknown>, number: number, taking: Taking): RecordImage {
  const path = ['Images', number];
  const fields = taking.fields(element, path, imageMembers);
  for (const { name, state } of fields) if (state === 'odd') taking.keep([...path, name], member(element, name));
  const value = (name: string): RecordField['value'] => {
    const field = fields.find((one) => one.name === name);
    return field?.state === 'value' ? field.value : null;
  };
  const text = (name: string): string | null => value(name)?.toString() ?? null;
  const typeId = value('ImageTypeId');
  // Of a type whose number is no number that can be compared, the digits.
  if (typeof typeId === 'string') taking.keep([...path, 'ImageTypeId'], typeId);
  return {
    number,
    typeId: typeof typeId === 'number' ? typeId : null,
    typeName: text('ImageTypeName'),
    id: text('Id'),
    downloadCode: text('DownloadCode'),
    file: readPicture(element, number, taking),
  };
}

function readPicture(element: Record<string, unknown>, number: number, taking: Taking): RecordFile | null {
  const path = ['Images', number, 'Image'];
  taking.keepOthers(element, ['Images', number], names);
  const picture = member(element, 'Image');
  // A text that is shorter than any picture, or no text at all.
  if (picture !== undefined && picture !== null) taking.keep(path, picture);
  if (picture !== undefined && picture !== null && typeof picture !== 'string') taking.defect(path);
  return taking.fileAt(path) ?? null;
}
