/** The groups of the form: always open, or folded. */
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';

export function Group({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  return (
    <section className="set-group">
      <h2>{title}</h2>
      <p className="ui-help">{help}</p>
      <div className="set-fields">{children}</div>
    </section>
  );
}

/** `faults` by field name; the faults of `fields` are in this group. */
type FoldedProps = {
  title: string;
  help: string;
  fields: readonly string[];
  faults: Readonly<Record<string, unknown>>;
  children: ReactNode;
};

export function Folded({ title, help, fields, faults, children }: FoldedProps) {
  const [open, setOpen] = useState(false);
  const faulty = fields.some((field) => faults[field]);
  // It stays unfolded once the fault is gone: a person is typing there.
  if (faulty && !open) setOpen(true);
  return (
    <Disclosure className="set-group set-folded" isExpanded={open} onExpandedChange={setOpen}>
      <Heading level={2}>
        <AriaButton slot="trigger" className="set-fold">
          <ChevronRight size={16} aria-hidden="true" />
          {title}
        </AriaButton>
      </Heading>
      <p className="ui-help">{help}</p>
      <DisclosurePanel>
        <div className="set-fields">{children}</div>
      </DisclosurePanel>
    </Disclosure>
  );
}
