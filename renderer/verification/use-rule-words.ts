/** A rule of the provider in the words of the screen. */
import { useTranslation } from 'react-i18next';
import type { ProviderRule } from '../../shared/domain/provider-rule.ts';

export function useRuleWords(): (rule: ProviderRule) => string {
  const { t } = useTranslation('verification');
  return (rule) =>
    rule.kind === 'pages-at-end'
      ? t('rule.pages-at-end', { most: rule.count })
      : t(`rule.area.${rule.edge}`, { percent: rule.depth / 10, pages: t(`rule.pages.${rule.pages}`) });
}
