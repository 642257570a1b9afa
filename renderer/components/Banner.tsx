/** A message in three short parts: what happened, why, what to do. */
import './banner.css';
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './Button.tsx';
import type { Tone } from './StatusTag.tsx';

const icons: Record<Tone, LucideIcon> = { good: CircleCheck, bad: CircleAlert, doubt: TriangleAlert, busy: Info, quiet: Info };

export type BannerProps = {
  tone: Tone;
  what: ReactNode;
  why?: ReactNode;
  do?: ReactNode;
  /** Content under the text. */
  children?: ReactNode;
  /** Buttons under the text. */
  actions?: ReactNode;
  onClose?: () => void;
  /** Read out at once; for what the clerk did not ask for. */
  alert?: boolean;
};

export function Banner({ tone, what, why, do: todo, children, actions, onClose, alert = false }: BannerProps) {
  const { t } = useTranslation('ui');
  const Icon = icons[tone];
  const id = useId();
  return (
    <div className={`ui-banner tone-${tone}`} role={alert ? 'alert' : undefined}>
      <Icon size={17} aria-hidden="true" />
      <div className="ui-banner-body">
        <p className="ui-banner-what" id={`${id}-what`}>
          {what}
        </p>
        {why && <p>{why}</p>}
        {todo && <p className="ui-banner-do">{todo}</p>}
        {children}
        {actions && <div className="ui-banner-actions">{actions}</div>}
      </div>
      {onClose && (
        <IconButton
          size="small"
          icon={X}
          id={`${id}-close`}
          aria-label={t('close')}
          aria-labelledby={`${id}-close ${id}-what`}
          onPress={onClose}
        />
      )}
    </div>
  );
}
