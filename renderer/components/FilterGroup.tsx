/**
 * A group of filters of which exactly one is chosen. The caller supplies the content of each: its word, and its count as a
 * `FilterCount`.
 */
import './filter-group.css';
import type { ReactNode } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';

export type FilterGroupProps<Name extends string> = {
  label: string;
  names: readonly Name[];
  chosen: Name;
  onChoose: (name: Name) => void;
  className?: string;
  /** A value of a form, not a filter: the choices have a common ground. */
  isChoice?: boolean;
  children: (name: Name) => ReactNode;
};

export function FilterGroup<Name extends string>(props: FilterGroupProps<Name>) {
  const { label, names, chosen, onChoose, className = '', isChoice = false, children } = props;
  return (
    <ToggleButtonGroup
      className={`ui-filters ${isChoice ? 'ui-choices' : ''} ${className}`}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const name = names.find((one) => keys.has(one));
        if (name) onChoose(name);
      }}
    >
      {names.map((name) => (
        <ToggleButton key={name} id={name} className="ui-filter" data-name={name}>
          {children(name)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** The count of a filter; without a tone it looks like any number. */
export function FilterCount({ tone, children }: { tone?: 'quiet' | 'bad' | 'doubt' | undefined; children: ReactNode }) {
  return <span className={`ui-filter-count${tone ? ` tone-${tone}` : ''}`}>{children}</span>;
}
