/** Wrong use or settings: exit code 2 and one plain sentence (design, section 6). */
import type { Gaps } from '../../platform/i18n/translator.ts';

/** `key` is one of `usage` in `shared/i18n/<language>/cli.json`. */
export class WrongUse extends Error {
  readonly key: string;
  readonly gaps: Gaps;

  constructor(key: string, gaps: Gaps = {}) {
    super(`wrong use: ${key}`);
    this.name = 'WrongUse';
    this.key = key;
    this.gaps = gaps;
  }
}
