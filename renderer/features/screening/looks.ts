/** Icon and colour of an outcome. Green is only for a checked outcome without findings. */
import {
  Ban,
  CircleDashed,
  CircleHelp,
  CircleStop,
  FileQuestionMark,
  FileWarning,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  ShieldAlert,
  ShieldCheck,
  ShieldX,
  SkipForward,
  TriangleAlert,
} from 'lucide-react';
import type { SourceState } from '../../../shared/domain/screening/screening.ts';
import type { Tone } from '../../components/index.ts';
import type { Badge } from './derive.ts';

export const looks: Record<Badge, { icon: LucideIcon; tone: Tone }> = {
  clear: { icon: ShieldCheck, tone: 'good' },
  match: { icon: ShieldAlert, tone: 'bad' },
  'true-match': { icon: ShieldAlert, tone: 'bad' },
  'false-positive': { icon: ShieldX, tone: 'quiet' },
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

/** Icon and colour of a source. Green is only for a checked source without findings. */
export const sourceLooks: Record<SourceState, { icon: LucideIcon; tone: Tone }> = {
  hit: { icon: ShieldAlert, tone: 'bad' },
  clear: { icon: ShieldCheck, tone: 'good' },
  unread: { icon: FileQuestionMark, tone: 'bad' },
  'no-answer': { icon: CircleHelp, tone: 'doubt' },
  'not-asked': { icon: CircleDashed, tone: 'quiet' },
};
