/** The buttons of a form in a dialog: one that closes it, and the one that submits the form around. */
import { useTranslation } from 'react-i18next';
import { Button, type ButtonProps } from './Button.tsx';
import { SubmitButton } from './Form.tsx';

export type FormActionsProps = Pick<ButtonProps, 'variant' | 'isDisabled'> & {
  onCancel: () => void;
  /** The label of the submitting button, as a verb. */
  children: string;
};

export function FormActions({ onCancel, children, ...submit }: FormActionsProps) {
  const { t } = useTranslation('ui');
  return (
    <div className="ui-dialog-actions">
      <Button onPress={onCancel}>{t('cancel')}</Button>
      <SubmitButton {...submit}>{children}</SubmitButton>
    </div>
  );
}
