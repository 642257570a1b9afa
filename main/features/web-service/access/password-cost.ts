/** What hashing a password costs: a tenth of a second, and 128 · n · r bytes of memory (32 MiB). Tests replace this file. */
export const passwordCost = { n: 2 ** 15, r: 8, p: 1 };
