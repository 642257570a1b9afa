/** Shows a password once. It stays open until a person confirms that the password was saved. */
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Banner, Button, Checkbox, Dialog } from '../../../components/index.ts';
import { copy, type NewPassword } from './actions.ts';

export function PasswordDialog({ made, onClose }: { made: NewPassword; onClose: () => void }) {
  const { t } = useTranslation('service');
  const [copied, setCopied] = useState(false);
  const [kept, setKept] = useState(false);
  const { username, passwords } = made.user;
  const older = passwords.some(({ until }) => until !== null);
  return (
    <Dialog
      isOpen
      // Escape alone must not lose it.
      onClose={() => kept && onClose()}
      title={t('password.title', { name: username })}
      role="alertdialog"
      actions={
        <Button variant="primary" isDisabled={!kept} onPress={onClose}>
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
            <Button
              size="small"
              icon={copied ? Check : Copy}
              autoFocus
              onPress={() => void copy(made.password).then((done) => setCopied(done))}
            >
              {t(copied ? 'password.copied' : 'password.copy')}
            </Button>
          </dd>
        </dl>
        <Banner tone="doubt" what={t('password.once')} why={t('password.onceWhy')} do={t('password.onceDo')} />
        {older && <p className="ui-help">{t('password.changeOver')}</p>}
        <Checkbox isSelected={kept} onChange={setKept}>
          {t('password.kept')}
        </Checkbox>
      </div>
    </Dialog>
  );
}
