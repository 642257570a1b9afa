/** A whole report: the bottom line in one glance, why, each signature, the original, what was not checked, and the codes. */
import './report.css';
import {
  ChevronRight,
  CircleCheck,
  CircleHelp,
  CircleMinus,
  CircleX,
  Copy,
  type LucideIcon,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestionMark,
  ShieldX,
} from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { BottomLine, VerificationReport } from '../../../shared/domain/verification/verification.ts';
import {
  type ReportText,
  type ReportWords,
  reportText,
  type SignatureText,
  type TextFact,
  type TextTone,
} from '../../../shared/domain/verification/verification-text.ts';
import { copyText } from '../../components/copy-text.ts';
import { Button, OutcomeHead, type Tone } from '../../components/index.ts';
import { dayWords, fullTime } from '../../i18n/formats.ts';

/** Icon and colour of a check's result. Green is only for a check that passed. */
export const bottomLineLooks: Readonly<Record<BottomLine, { icon: LucideIcon; tone: Tone }>> = {
  signed: { icon: ShieldCheck, tone: 'good' },
  'signed-with-remarks': { icon: ShieldAlert, tone: 'doubt' },
  unverifiable: { icon: ShieldQuestionMark, tone: 'bad' },
  unacceptable: { icon: ShieldX, tone: 'bad' },
};

const factIcons: Readonly<Record<TextTone, LucideIcon>> = { good: CircleCheck, doubt: CircleHelp, bad: CircleX, quiet: CircleMinus };

function FactRow({ fact: { label, text, tone } }: { fact: TextFact }) {
  const Icon = factIcons[tone];
  return (
    <div>
      <dt>{label}</dt>
      <dd className={`vr-fact-${tone}`}>
        {tone !== 'quiet' && <Icon size={14} strokeWidth={2.2} aria-hidden="true" />}
        <span>{text}</span>
      </dd>
    </div>
  );
}

const Facts = ({ facts }: { facts: readonly TextFact[] }) => (
  <dl className="vr-facts">
    {facts.map((fact) => (
      <FactRow key={fact.name} fact={fact} />
    ))}
  </dl>
);

function More({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="vr-more">
      <summary>
        <ChevronRight size={14} aria-hidden="true" />
        {label}
      </summary>
      {children}
    </details>
  );
}

function Signature({ signature: { title, facts, technical } }: { signature: SignatureText }) {
  const { t } = useTranslation('verification');
  const id = useId();
  return (
    <section className="ui-section" aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      <Facts facts={facts} />
      <More label={t('technical')}>
        <Facts facts={technical} />
      </More>
    </section>
  );
}

export type ReportViewProps = {
  report: VerificationReport;
  /** The document or file that the report is about, below the word. */
  about?: ReactNode;
  /** Buttons under the bottom line. */
  actions?: ReactNode;
};

/** A report in the words of the screen. */
function useReportText(report: VerificationReport): ReportText {
  const { t } = useTranslation('verification');
  // The keys are put together in `reportText`, so that their types are not those of the resource file.
  return reportText(report, { say: t as unknown as ReportWords['say'], moment: fullTime, day: dayWords });
}

export function ReportView({ report, about, actions }: ReportViewProps) {
  const { t } = useTranslation('verification');
  const text = useReportText(report);
  const { tone, icon } = bottomLineLooks[report.bottomLine];
  const codes = text.codes.join('\n');
  return (
    <div className="vr">
      <OutcomeHead tone={tone} icon={icon}>
        <h2 tabIndex={-1} className="ui-outcome-word">
          {text.word}
        </h2>
        {about}
        <p>{text.text}</p>
        {text.findings.length > 0 && (
          <ul className="vr-findings" aria-label={t('remarks')}>
            {text.findings.map(({ finding, text: words }) => (
              <li key={finding}>{words}</li>
            ))}
          </ul>
        )}
      </OutcomeHead>
      {actions && <div className="ui-line">{actions}</div>}
      {text.signatures.map((signature) => (
        <Signature key={`${signature.title} ${signature.technical[0]?.text}`} signature={signature} />
      ))}
      <section className="ui-section" aria-label={t('label.original')}>
        <Facts facts={[text.original, ...text.comparison, ...(text.requested === null ? [] : [text.requested])]} />
      </section>
      <section className="ui-section" aria-label={t('notChecked')}>
        <h3>{t('notChecked')}</h3>
        {text.notChecked.length === 0 ? (
          <p>{t('nothingUnchecked')}</p>
        ) : (
          <ul className="vr-unchecked">
            {text.notChecked.map((part) => (
              <li key={part}>
                <CircleMinus size={14} aria-hidden="true" />
                {part}
              </li>
            ))}
          </ul>
        )}
      </section>
      <More label={t('codes')}>
        <pre className="vr-codes">{codes}</pre>
        <Button size="small" icon={Copy} onPress={() => void copyText(codes, t('codesCopied'))}>
          {t('copyCodes')}
        </Button>
      </More>
    </div>
  );
}
