/** What a command has of its surroundings; tests of the whole start it as a process of its own. */
import type { SystemProxy } from '../lines.ts';

export type CommandIo = {
  /** Resolves when the text has gone out. */
  out(text: string): Promise<void>;
  err(text: string): Promise<void>;
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** Of the packaged application; from a checkout the environment's `HTTP(S)_PROXY` counts. */
  systemProxy?: SystemProxy;
};

export const processIo = (): CommandIo => ({
  out: (text) => writeTo(process.stdout, text),
  err: (text) => writeTo(process.stderr, text),
  env: process.env,
  cwd: process.cwd(),
});

/** Whoever reads may have gone away (a pipe that was closed): that ends no work and is nobody's fault. */
function writeTo(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve) => {
    const ignore = () => resolve();
    stream.once('error', ignore);
    stream.write(text, () => {
      // The error event comes after the callback.
      setImmediate(() => stream.off('error', ignore));
      resolve();
    });
  });
}
