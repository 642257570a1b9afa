/** A field that filters a list while typing; Escape empties it. The caller sets its width. */
import './search-field.css';
import { Search } from 'lucide-react';
import type { Ref } from 'react';
import { TextField, type TextFieldProps } from './TextField.tsx';

export type SearchFieldProps = Pick<TextFieldProps, 'label' | 'placeholder' | 'maxLength'> & {
  value: string;
  onChange: (typed: string) => void;
  className: string;
  ref?: Ref<HTMLElement>;
};

export function SearchField({ className, ref, onChange, ...rest }: SearchFieldProps) {
  return (
    <search className={`ui-search ${className}`} ref={ref}>
      <Search size={15} aria-hidden="true" />
      <TextField
        {...rest}
        hideLabel
        type="search"
        onChange={onChange}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onChange('');
        }}
      />
    </search>
  );
}
