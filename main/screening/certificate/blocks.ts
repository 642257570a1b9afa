/** What the certificate is made of, before it is drawn: pure data. Texts are as they came; `paper.ts` makes them fit. */

/** A line of an indented listing. */
export type TreeLine = { depth: number; text: string };

/** One value of a row of facts, on lines of its own. */
export type FactValue = { text: string; bold?: boolean };
export type Fact = { label: string; values: FactValue[] };

export type Block =
  | { kind: 'title'; text: string }
  /** The outcome: a symbol, words, and what they mean. */
  | { kind: 'outcome'; symbol: string; word: string; lines: FactValue[] }
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'paragraph'; text: string; style?: 'strong' | 'small' }
  | { kind: 'facts'; facts: Fact[] }
  /** `shares`: width of each column, together 1. */
  | { kind: 'table'; shares: number[]; head: string[]; rows: string[][] }
  | { kind: 'tree'; lines: TreeLine[] };

export const fact = (label: string, ...texts: string[]): Fact => ({ label, values: texts.map((text) => ({ text })) });

/** No row at all where there is nothing to say. */
export const factIfAny = (label: string, texts: readonly string[]): Fact[] => (texts.length > 0 ? [fact(label, ...texts)] : []);
