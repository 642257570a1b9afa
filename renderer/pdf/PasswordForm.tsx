/** Asks for the password of a document. The input is passed to the code that opens the document, and stored nowhere. */
import { LockOpen } from 'lucide-react';
import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Button, Checkbox, TextField } from '../components/index.ts';

export type PasswordFormProps = {
  /** The last password does not open the document. */
  wrong: boolean;
  busy?: boolean;
  onTyped: (password: string) => void;
};

export function PasswordForm({ wrong, busy = false, onTyped }: PasswordFormProps) {
  const { t } = useTranslation(['pdf', 'dialogs']);
  const [password, setPassword] = useState('');
  const [isChanged, setChanged] = useState(false);
  const [isShown, setShown] = useState(false);
  return (
    <Form
      className="viewer-password"
      onSubmit={(event) => {
        event.preventDefault();
        if (password === '' || busy) return;
        setChanged(false);
        onTyped(password);
      }}
    >
      <TextField
        type={isShown ? 'text' : 'password'}
        label={t('password.label')}
        description={t('password.help')}
        errorMessage={wrong && !busy && !isChanged ? t('password.wrong') : undefined}
        value={password}
        onChange={(typed) => {
          setPassword(typed);
          setChanged(true);
        }}
        autoFocus
      />
      <Checkbox isSelected={isShown} onChange={setShown}>
        {t('dialogs:password.show')}
      </Checkbox>
      <Button type="submit" variant="primary" icon={LockOpen} isPending={busy} isDisabled={password === ''}>
        {t('password.open')}
      </Button>
    </Form>
  );
}
