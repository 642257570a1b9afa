/** The package names its types in a way that module resolution does not find; these are the parts that `sql.ts` uses. */
declare module 'better-sqlite3-multiple-ciphers' {
  export default class Sqlite {
    constructor(path: string, options?: { timeout?: number; readonly?: boolean; fileMustExist?: boolean });
    pragma(text: string): unknown;
  }
}
