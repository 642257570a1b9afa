/** Imports a file of `scripts/`: plain JavaScript, which has no types of its own. */
export const script = async <T>(path: string): Promise<T> => await import(new URL(`../../../scripts/${path}`, import.meta.url).href);
