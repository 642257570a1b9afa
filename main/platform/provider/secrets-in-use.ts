/** Secrets and tokens that calls of this process have used: they are removed from the provider's texts before these are shown or stored. */

const inUse = new Set<string>();
/** The same, so that nothing is left of a secret that begins with another one. */
let longestFirst: readonly string[] = [];
const maxInUse = 1000;
/** Characters; shorter secrets would be found in any text. */
const shortest = 4;

/** Registers a secret and returns it. */
export function secretInUse(secret: string): string {
  const trimmed = secret.trim();
  if (trimmed.length < shortest) return secret;
  const isKnown = inUse.delete(trimmed);
  inUse.add(trimmed);
  if (isKnown) return secret;
  // Tokens change; only the latest are searched for.
  for (const oldest of inUse) if (inUse.size > maxInUse) inUse.delete(oldest);
  longestFirst = [...inUse].toSorted((a, b) => b.length - a.length);
  return secret;
}

/** Returns the text with `…` for each secret in use, also as encoded in addresses, forms, JSON and base64, there at any offset. */
export function withoutSecrets(text: string): string {
  let clean = text;
  let upper = text.toUpperCase();
  for (const secret of longestFirst) {
    for (const form of formsOf(secret)) {
      // Much faster than the pattern alone with a thousand tokens.
      if (!upper.includes(form.upper)) continue;
      clean = clean.replaceAll(form.pattern, '…');
      upper = clean.toUpperCase();
    }
  }
  return clean;
}

/** Returns the secrets in use that a text has, in any of these forms. */
export function secretsIn(text: string): string[] {
  const upper = text.toUpperCase();
  return [...inUse].filter((secret) => formsOf(secret).some((form) => upper.includes(form.upper) && text.search(form.pattern) !== -1));
}

/** Returns a value of JSON with `…` for each secret in use in its texts, numbers and names; the same value where it has none. */
export function withoutSecretsIn<Value>(value: Value): Value {
  const json = JSON.stringify(value) ?? '';
  return withoutSecrets(json) === json ? value : (cleaned(value) as Value);
}

function cleaned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value === 'object' && value !== null && !JSON.isRawJSON(value))
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [withoutSecrets(name), cleaned(inner)]));
  if (value === null || typeof value === 'boolean') return value;
  const text = JSON.isRawJSON(value) ? value.rawJSON : String(value);
  const clean = withoutSecrets(text);
  return clean === text ? value : clean;
}

/** `upper`: upper-case text that is in every text in which the pattern is found. */
type Form = { upper: string; pattern: RegExp };

const known = new Map<string, Form[]>();

/** Returns all encoded forms, longest first, so that no part of a longer one is left. */
function formsOf(secret: string): Form[] {
  const before = known.get(secret);
  if (before) return before;
  const bytes = Buffer.from(secret);
  const json = JSON.stringify(secret).slice(1, -1);
  const texts = [
    secret,
    json,
    json.replaceAll('/', '\\/'),
    encodeURIComponent(secret),
    new URLSearchParams({ s: secret }).toString().slice(2),
  ];
  const plain = [...new Set(texts)]
    .toSorted((a, b) => b.length - a.length)
    .map((text) => ({ upper: text.toUpperCase(), pattern: new RegExp(escaped(text), 'gi') }));
  // In base64 three bytes are four characters, so the characters at the ends depend on the bytes around the secret.
  const base64 = [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const whole = padded.slice(Math.ceil((offset * 8) / 6), (offset + bytes.length) % 3 === 0 ? undefined : -1);
    return whole.length < shortest ? [] : [whole, whole.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const encoded = [...new Set(base64)].map((text) => ({
    upper: text.toUpperCase(),
    pattern: new RegExp(`[A-Za-z0-9+/_-]?${escaped(text)}[A-Za-z0-9+/_-]?=*`, 'g'),
  }));
  const forms = [...plain, ...encoded];
  if (known.size > maxInUse) known.clear();
  known.set(secret, forms);
  return forms;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
