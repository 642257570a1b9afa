/** What no rule reads: a person says what it means, with a reason; and from that, rules of the profile are made. */
import './unread.css';
import { BookOpenCheck, FileQuestionMark, GraduationCap } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Label, Radio, RadioGroup, Text } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { longest, type ScreeningView, type SourceReading, sourceReadingSchema } from '../../../../shared/domain/screening.ts';
import { Button, DataTree, StatusTag, TextField } from '../../../ui/index.ts';
import { readUnread } from '../actions.ts';
import { type UnreadItem, unreadItems } from '../derive.ts';
import { fullTime } from '../words.ts';
import { sourceLooks } from './looks.ts';
import { MakeRules } from './MakeRules.tsx';

const { meaning: meanings } = sourceReadingSchema.shape;

function ReadForm({ id, of, onClose }: { id: string; of: string; onClose: () => void }) {
  const { t } = useTranslation('screening');
  const [meaning, setMeaning] = useState<SourceReading['meaning'] | null>(null);
  const [reason, setReason] = useState('');
  const [pressed, setPressed] = useState(false);
  const [saving, setSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setPressed(true);
    if (meaning === null) return form.current?.querySelector<HTMLElement>('input[type="radio"]')?.focus();
    if (reason.trim() === '') return form.current?.querySelector('textarea')?.focus();
    setSaving(true);
    const saved = await readUnread(id, { of, meaning, reason: reason.trim() });
    setSaving(false);
    if (saved) onClose();
  };
  return (
    <form className="scr-decide" onSubmit={(event) => void save(event)} ref={form} noValidate aria-label={t('unread.form')}>
      <RadioGroup
        className="scr-verdicts"
        value={meaning}
        onChange={(value) => setMeaning(meanings.parse(value))}
        isInvalid={pressed && meaning === null}
      >
        <Label className="ui-label">{t('unread.meaning')}</Label>
        <div className="scr-verdict-choices">
          {meanings.options.map((value, index) => (
            <Radio key={value} value={value} className="scr-verdict" autoFocus={index === 0}>
              {t(`unread.meanings.${value}`)}
            </Radio>
          ))}
        </div>
        {pressed && meaning === null && (
          <Text slot="errorMessage" className="ui-error">
            {t('unread.meaningMissing')}
          </Text>
        )}
      </RadioGroup>
      <TextField
        label={t('decision.reason')}
        description={t('decision.reasonHelp')}
        rows={2}
        value={reason}
        onChange={setReason}
        maxLength={longest.reason}
        {...(pressed && reason.trim() === '' ? { errorMessage: t('unread.reasonMissing') } : {})}
      />
      <div className="scr-decide-acts">
        <Button type="submit" variant="primary" size="small" isDisabled={saving}>
          {t('unread.save')}
        </Button>
        <Button size="small" onPress={onClose}>
          {t('decision.cancel')}
        </Button>
      </div>
    </form>
  );
}

function Reading({ reading }: { reading: SourceReading }) {
  const { t } = useTranslation('screening');
  return (
    <div className="scr-decision">
      <StatusTag {...sourceLooks[reading.meaning]}>{t(`unread.meanings.${reading.meaning}`)}</StatusTag>
      <p className="scr-decision-reason">{reading.reason}</p>
      <p className="ui-help">{t('decision.by', { name: reading.by, time: fullTime(reading.at) })}</p>
    </div>
  );
}

function Item({ id, item }: { id: string; item: UnreadItem }) {
  const { t } = useTranslation('screening');
  const [open, setOpen] = useState(false);
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
      {reading && <Reading reading={reading} />}
      {open ? (
        <ReadForm id={id} of={of} onClose={() => setOpen(false)} />
      ) : (
        <div className="scr-evidence">
          <Button size="small" variant={reading ? 'secondary' : 'primary'} icon={BookOpenCheck} onPress={() => setOpen(true)}>
            {t(reading ? 'unread.again' : 'unread.act')}
          </Button>
          {reading && (
            <Button size="small" icon={GraduationCap} onPress={() => setTeaching(true)}>
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
    <section className="scr-section" aria-label={t('unread.title')}>
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
