/** The languages of the screens. Without a schema, so that the command line's help does not load zod. */
export const languages = ['es', 'en'] as const;
export type Language = (typeof languages)[number];
