/** Push buttons. `primary` is for the one main action of a view; `danger` for actions that remove something. */
import './button.css';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { keysLabel } from './keys.ts';
import { Tooltip, TooltipTrigger } from './Tooltip.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger' | 'link';
export type ButtonSize = 'small' | 'medium' | 'large';

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'children' | 'style'> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: LucideIcon;
  /** As in `mod+shift+o`; shown next to the label. */
  shortcut?: string;
  className?: string;
  /** What it acts on, where several buttons have one label: the end of its accessible name. */
  of?: string | undefined;
  children: ReactNode;
};

export const buttonClass = (variant: ButtonVariant, size: ButtonSize, extra = ''): string =>
  `ui-button ui-button-${variant} ui-button-${size} ${extra}`.trim();

export function Button({ variant = 'secondary', size = 'medium', icon: Icon, shortcut, className, of, children, ...rest }: ButtonProps) {
  return (
    <AriaButton {...rest} className={buttonClass(variant, size, className)}>
      {Icon && <Icon size={16} aria-hidden="true" />}
      {children}
      {of && <span className="sr-only"> {of}</span>}
      {shortcut && (
        <span className="ui-button-keys" aria-hidden="true">
          {keysLabel(shortcut)}
        </span>
      )}
    </AriaButton>
  );
}

export type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'aria-label'> & {
  icon: LucideIcon;
  'aria-label': string;
};

/** A button with an icon only: its label is the accessible name and the tooltip, with the shortcut. */
export function IconButton({ variant = 'quiet', size = 'medium', icon: Icon, shortcut, className, of, ...rest }: IconButtonProps) {
  const label = rest['aria-label'];
  return (
    <TooltipTrigger>
      <AriaButton
        {...rest}
        aria-label={of ? `${label} ${of}` : label}
        className={buttonClass(variant, size, `ui-icon-button ${className ?? ''}`)}
      >
        <Icon size={16} aria-hidden="true" />
      </AriaButton>
      <Tooltip shortcut={shortcut}>{label}</Tooltip>
    </TooltipTrigger>
  );
}
