/** This screen's own words for the record as text. */
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../shared/domain/record.ts';
import type { TextWords } from './text.ts';
import { useFacts } from './use-facts.ts';

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
    unnamed: (number) => t('documents.unnamed', { number: number + 1 }),
  });
}
