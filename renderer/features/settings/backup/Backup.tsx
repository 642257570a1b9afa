/** Backups: where the last one is, a new one, one for another computer, and the restore of one. */
import './backup.css';
import { Archive, MonitorUp, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BackupState } from '../../../../shared/domain/settings/backup.ts';
import { call } from '../../../bridge.ts';
import { FactList } from '../../../components/FactList.tsx';
import { Banner, Button, ProblemBanner } from '../../../components/index.ts';
import { fullTime } from '../../../i18n/formats.ts';
import { useRemote } from '../../../state/remote.ts';
import { type Chosen, chooseBackup, closeStation, discard, newCode, writeBackup } from './actions.ts';
import { MoveDialog } from './MoveDialog.tsx';
import { RestoreDialog } from './RestoreDialog.tsx';
import { Work } from './Work.tsx';

type PartProps = { state: BackupState; isBusy: boolean };

function Write({ state, isBusy }: PartProps) {
  const { t } = useTranslation('backup');
  const { last } = state;
  const facts = [
    [t('write.last'), last === null ? t('write.never') : fullTime(last.at)],
    [t('write.place'), last && <span className="set-path">{last.path}</span>],
  ] as const;
  return (
    <section className="set-group" aria-label={t('write.title')}>
      <h2>{t('write.title')}</h2>
      <p className="ui-help">{t('write.help')}</p>
      <FactList className="set-facts backup-facts" facts={facts} />
      {last !== null && last.missing > 0 && (
        <Banner tone="doubt" what={t('write.missing.what', { count: last.missing })} why={t('write.missing.why')} />
      )}
      <Work state={state} kind="backup" />
      {!isBusy && (
        <div className="backup-acts">
          <Button
            // Closing the station is the next step of a restore.
            variant={state.prepared === null ? 'primary' : 'secondary'}
            icon={Archive}
            onPress={() => void writeBackup(null)}
          >
            {t('write.act')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Move({ isBusy }: { isBusy: boolean }) {
  const { t } = useTranslation('backup');
  const [code, setCode] = useState<string | null>(null);
  return (
    <section className="set-group" aria-label={t('move.title')}>
      <h2>{t('move.title')}</h2>
      <p className="ui-help">{t('move.help')}</p>
      <p className="ui-help">{t('move.then')}</p>
      <div className="backup-acts">
        <Button icon={MonitorUp} isDisabled={isBusy} onPress={() => void newCode().then(setCode)}>
          {t('move.act')}
        </Button>
      </div>
      {code !== null && (
        <MoveDialog
          code={code}
          onClose={() => setCode(null)}
          onSaved={() => {
            setCode(null);
            void writeBackup(code);
          }}
        />
      )}
    </section>
  );
}

function Ready({ madeAt }: { madeAt: string }) {
  const { t } = useTranslation('backup');
  return (
    <Banner
      tone="doubt"
      what={t('restore.ready.what', { at: fullTime(madeAt) })}
      why={t('restore.ready.why')}
      actions={
        <>
          <Button size="small" variant="primary" onPress={closeStation}>
            {t('restore.ready.close')}
          </Button>
          <Button size="small" onPress={() => void discard()}>
            {t('restore.ready.discard')}
          </Button>
        </>
      }
    />
  );
}

function Restore({ state, isBusy }: PartProps) {
  const { t } = useTranslation('backup');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { daily, prepared } = state;
  return (
    <section className="set-group" aria-label={t('restore.title')}>
      <h2>{t('restore.title')}</h2>
      <p className="ui-help">{t('restore.help')}</p>
      <div role="status">{prepared !== null && <Ready madeAt={prepared} />}</div>
      <div className="backup-acts">
        <Button icon={RotateCcw} isDisabled={isBusy} onPress={() => void chooseBackup().then(setChosen)}>
          {t('restore.act')}
        </Button>
      </div>
      <h3>{t('restore.daily')}</h3>
      <p className="ui-help">{t('restore.dailyHelp')}</p>
      {daily.length === 0 && <p className="ui-help">{t('restore.dailyNone')}</p>}
      <ul className="backup-daily">
        {daily.map(({ name, madeAt }) => (
          <li key={name}>
            <span>{fullTime(madeAt)}</span>
            <Button
              size="small"
              of={fullTime(madeAt)}
              isDisabled={isBusy}
              onPress={() => setChosen({ daily: name, madeAt, needsCode: false })}
            >
              {t('restore.dailyAct')}
            </Button>
          </li>
        ))}
      </ul>
      {chosen && <RestoreDialog chosen={chosen} state={state} onClose={() => setChosen(null)} />}
    </section>
  );
}

export function Backup() {
  const { t } = useTranslation('backup');
  const { value: state, problem } = useRemote('backup', () => call('backup.state'), { events: ['backup.changed'] });
  const isBusy = state?.work != null;
  return (
    <>
      <div className="set-head">
        <h1>{t('title')}</h1>
      </div>
      <p className="set-intro">{t('about')}</p>
      {problem && state === null && <ProblemBanner problem={problem} alert />}
      {state === null && problem === null && <p className="set-none">{t('loading')}</p>}
      {state?.memoryOnly && <Banner tone="doubt" what={t('memoryOnly.what')} why={t('memoryOnly.why')} do={t('memoryOnly.do')} />}
      {state && !state.memoryOnly && (
        <>
          <Write state={state} isBusy={isBusy} />
          <Move isBusy={isBusy} />
          <Restore state={state} isBusy={isBusy} />
        </>
      )}
    </>
  );
}
