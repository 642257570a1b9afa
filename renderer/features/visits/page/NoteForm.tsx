/** A note for the timeline. The input stays while other visits and areas are shown. */
import { NotebookPen } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxVisitLengths } from '../../../../shared/domain/visit.ts';
import { Button, TextField } from '../../../components/index.ts';
import { saveNote } from '../actions.ts';
import { useVisits, writeNote } from '../store.ts';

export function NoteForm({ id }: { id: string }) {
  const { t } = useTranslation('customers');
  const text = useVisits(({ notes }) => notes[id] ?? '');
  const [saving, setSaving] = useState(false);
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.querySelector('textarea');
    if (saving || text.trim() === '') return field?.focus();
    setSaving(true);
    await saveNote(id, text.trim());
    setSaving(false);
    // The button disappears with the input.
    field?.focus();
  };
  return (
    <form className="cust-note-form" onSubmit={(event) => void save(event)}>
      <TextField
        label={t('note.label')}
        hideLabel
        placeholder={t('note.placeholder')}
        rows={text === '' ? 1 : 3}
        value={text}
        onChange={(typed) => writeNote(id, typed)}
        maxLength={maxVisitLengths.note}
      />
      {text.trim() !== '' && (
        <Button type="submit" size="small" icon={NotebookPen}>
          {t('note.save')}
        </Button>
      )}
    </form>
  );
}
