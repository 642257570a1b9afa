/** The hub at head office: enrolment by a one-time code, state, pending work, and leaving. */
import './hub.css';
import { Landmark, RefreshCw } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HubState } from '../../../../shared/domain/web-service/hub-state.ts';
import type { Problem, ProblemCode } from '../../../../shared/errors.ts';
import { FactList } from '../../../components/FactList.tsx';
import { Button, ConfirmButton, Form, ProblemBanner, StatusTag, TextField } from '../../../components/index.ts';
import { fullTime, timeWords } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { hubState, useHubState } from '../../../state/hub.ts';
import { hubLooks, waitingAtHub } from '../../../state/hub-looks.ts';
import { useSettings } from '../store.ts';
import { useLoneSecret } from '../typed-secrets.ts';
import { connectNow, enrol, leave } from './actions.ts';

function EnrolForm() {
  const { t } = useTranslation('hub');
  const address = useSettings(({ hubAddress }) => hubAddress);
  const [code, setCode, clearSaved] = useLoneSecret('enrolment code');
  const [problem, setProblem] = useState<Problem | null>(null);
  const [attempted, setAttempted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problemWords = useProblemWords();
  const words = problem && problemWords(problem);
  /** `refused` is main's problem with the field. */
  const wrong = (value: string, refused: ProblemCode) => {
    if (attempted && value.trim() === '') return t('enrol.missing');
    return problem?.code === refused && words ? `${words.what} ${words.why} ${words.do}` : undefined;
  };
  const [wrongAddress, wrongCode] = [wrong(address, 'hub-address-unusable'), wrong(code, 'hub-code-refused')];
  // Runs with every attempt, not with every key.
  useEffect(() => {
    if (problem) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problem]);
  const send = async () => {
    setAttempted(true);
    setProblem(null);
    if (address.trim() === '' || code.trim() === '') {
      form.current?.querySelector<HTMLElement>(address.trim() === '' ? 'input' : '.hub-code input')?.focus();
      return;
    }
    const refusal = await enrol(address, code);
    if (refusal === null) {
      clearSaved(code);
      useSettings.setState({ hubAddress: '' });
    }
    setProblem(refusal);
  };
  return (
    <Form ref={form} className="set-group" aria-label={t('enrol.title')} onSave={send}>
      <h2>{t('enrol.title')}</h2>
      <p className="ui-help">{t('enrol.help')}</p>
      <div className="set-fields">
        <TextField
          label={t('enrol.address')}
          description={t('enrol.addressHelp')}
          value={address}
          maxLength={2048}
          errorMessage={wrongAddress}
          onChange={(typed) => {
            useSettings.setState({ hubAddress: typed });
            setProblem(null);
          }}
        />
        <TextField
          className="hub-code"
          label={t('enrol.code')}
          value={code}
          maxLength={100}
          errorMessage={wrongCode}
          onChange={(typed) => {
            setCode(typed);
            setProblem(null);
          }}
        />
      </div>
      {problem && !wrongAddress && !wrongCode && (
        <div className="hub-problem">
          <ProblemBanner problem={problem} alert />
        </div>
      )}
      <div className="ui-acts hub-acts">
        <Button variant="primary" type="submit" icon={Landmark} shortcut="mod+enter">
          {t('enrol.act')}
        </Button>
      </div>
    </Form>
  );
}

function Facts({ state }: { state: HubState }) {
  const { t } = useTranslation(['hub', 'customers']);
  const { enrolment, waiting, offers, lastPush } = state;
  if (enrolment === null) return null;
  const due = [
    ...(waiting.claims > 0 ? [t('customers:list.total', { count: waiting.claims })] : []),
    ...(waiting.publications > 0 ? [t('state.publications', { count: waiting.publications })] : []),
  ];
  const facts = [
    [t('state.name'), enrolment.name],
    [t('state.hub'), enrolment.hubName],
    [t('state.address'), enrolment.address],
    [t('state.enrolledAt'), fullTime(enrolment.enrolledAt)],
    [t('state.lastPush'), lastPush === null ? t('state.notYet') : timeWords(lastPush)],
    [t('state.offers'), String(offers)],
    [t('state.waiting'), due.length > 0 ? due.join(' · ') : t('state.nothing')],
  ] as const;
  return <FactList className="set-facts" facts={facts} />;
}

function Leave({ state }: { state: HubState }) {
  const { t } = useTranslation('hub');
  const { enrolment, offers } = state;
  const lost = waitingAtHub(state);
  return (
    <ConfirmButton
      // Revoked, it is the next step.
      variant={state.state === 'revoked' ? 'primary' : 'secondary'}
      label={t('leave.act')}
      title={t('leave.title', { name: enrolment?.hubName || enrolment?.address })}
      confirmLabel={t('leave.confirm')}
      danger
      onConfirm={() => void leave()}
    >
      <span className="ui-stack">
        <span>{t('leave.loss')}</span>
        {lost > 0 && <span>{t('leave.waiting', { count: lost })}</span>}
        {offers > 0 && <span>{t('leave.offers', { count: offers })}</span>}
      </span>
    </ConfirmButton>
  );
}

function StateCard({ state }: { state: HubState }) {
  const { t } = useTranslation('hub');
  const { problem, nextAttemptAt } = state;
  const canTry = state.state !== 'connected' && state.state !== 'revoked';
  const isBad = state.state === 'revoked' || state.state === 'stopped';
  return (
    <section className="set-group set-state" aria-label={t('state.title')}>
      <div className="set-state-line">
        <div role="status">
          <StatusTag {...hubLooks[state.state]} spin={state.state === 'connecting'}>
            {t(`state.is.${state.state}`)}
          </StatusTag>
        </div>
        <p className="ui-help">
          {t(`state.means.${state.state}`)} {nextAttemptAt !== null && t('state.next', { at: timeWords(nextAttemptAt) })}
        </p>
      </div>
      {problem && <ProblemBanner problem={problem} tone={isBad ? 'bad' : 'doubt'} />}
      {state.by === 'requests' && <p className="ui-help">{t('state.byRequests')}</p>}
      <Facts state={state} />
      <div className="ui-acts hub-acts">
        {canTry && (
          <Button icon={RefreshCw} onPress={() => void connectNow()}>
            {t('state.again')}
          </Button>
        )}
        <Leave state={state} />
      </div>
    </section>
  );
}

export function Hub() {
  const { t } = useTranslation(['hub', 'settings']);
  const { value: state, problem } = useHubState();
  useEffect(() => void hubState.reload(), []);
  return (
    <>
      <div className="set-head">
        <h1>{t('settings:sections.hub')}</h1>
      </div>
      <p className="set-intro">{t('about')}</p>
      {problem && state === null && <ProblemBanner problem={problem} alert />}
      {state === null && problem === null && <p className="set-none">{t('loading')}</p>}
      {state !== null && (state.enrolment === null ? <EnrolForm /> : <StateCard state={state} />)}
    </>
  );
}
