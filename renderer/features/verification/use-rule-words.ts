/** A rule of the provider in the words of the screen. */
import { useTranslation } from 'react-i18next';
import type { ProviderRule } from '../../../shared/domain/verification/provider-rule.ts';
import { type ReportWords, ruleText } from '../../../shared/domain/verification/verification-text.ts';

export function useRuleWords(): (rule: ProviderRule) => string {
  const { t } = useTranslation('verification');
  // The keys are put together in `ruleText`, so that their types are not those of the resource file.
  return (rule) => ruleText(rule, t as unknown as ReportWords['say']);
}
