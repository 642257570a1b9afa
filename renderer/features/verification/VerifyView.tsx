/** Verifies any PDF: two drop areas for files, and the report. */
import { sizeWords } from '../../i18n/formats.ts';
import './verify.css';
import { FilePlus, FileSearch, LoaderCircle, RotateCw, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, DropCover, EmptyState, FileName, IconButton, ProblemBanner } from '../../components/index.ts';
import { LanguageButtons } from '../../components/LanguageButtons.tsx';
import { useElapsed } from '../../components/use-elapsed.ts';
import { useFileDrop } from '../../components/use-file-drop.ts';
import { ReportView } from './ReportView.tsx';
import { check as checkAgain, choose, drop, put, type Slot, saveReport, stop, useVerify } from './store.ts';

function FileSlot({ slot }: { slot: Slot }) {
  const { t } = useTranslation('verify');
  const chosen = useVerify((state) => state[slot]);
  const { over, handlers } = useFileDrop((files) => void drop(slot, files));
  const label = t(`${slot}.label`);
  return (
    <section className="verify-place" aria-label={label} {...handlers}>
      <h2>{label}</h2>
      {chosen === null ? (
        <p className="ui-help">{t(`${slot}.help`)}</p>
      ) : (
        <p className="verify-file">
          <FileName name={chosen.name} />
          <span>{sizeWords(chosen.size)}</span>
        </p>
      )}
      <div className="ui-line">
        <Button
          variant={slot === 'file' && chosen === null ? 'primary' : 'secondary'}
          size="small"
          icon={FilePlus}
          onPress={() => void choose(slot)}
        >
          {t(chosen === null ? `${slot}.choose` : `${slot}.other`)}
        </Button>
        {chosen !== null && <IconButton icon={X} size="small" aria-label={t(`${slot}.clear`)} onPress={() => void put(slot, null)} />}
      </div>
      {over && <DropCover part>{t(`${slot}.drop`)}</DropCover>}
    </section>
  );
}

function CheckProgress({ since }: { since: number }) {
  const { t } = useTranslation(['verify', 'screening', 'ui']);
  const seconds = useElapsed(since);
  return (
    <div className="verify-running">
      <LoaderCircle size={36} strokeWidth={1.6} aria-hidden="true" className="ui-spin" />
      <p>{t('running.words')}</p>
      <p role="timer">{t('screening:running.time', { count: seconds })}</p>
      <Button onPress={stop}>{t('ui:stop')}</Button>
    </div>
  );
}

function Outcome() {
  const { t } = useTranslation(['verify', 'verification']);
  const { check, file } = useVerify();
  const shown = useRef<HTMLDivElement>(null);
  const doneId = check.state === 'done' ? check.checkId : null;
  useEffect(() => {
    if (doneId !== null) shown.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, [doneId]);
  if (check.state === 'running') return <CheckProgress since={check.since} />;
  if (check.state === 'failed') {
    return (
      <ProblemBanner
        problem={check.problem}
        alert
        actions={
          <Button size="small" icon={RotateCw} onPress={() => void checkAgain()}>
            {t('again')}
          </Button>
        }
      />
    );
  }
  if (check.state === 'none') {
    return (
      <EmptyState
        icon={FileSearch}
        title={t(file === null ? 'empty.title' : 'stopped')}
        {...(file === null
          ? {}
          : {
              actions: (
                <Button icon={RotateCw} onPress={() => void checkAgain()}>
                  {t('again')}
                </Button>
              ),
            })}
      >
        {file === null && t('empty.words')}
      </EmptyState>
    );
  }
  const { checkId, verified } = check;
  return (
    <div ref={shown}>
      <ReportView
        report={verified.report}
        about={<p className="verify-about">{verified.file.name}</p>}
        actions={
          <>
            <LanguageButtons label={t('verification:save.label')} onSave={(language) => void saveReport(checkId, language)} />
            <Button size="small" variant="quiet" icon={RotateCw} onPress={() => void checkAgain()}>
              {t('again')}
            </Button>
          </>
        }
      />
    </div>
  );
}

export function VerifyView() {
  const { t } = useTranslation('verify');
  // A file dropped next to the two areas is the document to check.
  const { handlers } = useFileDrop((files) => void drop('file', files));
  return (
    <section className="verify" aria-label={t('title')} {...handlers}>
      <div className="verify-inside">
        <h1>{t('title')}</h1>
        <div className="verify-places" data-pane="">
          <FileSlot slot="file" />
          <FileSlot slot="original" />
        </div>
        <div data-pane="">
          <Outcome />
        </div>
      </div>
    </section>
  );
}
