/**
 * The database's schema, as steps: `PRAGMA user_version` counts those applied. A step that has shipped is
 * never changed; a new need is a new step at the end.
 */
export const migrations: readonly string[] = [
  `
  -- Settings, profiles and presets: JSON, parsed by its schema whenever it is read.
  CREATE TABLE record (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT;

  -- Rows that could not be read, as they were. Kept until a person decides.
  CREATE TABLE quarantine (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT;
  `,
];
