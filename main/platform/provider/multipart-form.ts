/**
 * A form (`multipart/form-data`, RFC 7578) whose files are read only while it is sent. `FormData` of undici writes the same
 * bytes, but passes each piece through two web streams and a copy.
 */
import { randomUUID } from 'node:crypto';
import { type Problem, problem, problemOf } from '../../../shared/errors.ts';

/** Bytes that are read while they are sent; a failure to read ends the call before its form is complete. */
export type SentContent = { /** Bytes. */ size: number; read(): AsyncIterable<Uint8Array> };

/** The station could not read a file while it was sent, so the form ends within it. */
export class UnreadableContent extends Error {
  readonly problem: Problem;

  constructor(found: Problem, cause?: unknown) {
    super(found.code, { cause });
    this.name = 'UnreadableContent';
    this.problem = found;
  }
}

type Part = { head: Buffer; content: SentContent | Buffer };

export type MultipartForm = {
  field(name: string, value: string): void;
  file(name: string, fileName: string, content: SentContent): void;
  headers(): { 'content-type': string; 'content-length': string };
  /** May be called once. Reads as fast as the connection takes the bytes. @throws UnreadableContent */
  body(): AsyncGenerator<Uint8Array>;
};

export function createMultipartForm(): MultipartForm {
  const boundary = `----formdata-station-${randomUUID()}`;
  const parts: Part[] = [];
  const end = Buffer.from(`--${boundary}--\r\n`);
  const headOf = (name: string, rest: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"${rest}\r\n\r\n`);
  const sizeOf = ({ head, content }: Part) => head.length + ('read' in content ? content.size : content.length) + lineEnd.length;
  return {
    field: (name, value) => void parts.push({ head: headOf(name, ''), content: Buffer.from(value.replace(/\r?\n|\r/g, '\r\n')) }),
    file(name, fileName, content) {
      parts.push({ head: headOf(name, `; filename="${escaped(fileName)}"\r\nContent-Type: application/pdf`), content });
    },
    headers: () => ({
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(parts.reduce((sum, part) => sum + sizeOf(part), end.length)),
    }),
    async *body() {
      for (const { head, content } of parts) {
        yield head;
        if ('read' in content) yield* exactly(content);
        else yield content;
        yield lineEnd;
      }
      yield end;
    },
  };
}

const lineEnd = Buffer.from('\r\n');

/** Escapes as browsers do, and replaces lone surrogates. */
const escaped = (text: string): string => text.replace(/\n/g, '%0A').replace(/\r/g, '%0D').replace(/"/g, '%22').toWellFormed();

/** Yields never more bytes than announced, and throws after fewer. @throws UnreadableContent */
async function* exactly({ size, read }: SentContent): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  try {
    for await (const chunk of read()) {
      bytes += chunk.byteLength;
      if (bytes > size) break;
      yield chunk;
    }
  } catch (error) {
    throw new UnreadableContent(problemOf(error), error);
  }
  if (bytes !== size) throw new UnreadableContent(problem('internal', undefined, 'internal: content of another size than announced'));
}
