/** A number with steps, formatted for the language of the page. */
import './field.css';
import { ChevronDown, ChevronUp } from 'lucide-react';
import {
  NumberField as AriaNumberField,
  type NumberFieldProps as AriaNumberFieldProps,
  Button,
  Group,
  Input,
  Label,
} from 'react-aria-components';
import { FieldBody, type FieldWords } from './FieldParts.tsx';

export type NumberFieldProps = Omit<AriaNumberFieldProps, 'className' | 'children' | 'style'> & FieldWords & { className?: string };

export function NumberField({ label, description, errorMessage, className = '', ...rest }: NumberFieldProps) {
  return (
    <AriaNumberField {...rest} isInvalid={errorMessage !== undefined} validationBehavior="aria" className={`ui-field ${className}`}>
      <Label className="ui-label">{label}</Label>
      <FieldBody description={description} errorMessage={errorMessage}>
        <Group className="ui-number">
          <Input />
          <span className="ui-number-steps">
            <Button slot="increment" className="ui-number-step">
              <ChevronUp size={12} aria-hidden="true" />
            </Button>
            <Button slot="decrement" className="ui-number-step">
              <ChevronDown size={12} aria-hidden="true" />
            </Button>
          </span>
        </Group>
      </FieldBody>
    </AriaNumberField>
  );
}
