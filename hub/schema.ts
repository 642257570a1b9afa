/**
 * The tables of the hub as a list of migrations. A migration is additive: a replica of the version before runs next to this one. A
 * later version removes unused parts.
 *
 * Columns `…_hash` are keyed hashes (`HubKeys.lookup`), `details` encrypted JSON bound to `table:id`. Clear are names of stations, groups
 * and users of the web service, times, sizes, ids and states.
 */
const first = `
CREATE TABLE hub_meta (
  name text PRIMARY KEY,
  value bytea NOT NULL
);

-- Users of endpoint A. value: as at a station, with hashes in place of passwords.
CREATE TABLE service_user (
  id uuid PRIMARY KEY,
  name_key text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  value jsonb NOT NULL
);
CREATE TABLE service_token (
  token_hash bytea PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES service_user ON DELETE CASCADE,
  issued_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX service_token_user ON service_token (user_id, issued_at);
-- Wrong passwords by a hash of name, address or both. value: as in attempt-locks.ts. familiar_at: the pair has sent the right password.
CREATE TABLE login_attempt (
  key_hash bytea PRIMARY KEY,
  value jsonb,
  familiar_at timestamptz,
  changed_at timestamptz NOT NULL
);
CREATE INDEX login_attempt_changed ON login_attempt (changed_at);

-- An enrolled station. public_key: Ed25519, 32 bytes. run_id: the run of it that is connected; null once its stream was cut off.
-- challenged_at: another run asked since the last request of that one.
CREATE TABLE station (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  public_key bytea NOT NULL UNIQUE,
  enrolled_at timestamptz NOT NULL,
  revoked_at timestamptz,
  seen_at timestamptz,
  run_id uuid,
  challenged_at timestamptz
);
-- The name of a revoked station is free again.
CREATE UNIQUE INDEX station_name ON station (lower(name)) WHERE revoked_at IS NULL;
CREATE TABLE enrolment (
  code_hash bytea PRIMARY KEY,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  station_id uuid REFERENCES station
);
CREATE TABLE station_group (
  id uuid PRIMARY KEY,
  name text NOT NULL
);
CREATE UNIQUE INDEX station_group_name ON station_group (lower(name));
CREATE TABLE station_group_member (
  group_id uuid NOT NULL REFERENCES station_group ON DELETE CASCADE,
  station_id uuid NOT NULL REFERENCES station,
  PRIMARY KEY (group_id, station_id)
);
CREATE INDEX station_group_member_station ON station_group_member (station_id);
-- Sends pushes with a value of a member (details: { value }) to a group; value_hash: lookup 'rule' of "member value", with a NUL between.
CREATE TABLE routing_rule (
  id uuid PRIMARY KEY,
  member text NOT NULL,
  value_hash bytea NOT NULL UNIQUE,
  details bytea NOT NULL,
  group_id uuid NOT NULL REFERENCES station_group ON DELETE CASCADE,
  number bigint GENERATED ALWAYS AS IDENTITY
);

-- Encrypted contents. wrapped: the key of the pieces, wrapped by the hub's key; the table, which has no pieces, is vacuumed after a removal.
CREATE TABLE content (
  id uuid PRIMARY KEY,
  size bigint NOT NULL,
  created_at timestamptz NOT NULL,
  wrapped bytea NOT NULL
);
CREATE TABLE content_chunk (
  content_id uuid NOT NULL REFERENCES content ON DELETE CASCADE,
  number int NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (content_id, number)
);
ALTER TABLE content_chunk ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- A pushed record, or a quarantined body. details: { sha256 } and, of a quarantined body, its problem.
-- The contents are the body as it was pushed; null for a body over the limit, and after the retention. No foreign key: to remove contents,
-- PostgreSQL would read all pushes once for each.
-- group_id can be one that was removed since a replica read its rule: no station takes the push then, and it is unclaimed.
-- fetched_at: from then on it belongs to its station. freed_from: a revoked station that had not acknowledged it.
-- Of the latest version of a Uid: disputed_by is the earlier version that has arrived again after it; null again when the latest arrives
-- after that. repeat_id is the event that says so, until it is acknowledged, then repeat_acknowledged; repeat_details its members, with the
-- earlier arrivals that were not acknowledged; repeated_at its time.
CREATE TABLE push (
  id uuid PRIMARY KEY,
  received_at timestamptz NOT NULL,
  user_name text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('record', 'quarantined')),
  size bigint NOT NULL,
  digest_hash bytea,
  uid_hash bytea,
  transaction_hash bytea,
  identification_hash bytea,
  version int NOT NULL DEFAULT 1,
  repeats int NOT NULL DEFAULT 0,
  repeated_at timestamptz,
  details bytea NOT NULL,
  content_id uuid,
  station_id uuid REFERENCES station,
  group_id uuid,
  assigned_by text CHECK (assigned_by IN ('transaction', 'uid', 'identification', 'rule')),
  assigned_at timestamptz,
  fetched_at timestamptz,
  acknowledged_at timestamptz,
  freed_from uuid REFERENCES station,
  disputed_by uuid,
  repeat_id uuid,
  repeat_acknowledged uuid,
  repeat_details bytea
);
-- Under one Uid (or without one) each content is stored once.
CREATE UNIQUE INDEX push_once ON push (coalesce(uid_hash, ''::bytea), digest_hash) WHERE kind = 'record';
-- Each index is written with each push: rows that no query of it looks for are left out.
CREATE INDEX push_due ON push (station_id, received_at)
  WHERE station_id IS NOT NULL AND kind = 'record' AND (acknowledged_at IS NULL OR repeat_id IS NOT NULL);
CREATE INDEX push_of_group ON push (group_id, received_at) WHERE station_id IS NULL AND group_id IS NOT NULL;
CREATE INDEX push_unclaimed ON push (received_at) WHERE kind = 'record' AND station_id IS NULL;
CREATE INDEX push_transaction ON push (transaction_hash) WHERE transaction_hash IS NOT NULL;
CREATE INDEX push_identification ON push (identification_hash) WHERE identification_hash IS NOT NULL;
CREATE INDEX push_quarantined ON push (received_at) WHERE kind = 'quarantined';
-- Contents that are due, and later rows that are due: neither reads the rows of the other.
CREATE INDEX push_acknowledged ON push (acknowledged_at) WHERE acknowledged_at IS NOT NULL AND content_id IS NOT NULL;
CREATE INDEX push_without_content ON push (acknowledged_at) WHERE acknowledged_at IS NOT NULL AND content_id IS NULL;
CREATE INDEX push_received ON push (received_at);

-- One of a visit without a version is of a revoked station, or was handed over from it.
CREATE TABLE claim (
  station_id uuid NOT NULL REFERENCES station ON DELETE CASCADE,
  visit_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('transaction', 'identification')),
  value_hash bytea NOT NULL,
  claimed_at timestamptz NOT NULL,
  PRIMARY KEY (station_id, visit_id, kind, value_hash)
);
CREATE INDEX claim_value ON claim (value_hash);
-- The newest version of a visit's claims; also of a removed visit, for as long as an older request can still arrive.
CREATE TABLE claim_version (
  station_id uuid NOT NULL REFERENCES station ON DELETE CASCADE,
  visit_id uuid NOT NULL,
  version bigint NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (station_id, visit_id)
);

-- A document of a station. details: { name, sha256, keys }. received: bytes of the upload. content_id: null after the retention.
-- No foreign key, as for a push.
CREATE TABLE publication (
  id uuid PRIMARY KEY,
  station_id uuid NOT NULL REFERENCES station,
  state text NOT NULL CHECK (state IN ('uploading', 'damaged', 'offered', 'fetched', 'withdrawn')),
  once boolean NOT NULL,
  size bigint NOT NULL,
  received bigint NOT NULL DEFAULT 0,
  details bytea NOT NULL,
  content_id uuid,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  number bigint GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX publication_ended ON publication (changed_at) WHERE state <> 'offered';
-- value_hash: lookup of the kind and the comparable value.
CREATE TABLE publication_key (
  publication_id uuid NOT NULL REFERENCES publication ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('identification', 'transaction', 'uid', 'customer')),
  value_hash bytea NOT NULL,
  PRIMARY KEY (publication_id, kind)
);
CREATE INDEX publication_key_value ON publication_key (value_hash);
-- An answer with this document. A document that is offered once is in no other answer until leased_until.
CREATE TABLE publication_fetch (
  answer_id uuid NOT NULL,
  publication_id uuid NOT NULL REFERENCES publication ON DELETE CASCADE,
  user_name text NOT NULL,
  begun_at timestamptz NOT NULL,
  completed_at timestamptz,
  leased_until timestamptz NOT NULL,
  PRIMARY KEY (publication_id, answer_id)
);
CREATE INDEX publication_fetch_answer ON publication_fetch (answer_id);

-- Events of a station other than pushes. details: the members of the event that are not columns.
CREATE TABLE station_event (
  id uuid PRIMARY KEY,
  station_id uuid NOT NULL REFERENCES station,
  kind text NOT NULL CHECK (kind IN ('fetched')),
  at timestamptz NOT NULL,
  details bytea NOT NULL,
  acknowledged_at timestamptz
);
CREATE INDEX station_event_due ON station_event (station_id, at) WHERE acknowledged_at IS NULL;
CREATE INDEX station_event_acknowledged ON station_event (acknowledged_at) WHERE acknowledged_at IS NOT NULL;

-- What administrators, users and stations did, without personal data. subject: the id of what it is about.
CREATE TABLE audit_entry (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL,
  actor text NOT NULL,
  subject uuid
);
CREATE INDEX audit_entry_at ON audit_entry (at);
`;

/** In their order. Only additions: a migration that a database has is never changed. */
export const migrations: readonly { name: string; sql: string }[] = [{ name: '0001-first', sql: first }];
