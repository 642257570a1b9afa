/**
 * Of a station whose data folder a test copies: each copy is opened in place of the folder. Where a command opens the folder too, the
 * station has the true identity.
 */
export const sameFile = () => ({ inode: '1', born: '1', changed: '2' });
