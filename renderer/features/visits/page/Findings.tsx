/** The findings of the policy: blocking first, then warnings, then overridden findings with the person. */
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Finding } from '../../../../shared/domain/policy.ts';
import { focusWhenLost } from '../../../components/focus-when-lost.ts';
import { Banner, Button, ProblemCode } from '../../../components/index.ts';
import { fullTime } from '../../../i18n/formats.ts';
import { useProblemWords } from '../../../i18n/problem-words.ts';
import { canOverride, inOrder } from '../findings.ts';
import { OverrideDialog } from '../forms/OverrideDialog.tsx';

function Overridden({ finding }: { finding: Finding }) {
  const { t } = useTranslation('customers');
  const { what } = useProblemWords()(finding.problem);
  if (!finding.overridden) return null;
  const { by, at, reason } = finding.overridden;
  return (
    <Banner
      tone="quiet"
      what={t('findings.overridden', { what })}
      why={t('findings.overriddenBy', { name: by, time: fullTime(at) })}
      do={t('findings.reason', { reason })}
      actions={<ProblemCode problem={finding.problem} />}
    />
  );
}

function Found({ finding, onOverride }: { finding: Finding; onOverride: () => void }) {
  const { t } = useTranslation('customers');
  const words = useProblemWords()(finding.problem);
  const stop = finding.level === 'stop';
  return (
    <Banner
      tone={stop ? 'bad' : 'doubt'}
      what={t(stop ? 'findings.stop' : 'findings.warn', { what: words.what })}
      why={words.why}
      do={words.do}
      actions={
        <>
          {canOverride(finding) && (
            <Button size="small" onPress={onOverride}>
              {t('findings.override')}
            </Button>
          )}
          {stop && !finding.overridable && <span className="ui-help">{t('findings.final')}</span>}
          <ProblemCode problem={finding.problem} />
        </>
      }
    />
  );
}

/** `visitId` null: documents that belong to no visit; then nothing can be overridden. */
export function Findings({ visitId, findings }: { visitId: string | null; findings: readonly Finding[] }) {
  const { t } = useTranslation('customers');
  const [key, setKey] = useState<string | null>(null);
  const open = findings.filter(canOverride);
  const place = useRef<HTMLElement>(null);
  const close = () => {
    setKey(null);
    // The button disappears with the overridden finding.
    focusWhenLost(() => place.current);
  };
  if (findings.length === 0) return null;
  return (
    <section className="cust-findings" tabIndex={-1} ref={place} aria-label={t('findings.title')}>
      {inOrder(findings).map((finding) =>
        finding.overridden ? (
          <Overridden key={finding.key} finding={finding} />
        ) : (
          <Found key={finding.key} finding={finding} onOverride={() => setKey(finding.key)} />
        ),
      )}
      {visitId !== null && key !== null && open.length > 0 && (
        <OverrideDialog visitId={visitId} pressedKey={key} findings={open} onClose={close} />
      )}
    </section>
  );
}
