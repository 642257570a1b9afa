/** The client's own web service: its state, its users, and its settings. */
import './service.css';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Announced } from '../../../components/Announced.tsx';
import { focusFault } from '../../../components/focus-fault.ts';
import { Button, Form, ProblemBanner } from '../../../components/index.ts';
import { useServiceState } from '../../../state/web-service.ts';
import { useLoneSecret } from '../typed-secrets.ts';
import { discard, save } from './actions.ts';
import { Callers, Listening } from './Listening.tsx';
import { ComparedMembers, WatchedFolder } from './Publishing.tsx';
import { StateCard } from './StateCard.tsx';
import { loadService, useLoadProblem, useService, useServiceSettings } from './store.ts';
import { Users } from './Users.tsx';

function ServiceSettings() {
  const { t } = useTranslation(['service', 'ui']);
  const { typed, attempted } = useService();
  const { value: service } = useServiceState();
  const form = useRef<HTMLFormElement>(null);
  const [passphrase, setPassphrase, clearSaved] = useLoneSecret('passphrase');
  const dirty = Object.keys(typed).length > 0 || passphrase !== '';
  const saveAll = async (also?: { enabled: boolean }) => {
    if (await save(passphrase, also)) clearSaved(passphrase);
    else focusFault(form.current);
  };
  return (
    <>
      {service && <StateCard state={service} dirty={dirty} onSwitchOn={() => saveAll({ enabled: true })} />}
      <Users />
      <Form ref={form} className="set-form" aria-label={t('form')} onSave={() => saveAll()}>
        <Listening passphrase={passphrase} onPassphrase={setPassphrase} />
        <Callers />
        <WatchedFolder />
        <ComparedMembers />
        {(dirty || attempted) && (
          <div className="set-actions">
            <Announced className="svc-unsaved">{t('unsaved')}</Announced>
            <Button
              onPress={() => {
                discard();
                setPassphrase('');
              }}
            >
              {t('ui:discard.confirm')}
            </Button>
            <Button variant="primary" type="submit" shortcut="mod+enter">
              {t('save')}
            </Button>
          </div>
        )}
      </Form>
    </>
  );
}

export function Service() {
  const { t } = useTranslation(['service', 'settings']);
  const settings = useServiceSettings();
  const loadProblem = useLoadProblem();
  const unknown = useServiceState(({ value, problem }) => (value ? null : problem));
  const shown = loadProblem ?? unknown;
  useEffect(() => void loadService(), []);
  return (
    <>
      <div className="set-head">
        <h1>{t('settings:sections.service')}</h1>
      </div>
      <p className="set-intro">{t('about')}</p>
      {shown && <ProblemBanner problem={shown} alert onAgain={() => void loadService()} />}
      {settings ? <ServiceSettings /> : !loadProblem && <p className="set-none">{t('loading')}</p>}
    </>
  );
}
