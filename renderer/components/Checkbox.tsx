/** A checkbox; `isIndeterminate` shows that only some of several are checked. Inside a list row, set `slot="selection"`. */
import './checkbox.css';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from 'react-aria-components';

export type CheckboxProps = Omit<AriaCheckboxProps, 'className' | 'children' | 'style'> & { children?: ReactNode };

export function Checkbox({ children, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className="ui-checkbox">
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className="ui-checkbox-box" aria-hidden="true">
            {isIndeterminate ? <Minus size={12} strokeWidth={3} /> : isSelected && <Check size={12} strokeWidth={3} />}
          </span>
          {children && <span>{children}</span>}
        </>
      )}
    </AriaCheckbox>
  );
}
