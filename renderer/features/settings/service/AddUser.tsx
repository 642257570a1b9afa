/** Adds a user: asks only for a name, the station generates the password. */
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usernameSchema } from '../../../../shared/domain/web-service.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { Button, Dialog, ProblemBanner, TextField } from '../../../components/index.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { addUser, type NewPassword } from './actions.ts';

export function AddUser({ onClose, onMade }: { onClose: () => void; onMade: (made: NewPassword) => void }) {
  const { t } = useTranslation('service');
  const { t: ui } = useTranslation('ui');
  const problemWords = useProblemWords();
  const [name, setName] = useState('');
  const [pressed, setPressed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const good = usernameSchema.safeParse(name).success;
  const taken = problem?.code === 'service-user-taken';
  // An empty field is a fault only after submitting.
  const error = taken ? problemWords(problem).what : !good && (pressed || name !== '') ? t('faults.username') : undefined;
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setPressed(true);
    if (!good) return event.currentTarget.querySelector('input')?.focus();
    if (busy) return;
    setBusy(true);
    const answer = await addUser(name.trim());
    setBusy(false);
    if ('problem' in answer) return setProblem(answer.problem);
    onClose();
    onMade(answer);
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('users.addTitle')}>
      <form className="svc-form" onSubmit={(event) => void submit(event)} noValidate>
        <TextField
          label={t('users.name')}
          description={t('users.nameHelp')}
          value={name}
          maxLength={64}
          errorMessage={error}
          spellCheck="false"
          autoComplete="off"
          autoFocus
          onChange={(typed) => {
            setName(typed);
            setProblem(null);
          }}
        />
        <p className="ui-help">{t('users.addHelp')}</p>
        {problem && !taken && <ProblemBanner problem={problem} alert />}
        <div className="ui-dialog-actions">
          <Button onPress={onClose}>{ui('cancel')}</Button>
          <Button type="submit" variant="primary" isPending={busy}>
            {t('users.addConfirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
