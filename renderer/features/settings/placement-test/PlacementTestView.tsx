/** Determines with test documents how the provider of one connection counts: the cost, the progress, the result. */
import './placement-test.css';
import { ArrowLeft, Send } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '../../../../shared/domain/local-format.ts';
import { type PlacementTest, placementTestCalls } from '../../../../shared/domain/placement/placement-test.ts';
import { useAnnounced } from '../../../components/Announced.tsx';
import { Banner, Button, Form, ProgressBar, TextField } from '../../../components/index.ts';
import { profiles } from '../store.ts';
import { Calls } from './Calls.tsx';
import { Outcome } from './Outcome.tsx';
import { cancelTest, closePlacementTest, isRunning, sendTestDocuments, testState, usePlacementTest } from './store.ts';

export function PlacementTestView({ profileId }: { profileId: string }) {
  const { t } = useTranslation('settings');
  const name = profiles.use(({ value }) => value?.find(({ profile }) => profile.id === profileId)?.profile.name ?? '');
  const latest = testState.use(({ value }) => value?.test ?? null);
  const test = latest?.profileId === profileId ? latest : null;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className="set-head">
        <h1 ref={heading} tabIndex={-1}>
          {t('placementTest.title', { name })}
        </h1>
        <Button icon={ArrowLeft} onPress={closePlacementTest}>
          {t('placementTest.back')}
        </Button>
      </div>
      <p className="ui-help">{t('placementTest.help')}</p>
      {test === null ? <Start /> : <Test test={test} />}
    </>
  );
}

function Start() {
  const { t, i18n } = useTranslation('settings');
  const { clientInfo, starting } = usePlacementTest();
  const unfinished = testState.use(({ value }) => value?.unfinished ?? null);
  const [attempted, setAttempted] = useState(false);
  const isMissing = clientInfo.trim() === '';
  const submit = (form: HTMLFormElement) => {
    setAttempted(true);
    if (isMissing) form.querySelector('input')?.focus();
    else if (!starting) void sendTestDocuments();
  };
  return (
    <Form className="set-group placement-test-start" onSave={submit}>
      <Banner
        tone="doubt"
        what={t('placementTest.cost.what')}
        why={t('placementTest.cost.why', placementTestCalls)}
        do={t('placementTest.cost.do')}
      />
      {unfinished !== null && (
        <Banner
          tone="doubt"
          what={t('placementTest.unfinished.what', { at: formatTime(unfinished, 'long', i18n.language) })}
          why={t('placementTest.unfinished.why')}
        />
      )}
      <TextField
        label={t('placementTest.clientInfo')}
        description={t('placementTest.clientInfoHelp')}
        value={clientInfo}
        errorMessage={attempted && isMissing ? t('placementTest.clientInfoMissing') : undefined}
        maxLength={1000}
        onChange={(typed) => usePlacementTest.setState({ clientInfo: typed })}
      />
      <div>
        <Button variant="primary" type="submit" icon={Send} shortcut="mod+enter" isPending={starting}>
          {t('placementTest.send')}
        </Button>
      </div>
    </Form>
  );
}

function Running({ test }: { test: PlacementTest }) {
  const { t } = useTranslation(['settings', 'ui']);
  const begun = test.calls.length;
  const step = t(`placementTest.steps.${test.step}`, { number: begun });
  useAnnounced(step);
  return (
    <section className="set-group placement-test-running">
      <ProgressBar
        label={step}
        done={Math.max(begun - 1, 0)}
        total={Math.max(placementTestCalls.usual, begun)}
        valueLabel={t('placementTest.progress', { number: Math.max(begun, 1), total: Math.max(placementTestCalls.usual, begun) })}
      />
      {test.calls.at(-1)?.purpose === 'distinguish' && <p>{t('placementTest.several', { count: test.calls.at(-2)?.fitting ?? 2 })}</p>}
      <p className="ui-help">{test.step === 'waiting' ? t('placementTest.hasLeft') : t('placementTest.canStop')}</p>
      <div>
        <Button onPress={() => void cancelTest()}>{t('ui:stop')}</Button>
      </div>
    </section>
  );
}

function Test({ test }: { test: PlacementTest }) {
  return (
    <>
      {isRunning(test) && <Running test={test} />}
      {test.outcome && <Outcome test={test} outcome={test.outcome} />}
      <Calls test={test} />
    </>
  );
}
