/** Texts of a record's PDF: `shared/i18n/<language>/recordPaper.json`, and those of the screen for the same things. */
import { imageTypes, type RecordField, type RecordImage } from '../../../../shared/domain/records/record.ts';
import type { Language } from '../../../../shared/domain/settings/settings.ts';
import { textsOf } from '../../../platform/i18n/texts.ts';
import { createPaperWords, type PaperWords } from '../../../platform/pdf/paper/words.ts';

export const createRecordWords = (language: Language): PaperWords =>
  createPaperWords(language, {
    ...textsOf(language, 'recordPaper'),
    record: textsOf(language, 'record'),
    recordView: textsOf(language, 'recordView'),
  });

/** A section has no label, and is named as the provider does. */
export function labelOf({ say, has }: PaperWords, name: string): string {
  const key = `record.fields.${name.replaceAll('.', '_')}`;
  return has(key) ? say(key) : name;
}

/** Codes with a described meaning, which is shown next to the code. */
const meanings: Record<string, Record<string, string>> = {
  Gender: { M: 'male', F: 'female' },
  DocumentType: { 1: 'idCard' },
  DocumentTypeFromClient: { 1: 'idCard' },
  TransactionType: { 1: 'enroll' },
};

/** Returns the text of a member; null when it has none. */
export function textOfField({ say }: PaperWords, { name, value, state }: RecordField): string | null {
  if (state === 'missing' || state === 'null') return null;
  if (state === 'repeated') return say('section.repeated', { value: String(value) });
  if (state === 'odd') return say('section.odd', { value: String(value) });
  if (value === null) return say('record.values.inFile');
  if (typeof value === 'boolean') return say(`record.values.${value ? 'yes' : 'no'}`);
  const text = String(value);
  if (text.trim() === '') return null;
  const meaning = meanings[name];
  const key = meaning && Object.hasOwn(meaning, text) ? meaning[text] : undefined;
  return key === undefined ? text : `${text} (${say(`record.values.${key}`)})`;
}

const described = new Set<number>(Object.values(imageTypes));

export function imageLabel({ say }: PaperWords, { typeId, typeName }: Pick<RecordImage, 'typeId' | 'typeName'>): string {
  if (typeId !== null && described.has(typeId)) return say(`record.types.${typeId}`);
  return typeName ?? (typeId === null ? say('recordView.pictures.untyped') : say('recordView.pictures.type', { number: typeId }));
}
