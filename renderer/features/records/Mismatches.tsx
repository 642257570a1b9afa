/** The mismatches of the record, worst first: what it is, the record's value, what to do. */
import { CircleCheck, Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Mismatch, RecordView } from '../../../shared/domain/records/record.ts';
import { Banner } from '../../components/index.ts';
import { toneOf } from './fields.ts';
import { type RecordWords, useRecordWords } from './words.ts';

function QuotedValues({ view, mismatch, words }: { view: RecordView; mismatch: Mismatch; words: RecordWords }) {
  const { kind, fields, texts } = mismatch;
  const fieldOf = (name: string) => view.sections.flatMap((section) => section.fields).find((one) => one.name === name);
  // The members first, then what they were compared with.
  return (
    <span className="rec-said">
      {texts.map((text, index) => {
        const name = fields[index];
        const field = name === undefined ? undefined : fieldOf(name);
        const written = field ? words.written(field) : null;
        const meaning = field ? words.meaning(field) : null;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: two members may say the same, and the list does not change
          <span key={index}>
            <span title={name}>{name === undefined ? words.comparedWith(kind) : words.label(name)}: </span>
            <strong title={written ?? undefined}>{field && written !== null ? words.value(field) : words.said(text)}</strong>
            {meaning !== null && <span className="rec-meaning"> {meaning}</span>}
          </span>
        );
      })}
    </span>
  );
}

export function Mismatches({ view }: { view: RecordView }) {
  const { t } = useTranslation('recordView');
  const words = useRecordWords();
  if (view.mismatches.length === 0) {
    // Green only for what was checked: an incomplete record has no mismatches either.
    const checked = view.face === 'approved';
    const Icon = checked ? CircleCheck : Info;
    return (
      <p className="rec-no-mismatch" data-checked={checked || undefined}>
        <Icon size={16} aria-hidden="true" />
        {t('noMismatch')}
      </p>
    );
  }
  return (
    <section className="rec-mismatches" aria-label={t('mismatches')}>
      {view.mismatches.map((mismatch) => {
        const { what, do: todo } = words.mismatch(mismatch.kind);
        return (
          <Banner
            key={`${mismatch.kind} ${mismatch.fields.join()}`}
            tone={toneOf(mismatch.kind)}
            what={what}
            why={mismatch.texts.length > 0 && <QuotedValues view={view} mismatch={mismatch} words={words} />}
            do={todo}
          />
        );
      })}
    </section>
  );
}
