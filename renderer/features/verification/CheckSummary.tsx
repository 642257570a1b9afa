/**
 * The check of one document: in progress, its bottom line, reasons and the rules that accepted it, its release despite the check, and
 * its report.
 */
import { fullTime, momentWords } from '../../i18n/formats.ts';
import './report.css';
import { CircleStop, FileOutput, ShieldCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxNoteLength } from '../../../shared/domain/signing/queue.ts';
import type { FileRelease, VerificationSummary } from '../../../shared/domain/signing/signing.ts';
import type { BottomLine } from '../../../shared/domain/verification/verification.ts';
import { call } from '../../bridge.ts';
import { Announced } from '../../components/Announced.tsx';
import { Banner, Button, Dialog, ProblemBanner, StatusTag } from '../../components/index.ts';
import { LanguageButtons } from '../../components/LanguageButtons.tsx';
import { NoteDialog } from '../../components/NoteDialog.tsx';
import { useQueue } from '../../state/jobs.ts';
import { useSavedState } from '../../state/page-parts.ts';
import { useRemote } from '../../state/remote.ts';
import { type Checked, releaseFile, saveReport, stopCheck } from './actions.ts';
import { bottomLineLooks, ReportView } from './ReportView.tsx';
import { useRuleWords } from './use-rule-words.ts';

/** The whole report of a returned document, over the page. */
function ReportDialog({ checked, onClose }: { checked: Checked; onClose: () => void }) {
  const { t } = useTranslation(['verification', 'ui']);
  const { documentId, visitId, name } = checked;
  const loaded = useRemote(`${documentId} ${visitId ?? ''}`, async () => ({
    found: await call('signing.verification', { documentId, visitId }),
  }));
  const found = loaded.value?.found ?? null;
  return (
    <Dialog isOpen full onClose={onClose} title={t('dialog', { name })} actions={<Button onPress={onClose}>{t('ui:close')}</Button>}>
      <div className="vr-dialog">
        {!loaded.value && !loaded.problem && <Announced>{t('loading')}</Announced>}
        {loaded.problem && <ProblemBanner problem={loaded.problem} />}
        {loaded.value && found === null && <p>{t('none')}</p>}
        {found !== null && (
          <ReportView
            report={found.report}
            about={<p className="ui-help">{t('checkedAt', { when: fullTime(found.at) })}</p>}
            actions={<LanguageButtons label={t('save.label')} onSave={(language) => void saveReport(checked, language)} />}
          />
        )}
      </div>
    </Dialog>
  );
}

/** Opens the report. */
export function ReportButton({ checked }: { checked: Checked }) {
  const { t } = useTranslation('verification');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" icon={ShieldCheck} onPress={() => setOpen(true)}>
        {t('see')}
      </Button>
      {open && <ReportDialog checked={checked} onClose={() => setOpen(false)} />}
    </>
  );
}

export function ReleaseNote({ release: { at, by, reason } }: { release: FileRelease }) {
  const { t } = useTranslation('verification');
  return <Banner tone="doubt" what={t('release.said', { by, at: fullTime(at) })} why={reason} />;
}

type Props = { checked: Checked; verification: VerificationSummary };

export function CheckSummary({ checked, verification: { bottomLine, findings, acceptedBy } }: Props) {
  const { t } = useTranslation('verification');
  const ruleWords = useRuleWords();
  const accepted = useId();
  return (
    <section className="vr-summary" aria-label={t('summary')}>
      {/* The state next to it says that the document is signed. */}
      {bottomLine !== 'signed' && <BottomLineTag bottomLine={bottomLine} />}
      {findings.length > 0 && (
        <ul>
          {findings.map((finding) => (
            <li key={finding}>{t(`finding.${finding}`)}</li>
          ))}
        </ul>
      )}
      {acceptedBy.length > 0 && (
        <div>
          <p id={accepted}>{t('acceptedBy')}</p>
          <ul aria-labelledby={accepted}>
            {acceptedBy.map((rule) => (
              <li key={JSON.stringify(rule)}>{ruleWords(rule)}</li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <ReportButton checked={checked} />
      </div>
    </section>
  );
}

/** The bottom line of a check as a tag: icon, word and colour. */
function BottomLineTag({ bottomLine }: { bottomLine: BottomLine }) {
  const { t } = useTranslation('verification');
  const { tone, icon } = bottomLineLooks[bottomLine];
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(`bottomLine.${bottomLine}.word`)}
    </StatusTag>
  );
}

/** A check that has been running for a while: since when, and a button to stop it. */
export function CheckInProgress({ documentId }: { documentId: string }) {
  const { t } = useTranslation('verification');
  const since = useQueue((queue) => queue?.checking.find((one) => one.documentId === documentId)?.since ?? null);
  if (since === null) return null;
  return (
    <Banner
      tone="busy"
      what={t('underWay.words', { since: momentWords('since', since) })}
      actions={
        <Button size="small" icon={CircleStop} onPress={() => void stopCheck(documentId)}>
          {t('underWay.stop')}
        </Button>
      }
    />
  );
}

/** Releases the file of a document that was blocked, with a reason. */
export function ReleaseButton({ checked, isSmall = false }: { checked: Checked; isSmall?: boolean }) {
  const { t } = useTranslation('verification');
  const [open, setOpen] = useSavedState(`release ${checked.documentId}`, false);
  return (
    <>
      <Button size={isSmall ? 'small' : 'medium'} icon={FileOutput} onPress={() => setOpen(true)}>
        {t('release.open')}
      </Button>
      {open && (
        <NoteDialog
          of={`release ${checked.documentId}`}
          title={t('release.dialog', { name: checked.name })}
          words={t('release.words')}
          label={t('release.label')}
          description={t('release.help', { count: maxNoteLength })}
          missing={t('release.missing')}
          confirmLabel={t('release.act')}
          danger
          onConfirm={(reason) => releaseFile(checked.documentId, reason)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
