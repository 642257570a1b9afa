/** The dialogs of a user of the service: a new user, a new password, and the generated password, shown once. */

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ServiceUser, usernameSchema } from '../../../../shared/domain/web-service/web-service.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { CopyButton } from '../../../components/CopyButton.tsx';
import { Banner, Button, Checkbox, Dialog, Form, FormActions, NumberField, ProblemBanner, TextField } from '../../../components/index.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { useSavedState } from '../../../state/page-parts.ts';
import { addUser, type NewPassword, renewPassword } from './actions.ts';

/** Has main generate a password, and passes it on; `problem` is why the last attempt was refused. */
function useNewPassword(onClose: () => void, onMade: (made: NewPassword) => void) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const generate = async (work: () => Promise<NewPassword | { problem: Problem }>) => {
    const answer = await work();
    if ('problem' in answer) return setProblem(answer.problem);
    onClose();
    onMade(answer);
  };
  return { problem, generate, forgetProblem: () => setProblem(null) };
}

/** Adds a user: asks only for a name, the station generates the password. */
export function AddUser({ onClose, onMade }: { onClose: () => void; onMade: (made: NewPassword) => void }) {
  const { t } = useTranslation('service');
  const problemWords = useProblemWords();
  const [name, setName] = useSavedState('new user name', '');
  const [pressed, setPressed] = useState(false);
  const { problem, generate, forgetProblem } = useNewPassword(onClose, onMade);
  const good = usernameSchema.safeParse(name).success;
  const taken = problem?.code === 'service-user-taken';
  // An empty field is a fault only after submitting.
  const error = taken ? problemWords(problem).what : !good && (pressed || name !== '') ? t('faults.username') : undefined;
  const submit = async (form: HTMLFormElement) => {
    setPressed(true);
    if (!good) return form.querySelector('input')?.focus();
    await generate(() => addUser(name.trim()));
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('users.addTitle')} losesInput={name !== ''}>
      <Form className="svc-form" onSave={submit}>
        <TextField
          label={t('users.name')}
          description={t('users.nameHelp')}
          value={name}
          maxLength={64}
          errorMessage={error}
          autoFocus
          onChange={(typed) => {
            setName(typed);
            forgetProblem();
          }}
        />
        <p className="ui-help">{t('users.addHelp')}</p>
        {problem && !taken && <ProblemBanner problem={problem} alert />}
        <FormActions onCancel={onClose}>{t('users.addConfirm')}</FormActions>
      </Form>
    </Dialog>
  );
}

const usualHours = 24;
const maxHours = 24 * 30;

type Props = { user: ServiceUser; onClose: () => void; onMade: (made: NewPassword) => void };

/** Generates a new password for a user; the previous one remains valid for a while, so that the provider can change over without a gap. */
export function RenewPassword({ user: { id, username: name }, onClose, onMade }: Props) {
  const { t } = useTranslation('service');
  const [hours, setHours] = useState(usualHours);
  const { problem, generate } = useNewPassword(onClose, onMade);
  const submit = async () => {
    if (Number.isInteger(hours)) await generate(() => renewPassword(id, hours));
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('users.renewTitle', { name })}>
      <Form className="svc-form" onSave={submit}>
        <p>{t('users.renewWords')}</p>
        <NumberField
          label={t('users.hours')}
          description={hours === 0 ? t('users.hoursNone') : t('users.hoursHelp')}
          value={hours}
          minValue={0}
          maxValue={maxHours}
          errorMessage={Number.isInteger(hours) ? undefined : t('faults.hours')}
          onChange={setHours}
          autoFocus
        />
        {problem && <ProblemBanner problem={problem} alert />}
        <FormActions onCancel={onClose}>{t('users.renewConfirm')}</FormActions>
      </Form>
    </Dialog>
  );
}

/** Shows a password once. It stays open until a person confirms that the password was saved. */
export function PasswordDialog({ made, onClose }: { made: NewPassword; onClose: () => void }) {
  const { t } = useTranslation('service');
  const [saved, setSaved] = useState(false);
  const { username, passwords } = made.user;
  const older = passwords.some(({ until }) => until !== null);
  return (
    <Dialog
      isOpen
      // Escape alone must not lose it.
      onClose={() => saved && onClose()}
      title={t('password.title', { name: username })}
      role="alertdialog"
      actions={
        <Button variant="primary" isDisabled={!saved} onPress={onClose}>
          {t('password.done')}
        </Button>
      }
    >
      <div className="svc-form">
        <dl className="svc-credentials">
          <dt>{t('password.user')}</dt>
          <dd>
            <code>{username}</code>
          </dd>
          <dt>{t('password.password')}</dt>
          <dd>
            <code className="svc-password">{made.password}</code>
            <CopyButton text={made.password} />
          </dd>
        </dl>
        <Banner tone="doubt" what={t('password.once')} why={t('password.onceWhy')} do={t('password.onceDo')} />
        {older && <p className="ui-help">{t('password.changeOver')}</p>}
        <Checkbox isSelected={saved} onChange={setSaved}>
          {t('password.saved')}
        </Checkbox>
      </div>
    </Dialog>
  );
}
