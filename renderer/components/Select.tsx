/** A select: one choice from a short list. */
import './field.css';
import './select.css';
import { Check, ChevronDown } from 'lucide-react';
import { use } from 'react';
import type { Key } from 'react-aria-components';
import { Select as AriaSelect, Button, Label, ListBox, ListBoxItem, Popover, SelectValue } from 'react-aria-components';
import { FieldBody, type FieldWords } from './FieldParts.tsx';
import { SavingContext } from './saving-context.ts';

export type SelectOption<Value extends string> = { value: Value; label: string };

export type SelectProps<Value extends string> = FieldWords & {
  options: readonly SelectOption<Value>[];
  /** Null when nothing is chosen: `placeholder` is shown. */
  value: Value | null;
  onChange: (value: Value) => void;
  placeholder?: string;
  hideLabel?: boolean;
  isDisabled?: boolean;
  className?: string;
};

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, description, errorMessage, options, value, onChange, placeholder, hideLabel, isDisabled = false, className = '' } = props;
  const isSaving = use(SavingContext);
  const choose = (key: Key | null) => {
    const option = options.find((candidate) => candidate.value === key);
    if (option && !isSaving) onChange(option.value);
  };
  return (
    <AriaSelect
      value={value}
      onChange={choose}
      isDisabled={isDisabled}
      isInvalid={errorMessage !== undefined}
      className={`ui-field ${className}`}
      {...(placeholder ? { placeholder } : {})}
      {...(hideLabel ? { 'aria-label': label } : {})}
    >
      {!hideLabel && <Label className="ui-label">{label}</Label>}
      <FieldBody description={description} errorMessage={errorMessage}>
        <Button className="ui-select-button">
          <SelectValue className="truncate" />
          <ChevronDown size={14} aria-hidden="true" />
        </Button>
      </FieldBody>
      <Popover className="ui-popover" offset={4}>
        <ListBox className="ui-list">
          {options.map((option) => (
            <ListBoxItem key={option.value} id={option.value} textValue={option.label} className="ui-option">
              {({ isSelected }) => (
                <>
                  <span>{option.label}</span>
                  {isSelected && <Check size={14} aria-hidden="true" />}
                </>
              )}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
