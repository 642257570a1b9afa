/** What evidence needs besides the outcome: the facts (log number, times, the clerk, the sources), the certificates, the answer as received. */
import { Braces, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreeningView } from '../../../../shared/domain/screening/screening.ts';
import { call } from '../../../bridge.ts';
import { copyText } from '../../../components/copy-text.ts';
import { Button, Dialog, IconButton, ProblemBanner } from '../../../components/index.ts';
import { LanguageButtons } from '../../../components/LanguageButtons.tsx';
import { exactTime, secondWords, writtenTime } from '../../../i18n/formats.ts';
import { useRemote } from '../../../state/remote.ts';
import { saveCertificate } from '../actions.ts';
import { Again } from './Unanswered.tsx';

function Fact({ label, children, copied, copyLabel }: { label: string; children: ReactNode; copied?: string; copyLabel?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {children}
        {copied && copyLabel && <IconButton icon={Copy} size="small" aria-label={copyLabel} onPress={() => void copyText(copied)} />}
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
      {providerTime !== null && (
        <Fact label={t('facts.providerTime')} copied={providerTime} copyLabel={t('facts.copyProviderTime', { written: providerTime })}>
          <span title={providerTime}>{writtenTime(providerTime)}</span>
        </Fact>
      )}
      {view.differences.map(({ member, asked, answered }) => (
        <Fact key={member} label={t('facts.writtenOtherwise')}>
          {t('facts.difference', { asked, answered })}
        </Fact>
      ))}
      {elapsed !== null && <Fact label={t('facts.elapsed')}>{secondWords(elapsed)}</Fact>}
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

/** Characters drawn at most; all of them are copied. */
const maxDrawn = 200_000;

/** The answer exactly as received, to read and to copy. */
function RawAnswer({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(['screening', 'ui']);
  const { value: text, problem } = useRemote(id, async () => (await call('screening.raw', { id })).text);
  return (
    <Dialog
      isOpen={text !== null || problem !== null}
      onClose={onClose}
      title={t('raw.title')}
      wide
      actions={
        <>
          <Button onPress={onClose}>{t('ui:close')}</Button>
          <Button variant="primary" icon={Copy} autoFocus isDisabled={text === null} onPress={() => text !== null && void copyText(text)}>
            {t('ui:copy')}
          </Button>
        </>
      }
    >
      {problem && <ProblemBanner problem={problem} alert />}
      <p className="ui-help">{t('raw.help')}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <section className="scr-raw" tabIndex={0} aria-label={t('raw.title')}>
        <pre>{text?.slice(0, maxDrawn)}</pre>
      </section>
      {text !== null && text.length > maxDrawn && <p className="ui-help">{t('raw.cut')}</p>}
    </Dialog>
  );
}

/** The exports of an answer: the certificate in each language, and the answer as received. */
export function Evidence({ view }: { view: ScreeningView }) {
  const { t } = useTranslation('screening');
  const [raw, setRaw] = useState(false);
  if (view.state !== 'done' && view.sha256 === null) return null;
  return (
    <div className="ui-line">
      {view.state === 'done' && (
        <LanguageButtons label={t('certificate.label')} onSave={(language) => void saveCertificate(view.id, language)} />
      )}
      <div className="ui-acts">
        {view.sha256 !== null && (
          <Button size="small" icon={Braces} onPress={() => setRaw(true)}>
            {t('raw.show')}
          </Button>
        )}
        {view.state === 'done' && <Again view={view} />}
      </div>
      {raw && <RawAnswer id={view.id} onClose={() => setRaw(false)} />}
    </div>
  );
}
