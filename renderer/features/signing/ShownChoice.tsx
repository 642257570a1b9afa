/** The choice of the file on the page: the returned one or the original. */
import { useTranslation } from 'react-i18next';
import { FilterGroup } from '../../components/index.ts';

const shown = ['returned', 'original'] as const;
export type Shown = (typeof shown)[number];

type Props = { chosen: Shown; isSigned: boolean; onChoose: (shown: Shown) => void };

export function ShownChoice({ chosen, isSigned, onChoose }: Props) {
  const { t } = useTranslation('signing');
  return (
    <FilterGroup label={t('page.shows')} names={shown} chosen={chosen} onChoose={onChoose} className="sign-page-shows">
      {(name) => t(name === 'original' ? 'page.original' : isSigned ? 'page.signed' : 'page.returned')}
    </FilterGroup>
  );
}
