/** The bottom line of a check as a tag: icon, word and colour. */
import { useTranslation } from 'react-i18next';
import type { BottomLine } from '../../../shared/domain/verification.ts';
import { StatusTag } from '../../components/index.ts';
import { bottomLineLooks } from './looks.ts';

export function BottomLineTag({ bottomLine }: { bottomLine: BottomLine }) {
  const { t } = useTranslation('verification');
  const { tone, icon } = bottomLineLooks[bottomLine];
  return (
    <StatusTag tone={tone} icon={icon}>
      {t(`bottomLine.${bottomLine}.word`)}
    </StatusTag>
  );
}
