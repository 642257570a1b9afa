/** Texts about a published document, in the language of the screen. */
import { useTranslation } from 'react-i18next';
import type { Publication, PublicationKey } from '../../../../shared/domain/web-service/web-service.ts';
import { fullTime, sizeWords } from '../../../i18n/formats.ts';

export function usePublicationWords() {
  const { t } = useTranslation('inbox', { keyPrefix: 'publishing' });
  const key = ({ kind, value }: PublicationKey): string => t(`key.${kind}`, { value });
  return {
    key,
    keys: (keys: readonly PublicationKey[]): string => keys.map(key).join(' · '),
    /** How long it is offered, its size, and who published it when. */
    facts({ once, size, by, source, publishedAt }: Publication): string {
      const at = fullTime(publishedAt);
      const how = source === 'folder' ? t('fact.folder', { at }) : by === '' ? t('fact.at', { at }) : t('fact.by', { at, name: by });
      return [t(once ? 'fact.once' : 'fact.until'), sizeWords(size), how].join(' · ');
    },
    /** How often and when last it was fetched, and any incomplete fetches. Empty before the first fetch. */
    fetched({ fetches }: Publication): { whole: string; cut: string } {
      const whole = fetches.filter(({ complete }) => complete);
      const cut = fetches.filter(({ complete }) => !complete);
      const [last] = whole;
      const [lastCut] = cut;
      return {
        whole: last ? t('fetched.whole', { count: whole.length, at: fullTime(last.at), user: last.user }) : '',
        cut: lastCut ? t('fetched.cut', { count: cut.length, at: fullTime(lastCut.at), user: lastCut.user }) : '',
      };
    },
  };
}
