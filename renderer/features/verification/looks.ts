/** Icon and colour of a check's result. Green is only for a check that passed. */
import {
  CircleCheck,
  CircleHelp,
  CircleMinus,
  CircleX,
  type LucideIcon,
  ShieldAlert,
  ShieldCheck,
  ShieldQuestionMark,
  ShieldX,
} from 'lucide-react';
import type { BottomLine } from '../../../shared/domain/verification.ts';
import type { TextTone } from '../../../shared/domain/verification-text.ts';
import type { Tone } from '../../components/index.ts';

export const bottomLineLooks: Readonly<Record<BottomLine, { icon: LucideIcon; tone: Tone }>> = {
  signed: { icon: ShieldCheck, tone: 'good' },
  'signed-with-remarks': { icon: ShieldAlert, tone: 'doubt' },
  unverifiable: { icon: ShieldQuestionMark, tone: 'bad' },
  unacceptable: { icon: ShieldX, tone: 'bad' },
};

export const factIcons: Readonly<Record<TextTone, LucideIcon>> = { good: CircleCheck, doubt: CircleHelp, bad: CircleX, quiet: CircleMinus };
