/** Icon and colour of a source. Green is only for a checked source without findings. */
import { CircleDashed, CircleHelp, FileQuestionMark, type LucideIcon, ShieldAlert, ShieldCheck } from 'lucide-react';
import type { SourceState } from '../../../../shared/domain/screening.ts';
import type { Tone } from '../../../components/index.ts';

export const sourceLooks: Record<SourceState, { icon: LucideIcon; tone: Tone }> = {
  hit: { icon: ShieldAlert, tone: 'bad' },
  clear: { icon: ShieldCheck, tone: 'good' },
  unread: { icon: FileQuestionMark, tone: 'bad' },
  'no-answer': { icon: CircleHelp, tone: 'doubt' },
  'not-asked': { icon: CircleDashed, tone: 'quiet' },
};
