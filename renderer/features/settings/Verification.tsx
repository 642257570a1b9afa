/** Settings of the check of returned documents: the provider's roots, the signer, remarks that block a document, and provider rules. */
import { FilePlus2, RotateCcw } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProviderRule } from '../../../shared/domain/verification/provider-rule.ts';
import { type Withholdable, withheldByDefault, withholdableSchema } from '../../../shared/domain/verification/verification.ts';
import { certificatesIn, type RootFacts, type VerificationSettings } from '../../../shared/domain/verification/verification-settings.ts';
import type { Problem } from '../../../shared/errors.ts';
import { call } from '../../bridge.ts';
import { Announced } from '../../components/Announced.tsx';
import { focusWhenLost } from '../../components/focus-when-lost.ts';
import { announce, Button, Checkbox, ConfirmButton, ProblemBanner, TextField } from '../../components/index.ts';
import { dayWords } from '../../i18n/formats.ts';
import { useRemote } from '../../state/remote.ts';
import { useRuleWords } from '../verification/use-rule-words.ts';
import { chooseRoots, typeVerification } from './actions.ts';
import { Folded } from './groups.tsx';

type Props = { verification: VerificationSettings };

/** Facts of the form's roots; main reads certificates, the page does not. */
function useRootFacts(roots: string): { facts: readonly RootFacts[] | null; problem: Problem | null } {
  const isEmpty = certificatesIn(roots).length === 0;
  const load = () => (isEmpty ? Promise.resolve([]) : call('profiles.describeRoots', { roots }));
  // The previous roots stay listed while the new ones are read.
  const { value, problem, loading } = useRemote(roots, load, { keepsPrevious: true });
  return isEmpty ? { facts: [], problem: null } : { facts: problem ? null : value, problem: loading ? null : problem };
}

function Validity({ root: { validFrom, validTo } }: { root: RootFacts }) {
  const { t } = useTranslation('settings');
  const [from, to] = [dayWords(validFrom), dayWords(validTo)];
  const now = new Date().toISOString();
  const state = validTo < now ? 'expired' : validFrom > now ? 'future' : 'validity';
  return (
    <p className={state === 'validity' ? 'set-path' : 'set-path set-root-invalid'}>{t(`verification.roots.${state}`, { from, to })}</p>
  );
}

function Roots({ verification: { roots } }: Props) {
  const { t } = useTranslation('settings');
  const section = useRef<HTMLElement>(null);
  const { facts, problem } = useRootFacts(roots);
  const put = (chosen: readonly RootFacts[]) => typeVerification({ roots: chosen.map(({ pem }) => pem).join('\n') });
  const add = async () => {
    const chosen = await chooseRoots(roots);
    if (chosen !== null) put(chosen);
  };
  const remove = (root: RootFacts) => {
    put((facts ?? []).filter((one) => one.pem !== root.pem));
    focusWhenLost(() => section.current);
  };
  return (
    <section ref={section} tabIndex={-1} className="set-whole-line" aria-label={t('verification.roots.title')}>
      <div className="set-head">
        <h3>{t('verification.roots.title')}</h3>
        <Button size="small" icon={FilePlus2} onPress={() => void add()}>
          {t('verification.roots.add')}
        </Button>
      </div>
      <p className="ui-help">{t('verification.roots.help')}</p>
      {problem && <ProblemBanner problem={problem} />}
      {facts === null && !problem && <Announced>{t('verification.roots.reading')}</Announced>}
      {facts?.length === 0 && <p className="ui-help">{t('verification.roots.none')}</p>}
      {facts !== null && facts.length > 0 && (
        <ul className="set-rows">
          {facts.map((root) => (
            <li key={root.pem} className="set-row">
              <div className="set-card-words">
                <h4>{root.name}</h4>
                <Validity root={root} />
              </div>
              <Button
                size="small"
                variant="quiet"
                aria-label={t('verification.roots.removeName', { name: root.name })}
                onPress={() => remove(root)}
              >
                {t('remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Withheld({ verification: { withheld } }: Props) {
  const { t } = useTranslation(['settings', 'verification']);
  const choose = (remark: Withholdable, chosen: boolean) =>
    typeVerification({ withheld: withholdableSchema.options.filter((one) => (one === remark ? chosen : withheld.includes(one))) });
  const restore = () => {
    typeVerification({ withheld: [...withheldByDefault] });
    announce(t('verification.withheld.restored'));
  };
  return (
    <section className="set-whole-line" aria-label={t('verification.withheld.title')}>
      <div className="set-head">
        <h3>{t('verification.withheld.title')}</h3>
        <Button size="small" icon={RotateCcw} onPress={restore}>
          {t('verification.withheld.defaults')}
        </Button>
      </div>
      <p className="ui-help">{t('verification.withheld.help')}</p>
      <ul className="set-remarks">
        {withholdableSchema.options.map((remark) => (
          <li key={remark}>
            <Checkbox isSelected={withheld.includes(remark)} onChange={(chosen) => choose(remark, chosen)}>
              {t(`verification:finding.${remark}`)}
            </Checkbox>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Rules({ verification: { rules } }: Props) {
  const { t } = useTranslation('settings');
  const inWords = useRuleWords();
  const section = useRef<HTMLElement>(null);
  const remove = (rule: ProviderRule) => {
    typeVerification({ rules: rules.filter((one) => one !== rule) });
    focusWhenLost(() => section.current);
  };
  return (
    <section ref={section} tabIndex={-1} className="set-whole-line" aria-label={t('verification.rules.title')}>
      <h3>{t('verification.rules.title')}</h3>
      <p className="ui-help">{t('verification.rules.help')}</p>
      {rules.length === 0 && <p className="ui-help">{t('verification.rules.none')}</p>}
      {rules.length > 0 && (
        <ul className="set-rows">
          {rules.map((rule, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rules may be the same
            <li key={`${at} ${JSON.stringify(rule)}`} className="set-row">
              <h4>{inWords(rule)}</h4>
              <ConfirmButton
                size="small"
                variant="quiet"
                aria-label={t('verification.rules.removeName', { rule: inWords(rule) })}
                label={t('remove')}
                title={t('removeRule')}
                confirmLabel={t('remove')}
                onConfirm={() => remove(rule)}
                danger
              >
                <p className="set-path">{inWords(rule)}</p>
                <p>{t('verification.rules.removeLoss')}</p>
              </ConfirmButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export function Verification({ verification }: Props) {
  const { t } = useTranslation('settings');
  return (
    <Folded title={t('groups.verification')} help={t('groups.verificationHelp')} fields={[]} faults={{}}>
      <TextField
        className="set-whole-line"
        label={t('fields.expectedSigner.label')}
        description={t('fields.expectedSigner.help')}
        value={verification.expectedSigner}
        maxLength={300}
        onChange={(expectedSigner) => typeVerification({ expectedSigner })}
      />
      <Roots verification={verification} />
      <Withheld verification={verification} />
      <Rules verification={verification} />
    </Folded>
  );
}
