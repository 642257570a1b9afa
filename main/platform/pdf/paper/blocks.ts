/** The blocks that a document consists of: pure data. Texts may have any characters; `paper.ts` makes them printable. */

/** One line of an indented listing. */
export type TreeLine = { depth: number; text: string };

/** One value of a fact, which begins a new line. */
export type FactValue = { text: string; bold?: boolean; small?: boolean };
/** `note`: small text below the label, such as the provider's name for it. */
export type Fact = { label: string; note?: string; values: FactValue[] };

/** `bytes`: null for none; `otherwise` replaces a missing picture and one that is not a JPEG or PNG. */
export type Picture = {
  bytes: Uint8Array | null;
  /** Alternative text for screen readers. */
  alt: string;
  /** Below it. */
  caption: string;
  otherwise: string;
};

export type Block =
  | { kind: 'title'; text: string }
  /** The outcome: a symbol, words, and their explanation. Fits one page, since the texts are the station's own, or few. */
  | { kind: 'outcome'; symbol: string; word: string; lines: FactValue[] }
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph'; text: string; style?: 'strong' | 'small' }
  | { kind: 'facts'; facts: Fact[] }
  /** `shares`: width of each column, together 1. */
  | { kind: 'table'; shares: number[]; head: string[]; rows: string[][] }
  | { kind: 'tree'; lines: TreeLine[] }
  /** One or two, side by side. */
  | { kind: 'pictures'; pictures: Picture[] };

export const fact = (label: string, ...texts: string[]): Fact => ({ label, values: texts.map((text) => ({ text })) });

/** Returns no fact when there are no texts. */
export const factIfAny = (label: string, texts: readonly string[]): Fact[] => (texts.length > 0 ? [fact(label, ...texts)] : []);
