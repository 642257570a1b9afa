/** Texts for members, sections, pictures and mismatches; a member without a text uses the provider's spelling. */
import i18next from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MismatchKind, RecordField, RecordSection } from '../../../shared/domain/record.ts';
import record from '../../../shared/i18n/es/record.json';
import { dayOf } from './fields.ts';
import type { Picture } from './pictures.ts';

export type RecordWords = {
  label(name: string): string;
  section(id: RecordSection): string;
  picture(picture: Pick<Picture, 'typeId' | 'typeName' | 'place' | 'of'>): string;
  mismatch(kind: MismatchKind): { what: string; do: string };
  /** The value that a mismatch quotes: a boolean's text as yes or no, any other as written. */
  said(text: string): string;
  /** The value as written; a boolean as yes or no; for a text too long to show here, a note that it is in a file. */
  value(field: RecordField): string;
  /** The meaning of the value, where it is certain: the day that a date names, the meaning of a code. */
  meaning(field: RecordField): string | null;
};

/** The codes that the description explains. */
const meanings: Partial<Record<string, 'male' | 'female' | 'idCard' | 'enroll'>> = {
  'Gender M': 'male',
  'Gender F': 'female',
  'DocumentType 1': 'idCard',
  'DocumentTypeFromClient 1': 'idCard',
  'TransactionType 1': 'enroll',
};

const has = <T extends object>(words: T, key: string): key is Extract<keyof T, string> => Object.hasOwn(words, key);

function recordWords(language: string): RecordWords {
  const t = i18next.getFixedT(language, ['record', 'recordView']);
  const days = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    label(name) {
      const key = name.replaceAll('.', '_');
      return has(record.fields, key) ? t(`record:fields.${key}`) : name;
    },
    section: (id) => t(`record:sections.${id}`),
    picture({ typeId, typeName, place, of }) {
      const key = String(typeId);
      const type = has(record.types, key)
        ? t(`record:types.${key}`)
        : (typeName ?? (typeId === null ? t('recordView:pictures.untyped') : t('recordView:pictures.type', { number: typeId })));
      return of > 1 ? t('recordView:pictures.oneOf', { type, place, of }) : type;
    },
    mismatch: (kind) => ({ what: t(`record:mismatches.${kind}.what`), do: t(`record:mismatches.${kind}.do`) }),
    said: (text) => (text === 'true' ? t('record:values.yes') : text === 'false' ? t('record:values.no') : text),
    value({ state, value }) {
      if (typeof value === 'boolean') return t(value ? 'record:values.yes' : 'record:values.no');
      return value === null && state === 'value' ? t('record:values.inFile') : String(value ?? '');
    },
    meaning(field) {
      const day = dayOf(field);
      if (day) return days.format(day);
      const key = meanings[`${field.name} ${field.value}`];
      return key === undefined ? null : t(`record:values.${key}`);
    },
  };
}

export function useRecordWords(): RecordWords {
  const { i18n } = useTranslation();
  return useMemo(() => recordWords(i18n.language), [i18n.language]);
}
