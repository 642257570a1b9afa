/**
 * Texts for members, sections, pictures and mismatches, for the origin of a record, and for its copy as text. A member without a text
 * uses the provider's spelling.
 */
import i18next from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MismatchKind, RecordField, RecordSection, RecordView } from '../../../shared/domain/records/record.ts';
import { writtenTimeWords } from '../../../shared/domain/records/written-time.ts';
import record from '../../../shared/i18n/es/record.json';
import { exactTime, sizeWords } from '../../i18n/formats.ts';
import type { Picture } from './pictures.ts';

export type RecordWords = {
  label(name: string): string;
  section(id: RecordSection): string;
  picture(picture: Pick<Picture, 'typeId' | 'typeName' | 'place' | 'of'>): string;
  mismatch(kind: MismatchKind): { what: string; do: string };
  /** What a mismatch compares the record's members with; empty for members only. */
  comparedWith(kind: MismatchKind): string;
  /** The value that a mismatch quotes: a boolean's text as yes or no, any other as written. */
  said(text: string): string;
  /** The value: a date and a boolean in words, others as written; for a text too long to show here, a note that it is in a file. */
  value(field: RecordField): string;
  /** The value as the provider wrote it, where `value` is another text; else null. */
  written(field: RecordField): string | null;
  /** The meaning of a code, where it is certain. */
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
  const timeOf = ({ type, value }: RecordField) =>
    type === 'datetime' && typeof value === 'string' ? writtenTimeWords(value, language) : null;
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
    comparedWith: (kind) => (has(record.comparedWith, kind) ? t(`record:comparedWith.${kind}`) : ''),
    said: (text) => (text === 'true' ? t('record:values.yes') : text === 'false' ? t('record:values.no') : text),
    value(field) {
      const { state, value } = field;
      if (typeof value === 'boolean') return t(value ? 'record:values.yes' : 'record:values.no');
      return value === null && state === 'value' ? t('record:values.inFile') : (timeOf(field) ?? String(value ?? ''));
    },
    written: (field) => (timeOf(field) === null ? null : String(field.value)),
    meaning(field) {
      const key = meanings[`${field.name} ${field.value}`];
      return key === undefined ? null : t(`record:values.${key}`);
    },
  };
}

export function useRecordWords(): RecordWords {
  const { i18n } = useTranslation();
  return useMemo(() => recordWords(i18n.language), [i18n.language]);
}

type RecordFact = { id: string; label: string; value: string; code?: boolean };

/** Returns the origin of a record: the facts that evidence names besides its content. */
export function useFacts(): (view: RecordView) => RecordFact[] {
  const { t } = useTranslation('recordView');
  return ({ uid, transaction, source, receivedAt, by, profile, caller, parts, wish, within, size, sha256 }) => {
    const along = (['images', 'documents', 'video'] as const).filter((kind) => wish[kind]).map((kind) => t(`facts.along.${kind}`));
    const facts: (RecordFact | false)[] = [
      transaction !== null && { id: 'transaction', label: t('facts.transaction'), value: transaction },
      uid !== null && { id: 'uid', label: t('facts.uid'), value: uid },
      {
        id: 'received',
        label: t(`facts.received.${source}`),
        value: by === '' ? exactTime(receivedAt) : t('facts.timeBy', { time: exactTime(receivedAt), name: by }),
      },
      source === 'pushed'
        ? { id: 'caller', label: t('facts.caller'), value: caller ?? '—' }
        : { id: 'connection', label: t('facts.connection'), value: profile ?? t('practice') },
      parts.length > 0 && { id: 'parts', label: t('facts.parts'), value: parts.join(' · ') },
      source === 'fetched' && {
        id: 'along',
        label: t('facts.wish'),
        value: along.length > 0 ? along.join(', ') : t('facts.along.nothing'),
      },
      within.length > 0 && { id: 'within', label: t('facts.within'), value: within.join(' › '), code: true },
      { id: 'size', label: t('facts.size'), value: sizeWords(size) },
      { id: 'sha256', label: t('facts.sha256'), value: sha256, code: true },
    ];
    return facts.filter((fact) => fact !== false);
  };
}

/** Texts of a record as plain text besides `RecordWords`. */
export type TextWords = {
  title: string;
  noName: string;
  facts: readonly (readonly [label: string, value: string])[];
  headings: Record<'mismatches' | 'scores' | 'pictures' | 'documents' | 'other' | 'defects', string>;
  score: (number: number) => string;
  blank: (count: number) => string;
  noPicture: string;
  codes: Record<'id' | 'downloadCode', string>;
  /** The title of a document without a name. */
  unnamed: (number: number) => string;
};

export function useTextWords(): (view: RecordView) => TextWords {
  const { t } = useTranslation('recordView');
  const facts = useFacts();
  return (view) => ({
    title: t('title'),
    noName: t('noName'),
    facts: [[t('faces'), t(`face.${view.face}.word`)], ...facts(view).map(({ label, value }) => [label, value] as const)],
    headings: {
      mismatches: t('mismatches'),
      scores: t('scores.title'),
      pictures: t('pictures.title'),
      documents: t('documents.title'),
      other: t('other.title'),
      defects: t('defects.title'),
    },
    score: (number) => t('scores.one', { number: number + 1 }),
    blank: (count) => t('blank.count', { count }),
    noPicture: t('pictures.none'),
    codes: { id: t('pictures.codes.id'), downloadCode: t('pictures.codes.downloadCode') },
    unnamed: (number) => t('documents.unnamed', { number: number + 1 }),
  });
}
