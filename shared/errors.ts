/**
 * Every problem the station can meet, by code.
 *
 * A problem crosses IPC and the command line as a value `{ code, message, detail }`; the words that a
 * person reads are in `shared/i18n/<language>/problems.json` under the code, three short parts each:
 * what happened, why, what to do. `message` is for developers and logs: it never carries a secret or
 * personal data. `detail` fills the gaps in the words (a file name, the provider's own text) and is
 * shown to the clerk but never logged.
 */

/**
 * Traits of a code, the same wherever the problem occurs:
 * - `retryable`: the same call may succeed later without a person's help. The provider cannot be reached (an untrusted
 *   certificate among them, which is what the sign-in page of a public network shows), its token service fails, or it asks
 *   to wait.
 * - `provider`: the provider was reached, and this is its answer, or it did not answer.
 * - `person`: a retry fails until a person has resolved the problem; the same is true of `settings` (of settings, or of typed input)
 *   and `rule` (a rule of the branch), which a code has in its place.
 * - `repeatable`: not tried again automatically, but a person may ask the same again.
 * - `momentary`: a condition of this machine at this moment; the same file may succeed the next time.
 * - `sent-before`: a document is left out as the same was sent before; `again` sends it all the same.
 * - `reason`: as a warning of the policy it asks a person for a reason before signing starts.
 * - `acceptable`: a document is left out until a person has read this remark and accepts it; `accepted` then sends it.
 */
export type ProblemTrait =
  | 'retryable'
  | 'provider'
  | 'person'
  | 'settings'
  | 'rule'
  | 'repeatable'
  | 'momentary'
  | 'sent-before'
  | 'reason'
  | 'acceptable';

/** Every code with its traits: the only place that defines them. */
const traitsOfCodes = {
  // A document, before anything is sent
  'file-missing': ['momentary'], // gone since it was listed, or never there
  'file-unreadable': ['momentary'], // the system refuses to open it. detail: name, cause; or `context: 'noprogram'`: no program shows it
  'file-changed': ['momentary'], // its bytes are no longer those that were opened
  'file-empty': [], // zero bytes
  'not-a-pdf': [], // no PDF header
  'pdf-truncated': [], // begins as a PDF, ends before its end marker
  'pdf-damaged': [], // cannot be read as a PDF
  'pdf-no-pages': [], // no page tree, or none with a page in it
  'pdf-too-many-pages': [], // detail: limit
  'pdf-too-complex': [], // reading it takes more memory or time than a document may
  'pdf-password': [], // needs a password to open
  'pdf-password-wrong': [], // not the password that was typed
  'pdf-encryption-unknown': [], // encrypted for a certificate or by a rights server: no password opens it
  'pdf-no-changes': [], // opens, but its permissions forbid signing
  'pdf-form-not-shown': [], // an XFA form that pdf.js cannot lay out, so that its content cannot be seen
  'pdf-form': ['acceptable'], // an XFA form; sent only when a person accepts that other viewers may show something else
  'pdf-mended': [], // damaged, and shown as viewers mend it; reported, and does not prevent sending
  'pdf-ambiguous': ['acceptable'], // other programs may show other objects, or other pages, than the window does
  'pdf-unverifiable': ['acceptable'], // encrypted so that the check of the signed file cannot read what was added to it
  'signature-broken': ['acceptable'], // signatures in the document that do not verify. detail: fields
  'signature-unreadable': ['acceptable'], // signatures in the document that the station cannot check. detail: fields
  'changed-after-signing': ['acceptable'], // no signature covers its last part
  'pdf-certified': [], // certified with "no changes allowed"
  'path-too-long': [], // the system refuses the path for its length
  'folder-empty': [], // a folder without a single PDF. detail: name
  'recent-missing': [], // nothing of a recent opening exists any more. detail: name
  'document-unknown': [], // no document of that id is open

  // A batch, before anything is sent
  // Sent again only when a person says so. detail: name, at (local time); the first also signed (file name), or `context: 'nofile'`
  'already-sent': ['sent-before'], // the same bytes for the same client info were sent and signed
  'signed-file-found': ['sent-before'], // a folder has a signed file of it that this station does not know. detail: name, signed, folder, at
  'same-document-waits': ['sent-before'], // they are in the queue already
  'same-document-in-doubt': ['sent-before'], // they were sent and the outcome is unknown
  'same-document-unverified': ['sent-before'], // they were sent, and the check of the returned file does not agree
  'batch-empty': [],
  'client-info-missing': [],
  'reference-missing': [],
  'reference-repeated': [], // detail: reference
  'placement-missing': [],
  'placement-page-missing': [], // the document does not have the page. detail: page, pages
  'placement-no-area': [],
  'placement-outside-page': [], // detail: page
  'document-too-large': [], // larger than one call may be. detail: size, limit
  'document-sent': [], // this document is pending, is being sent, was signed, or is named twice
  'references-file-unreadable': ['settings'], // CSV of reference numbers. detail: name, cause
  'signing-not-set-up': ['settings'], // the active profile has no signing section

  // Connection and provider
  'address-not-found': ['retryable'], // DNS has no such host. detail: host
  'connection-refused': ['retryable'], // nothing listens there. detail: host
  offline: ['retryable'], // no route, connection lost before the request went out. detail: host
  'timed-out-connecting': ['retryable'], // detail: host
  // TLS certificate self-signed, expired (`context: 'date'`), or for a different host (`'server'`). detail: host, cause
  'certificate-untrusted': ['retryable'],
  'proxy-failed': ['retryable'], // detail: proxy host
  'proxy-needs-login': ['retryable'], // it answered 407. detail: proxy host
  'system-transport-missing': ['settings'], // the profile uses the system's network, which only the application reaches
  'ca-file-unreadable': ['person'], // the extra CA file of the profile. detail: name
  'roots-unreadable': ['person'], // a file that was chosen for the provider's roots. detail: name
  'roots-too-many': ['person'],
  'credentials-refused': [], // token endpoint 400. detail: clientId, providerText
  'token-unavailable': ['retryable', 'provider'], // no usable token for another reason. detail: status, providerText or `context: 'unusable'`, `'unexplained'`
  'token-refused': [], // 401 or 403 also with a fresh token. detail: status, providerText
  'request-refused': [], // sign-documents 400. detail: providerText
  'call-too-large': [], // 413 for a call of one document
  'provider-busy': ['retryable', 'provider'], // 429 or 503. detail: status, retryAfter (seconds); `context: 'until'` with `until` (ms)
  'provider-error': ['provider'], // 500 and other 5xx. detail: status, providerText
  'unexpected-answer': ['provider'], // a status that the interface does not describe. detail: status, providerText
  // bytes went out and no answer came (connection lost or time-out), or `context: 'limit'`: not within `callTimeout` (detail: seconds), or
  'no-answer': [], // `context: 'unreadable'`: none that is HTTP
  'answer-not-json': [], // detail: providerText with `context: 'said'`, or none
  'answer-cut-off': [], // `context: 'limit'`: by `callTimeout` (detail: seconds)
  'answer-not-as-described': [], // JSON, but not the described shape. detail: providerText with `context: 'said'`, or none
  'answer-misses-document': [], // a complete answer without this document
  'answer-repeats-document': [], // contradicting entries for this document
  // An entry for a reference that was not sent. detail: count; `context: 'missing'`: the document itself has no entry; or `context: 'unnamed'`:
  // a part of the answer without a reference, such as one that is not JSON.
  'answer-other-document': [],
  'provider-said-fail': [], // status FAIL. detail: providerText; `context: 'said'`, or `unexplained` for a FAIL without a reason
  'signed-but-empty': [], // SUCCESS without content. detail: providerText with `context: 'said'`, or none
  'signed-not-base64': [],
  'signed-not-pdf': [],
  'result-unacceptable': [], // the check of the returned file found what cannot be accepted; the report has the findings
  'result-unverifiable': [], // the check could not be finished; the report has the reason
  'result-of-two-documents': [], // the same file was returned for two documents. detail: name (of the other)
  'no-rule-fits': [], // a document differs in more than what a rule of the provider accepts
  'no-rule-needed': [], // by the current settings the document agrees
  'result-not-checked': ['momentary'], // a fault of the station, or a person stopped the check. detail: cause (a code)

  // Test documents that find out how the provider counts coordinates. Problems of the provider have `context` there: `test`.
  'test-without-signature': [], // the returned file has no signature
  'test-invisible': [], // none of its signatures has a place, or an area
  'test-several-signatures': [], // detail: count
  'test-pages-changed': [], // the returned pages differ from the sent ones
  'test-off-every-convention': [], // it is in a place that no convention gives
  'test-ambiguous': [], // several conventions still give the same places. detail: count
  'test-not-confirmed': [], // the convention that was found put the next signature in another place

  // The queue
  interrupted: [], // the station ended while the document was being sent
  'other-account': ['person'], // queued for another connection; waits for it. `context: 'check'`: nothing of it is stored here
  'sent-unrecorded': [], // in doubt by the sent ledger. detail: at (local time), or `context: 'signed'`: the provider returned it signed
  'earlier-call-in-doubt': [], // in doubt by an earlier call: the one after it was cancelled or signed nothing; the warning says why
  // Entries of the sent ledger are missing, or (`context: 'restored'`) the document was queued in a backup: it may have been sent,
  // and a person has to send it again. `context: 'refused'`: the provider refused it in a call that the database does not know.
  // `context: 'setBack'`: the clock jumped ahead while it was queued.
  // detail: at (local time of that call)
  'resend-needed': ['person'],
  'queue-incomplete': [], // the sent ledger knows of queued documents that the database lost before they were sent. detail: count
  'ledger-ahead': [], // the sent ledger knows of calls that the database does not. detail: count (of documents)
  // Entries of the sent ledger are missing. detail: waiting (documents to be released), count; or `context: 'uncounted'`
  'ledger-incomplete': [],
  'memory-only': [], // there is no key to encrypt with, so the queue ends with the station. detail: cause
  'data-hidden': [], // the keychain does not answer, so the stored data are not shown; left unchanged
  'stored-data-damaged': [], // a row does not parse, or an encrypted file cannot be opened; quarantined. detail: kind
  'copy-unreadable': ['momentary'], // reading the encrypted copy from the disk failed; the copy is not removed. detail: cause
  'state-changed': [], // the document is not in the state that the request supposes
  'note-missing': [], // closing a document in doubt needs a note
  'candidate-gone': [], // the candidate for the result is no longer stored
  'key-not-renewable': [], // the key comes from the environment, or there is no keychain
  'validation-not-set-up': ['settings'], // no validation section, or its path does not say where the transaction number goes
  // `context: 'unexplained'` as below; `key` and `key_unexplained` of 401: their words are about the API key.
  'validation-refused': [], // 400, 401, 404 or 422 of the validation query. detail: status, providerText
  'validation-failed': [], // 500, an undescribed status or an unreadable answer. detail: status

  // Screening
  'search-not-set-up': ['settings'], // the active profile has no search section
  // Without a text of the service, `context: 'unexplained'` in place of providerText chooses the words that do without it.
  'search-refused': ['provider'], // 400, 422. detail: status, providerText
  'search-key-refused': ['provider', 'person'], // 401 or 403: invalid API key or insufficient permissions. detail: status, providerText
  'service-not-found': ['provider'], // a redirect, 404 or the like: the address, or a setting, is wrong. detail: status, providerText
  'search-failed': ['provider', 'repeatable'], // 500, another 5xx or an undescribed status. detail: status, providerText
  'search-busy': ['retryable', 'provider'], // 429 or 503. detail: status, retryAfter (seconds); `context: 'until'` with `until` (ms)
  'search-unanswered': ['retryable', 'provider'], // bytes went out and no answer came (connection lost or time-out)
  'search-answer-cut-off': ['retryable', 'provider'], // `context: 'limit'`: by `callTimeout` (detail: seconds)
  'search-answer-unreadable': [], // no JSON, such as the sign-in page of a public network. detail: providerText with `context: 'said'`, or none
  'search-answer-not-as-described': [], // JSON, but not the described shape. detail: as above
  'search-other-connection': [], // stored for another connection than the one in use; waits for it
  'answer-other-person': [], // the answer names another person than the query
  'answer-names-no-one': [], // neither the name nor the number of the query is in the answer
  'answer-without-log-number': [], // no `id_bitacora`
  'answer-too-large': ['provider'], // longer than a search answer may be
  'screening-unknown': [], // no screening of that id is stored
  'no-answer-stored': [], // the screening has no answer to show
  'reason-missing': [], // a decision needs a reason
  'run-unknown': [], // no run of that id
  'table-unreadable': ['settings'], // a file of persons. detail: name, cause; for `not-this-encoding` also line, encoding
  'table-empty': ['settings'], // no row in it. detail: name
  'table-quote-open': ['settings'], // a quote is never closed, or closed in mid-cell. detail: line
  'table-file-changed': ['settings'], // the file has changed since it was checked
  'name-missing': [], // a row without a name
  'name-too-long': [], // detail: limit
  'name-several-lines': [], // the name of a row has line breaks: it may be several persons

  // Visits, records, rules of signing
  'visit-unknown': [], // no visit of that id is stored
  'visit-empty': [], // neither name nor identification nor transaction
  'visit-busy': [], // something of it is pending or in flight, so it cannot be removed. detail: count
  'record-unknown': [], // no record of that id is stored
  'record-file-unknown': [], // no such picture, video or document in it
  'record-too-large': [], // longer than a record may be
  'record-not-as-described': [], // a pushed body that is no record
  'validation-parts-missing': [], // parts of the query's path are missing. detail: part
  'validation-part-unusable': ['settings'], // the value of a part cannot be in the query's address. detail: part
  // Bytes went out and no answer came (connection lost or time-out); `context: 'limit'`: too slowly after `callTimeout` (detail: seconds)
  'validation-unanswered': [],
  'policy-no-visit': ['rule'], // the policy requires a visit, and the documents belong to none
  'policy-not-screened': ['rule'], // no screening of the customer
  'policy-not-clear': ['rule'], // the latest screening is not clear
  'policy-screening-old': ['rule'], // detail: hours
  'policy-no-record': ['rule'], // no validation record
  'policy-face-not-approved': ['rule', 'reason'],
  'policy-record-alerts': ['rule', 'reason'], // the latest record has things that a person should notice
  'policy-other-name': ['rule', 'reason'], // the latest record shares no word of its name with the visit
  'policy-other-identification': ['rule'], // record and screening are about different identifications
  'policy-identification-missing': ['rule'], // record or screening has none, so it is unknown whether they are about one person
  'policy-visits-hidden': ['rule'], // without the keychain it is unknown what was found in the visits on the disk
  'policy-other-visit': ['rule'], // the client info is the transaction number of a visit other than the chosen one
  'policy-blocked': ['rule'], // the latest screening says block
  'reason-needed': [], // the customer's record warns of something, and signing asks a person for a reason
  'policy-not-overridable': [], // a rule of which the settings allow no override

  // The client's own web service (endpoints A and B)
  'service-needs-tls': ['settings'], // another address than loopback, without encryption
  'service-port-taken': ['settings'], // detail: port
  'service-address-unusable': ['settings'], // the address to listen on, or one of a list, is none. detail: address
  'service-certificate-unusable': ['settings'], // certificate, key or PKCS#12 missing or unusable, wrong passphrase. detail: cause
  'service-memory-only': ['settings'], // no key to encrypt with, so no push could be stored. detail: cause
  'service-no-users': ['settings'], // no one could get a token
  'service-user-taken': ['settings'], // another user has that name. detail: name
  'service-user-unknown': [],
  'service-not-running': [],
  'hub-database-unusable': ['settings'], // PostgreSQL does not answer, refuses, or is too old. detail: cause (its version, SQLSTATE, or the code of the system)
  'hub-key-wrong': ['settings'], // the database was begun with another key of the hub; left unchanged
  'hub-station-unknown': ['settings'], // the hub has no station with that id, or has revoked it
  'hub-name-taken': ['settings'], // another station or group of the hub has that name. detail: name
  'hub-group-unknown': ['settings'], // the hub has no group with that name. detail: name
  'hub-rule-taken': ['settings'], // a rule of the hub for that value of that member exists. detail: member
  'hub-rule-unknown': ['settings'], // the hub has no rule with that id
  'service-busy': [], // the maximum of passwords is being checked: 503 with Retry-After. detail: retryAfter (seconds)
  'documents-being-read': [], // nothing to send was found, but the watched folder is not read: 503 with Retry-After
  'service-test-failed': [], // a step of the self-test got another answer than expected. detail: status
  'push-not-stored': [], // a push, or a body to quarantine, could not be written
  'body-neither': [], // neither `JsonTransaction` nor a member of the record
  'body-has-more': [], // its records are stored; it has other values, too many records, or some too deep, and is quarantined as a whole
  'body-not-json': [],
  'body-repeats-member': [], // a duplicate member, so it is unknown which is meant. detail: member
  'body-not-an-object': [],
  'body-too-large': [], // larger than a push may be; not stored. detail: limit and size in MiB, or `context: 'unstated'`
  'body-too-deep': [], // nested deeper, or of more values, than can be read
  'body-coding-unknown': [], // compressed by another method than gzip, deflate and br
  'body-coding-broken': [], // declared as compressed, and cannot be decompressed
  'contents-not-taken': [], // of a body over the limit only user, time and size were stored
  'inbox-unknown': [], // nothing of that id is in the inbox
  'inbox-full': [], // the maximum is quarantined, so no more is stored. detail: count
  'publication-unknown': [],
  'publication-no-key': [], // neither transaction nor identification to publish it for
  'publication-offered': [], // it is still offered, so it cannot be taken off the list
  'watched-folder-missing': [], // detail: name
  'watched-file-no-key': [], // its name does not identify a customer. detail: name

  // The hub at head office
  'hub-address-unusable': ['settings'], // no address, or plain HTTP to another computer
  'hub-code-refused': ['settings'], // the enrolment code is unknown, used or too old
  'hub-enrolled': ['settings'], // the station is enrolled already
  'hub-key-missing': ['person'], // the keychain does not have the key of this enrolment
  'hub-revoked': ['person'], // the hub does not accept this station any more
  'hub-clock': ['retryable'], // the clock of this computer is wrong
  'hub-elsewhere': ['retryable'], // a copy of the data folder is connected as this station
  'hub-unavailable': ['retryable', 'provider'], // busy, a fault of the hub, or no answer after the request. detail: retryAfter (seconds)
  'hub-unexpected': ['provider'], // an answer that is none of the hub. detail: status

  // Disk
  'output-folder-missing': [], // detail: name
  'output-not-writable': [], // detail: name, cause; `context: 'file'`: about an earlier file, which would be replaced
  // Of the data folder without a context. detail: context (`folder`: of a folder that a person chose, with its name; `refused`,
  // `folderRefused`: another limit than space, or a faulty disk; `opening`: of the data folder, with its path as name)
  'disk-full': ['person', 'momentary'],

  // Keychain, settings, profiles
  'keychain-unavailable': ['settings'], // no service, or locked. detail: cause
  'secret-missing': ['settings'], // detail: secret, profile (its name)
  'secret-for-other-address': ['settings'], // typed for another scheme, host or port than the profile has now. detail: as above
  'secret-not-for-header': ['settings'], // an API key with other characters than a header takes. detail: secret
  'secret-too-long': ['settings'], // Windows holds 2,560 bytes an entry. detail: secret
  'profile-invalid': ['settings'], // detail: field
  'profile-unknown': ['settings'],
  'settings-unreadable': ['settings'], // stored settings do not parse; quarantined. `context: 'missing'`: there were none, and other data are there; `older`: they are of before the end of an earlier run
  'certificates-unchecked': ['settings'], // NODE_TLS_REJECT_UNAUTHORIZED=0 or a switch of Chromium trusts any certificate, so the station does not start
  'start-exposed': ['settings'], // a switch or variable lets others read pages or connections, so the station does not start. detail: name
  'data-folder-in-use': ['settings'], // another process works on the data folder. detail: cause (desktop, command-line), command, pid, since (local time), context (`known`; `taken`: the lock file was removed while this station ran)
  'data-key-missing': ['settings'], // the data are encrypted with another key; left unchanged. detail: cause, one of two; `context: 'backup'`
  'database-damaged': [], // the encrypted database was quarantined, and a new one begun with the readable rows. detail: name, count
  'database-unreadable': [], // a page of the database is damaged: the next start checks all of it and salvages the readable rows
  'database-older': [], // the encrypted database lacks data that it had at the end of an earlier run
  'database-missing': [], // encrypted files were found without their database, and quarantined. detail: name
  'files-missing': [], // no encrypted file is in its folder any more. detail: name
  'data-restored': [], // a backup was restored: its pending jobs wait for a person. detail: at (local time of the backup)
  'data-copied': [], // the data folder is a copy: its pending jobs wait for a person
  'backup-unreadable': ['settings'], // nothing changed. detail: cause (not-a-backup, damaged, wrong-code, newer-version, older-version, system code)
  'data-folder-unusable': ['settings', 'momentary'], // the station cannot start, and nothing in it was changed. detail: cause, context (`encrypted`: that folder is away; `file`: about that one in it, with its name)

  // The station itself
  'wrong-use': ['settings'], // command line. detail: what
  'bad-request': [], // an IPC request that does not match the contract
  'sender-refused': [], // an IPC call from a frame that is not ours
  'link-refused': [], // a link that is in no match, or leads to no web page
  cancelled: [], // cancelled by the person
  internal: ['person', 'momentary'], // a fault of the station
} as const satisfies Record<string, readonly ProblemTrait[]>;

export type ProblemCode = keyof typeof traitsOfCodes;
export const problemCodes = Object.keys(traitsOfCodes) as [ProblemCode, ...ProblemCode[]];

/** The codes with the trait `acceptable`. */
export type AcceptableCode = {
  [Code in ProblemCode]: 'acceptable' extends (typeof traitsOfCodes)[Code][number] ? Code : never;
}[ProblemCode];
export const isAcceptable = (code: ProblemCode): code is AcceptableCode => hasTrait({ code }, 'acceptable');
export const acceptableCodes = problemCodes.filter(isAcceptable);

export function hasTrait({ code }: Pick<Problem, 'code'>, trait: ProblemTrait): boolean {
  const traits: readonly ProblemTrait[] = traitsOfCodes[code];
  return traits.includes(trait);
}

/** Whether the same call may succeed later. */
export const mayPass = (problem: Pick<Problem, 'code'>): boolean => hasTrait(problem, 'retryable') || hasTrait(problem, 'repeatable');

/** Whether a retry fails until a person has resolved the problem. */
export const needsPerson = (problem: Pick<Problem, 'code'>): boolean =>
  (['person', 'settings', 'rule'] as const).some((trait) => hasTrait(problem, trait));

export type Problem = { code: ProblemCode; message: string; detail?: Record<string, string | number> | undefined };
export type ProblemDetail = NonNullable<Problem['detail']>;

/** Builds a problem; `message` repeats the code unless a developer needs to know more. */
export function problem(code: ProblemCode, detail?: ProblemDetail, message: string = code): Problem {
  return detail === undefined ? { code, message } : { code, message, detail };
}

/** A problem as an exception; caught at the edges (IPC, command line) and passed on as a value. */
export class StationError extends Error {
  readonly problem: Problem;

  constructor(code: ProblemCode, detail?: ProblemDetail, options?: { message?: string; cause?: unknown }) {
    super(options?.message ?? code, options?.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'StationError';
    this.problem = problem(code, detail, this.message);
  }
}

/** Returns the problem for an unknown thrown value. Texts of foreign errors are dropped: they may hold paths or names. */
export function problemOf(thrown: unknown): Problem {
  if (thrown instanceof StationError) return thrown.problem;
  const kind = thrown instanceof Error ? thrown.name : typeof thrown;
  return problem('internal', undefined, `internal: ${kind}`);
}
