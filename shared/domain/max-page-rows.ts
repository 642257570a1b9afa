/** Maximum number of list rows in one request. */
export const maxPageRows = 200;
