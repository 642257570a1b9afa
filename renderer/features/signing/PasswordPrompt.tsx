/** Asks for the password of a document: once it is typed, main knows its pages, and the viewer uses the same password. */
import { type RefObject, useState } from 'react';
import { call } from '../../bridge.ts';
import { PasswordForm, type TypedPassword } from '../../pdf/index.ts';
import { attempt, refusalOf } from '../../state/attempt.ts';
import { useSigning } from './store.ts';

/** `password`: where the viewer finds it. */
export function PasswordPrompt({ documentId, password }: { documentId: string; password: RefObject<TypedPassword> }) {
  const [asking, setAsking] = useState(false);
  const [wrong, setWrong] = useState(false);
  const open = async (typed: string) => {
    setAsking(true);
    password.current = { documentId, password: typed };
    const answer = call('documents.unlock', { id: documentId, password: typed });
    const refusal = await refusalOf(answer);
    // The place where Enter puts the signature; the field with the focus goes.
    if (refusal === null) return useSigning.setState({ listTakesFocus: true });
    password.current = null;
    setAsking(false);
    const isWrong = refusal.code === 'pdf-password-wrong';
    setWrong(isWrong);
    if (!isWrong) await attempt(answer);
  };
  return <PasswordForm wrong={wrong} busy={asking} onTyped={(typed) => void open(typed)} />;
}
