/** A form that is saved. */
import { type ComponentProps, useRef, useState } from 'react';
import { CheckboxContext, NumberFieldContext, Provider, RadioGroupContext, TextFieldContext } from 'react-aria-components';
import { SavingContext } from './saving-context.ts';

export type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'noValidate'> & {
  /** Saves what the form shows, or marks its faults. Called again only after it has ended. */
  onSave: (form: HTMLFormElement) => unknown;
};

/**
 * While it is being saved, its fields are read-only: it shows what is saved, and nothing can be typed that its end would lose. The focus
 * stays where it is.
 */
export function Form({ onSave, children, ...rest }: FormProps) {
  const [isSaving, setSaving] = useState(false);
  const isBusy = useRef(false);
  const save = async (form: HTMLFormElement) => {
    if (isBusy.current) return;
    isBusy.current = true;
    try {
      const work = onSave(form);
      if (work instanceof Promise) {
        setSaving(true);
        await work;
      }
    } finally {
      isBusy.current = false;
      setSaving(false);
    }
  };
  const fields = { isReadOnly: isSaving };
  return (
    <form
      {...rest}
      noValidate
      aria-busy={isSaving || undefined}
      // A key that repeats would save again what has just failed.
      onKeyDownCapture={(event) => {
        if (event.key === 'Enter' && event.repeat && event.target instanceof HTMLInputElement) event.preventDefault();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        // In React's tree, a dialog over a form is in it.
        event.stopPropagation();
        void save(event.currentTarget);
      }}
    >
      <SavingContext value={isSaving}>
        <Provider
          values={[
            [TextFieldContext, fields],
            [NumberFieldContext, fields],
            [CheckboxContext, fields],
            [RadioGroupContext, fields],
          ]}
        >
          {children}
        </Provider>
      </SavingContext>
    </form>
  );
}
