/** The state of a published document: icon, word and colour. */
import { FileWarning, type LucideIcon, PackageCheck, Share2, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Publication } from '../../../../shared/domain/web-service.ts';
import { StatusTag, type Tone } from '../../../components/index.ts';

type Shown = Publication['state'] | 'unreadable';

const looks: Record<Shown, { tone: Tone; icon: LucideIcon }> = {
  offered: { tone: 'busy', icon: Share2 },
  fetched: { tone: 'quiet', icon: PackageCheck },
  withdrawn: { tone: 'quiet', icon: Undo2 },
  unreadable: { tone: 'bad', icon: FileWarning },
};

export const shownOf = ({ state, problem }: Pick<Publication, 'state' | 'problem'>): Shown => (problem ? 'unreadable' : state);

export function PublicationTag({ publication }: { publication: Publication }) {
  const { t } = useTranslation('inbox', { keyPrefix: 'publishing' });
  const shown = shownOf(publication);
  return <StatusTag {...looks[shown]}>{t(`state.${shown}`)}</StatusTag>;
}
