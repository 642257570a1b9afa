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
  `
  -- Ids of the keys under which this data folder's records and files are sealed; the keys are in the keychain.
  CREATE TABLE sealing_key (
    id TEXT PRIMARY KEY,
    source TEXT NOT NULL CHECK (source IN ('keychain', 'given')),
    made_at TEXT NOT NULL
  ) STRICT;

  -- The outbox: one row a document. Everything about persons and documents is in the sealed column, which is
  -- bound to the clear ones: a change of either is noticed.
  CREATE TABLE job (
    id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    batch_id TEXT NOT NULL,
    account TEXT NOT NULL,
    status TEXT NOT NULL,
    queued_at TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;

  -- Each time that bytes of a call went out. The outcome is null while it is under way.
  CREATE TABLE attempt (
    id TEXT PRIMARY KEY,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    outcome TEXT,
    sealed BLOB NOT NULL
  ) STRICT;
  CREATE TABLE attempt_document (
    attempt_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    PRIMARY KEY (attempt_id, document_id)
  ) STRICT;
  CREATE INDEX attempt_by_document ON attempt_document (document_id);
  `,
  `
  -- A list of persons being searched for, from a file. Its rows are in \`screening\`.
  CREATE TABLE mass_run (
    id TEXT PRIMARY KEY,
    started_at TEXT NOT NULL,
    state TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;

  -- One search each: of the panel (run '', row 0), or a row of a list. The clear columns tell nothing of a person:
  -- they are what lists are filtered and counted by, and what counts stands in the sealed columns, which are bound to
  -- id, run and row.
  CREATE TABLE screening (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    run TEXT NOT NULL,
    row INTEGER NOT NULL,
    state TEXT NOT NULL,
    outcome TEXT,
    verdict TEXT,
    day TEXT NOT NULL,
    -- Id of the key of both sealed columns.
    key TEXT NOT NULL,
    sealed BLOB NOT NULL,
    -- The answer as it came; null while there is none.
    answer BLOB
  ) STRICT;
  CREATE INDEX screening_by_run ON screening (run, state, outcome, row);
  CREATE INDEX screening_by_row ON screening (run, row);
  CREATE INDEX screening_by_outcome ON screening (state, outcome, verdict, number);
  CREATE INDEX screening_by_key ON screening (key);
  `,
  `
  -- One customer's visit. Everything about the person is sealed; the columns are what lists are ordered by.
  CREATE TABLE customer_case (
    id TEXT PRIMARY KEY,
    opened_at TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    key TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX customer_case_by_change ON customer_case (changed_at);

  -- Transaction records of a visit, fetched or pushed.
  CREATE TABLE identity_record (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    case_id TEXT NOT NULL,
    key TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX identity_record_by_case ON identity_record (case_id, number);

  -- The hash-chained log. The content is null once it was erased with its case; the hashes stay.
  CREATE TABLE audit (
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    case_id TEXT,
    content_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    key TEXT,
    sealed BLOB
  ) STRICT;
  CREATE INDEX audit_by_case ON audit (case_id, number);

  ALTER TABLE screening ADD COLUMN case_id TEXT;
  CREATE INDEX screening_by_case ON screening (case_id, number);
  `,
  `
  -- Who may call the client's own web service; name and password hashes are sealed.
  CREATE TABLE service_user (
    id TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;

  -- Tokens that were handed out: the SHA-256 of each, from which a random token cannot be guessed. Whose it is and how long it is
  -- good is sealed, so that nobody makes one with the database alone.
  CREATE TABLE service_token (
    hash TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;

  -- Documents that the provider may fetch; their bytes are sealed files.
  CREATE TABLE publication (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    case_id TEXT,
    key TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX publication_by_case ON publication (case_id, number);

  -- What the provider sent: pushed records, and bodies that were set aside, whose bytes are sealed files.
  CREATE TABLE inbox_item (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    case_id TEXT,
    key TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX inbox_item_by_case ON inbox_item (case_id, number);
  `,
  `
  -- What was sent and has left the queue, so that it is recognised when it is sent again.
  CREATE TABLE sent_document (
    id TEXT PRIMARY KEY,
    key TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;
  `,
  `
  DROP TABLE sent_document;

  -- The index of the sent ledger: one row for each document of each call. The key is a hash by which the same bytes for the same
  -- client info and account are recognised; where the signed file is stands sealed in \`details\`.
  CREATE TABLE sent_document (
    call_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    batch_id TEXT NOT NULL,
    key TEXT NOT NULL,
    visit_id TEXT,
    at TEXT NOT NULL,
    -- Null while the call has no result.
    outcome TEXT,
    details BLOB,
    -- Of the ledger's entry: marked to be erased, or erased.
    content TEXT NOT NULL DEFAULT 'stored' CHECK (content IN ('stored', 'marked', 'erased')),
    PRIMARY KEY (call_id, document_id)
  ) STRICT;
  CREATE INDEX sent_document_by_key ON sent_document (key);
  CREATE INDEX sent_document_by_document ON sent_document (document_id);
  CREATE INDEX sent_document_by_visit ON sent_document (visit_id);
  CREATE INDEX sent_document_marked ON sent_document (document_id) WHERE content = 'marked';
  `,
];
