/** Generates a new password for a user; the previous one remains valid for a while, so that the provider can change over without a gap. */
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceUser } from '../../../../shared/domain/web-service.ts';
import type { Problem } from '../../../../shared/errors.ts';
import { Button, Dialog, NumberField, ProblemBanner } from '../../../components/index.ts';
import { type NewPassword, renewPassword } from './actions.ts';

const usualHours = 24;
const maxHours = 24 * 30;

type Props = { user: ServiceUser; onClose: () => void; onMade: (made: NewPassword) => void };

export function RenewPassword({ user: { id, username: name }, onClose, onMade }: Props) {
  const { t } = useTranslation('service');
  const { t: ui } = useTranslation('ui');
  const [hours, setHours] = useState(usualHours);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !Number.isInteger(hours)) return;
    setBusy(true);
    const answer = await renewPassword(id, hours);
    setBusy(false);
    if ('problem' in answer) return setProblem(answer.problem);
    onClose();
    onMade(answer);
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('users.renewTitle', { name })}>
      <form className="svc-form" onSubmit={(event) => void submit(event)} noValidate>
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
        <div className="ui-dialog-actions">
          <Button onPress={onClose}>{ui('cancel')}</Button>
          <Button type="submit" variant="primary" isPending={busy}>
            {t('users.renewConfirm')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
