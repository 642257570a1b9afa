/** Text next to a control without a label, and its shortcut. Appears at once on keyboard focus. */
import './tooltip.css';
import type { ReactNode } from 'react';
import { Tooltip as AriaTooltip, TooltipTrigger as AriaTooltipTrigger } from 'react-aria-components';
import { keysLabel } from './keys.ts';

export function TooltipTrigger({ children }: { children: ReactNode }) {
  return <AriaTooltipTrigger delay={500}>{children}</AriaTooltipTrigger>;
}

export function Tooltip({ children, shortcut }: { children: ReactNode; shortcut?: string | undefined }) {
  return (
    <AriaTooltip className="ui-tooltip" offset={6}>
      <span>{children}</span>
      {shortcut && <kbd>{keysLabel(shortcut)}</kbd>}
    </AriaTooltip>
  );
}
