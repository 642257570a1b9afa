/** Reads a small file that a person names. A pipe is refused: opening it waits for its other end, perhaps for ever. */
import { readFile, stat } from 'node:fs/promises';

/** Streams that this process has open already, such as those of the shell's `<(…)`. */
const openStream = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/;

/** @throws the operating system's error; an error with the code `EISDIR` for a folder, `ENOTFILE` for a pipe or a device */
export async function assertFile(path: string): Promise<void> {
  if (openStream.test(path)) return;
  const found = await stat(path);
  if (!found.isFile()) throw Object.assign(new Error('not a file'), { code: found.isDirectory() ? 'EISDIR' : 'ENOTFILE' });
}

/** @throws like `assertFile` */
export async function readWholeFile(path: string): Promise<Buffer> {
  await assertFile(path);
  return readFile(path);
}
