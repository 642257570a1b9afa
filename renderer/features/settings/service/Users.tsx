/** The users of the service: names, how long their passwords are valid, and the tokens issued to them. */
import { Clock, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ServiceUser } from '../../../../shared/domain/web-service/web-service.ts';
import { Button, ConfirmDialog, StatusTag } from '../../../components/index.ts';
import { Listed } from '../../../components/Listed.tsx';
import { dayWords, fullTime, timeWords } from '../../../i18n/formats.ts';
import { useSavedState } from '../../../state/page-parts.ts';
import { type NewPassword, removeUser, revokeTokens } from './actions.ts';
import { serviceUsers } from './store.ts';
import { AddUser, PasswordDialog, RenewPassword } from './UserDialogs.tsx';

function Row({ user, onMade }: { user: ServiceUser; onMade: (made: NewPassword) => void }) {
  const { t } = useTranslation('service');
  const [dialog, setDialog] = useState<'renew' | 'revoke' | 'remove' | null>(null);
  const close = () => setDialog(null);
  const { username: name, createdAt, lastToken, tokens, passwords } = user;
  const [current, ...older] = passwords;
  const facts = [
    t('users.since', { day: dayWords(createdAt) }),
    ...(current && dayWords(current.since) !== dayWords(createdAt) ? [t('users.passwordSince', { day: dayWords(current.since) })] : []),
    ...(lastToken === null
      ? [t('users.noToken')]
      : [t('users.lastToken', { time: timeWords(lastToken) }), t('users.tokens', { count: tokens })]),
  ];
  return (
    <li className="set-row">
      <div className="ui-card-head svc-user-words">
        <h3>{name}</h3>
        <p className="ui-help">{facts.join(' · ')}</p>
        {older.map(
          ({ since, until }) =>
            until !== null && (
              <StatusTag key={since} tone="doubt" icon={Clock}>
                {t('users.olderUntil', { time: fullTime(until) })}
              </StatusTag>
            ),
        )}
      </div>
      <div className="ui-acts">
        <Button size="small" aria-label={t('users.renewName', { name })} onPress={() => setDialog('renew')}>
          {t('users.renew')}
        </Button>
        {tokens > 0 && (
          <Button size="small" aria-label={t('users.revokeName', { name })} onPress={() => setDialog('revoke')}>
            {t('users.revoke')}
          </Button>
        )}
        <Button size="small" variant="quiet" aria-label={t('users.removeName', { name })} onPress={() => setDialog('remove')}>
          {t('users.remove')}
        </Button>
      </div>
      {dialog === 'renew' && <RenewPassword user={user} onClose={close} onMade={onMade} />}
      <ConfirmDialog
        isOpen={dialog === 'revoke'}
        onClose={close}
        onConfirm={() => void revokeTokens(user)}
        title={t('users.revokeTitle', { name })}
        confirmLabel={t('users.revokeConfirm')}
        danger
      >
        {t('users.revokeLoss')}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={dialog === 'remove'}
        onClose={close}
        onConfirm={() => void removeUser(user)}
        title={t('users.removeTitle', { name })}
        confirmLabel={t('users.removeConfirm')}
        danger
      >
        {t('users.removeLoss')}
      </ConfirmDialog>
    </li>
  );
}

export function Users() {
  const { t } = useTranslation('service');
  const { value: users, problem } = serviceUsers.use();
  const [adding, setAdding] = useSavedState('new user', false);
  // Here and not in the store, which never contains a secret.
  const [made, setMade] = useState<NewPassword | null>(null);
  return (
    <section className="set-group" aria-label={t('users.title')}>
      <div className="svc-users-head">
        <h2>{t('users.title')}</h2>
        <Button size="small" icon={UserPlus} onPress={() => setAdding(true)}>
          {t('users.add')}
        </Button>
      </div>
      <p className="ui-help">{t('users.help')}</p>
      <Listed
        problem={problem}
        count={users ? users.length : null}
        loading={t('loading')}
        onAgain={() => void serviceUsers.reload()}
        empty={<p className="set-none svc-users-none">{t('users.none')}</p>}
      >
        <ul className="set-rows">
          {users?.map((user) => (
            <Row key={user.id} user={user} onMade={setMade} />
          ))}
        </ul>
      </Listed>
      {adding && <AddUser onClose={() => setAdding(false)} onMade={setMade} />}
      {made && <PasswordDialog made={made} onClose={() => setMade(null)} />}
    </section>
  );
}
