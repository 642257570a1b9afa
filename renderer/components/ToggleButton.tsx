/** A button that stays pressed. With `icon` alone, the name is shown as a tooltip. */
import './button.css';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { ToggleButton as AriaToggleButton, type ToggleButtonProps as AriaToggleButtonProps } from 'react-aria-components';
import { type ButtonSize, buttonClass } from './Button.tsx';
import { Tooltip, TooltipTrigger } from './Tooltip.tsx';

export type ToggleButtonProps = Omit<AriaToggleButtonProps, 'className' | 'children' | 'style' | 'aria-label'> & {
  size?: ButtonSize;
  icon?: LucideIcon;
  shortcut?: string;
} & ({ children: ReactNode; 'aria-label'?: never } | { children?: never; 'aria-label': string });

export function ToggleButton({ size = 'medium', icon: Icon, shortcut, children, ...rest }: ToggleButtonProps) {
  const shape = children === undefined ? 'ui-icon-button' : '';
  const button = (
    <AriaToggleButton {...rest} className={buttonClass('quiet', size, `ui-toggle ${shape}`)}>
      {Icon && <Icon size={16} aria-hidden="true" />}
      {children}
    </AriaToggleButton>
  );
  if (children !== undefined) return button;
  return (
    <TooltipTrigger>
      {button}
      <Tooltip shortcut={shortcut}>{rest['aria-label']}</Tooltip>
    </TooltipTrigger>
  );
}
