/** The parts of every field under its label: the input, the explanation and the error, linked to it for screen readers. */
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { FieldError, Text } from 'react-aria-components';

export type FieldWords = {
  label: string;
  /** Explains the field; stays visible while typing. */
  description?: ReactNode;
  /** What is wrong with the typed value. */
  errorMessage?: string | undefined;
};

type FieldBodyProps = Pick<FieldWords, 'description' | 'errorMessage'> & { children: ReactNode };

/** `children`: the input. */
export function FieldBody({ description, errorMessage, children }: FieldBodyProps) {
  return (
    <div className="ui-field-body">
      {children}
      {description && (
        <Text slot="description" className="ui-help">
          {description}
        </Text>
      )}
      <FieldError className="ui-error">
        {errorMessage && (
          <>
            <CircleAlert size={13} aria-hidden="true" />
            <span>{errorMessage}</span>
          </>
        )}
      </FieldError>
    </div>
  );
}
