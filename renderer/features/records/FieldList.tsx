/** Members with their values as written; members without a value are folded. Each shows the provider's spelling on request. */
import './fields.css';
import { ChevronRight, CircleAlert, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RecordField } from '../../../shared/domain/record.ts';
import { StatusTag } from '../../components/index.ts';
import { CopyValue } from './CopyValue.tsx';
import { parted } from './fields.ts';
import { type RecordWords, useRecordWords } from './words.ts';

export type Marks = ReadonlyMap<string, 'bad' | 'doubt'>;

function FieldRow({ field, mark, words }: { field: RecordField; mark: 'bad' | 'doubt' | undefined; words: RecordWords }) {
  const { t } = useTranslation('recordView');
  const label = words.label(field.name);
  const value = words.value(field);
  const meaning = words.meaning(field);
  const Icon = mark === 'bad' ? CircleAlert : TriangleAlert;
  return (
    <div className="rec-field" data-mark={mark}>
      <dt title={field.name}>{label}</dt>
      <dd>
        <span className="rec-value">
          {mark && <Icon size={14} role="img" aria-label={t('marked')} />}
          {value}
        </span>
        {meaning !== null && <span className="rec-meaning">{meaning}</span>}
        {field.state === 'odd' && (
          <StatusTag tone="doubt" icon={TriangleAlert}>
            {t('odd', { type: t(`types.${field.type}`) })}
          </StatusTag>
        )}
        <CopyValue label={label} name={field.name} value={value} />
      </dd>
    </div>
  );
}

export function FieldList({ fields, marks }: { fields: readonly RecordField[]; marks: Marks }) {
  const { t } = useTranslation('recordView');
  const words = useRecordWords();
  const { full, blank } = parted(fields);
  return (
    <>
      {full.length > 0 && (
        <dl className="rec-fields">
          {full.map((field) => (
            <FieldRow key={field.name} field={field} mark={marks.get(field.name)} words={words} />
          ))}
        </dl>
      )}
      {blank.length > 0 && (
        <details className="rec-blank">
          <summary>
            <ChevronRight size={14} aria-hidden="true" />
            {t('blank.count', { count: blank.length })}
          </summary>
          <dl className="rec-fields">
            {blank.map(({ name, state }) => (
              <div className="rec-field" key={name}>
                <dt title={name}>{words.label(name)}</dt>
                <dd className="rec-none">{t(state === 'null' || state === 'missing' ? `blank.${state}` : 'blank.text')}</dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </>
  );
}
