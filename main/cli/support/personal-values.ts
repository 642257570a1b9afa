/** Values that are personal data, from standard input or a file: other users can read the arguments in the process list. */
import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { systemCode } from '../../platform/files/disk-problem.ts';
import type { CommandIo } from './io.ts';
import { WrongUse } from './wrong-use.ts';

/** A longer input is not a name or a number, but another file. */
const maxBytes = 65_536;

/** The arguments before `--`. The ones after it are not options. */
export const beforeRest = (argv: readonly string[]): readonly string[] => (argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv);

/**
 * Replaces `-` and `@FILE` of these options by the one line of text in standard input or the file.
 * @returns the arguments, with each such value joined to its option, so that it is not read as an option
 * @throws WrongUse
 */
export async function withPersonalValues(
  argv: readonly string[],
  names: readonly string[],
  { input, cwd }: Pick<CommandIo, 'input' | 'cwd'>,
): Promise<string[]> {
  const end = beforeRest(argv).length;
  const options = names.map((name) => `--${name}`);
  const replaced: string[] = [];
  let inputIsRead = false;
  for (let at = 0; at < end; at += 1) {
    const argument = argv[at] ?? '';
    const option = options.find((one) => argument === one || argument.startsWith(`${one}=`));
    const inline = option !== undefined && argument !== option;
    const value = option && (inline ? argument.slice(option.length + 1) : at + 1 < end ? argv[at + 1] : undefined);
    if (option === undefined || value === undefined || !(value === '-' || value.startsWith('@'))) {
      replaced.push(argument);
      continue;
    }
    if (value === '-' && inputIsRead) throw new WrongUse('input-twice', { option });
    inputIsRead ||= value === '-';
    const bytes = value === '-' ? await firstBytes(input()) : await fileBytes(resolve(cwd, value.slice(1)), option);
    replaced.push(`${option}=${oneLine(bytes, option)}`);
    if (!inline) at += 1;
  }
  return [...replaced, ...argv.slice(end)];
}

function oneLine(bytes: Buffer, option: string): string {
  if (bytes.length > maxBytes) throw new WrongUse('value-several-lines', { option });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trim();
  } catch {
    throw new WrongUse('value-not-text', { option });
  }
  if (/[\r\n]/.test(text)) throw new WrongUse('value-several-lines', { option });
  return text;
}

async function fileBytes(path: string, option: string): Promise<Buffer> {
  try {
    const { assertFile } = await import('../../platform/files/read-whole-file.ts');
    await assertFile(path);
    const file = await open(path);
    // Closes the file as it ends.
    return await firstBytes(file.createReadStream());
  } catch (thrown) {
    throw new WrongUse('value-file-unreadable', { option, cause: systemCode(thrown) ?? 'unknown' });
  }
}

async function firstBytes(stream: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    chunks.push(bytes);
    size += bytes.length;
    if (size > maxBytes) break;
  }
  return Buffer.concat(chunks);
}
