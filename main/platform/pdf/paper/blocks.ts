/** What a document is made of, before it is drawn: pure data. Texts are as they came; `paper.ts` makes them fit. */

/** A line of an indented listing. */
export type TreeLine = { depth: number; text: string };

/** One value of a row of facts, on lines of its own. */
export type FactValue = { text: string; bold?: boolean; small?: boolean };
/** `note`: small below the label, such as another's name for it. */
export type Fact = { label: string; note?: string; values: FactValue[] };

/** `bytes` null: there is none, or it is no JPEG or PNG; then `otherwise` stands in its place. */
export type Picture = {
  bytes: Uint8Array | null;
  /** What it shows, for who cannot see it. */
  alt: string;
  /** Below it. */
  caption: string;
  otherwise: string;
};

export type Block =
  | { kind: 'title'; text: string }
  /** The outcome: a symbol, words, and what they mean. It fits a page: the texts are the station's own, or few. */
  | { kind: 'outcome'; symbol: string; word: string; lines: FactValue[] }
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph'; text: string; style?: 'strong' | 'small' }
  | { kind: 'facts'; facts: Fact[] }
  /** `shares`: width of each column, together 1. */
  | { kind: 'table'; shares: number[]; head: string[]; rows: string[][] }
  | { kind: 'tree'; lines: TreeLine[] }
  /** One or two, beside each other. */
  | { kind: 'pictures'; pictures: Picture[] };

export const fact = (label: string, ...texts: string[]): Fact => ({ label, values: texts.map((text) => ({ text })) });

/** No row at all where there is nothing to say. */
export const factIfAny = (label: string, texts: readonly string[]): Fact[] => (texts.length > 0 ? [fact(label, ...texts)] : []);
