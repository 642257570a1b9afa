/**
 * One line of text, or several with `rows`. The label is always visible unless `hideLabel` (dense rows) makes it the name only. What was
 * typed before is not proposed: it may be another customer's.
 */
import './field.css';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps, Input, Label, TextArea } from 'react-aria-components';
import { FieldBody, type FieldWords } from './FieldParts.tsx';

export type TextFieldProps = Omit<AriaTextFieldProps, 'className' | 'children' | 'style'> &
  FieldWords & { hideLabel?: boolean; placeholder?: string; rows?: number; className?: string };

export function TextField({ label, description, errorMessage, hideLabel, placeholder, rows, className = '', ...rest }: TextFieldProps) {
  return (
    <AriaTextField
      autoComplete="off"
      {...rest}
      isInvalid={errorMessage !== undefined}
      validationBehavior="aria"
      className={`ui-field ${className}`}
      {...(hideLabel ? { 'aria-label': label } : {})}
    >
      {!hideLabel && <Label className="ui-label">{label}</Label>}
      <FieldBody description={description} errorMessage={errorMessage}>
        {rows === undefined ? (
          <Input className="ui-input" {...(placeholder ? { placeholder } : {})} />
        ) : (
          <TextArea className="ui-input" rows={rows} {...(placeholder ? { placeholder } : {})} />
        )}
      </FieldBody>
    </AriaTextField>
  );
}
