/** Most rows of a list that are asked for at once. */
export const maxPageRows = 200;
