/** The buttons of a form in a dialog: one that closes it, and the one that submits the form around. */
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from './Button.tsx';

export type FormActionsProps = Pick<ButtonProps, 'variant' | 'isDisabled'> & {
  onCancel: () => void;
  /** The label of the submitting button, as a verb. */
  children: string;
};

export function FormActions({ onCancel, variant = 'primary', children, ...submit }: FormActionsProps) {
  const { t } = useTranslation('ui');
  return (
    <div className="ui-dialog-actions">
      <Button onPress={onCancel}>{t('cancel')}</Button>
      <Button type="submit" variant={variant} {...submit}>
        {children}
      </Button>
    </div>
  );
}
