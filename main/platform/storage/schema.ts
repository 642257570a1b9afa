/**
 * The tables of both databases. There is no installed base yet (design, section 2.15): a change of a table raises the version, and
 * the data folder of another version is refused.
 */

/** `PRAGMA user_version` of both databases; 0 is an empty file. */
export const schemaVersion = 8;

/** Settings, profiles and presets in `settings.sqlite`; small states in `station.sqlite`. JSON, parsed whenever it is read. */
const jsonRows = `
  CREATE TABLE json_row (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (kind, id)
  ) STRICT;

  -- Rows that do not parse, unchanged, until a person decides.
  CREATE TABLE quarantine (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    reason TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT;
`;

/** Of `settings.sqlite`, in clear: no secrets, and nothing about persons. */
export const settingsSchema = `${jsonRows}
  -- Ids of the keys that this data folder is encrypted with; the keys are in the keychain.
  CREATE TABLE data_key (
    id TEXT PRIMARY KEY,
    source TEXT NOT NULL CHECK (source IN ('keychain', 'environment')),
    made_at TEXT NOT NULL
  ) STRICT;
`;

/** Of `station.sqlite`, encrypted. */
export const stationSchema = `${jsonRows}
  -- One row for each encrypted file: the key is nowhere else, so that without the row no one can read the file.
  CREATE TABLE encrypted_file (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    owner TEXT NOT NULL,
    key BLOB NOT NULL,
    -- Of the content: bytes, and SHA-256 in lower-case hex.
    size INTEGER NOT NULL,
    sha256 TEXT NOT NULL
  ) STRICT;
  CREATE INDEX encrypted_file_by_kind ON encrypted_file (kind, owner, id);
  CREATE INDEX encrypted_file_by_owner ON encrypted_file (owner);

  -- The outbox: one row a document.
  CREATE TABLE job (
    id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    batch_id TEXT NOT NULL,
    account TEXT NOT NULL,
    visit_id TEXT,
    -- Of the original, and of the file that came back.
    sha256 TEXT NOT NULL,
    signed_sha256 TEXT,
    status TEXT NOT NULL,
    -- 1: the station has nothing left to do with it, and it has no encrypted file.
    at_rest INTEGER NOT NULL,
    queued_at TEXT NOT NULL,
    changed_at TEXT NOT NULL,
    -- The group in the list of the queue, null for what is never listed; the order in it, before the position; what a search looks at.
    list_group INTEGER,
    list_order INTEGER NOT NULL,
    search_text TEXT NOT NULL,
    value TEXT NOT NULL
  ) STRICT;
  CREATE INDEX job_list ON job (list_group, list_order, position, id, search_text);
  CREATE INDEX job_open ON job (position) WHERE at_rest = 0;
  CREATE INDEX job_at_rest ON job (changed_at) WHERE at_rest = 1;
  CREATE INDEX job_by_position ON job (position);
  CREATE INDEX job_by_batch ON job (batch_id, at_rest);
  CREATE INDEX job_by_visit ON job (visit_id) WHERE visit_id IS NOT NULL;
  CREATE INDEX job_by_sha256 ON job (sha256);
  CREATE INDEX job_by_signed_sha256 ON job (signed_sha256) WHERE signed_sha256 IS NOT NULL;

  -- Each time that bytes of a call went out. The outcome is null while it is under way.
  CREATE TABLE attempt (
    id TEXT PRIMARY KEY,
    started_at TEXT NOT NULL,
    ended_at TEXT,
    outcome TEXT,
    value TEXT NOT NULL
  ) STRICT;
  CREATE INDEX attempt_open ON attempt (started_at) WHERE outcome IS NULL;
  CREATE TABLE attempt_document (
    attempt_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    PRIMARY KEY (attempt_id, document_id)
  ) STRICT;
  CREATE INDEX attempt_by_document ON attempt_document (document_id);

  -- One row in a page of its own, written by each transaction that changes something: where an older log of the database is put back, this
  -- row is an older one, too.
  CREATE TABLE last_commit (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    -- How many transactions there were.
    number INTEGER NOT NULL,
    -- The last entry of the sent ledger that the database knows, as JSON; null before the first.
    ledger TEXT
  ) STRICT;
  INSERT INTO last_commit VALUES (1, 0, NULL);

  -- The index of the sent ledger: one row for each document of each call. The key is a hash by which the same bytes for the same
  -- client info and account are recognised.
  CREATE TABLE sent_document (
    call_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    batch_id TEXT NOT NULL,
    key TEXT NOT NULL,
    visit_id TEXT,
    at TEXT NOT NULL,
    -- Null while the call has no result.
    outcome TEXT,
    -- Where its signed file is, as JSON; null while the document is in the queue, and once it is erased.
    details TEXT,
    -- Of the ledger's entry: marked to be erased, or erased.
    content TEXT NOT NULL DEFAULT 'stored' CHECK (content IN ('stored', 'marked', 'erased')),
    PRIMARY KEY (call_id, document_id)
  ) STRICT;
  CREATE INDEX sent_document_by_key ON sent_document (key);
  CREATE INDEX sent_document_by_document ON sent_document (document_id);
  CREATE INDEX sent_document_by_visit ON sent_document (visit_id);
  CREATE INDEX sent_document_marked ON sent_document (document_id) WHERE content = 'marked';

  -- A bulk screening. Its rows are in \`screening\`.
  CREATE TABLE bulk_run (
    id TEXT PRIMARY KEY,
    started_at TEXT NOT NULL,
    state TEXT NOT NULL,
    value TEXT NOT NULL
  ) STRICT;

  -- One screening each: of the panel (run '', row 0), or a row of a bulk screening.
  CREATE TABLE screening (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    run TEXT NOT NULL,
    row INTEGER NOT NULL,
    visit_id TEXT,
    state TEXT NOT NULL,
    outcome TEXT,
    verdict TEXT,
    day TEXT NOT NULL,
    search_text TEXT NOT NULL,
    value TEXT NOT NULL,
    -- The answer byte for byte; null while there is none.
    answer BLOB
  ) STRICT;
  CREATE INDEX screening_by_run ON screening (run, state, outcome, row);
  -- Both cover every filter of the list.
  CREATE INDEX screening_of_run ON screening (run, row, state, outcome, verdict, day, search_text);
  CREATE INDEX screening_list ON screening (number, run, state, outcome, verdict, day, search_text);
  CREATE INDEX screening_by_outcome ON screening (state, outcome, verdict, number);
  CREATE INDEX screening_by_visit ON screening (visit_id, number);

  -- One customer's visit. Times are milliseconds since 1970.
  CREATE TABLE visit (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    changed_at INTEGER NOT NULL,
    -- When a person was first warned of its removal.
    warned_at INTEGER,
    -- As numbers are compared; null for none.
    transaction_key TEXT,
    person_key TEXT,
    -- Number of pending documents and screenings.
    waiting INTEGER NOT NULL,
    -- Number of rules that block its documents; null for a row that does not parse.
    blocking INTEGER DEFAULT 0,
    -- The policy by which \`blocking\` is counted, empty once something else counts, and the time from which it may be another.
    evaluated_policy TEXT NOT NULL DEFAULT '',
    evaluate_again_at INTEGER,
    search_text TEXT NOT NULL,
    value TEXT NOT NULL
  ) STRICT;
  -- Covers every filter of the list.
  CREATE INDEX visit_list ON visit (changed_at, number, blocking, waiting, search_text);
  CREATE INDEX visit_by_removal ON visit (changed_at, warned_at, id);
  CREATE INDEX visit_blocked ON visit (blocking) WHERE blocking IS NULL OR blocking > 0;
  CREATE INDEX visit_waiting ON visit (waiting) WHERE waiting > 0;
  CREATE INDEX visit_by_transaction ON visit (transaction_key, changed_at) WHERE transaction_key IS NOT NULL;
  CREATE INDEX visit_by_person ON visit (person_key, changed_at) WHERE person_key IS NOT NULL;
  CREATE INDEX visit_by_policy ON visit (evaluated_policy);
  CREATE INDEX visit_by_evaluation ON visit (evaluate_again_at) WHERE evaluate_again_at IS NOT NULL;

  -- Transaction records of a visit, fetched or pushed.
  CREATE TABLE identity_record (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    visit_id TEXT NOT NULL,
    value TEXT NOT NULL
  ) STRICT;
  CREATE INDEX identity_record_by_visit ON identity_record (visit_id, number);

  -- The hash-chained log. The content is null once it was erased with its visit; the hashes stay.
  CREATE TABLE audit (
    number INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    kind TEXT NOT NULL,
    visit_id TEXT,
    content_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    value TEXT
  ) STRICT;
  CREATE INDEX audit_by_visit ON audit (visit_id, number);
  CREATE INDEX audit_of_placement_test ON audit (number) WHERE kind IN ('test-sent', 'test-ended');

  -- Users of the web service, with hashes in place of passwords.
  CREATE TABLE service_user (
    id TEXT PRIMARY KEY,
    -- The name as names are compared.
    name_key TEXT UNIQUE,
    value TEXT NOT NULL
  ) STRICT;

  -- Tokens of the web service: the SHA-256 of each, from which no one can guess a random token.
  CREATE TABLE service_token (
    hash TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  -- Documents that the provider may fetch; their bytes are encrypted files.
  CREATE TABLE publication (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    visit_id TEXT,
    state TEXT NOT NULL,
    -- Of one from the watched folder.
    path TEXT,
    is_gone INTEGER NOT NULL,
    is_struck INTEGER NOT NULL,
    last_event_at TEXT NOT NULL,
    -- What a request must say for it to go out, as keys are compared; null where it does not go out.
    identification_key TEXT,
    transaction_key TEXT,
    uid_key TEXT,
    customer_key TEXT,
    search_text TEXT NOT NULL,
    value TEXT NOT NULL
  ) STRICT;
  -- The first covers every filter, for a search; each of the next three has the publications of one filter.
  CREATE INDEX publication_list ON publication (number, state, search_text) WHERE is_struck = 0;
  CREATE INDEX publication_all ON publication (number) WHERE is_struck = 0;
  CREATE INDEX publication_offered ON publication (number) WHERE state = 'offered';
  CREATE INDEX publication_ended ON publication (number, visit_id, last_event_at) WHERE state <> 'offered' AND is_struck = 0;
  CREATE INDEX publication_by_identification ON publication (identification_key) WHERE identification_key IS NOT NULL;
  CREATE INDEX publication_by_transaction ON publication (transaction_key) WHERE transaction_key IS NOT NULL;
  CREATE INDEX publication_by_uid ON publication (uid_key) WHERE uid_key IS NOT NULL;
  CREATE INDEX publication_by_customer ON publication (customer_key) WHERE customer_key IS NOT NULL;
  CREATE INDEX publication_by_path ON publication (path, state, is_gone) WHERE path IS NOT NULL;
  CREATE INDEX publication_by_visit ON publication (visit_id, number) WHERE visit_id IS NOT NULL;

  -- One row: the numbers of publications that are listed.
  CREATE TABLE publication_count (
    total INTEGER NOT NULL,
    offered INTEGER NOT NULL
  ) STRICT;
  INSERT INTO publication_count VALUES (0, 0);
  CREATE TRIGGER publication_added AFTER INSERT ON publication BEGIN
    UPDATE publication_count SET total = total + (new.is_struck = 0), offered = offered + (new.state = 'offered');
  END;
  CREATE TRIGGER publication_removed AFTER DELETE ON publication BEGIN
    UPDATE publication_count SET total = total - (old.is_struck = 0), offered = offered - (old.state = 'offered');
  END;
  CREATE TRIGGER publication_changed AFTER UPDATE OF state, is_struck ON publication BEGIN
    UPDATE publication_count SET
      total = total - (old.is_struck = 0) + (new.is_struck = 0),
      offered = offered - (old.state = 'offered') + (new.state = 'offered');
  END;

  -- Pushed records, and quarantined bodies, whose bytes are encrypted files.
  CREATE TABLE inbox_item (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    visit_id TEXT,
    kind TEXT NOT NULL,
    received_at TEXT NOT NULL,
    is_read INTEGER NOT NULL,
    -- 1: the second or a later version of its Uid.
    is_changed INTEGER NOT NULL,
    -- Bytes of the encrypted file of a quarantined body; 0 without one.
    body_size INTEGER NOT NULL,
    -- As Uids are compared; null without one.
    uid_key TEXT,
    digest TEXT NOT NULL,
    search_text TEXT NOT NULL,
    value TEXT NOT NULL
  ) STRICT;
  -- The first covers every filter, for a search; each of the next four has the items of one filter.
  CREATE INDEX inbox_item_list ON inbox_item (number, kind, is_read, is_changed, search_text);
  CREATE INDEX inbox_item_all ON inbox_item (number);
  CREATE INDEX inbox_item_unread ON inbox_item (number) WHERE is_read = 0;
  CREATE INDEX inbox_item_changed ON inbox_item (number) WHERE is_changed = 1;
  CREATE INDEX inbox_item_quarantined ON inbox_item (number, received_at, body_size) WHERE kind = 'quarantined';
  CREATE INDEX inbox_item_by_uid ON inbox_item (uid_key, digest) WHERE kind = 'record';
  CREATE INDEX inbox_item_by_visit ON inbox_item (visit_id, number) WHERE visit_id IS NOT NULL;

  -- One row: the numbers of items. They are asked for with a stream of pushes, several times a second.
  CREATE TABLE inbox_count (
    total INTEGER NOT NULL,
    unread INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    quarantined INTEGER NOT NULL
  ) STRICT;
  INSERT INTO inbox_count VALUES (0, 0, 0, 0);
  CREATE TRIGGER inbox_item_added AFTER INSERT ON inbox_item BEGIN
    UPDATE inbox_count SET
      total = total + 1,
      unread = unread + (new.is_read = 0),
      changed = changed + new.is_changed,
      quarantined = quarantined + (new.kind = 'quarantined');
  END;
  CREATE TRIGGER inbox_item_removed AFTER DELETE ON inbox_item BEGIN
    UPDATE inbox_count SET
      total = total - 1,
      unread = unread - (old.is_read = 0),
      changed = changed - old.is_changed,
      quarantined = quarantined - (old.kind = 'quarantined');
  END;
  -- The other columns never change.
  CREATE TRIGGER inbox_item_marked AFTER UPDATE OF is_read ON inbox_item BEGIN
    UPDATE inbox_count SET unread = unread - (old.is_read = 0) + (new.is_read = 0);
  END;

  -- At most one row: the station's id at the hub. Without a row nothing becomes due below.
  CREATE TABLE hub_enrolment (
    station_id TEXT PRIMARY KEY
  ) STRICT;

  -- What the hub does not know yet: the claims of a visit, or whether a publication is offered. What is sent is read when it is sent.
  -- A change gives the row a number that no row had before, so that an answer to an earlier state does not remove it. The number is the
  -- version of the claims at the hub.
  CREATE TABLE hub_outbox (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('claims', 'publication')),
    subject TEXT NOT NULL,
    UNIQUE (kind, subject)
  ) STRICT;

  -- The ids under which the hub has publications: another one each time that a publication is offered again.
  CREATE TABLE hub_offer (
    id TEXT PRIMARY KEY,
    publication_id TEXT NOT NULL,
    -- 1: the hub offers it no more.
    is_ended INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX hub_offer_open ON hub_offer (publication_id, is_ended) WHERE is_ended = 0;

  -- Events of the hub that this station has committed: the hub sends them again until it has read their acknowledgement.
  CREATE TABLE hub_event (
    id TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    -- 0: rows were lost since, which may be of this event.
    is_known INTEGER NOT NULL DEFAULT 1
  ) STRICT;

  -- Records of a visit that other branches have, as the hub last said.
  CREATE TABLE hub_elsewhere (
    visit_id TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) STRICT;

  CREATE TRIGGER hub_visit_added AFTER INSERT ON visit
  WHEN (new.transaction_key IS NOT NULL OR new.person_key IS NOT NULL) AND EXISTS (SELECT 1 FROM hub_enrolment) BEGIN
    DELETE FROM hub_outbox WHERE kind = 'claims' AND subject = new.id;
    INSERT INTO hub_outbox (kind, subject) VALUES ('claims', new.id);
  END;
  CREATE TRIGGER hub_visit_changed AFTER UPDATE OF transaction_key, person_key ON visit
  WHEN (new.transaction_key IS NOT old.transaction_key OR new.person_key IS NOT old.person_key)
    AND EXISTS (SELECT 1 FROM hub_enrolment) BEGIN
    DELETE FROM hub_outbox WHERE kind = 'claims' AND subject = new.id;
    INSERT INTO hub_outbox (kind, subject) VALUES ('claims', new.id);
  END;
  CREATE TRIGGER hub_visit_removed AFTER DELETE ON visit BEGIN
    DELETE FROM hub_elsewhere WHERE visit_id = old.id;
    DELETE FROM hub_outbox WHERE kind = 'claims' AND subject = old.id;
    INSERT INTO hub_outbox (kind, subject) SELECT 'claims', old.id FROM hub_enrolment;
  END;
  CREATE TRIGGER hub_publication_added AFTER INSERT ON publication
  WHEN new.state = 'offered' AND EXISTS (SELECT 1 FROM hub_enrolment) BEGIN
    DELETE FROM hub_outbox WHERE kind = 'publication' AND subject = new.id;
    INSERT INTO hub_outbox (kind, subject) VALUES ('publication', new.id);
  END;
  CREATE TRIGGER hub_publication_changed AFTER UPDATE OF state ON publication
  WHEN new.state <> old.state AND EXISTS (SELECT 1 FROM hub_enrolment) BEGIN
    DELETE FROM hub_outbox WHERE kind = 'publication' AND subject = new.id;
    INSERT INTO hub_outbox (kind, subject) VALUES ('publication', new.id);
  END;
`;
