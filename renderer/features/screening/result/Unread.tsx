/** Data that no rule reads: a person states its meaning, with a reason; from that, profile rules are made. */
import './result.css';
import { BookOpenCheck, FileQuestionMark, GraduationCap } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ScreeningView, type SourceReading, sourceReadingSchema } from '../../../../shared/domain/screening/screening.ts';
import { Button, DataTree } from '../../../components/index.ts';
import { readUnread } from '../actions.ts';
import { type UnreadItem, unreadItems } from '../derive.ts';
import { sourceLooks } from '../looks.ts';
import { ReasonEntry, ReasonForm } from '../ReasonForm.tsx';
import { emptyReason, type ReasonDraft } from '../store.ts';
import { MakeRules } from './MakeRules.tsx';

type Meaning = SourceReading['meaning'];

const { meaning: meanings } = sourceReadingSchema.shape;

type FormProps = {
  id: string;
  of: string;
  draft: ReasonDraft<Meaning>;
  onDraft: (draft: ReasonDraft<Meaning>) => void;
  onLeave: () => void;
};

function MeaningForm({ id, of, draft, onDraft, onLeave }: FormProps) {
  const { t } = useTranslation('screening');
  return (
    <ReasonForm
      choices={meanings.options}
      draft={draft}
      onDraft={onDraft}
      onSave={(meaning, reason) => readUnread(id, { of, meaning, reason })}
      onClose={() => {
        onDraft(emptyReason);
        onLeave();
      }}
      onLeave={onLeave}
      words={{
        form: t('unread.form'),
        choice: t('unread.meaning'),
        choiceMissing: t('unread.meaningMissing'),
        reasonMissing: t('unread.reasonMissing'),
        save: t('unread.save'),
        of: (meaning) => t(`rules.meanings.${meaning}`),
      }}
    />
  );
}

function Item({ id, item }: { id: string; item: UnreadItem }) {
  const { t } = useTranslation('screening');
  const [open, setOpen] = useState(false);
  const [draft, setDraft] = useState<ReasonDraft<Meaning>>(emptyReason);
  const [teaching, setTeaching] = useState(false);
  const { of, source, text, data, reading } = item;
  const name = source === null ? of : t(`source.${source}`);
  return (
    <li className="scr-unread-item">
      <h4>
        <FileQuestionMark size={16} aria-hidden="true" />
        {name}
      </h4>
      {typeof data === 'object' && data !== null ? (
        <DataTree value={data} label={name} />
      ) : (
        text !== null && <p className="scr-unread-text">{text}</p>
      )}
      {reading && <ReasonEntry looks={sourceLooks[reading.meaning]} word={t(`rules.meanings.${reading.meaning}`)} entry={reading} />}
      {open ? (
        <MeaningForm id={id} of={of} draft={draft} onDraft={setDraft} onLeave={() => setOpen(false)} />
      ) : (
        <div className="ui-line">
          <Button
            className="scr-reason-open"
            size="small"
            variant={reading ? 'secondary' : 'primary'}
            icon={BookOpenCheck}
            of={name}
            onPress={() => setOpen(true)}
          >
            {t(reading ? 'unread.again' : 'unread.act')}
          </Button>
          {reading && (
            <Button size="small" icon={GraduationCap} of={name} onPress={() => setTeaching(true)}>
              {t('unread.teach')}
            </Button>
          )}
        </div>
      )}
      {teaching && <MakeRules id={id} of={of} onClose={() => setTeaching(false)} />}
    </li>
  );
}

export function Unread({ view }: { view: ScreeningView }) {
  const { t } = useTranslation('screening');
  const items = unreadItems(view);
  if (items.length === 0) return null;
  return (
    <section className="ui-section scr-section" aria-label={t('unread.title')}>
      <h3>{t('unread.title')}</h3>
      <p className="ui-help">{t('unread.help')}</p>
      <ul className="scr-unread">
        {items.map((item) => (
          <Item key={item.of} id={view.id} item={item} />
        ))}
      </ul>
    </section>
  );
}
