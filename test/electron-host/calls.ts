/** Calls of functions between two processes, over Node's IPC channel. */
import type { ChildProcess } from 'node:child_process';

// biome-ignore lint/suspicious/noExplicitAny: functions of any kind
type Functions = Record<string, (...args: any[]) => unknown>;
type Call = { type: 'call'; id: number; name: string; args: unknown[] };
type Answer = { type: 'answer'; id: number; value?: unknown; error?: string };

type End = Pick<ChildProcess, 'send' | 'connected'> & {
  on(event: 'message' | 'disconnect', listener: (message: Call | Answer) => void): unknown;
};

/**
 * Offers functions to the other process, and calls its own: the returned function rejects with the other's error, and when
 * the channel ends.
 */
export function connectCalls<Theirs extends Functions>(channel: ChildProcess | NodeJS.Process, ours: Functions) {
  const end = channel as unknown as End;
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;

  async function answer({ id, name, args }: Call): Promise<Answer> {
    try {
      return { type: 'answer', id, value: await ours[name]?.(...args) };
    } catch (error) {
      return { type: 'answer', id, error: error instanceof Error ? error.message : String(error) };
    }
  }
  const send = (message: Call | Answer) => void (end.connected && end.send(message, () => undefined)); // the other may be ending

  end.on('message', async (message) => {
    if (message.type === 'call') return send(await answer(message));
    if (message.type !== 'answer') return;
    const { id, value, error } = message;
    if (error === undefined) waiting.get(id)?.resolve(value);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  end.on('disconnect', () => {
    for (const { reject } of waiting.values()) reject(new Error('the other process ended'));
  });

  return <Name extends keyof Theirs & string>(name: Name, ...args: Parameters<Theirs[Name]>) => {
    last += 1;
    const answered = Promise.withResolvers<unknown>();
    if (!end.connected) answered.reject(new Error('the other process ended'));
    else waiting.set(last, answered);
    send({ type: 'call', id: last, name, args });
    return answered.promise as Promise<Awaited<ReturnType<Theirs[Name]>>>;
  };
}
