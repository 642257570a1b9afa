/** Icon and colour of an outcome. Green is only for a checked outcome without findings. */
import {
  Ban,
  CircleHelp,
  CircleStop,
  FileQuestionMark,
  FileWarning,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  ShieldAlert,
  ShieldCheck,
  SkipForward,
  TriangleAlert,
} from 'lucide-react';
import type { Tone } from '../../components/index.ts';
import type { Shown } from './shown.ts';

export const looks: Record<Shown, { icon: LucideIcon; tone: Tone }> = {
  clear: { icon: ShieldCheck, tone: 'good' },
  match: { icon: ShieldAlert, tone: 'bad' },
  unread: { icon: FileQuestionMark, tone: 'bad' },
  blocked: { icon: Ban, tone: 'bad' },
  unavailable: { icon: CircleHelp, tone: 'doubt' },
  failed: { icon: TriangleAlert, tone: 'doubt' },
  stopped: { icon: CircleStop, tone: 'doubt' },
  waiting: { icon: Hourglass, tone: 'doubt' },
  asking: { icon: LoaderCircle, tone: 'busy' },
  skipped: { icon: SkipForward, tone: 'quiet' },
  damaged: { icon: FileWarning, tone: 'doubt' },
};
