/** The clerk's name, as the evidence shows it. */
import { Pencil } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, Dialog, IconButton, TextField } from '../../components/index.ts';
import { useInfo } from '../../state/info.ts';
import { setClerk } from './actions.ts';

/** As `settings.clerk` allows. */
const maxClerkLength = 80;

function ClerkForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('screening');
  const { settings, clerk } = useInfo();
  const [typed, setTyped] = useState(settings.clerk === '' ? clerk : settings.clerk);
  const save = (event: FormEvent) => {
    event.preventDefault();
    onClose();
    void setClerk(typed.trim());
  };
  return (
    <form className="scr-dialog-form" onSubmit={save}>
      <TextField
        label={t('clerk.name')}
        description={t('clerk.help')}
        value={typed}
        onChange={setTyped}
        maxLength={maxClerkLength}
        autoFocus
        autoComplete="off"
      />
      <div className="ui-dialog-actions">
        <Button onPress={onClose}>{t('clerk.cancel')}</Button>
        <Button type="submit" variant="primary">
          {t('clerk.save')}
        </Button>
      </div>
    </form>
  );
}

export function ClerkName() {
  const { t } = useTranslation('screening');
  const { clerk } = useInfo();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <p className="scr-clerk">
      <span className="truncate" title={clerk}>
        {t('clerk.attends', { name: clerk })}
      </span>
      <IconButton icon={Pencil} size="small" aria-label={t('clerk.change')} onPress={() => setOpen(true)} />
      <Dialog isOpen={open} onClose={close} title={t('clerk.title')}>
        <ClerkForm onClose={close} />
      </Dialog>
    </p>
  );
}
