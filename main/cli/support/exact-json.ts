/** An answer inside our own JSON, digit for digit: `JSON.parse` rounds numbers such as `_version_`. */
import { readJson } from '../../platform/json/exact-json.ts';
import { withoutSecrets } from '../../platform/provider/secrets-in-use.ts';

/**
 * For `JSON.stringify`: the JSON of the bytes, or their text if they are not JSON or nested too deeply. A provider may repeat the key of
 * the call, which must not be printed.
 */
export function exactJson(bytes: Uint8Array): unknown {
  const text = withoutSecrets(Buffer.from(bytes).toString('utf8'));
  if (typeof readJson(Buffer.from(text)) === 'string') return text;
  return JSON.parse(text.replace(/^\uFEFF/, ''), (_, value, { source }) =>
    typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value,
  );
}
