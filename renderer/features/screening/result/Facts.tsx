/** The facts that evidence needs besides the outcome: log number, times, the clerk, the sources. */
import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreeningView } from '../../../../shared/domain/screening.ts';
import { IconButton } from '../../../components/index.ts';
import { exactTime } from '../../../i18n/formats.ts';
import { copy } from '../actions.ts';
import { seconds } from '../words.ts';

function Fact({ label, children, copied, copyLabel }: { label: string; children: ReactNode; copied?: string; copyLabel?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        {copied && copyLabel && <IconButton icon={Copy} size="small" aria-label={copyLabel} onPress={() => void copy(copied)} />}
      </dd>
    </div>
  );
}

export function Facts({ view }: { view: ScreeningView }) {
  const { t } = useTranslation('screening');
  const { logNumber, providerTime, elapsed, askedAt, answeredAt, by, sha256, query } = view;
  const flags = (['judicial', 'procurator'] as const).filter((flag) => query[flag]).map((flag) => t(`source.${flag}`));
  return (
    <dl className="scr-facts">
      {logNumber !== null && (
        <Fact label={t('facts.logNumber')} copied={logNumber} copyLabel={t('facts.copyLogNumber')}>
          <strong>{logNumber}</strong>
        </Fact>
      )}
      <Fact label={t('facts.askedAt')}>{t('facts.askedBy', { time: exactTime(askedAt), name: by })}</Fact>
      {answeredAt !== null && <Fact label={t(sha256 === null ? 'facts.endedAt' : 'facts.answeredAt')}>{exactTime(answeredAt)}</Fact>}
      {providerTime !== null && <Fact label={t('facts.providerTime')}>{providerTime}</Fact>}
      {view.differences.map(({ member, asked, answered }) => (
        <Fact key={member} label={t('facts.writtenOtherwise')}>
          {t('facts.difference', { asked, answered })}
        </Fact>
      ))}
      {elapsed !== null && <Fact label={t('facts.elapsed')}>{seconds(elapsed)}</Fact>}
      <Fact label={t('facts.flags')}>{flags.length > 0 ? flags.join(', ') : t('facts.noFlags')}</Fact>
      {sha256 !== null && (
        <Fact label={t('facts.sha256')} copied={sha256} copyLabel={t('facts.copySha256')}>
          <code className="truncate" title={sha256}>
            {sha256}
          </code>
        </Fact>
      )}
    </dl>
  );
}
