/** Icon and tone of each state. Red needs a person, amber is doubt, green only what was checked. */
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleX,
  FileX,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  OctagonX,
  TriangleAlert,
} from 'lucide-react';
import type { Tone } from '../../ui/index.ts';
import type { ShownStatus } from './derive.ts';

export const statusLooks: Record<ShownStatus, { tone: Tone; icon: LucideIcon }> = {
  draft: { tone: 'quiet', icon: CircleDashed },
  queued: { tone: 'busy', icon: Hourglass },
  sending: { tone: 'busy', icon: LoaderCircle },
  signed: { tone: 'good', icon: CircleCheck },
  'signed-to-check': { tone: 'doubt', icon: TriangleAlert },
  rejected: { tone: 'bad', icon: OctagonX },
  failed: { tone: 'bad', icon: CircleX },
  'in-doubt': { tone: 'doubt', icon: TriangleAlert },
  cancelled: { tone: 'quiet', icon: Ban },
  unusable: { tone: 'bad', icon: FileX },
};
