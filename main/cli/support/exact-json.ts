/** An answer inside our own JSON, digit for digit: `JSON.parse` rounds numbers such as `_version_`. */
import { readJson } from '../../platform/json/exact-json.ts';
import { withoutSecrets } from '../../platform/provider/secrets-in-use.ts';

type Reviver = (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown;
/** From ES2026, which TypeScript's library does not include yet. */
const { parse, rawJSON } = JSON as unknown as {
  parse: (text: string, reviver: Reviver) => unknown;
  rawJSON: (text: string) => unknown;
};

/**
 * For `JSON.stringify`: the JSON of the bytes, or their text if they are not JSON or nested too deeply. A provider may repeat the key of
 * the call, which must not be printed.
 */
export function exactJson(bytes: Uint8Array): unknown {
  const text = withoutSecrets(Buffer.from(bytes).toString('utf8'));
  if (typeof readJson(Buffer.from(text)) === 'string') return text;
  return parse(text.replace(/^\uFEFF/, ''), (_, value, { source }) =>
    typeof value === 'number' && source !== undefined ? rawJSON(source) : value,
  );
}
