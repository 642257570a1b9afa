/**
 * The check of one document: its bottom line, reasons, the rules that accepted it, who released it despite the check, and a report
 * button.
 */
import { fullTime } from '../../i18n/formats.ts';
import './summary.css';
import { FileOutput, ShieldCheck } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileRelease, VerificationSummary } from '../../../shared/domain/signing.ts';
import { Banner, Button } from '../../components/index.ts';
import type { Checked } from './actions.ts';
import { BottomLineTag } from './BottomLineTag.tsx';
import { ReportDialog } from './ReportDialog.tsx';
import { useRuleWords } from './use-rule-words.ts';

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
  return (
    <Banner
      tone="doubt"
      what={
        <>
          <FileOutput size={14} aria-hidden="true" /> {t('release.said', { by, at: fullTime(at) })}
        </>
      }
      why={reason}
    />
  );
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
