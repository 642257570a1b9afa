/** A mark that must not be overlooked on an item: icon, word and colour. */
import { CopyCheck, FileWarning, type LucideIcon, PackageX, Replace } from 'lucide-react';
import { StatusTag, type Tone } from '../../../components/index.ts';
import { type ItemMark, useItemWords } from '../words.ts';

const looks: Record<ItemMark['kind'], { tone: Tone; icon: LucideIcon }> = {
  'set-aside': { tone: 'bad', icon: PackageX },
  unreadable: { tone: 'bad', icon: FileWarning },
  version: { tone: 'doubt', icon: Replace },
  repeats: { tone: 'quiet', icon: CopyCheck },
};

export function ItemTag({ mark }: { mark: ItemMark }) {
  const words = useItemWords();
  return <StatusTag {...looks[mark.kind]}>{words.mark(mark)}</StatusTag>;
}
