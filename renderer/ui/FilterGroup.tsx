/** One of several filters is chosen, always. How each looks is the caller's. */
import type { ReactNode } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';

export type FilterGroupProps<Name extends string> = {
  label: string;
  names: readonly Name[];
  chosen: Name;
  onChoose: (name: Name) => void;
  className: string;
  itemClassName: string;
  children: (name: Name) => ReactNode;
};

export function FilterGroup<Name extends string>({
  label,
  names,
  chosen,
  onChoose,
  className,
  itemClassName,
  children,
}: FilterGroupProps<Name>) {
  return (
    <ToggleButtonGroup
      className={className}
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
        <ToggleButton key={name} id={name} className={itemClassName}>
          {children(name)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
