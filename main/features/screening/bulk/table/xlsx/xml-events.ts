/** Parses XML into events, piece by piece. */
import sax from 'sax';
import { workbookLimits } from './zip-entries.ts';

export type XmlHandler = {
  /** Names without their prefix. */
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Characters between two yields, whose events are in memory: a few characters can make a row of 16,384 cells. */
const piece = 8192;

/**
 * Yields after each piece, when the handler was called with its events. Declared entities are not expanded: their use is an error.
 * @throws Error for malformed XML
 */
export async function* xmlEvents(bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): AsyncGenerator<void> {
  const parser = sax.parser(true, { trim: false, normalize: false });
  let failed: Error | null = null;
  parser.onerror = (error) => {
    failed ??= error;
  };
  let depth = 0;
  let attributesOfTag = 0;
  // A small file can open so many elements and attributes that the parser's memory grows without bound.
  parser.onopentagstart = () => {
    attributesOfTag = 0;
    depth += 1;
    if (depth > workbookLimits.depth) failed ??= new Error('elements that are nested too deep');
  };
  parser.onattribute = () => {
    if (++attributesOfTag > workbookLimits.attributes) failed ??= new Error('an element with too many attributes');
  };
  parser.onopentag = ({ name, attributes }) => {
    const plain: Record<string, string> = {};
    for (const [key, value] of Object.entries(attributes)) plain[localName(key)] = typeof value === 'string' ? value : value.value;
    handler.open?.(localName(name), plain);
  };
  parser.onclosetag = (name) => {
    depth -= 1;
    handler.close?.(localName(name));
  };
  parser.ontext = (text) => handler.text?.(text);
  parser.oncdata = (text) => handler.text?.(text);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  function* write(text: string): Generator<void> {
    for (let at = 0; at < text.length; at += piece) {
      parser.write(text.slice(at, at + piece));
      if (failed !== null) throw failed;
      yield;
    }
  }
  for await (const chunk of bytes) yield* write(decoder.decode(chunk, { stream: true }));
  yield* write(decoder.decode());
  parser.close();
  if (failed !== null) throw failed;
  yield;
}

/** Parses a small file without a pause. */
export async function allXmlEvents(bytes: AsyncIterable<Uint8Array>, handler: XmlHandler): Promise<void> {
  for await (const _ of xmlEvents(bytes, handler));
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
