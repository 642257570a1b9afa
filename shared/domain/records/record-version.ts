/** Apart from the schemas of a record: the first screen of the page uses it, and loads no zod. Pure. */

/** Whether other content is stored under its `Uid`: outcome `new-version` of a push, event `push-changed`, filter `changed` of the inbox. */
export const isNewVersion = ({ version }: { version: number }): boolean => version > 1;
