/** The one badge of a screening, in every list: icon, word and colour. */
import { useTranslation } from 'react-i18next';
import { StatusTag } from '../../components/index.ts';
import { type Badge, type BadgeFacts, badgeOf } from './derive.ts';
import { looks } from './looks.ts';

/** Returns the word of a badge. */
export function useBadgeWords(): (badge: Badge) => string {
  const { t } = useTranslation('screening');
  return (badge) => (badge === 'true-match' || badge === 'false-positive' ? t(`verdict.${badge}`) : t(`outcome.${badge}.word`));
}

export function OutcomeTag({ screening }: { screening: BadgeFacts }) {
  const words = useBadgeWords();
  const badge = badgeOf(screening);
  return (
    <StatusTag {...looks[badge]} spin={badge === 'asking'}>
      {words(badge)}
    </StatusTag>
  );
}
