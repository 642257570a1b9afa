/**
 * Compares texts by their characters' codes, for `sort`: the order of ISO 8601 times, which a language does not change. Zero for equal ones.
 */
export const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
