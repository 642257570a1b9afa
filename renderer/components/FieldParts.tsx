/** The parts of every field besides its input: the explanation and the error, linked to it for screen readers. */
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

export function FieldHelp({ description, errorMessage }: Pick<FieldWords, 'description' | 'errorMessage'>) {
  return (
    <>
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
    </>
  );
}
