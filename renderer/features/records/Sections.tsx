/** The readable sections of a record, in the order of the domain, and its list of scores. */
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordView } from '../../../shared/domain/record.ts';
import { FieldList, type Marks } from './FieldList.tsx';
import { useRecordWords } from './words.ts';

export function Sections({ view, marks }: { view: RecordView; marks: Marks }) {
  const { t } = useTranslation('recordView');
  const words = useRecordWords();
  const id = useId();
  return (
    <div className="rec-sections">
      {view.sections.map((section) => (
        <section key={section.id} className="rec-section" aria-labelledby={`${id}-${section.id}`}>
          <h2 id={`${id}-${section.id}`}>{words.section(section.id)}</h2>
          <FieldList fields={section.fields} marks={marks} />
        </section>
      ))}
      {view.scores.length > 0 && (
        <section className="rec-section" aria-labelledby={`${id}-scores`}>
          <h2 id={`${id}-scores`}>{t('scores.title')}</h2>
          {view.scores.map(({ number, fields }) => (
            <div key={number} className="rec-score">
              <h3>{t('scores.one', { number: number + 1 })}</h3>
              <FieldList fields={fields} marks={marks} />
            </div>
          ))}
        </section>
      )}
    </div>
  );
}
