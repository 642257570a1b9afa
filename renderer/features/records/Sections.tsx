/** The readable sections of a record, in the order of the domain, and its list of scores. */
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordField, RecordView } from '../../../shared/domain/records/record.ts';
import { type RecordWords, useRecordWords } from './words.ts';
import './record.css';
import { ChevronRight, CircleAlert, TriangleAlert } from 'lucide-react';
import { flushSync } from 'react-dom';
import { Banner, DataTree, StatusTag } from '../../components/index.ts';
import { CopyValue } from './CopyValue.tsx';
import { parted } from './fields.ts';

type Marks = ReadonlyMap<string, 'bad' | 'doubt'>;

function FieldRow({ field, mark, words }: { field: RecordField; mark: 'bad' | 'doubt' | undefined; words: RecordWords }) {
  const { t } = useTranslation('recordView');
  const label = words.label(field.name);
  const value = words.value(field);
  const written = words.written(field);
  const meaning = words.meaning(field);
  const Icon = mark === 'bad' ? CircleAlert : TriangleAlert;
  return (
    <div className="rec-field" data-mark={mark}>
      <dt title={field.name}>{label}</dt>
      <dd>
        <span className="rec-value" title={written ?? undefined}>
          {mark && <Icon size={14} role="img" aria-label={t('marked')} />}
          {value}
        </span>
        {meaning !== null && <span className="rec-meaning">{meaning}</span>}
        {(field.state === 'odd' || field.state === 'repeated') && (
          <StatusTag tone="doubt" icon={TriangleAlert}>
            {field.state === 'odd' ? t('odd', { type: t(`types.${field.type}`) }) : t('repeated')}
          </StatusTag>
        )}
        <CopyValue label={label} name={field.name} value={written ?? value} isAsWritten={written !== null} />
      </dd>
    </div>
  );
}

/** Members with their values as written, under the heading `of`; members without a value are folded. Each shows the provider's spelling on request. */
function FieldList({ of, fields, marks }: { of: string; fields: readonly RecordField[]; marks: Marks }) {
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
            <span className="sr-only"> {of}</span>
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

export function Sections({ view, marks }: { view: RecordView; marks: Marks }) {
  const { t } = useTranslation('recordView');
  const words = useRecordWords();
  const id = useId();
  return (
    <div className="rec-sections">
      {view.sections.map((section) => (
        <section key={section.id} className="ui-section" aria-labelledby={`${id}-${section.id}`}>
          <h2 id={`${id}-${section.id}`}>{words.section(section.id)}</h2>
          <FieldList of={words.section(section.id)} fields={section.fields} marks={marks} />
        </section>
      ))}
      {view.scores.length > 0 && (
        <section className="ui-section" aria-labelledby={`${id}-scores`}>
          <h2 id={`${id}-scores`}>{t('scores.title')}</h2>
          {view.scores.map(({ number, fields }) => (
            <div key={number} className="rec-score">
              <h3>{t('scores.one', { number: number + 1 })}</h3>
              <FieldList of={t('scores.one', { number: number + 1 })} fields={fields} marks={marks} />
            </div>
          ))}
        </section>
      )}
    </div>
  );
}

/** Returns true while the page is laid out for paper, where nothing can be opened: closed parts are then drawn too. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    // Synchronous: the page is printed as it is when the event ends.
    const before = () => flushSync(() => setPrinting(true));
    const after = () => setPrinting(false);
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
  return printing;
}

/** Members that are not described, as received; and members in another form than described. */
export function RestOfRecord({ view }: { view: RecordView }) {
  const { t } = useTranslation('recordView');
  const printing = usePrinting();
  return (
    <>
      {view.other !== null && (
        <section className="ui-section rec-other" aria-label={t('other.title')}>
          <h2>{t('other.title')}</h2>
          <p className="ui-help">{t('other.help')}</p>
          {printing ? <pre>{JSON.stringify(view.other, null, 2)}</pre> : <DataTree value={view.other} label={t('other.title')} />}
        </section>
      )}
      {view.defects.length > 0 && (
        <section aria-label={t('defects.title')}>
          <Banner
            tone="doubt"
            what={t('defects.title')}
            why={
              <span className="rec-said">
                {view.defects.map((defect) => (
                  <code key={defect}>{defect}</code>
                ))}
              </span>
            }
            do={t('defects.help')}
          />
        </section>
      )}
    </>
  );
}
