/** The parts of `JSON` in ES2026 that TypeScript's library does not have yet. */
interface JSON {
  /** `source`: the text of a number, digit for digit. */
  parse(text: string, reviver: (this: unknown, key: string, value: unknown, context: { source?: string }) => unknown): unknown;
  /** Makes a value that `stringify` writes as this text. */
  rawJSON(text: string): { rawJSON: string };
  isRawJSON(value: unknown): value is { rawJSON: string };
}
