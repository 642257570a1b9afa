/** Exit codes of the command line (design, section 6). */
export const exitCodes = { allDone: 0, fault: 1, wrongUse: 2, someFailed: 3, noneSucceeded: 4 } as const;
