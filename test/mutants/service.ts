// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Wrong rules of the web service: who may call, what a body asks for, which documents go out, and the inbox. */
import { type Mutant, mutantsOf } from './mutant.ts';

const throttle = ['test/web-service/login-throttle.unit.test.ts'];

export const service: Mutant[] = [
  ...mutantsOf(
    'main/features/web-service/inbox/ingest-push.ts',
    ['test/web-service/inbox.test.ts'],
    [
      ['an earlier version that arrives again changes nothing', 'latest?.id !== id && recordId !== null', 'false'],
      ['the repeat of a lost record is a duplicate', '!records.has(same.recordId) ? same : null', 'records.has("") ? same : null'],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/inbox/ingest-push.ts',
    ['test/hub/station-events.test.ts'],
    [
      [
        'a version that arrived again before the newest one counts next to it',
        'versions.find(({ sha256 }) => sha256 === latest) ?? latestOf(versions)',
        'latestOf(versions)',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/visits/evaluate-visit.ts',
    ['test/web-service/inbox.test.ts'],
    [['of two versions in dispute the more favourable face counts', "face === 'approved' ? own.face : face", 'own.face']],
  ),
  ...mutantsOf(
    'main/features/visits/change-visit.ts',
    ['test/web-service/inbox.test.ts'],
    [['a repeated push fails for ever beside a damaged version', '!record.ok || visits.find', 'visits.find']],
  ),
  ...mutantsOf('main/features/web-service/access/login-throttle.ts', throttle, [
    ['a name may be tried fifty times from one address', '{ pair: 5,', '{ pair: 50,'],
    ['one address locks a name out everywhere', 'address: 20, name: 50 }', 'address: 20, name: 5 }'],
    ['one good password clears an address', "key: networkOf(address), right: 'right' }", "key: networkOf(address), right: 'forget' }"],
    [
      'the names of strangers are counted without bound',
      'createAttemptLocks({ allowed: allowed.name, maxKeys })',
      'createAttemptLocks({ allowed: allowed.name, maxKeys: Number.POSITIVE_INFINITY })',
    ],
    ['an address that is known is throttled by its name', 'if (isFamiliar(pair)) return all;', ''],
  ]),
  ...mutantsOf('main/features/web-service/access/attempt-locks.ts', throttle, [
    [
      'after a lock all attempts are free again',
      'entry.locks > 0 ? 1 : allowed - entry.failures.length',
      'allowed - entry.failures.length',
    ],
    ['locks do not grow', 'firstLock * 2 ** entry.locks', 'firstLock'],
    ['attempts at one time are not counted', 'entry.pending < left ? 0 : waitForPending', '0'],
    ['the lock comes one attempt late', 'entry.failures.length >= allowed', 'entry.failures.length > allowed'],
    ['a lock is forgotten when it ends', 'now >= entry.until + window', 'now >= entry.until'],
    ['after the clock was put back a lock lasts for hours', 'Math.min(entry.until, now + window)', 'entry.until'],
  ]),
  ...mutantsOf('main/features/web-service/access/login-throttle.ts', throttle, [
    ['each address of an IPv6 network has its own attempts', "`${all.slice(0, 4).join(':')}::/64`", "all.join(':')"],
    [
      'IPv4 within IPv6 has its own attempts',
      'if (mapped !== undefined && isIPv4(mapped)) return mapped;',
      '',
      'The hexadecimal spelling below is the same address, and is turned into the same text.',
    ],
  ]),
  ...mutantsOf(
    'main/features/web-service/access/password-grant.ts',
    ['test/web-service/access-tokens.test.ts', 'test/web-service/access-users.test.ts', 'test/web-service/abuse-passwords.soak.test.ts'],
    [['a wrong password counts as right', "outcome = known ? 'right' : 'wrong';", "outcome = 'right';"]],
  ),
  ...mutantsOf(
    'main/features/web-service/access/access.ts',
    ['test/web-service/access-tokens.test.ts', 'test/web-service/access-users.test.ts', 'test/web-service/abuse-passwords.soak.test.ts'],
    [
      [
        'who was locked out while waiting is let in',
        'state.throttle.wait(attempt) || state.throttle.begin(attempt)',
        'state.throttle.begin(attempt)',
      ],
      ['a password of one letter is taken', 'password.length < minPasswordLength || ', ''],
      [
        'a name that is taken is refused only after a password was made',
        "if (state.users.named(username)) throw new StationError('service-user-taken', { name: username });",
        '',
        'The store refuses the name as well, with the same error; only the work of hashing a password is saved here.',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/access/user-repository.ts',
    ['test/web-service/access-users.test.ts'],
    [['two users have one name', 'if (other && other.id !== user.id) throw', 'if (other === user) throw']],
  ),
  ...mutantsOf(
    'main/features/web-service/access/password-hash.ts',
    ['test/web-service/passwords.unit.test.ts'],
    [
      [
        'a password in another Unicode form is wrong',
        "password.slice(0, maxBytes + 1).normalize('NFC')",
        'password.slice(0, maxBytes + 1)',
      ],
      ['an unknown name is answered sooner', 'Math.max(0, maxCount - count(own, key))', 'Math.max(0, maxCount - maxCount)'],
      [
        'a password longer than any is compared by its beginning',
        "same && password !== '' && !isTooLong(password)",
        "same && password !== ''",
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/access/token-repository.ts',
    ['test/web-service/access-tokens.test.ts', 'test/web-service/clock.test.ts'],
    [
      ['a token never ends', 'expires > at.toISOString() &&', ''],
      ['a token of tomorrow is good', ' && Date.parse(issued) <= at.getTime() + clockTolerance', ''],
      ['a user’s tokens grow without bound', 'oldest.length - maxTokensOfUser + 1', 'oldest.length - oldest.length'],
      ['removing a user’s tokens leaves them in memory', 'remove.run(hash);\n    change(hash, null);', 'remove.run(hash);'],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/http/gate.ts',
    ['test/web-service/addresses.unit.test.ts'],
    [
      ['an IPv4 range can have 64 bits', 'width <= maxWidth)', 'width <= 128)'],
      ['IPv4 within IPv6 is another address', ".replace(/%.*$/, '').replace(mapped, '')", ".replace(/%.*$/, '')"],
      ['a range with a second slash is taken', 'rest.length > 0 || ', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/http/gate.ts',
    ['test/web-service/addresses.unit.test.ts', 'test/web-service/conformance-callers.test.ts'],
    [
      [
        'this machine needs to be on the list',
        'settings.allowed.length === 0 || isLoopback(address) ||',
        'settings.allowed.length === 0 ||',
      ],
      ['behind a proxy anybody may call', 'mayCall: (address) => !proxied || mayCall(address)', 'mayCall: () => true'],
      ['X-Forwarded-For is believed without a proxy', '=> proxied && (isLoopback(address)', '=> (isLoopback(address)'],
    ],
  ),
  ...mutantsOf(
    'main/features/records/receiving/read-push.ts',
    ['test/web-service/classify-body.unit.test.ts'],
    [
      ['a second byte order mark is a fault', 'while (body.subarray(start,', 'if (body.subarray(start,'],
      [
        'a section in the described case is a record',
        'found.records.every((path) => isInSection(top, path))',
        'found.records.length === 0',
      ],
      ['any object around a record is one', 'isSection(String(step)) && isObject', 'isObject'],
      ['the sections of any object are none of a record', ' && hasMembersSpelledAnyhow(holder, depth === 0)', ''],
      ['a zero behind a body is a fault', '(body[end - 1] ?? 0) <= 0x20', '(body[end - 1] ?? 0) < 0'],
      ['what was read as windows-1252 has no remark', 'isUncertain || isGuess', 'isUncertain'],
      ['a body that has a member twice is taken', 'repeated[0] !== undefined', 'repeated[1] !== undefined && repeated[0] !== undefined'],
      ['a body that is no UTF-8 is taken', 'if (!isUtf8(body))', 'if (body.length < 0)'],
      ['a text of JSON is no object', 'within && within.kind !==', 'false && within.kind !=='],
      ['any text in a question is written into its body', "typeof fromText(value) !== 'object'", 'value.length < 3'],
      ['the first of several questions counts', 'holder && more.length === 0', 'holder'],
      ['the first of several transactions counts', 'found.length === 1 && isObject(found[0])', 'isObject(found[0])'],
      ['large numbers of a question are rounded', 'parseDigits(text)', 'JSON.parse(text)'],
      [
        'a question that is a record as well is not stored',
        "return records.length === 0 ? { kind: 'question', transaction }",
        "return records.length < 100 ? { kind: 'question', transaction }",
      ],
      ['a long text next to a record is lost', 'holder === null && isLong(path)', 'false'],
      ['an object that is no record is lost beside one', 'isApart && Object.values', 'false && Object.values'],
      ['records beyond the limits are lost', "holder !== 'record' && Object.keys(value).length > 0", 'false'],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/http/web-server.ts',
    ['test/web-service/error-texts.test.ts'],
    [
      [
        'Fastify’s own text goes to the caller',
        "status >= 400 && status < 500 ? new Refusal(400, 'the request cannot be read')",
        "status >= 400 && status < 500 ? new Refusal(400, thrown instanceof Error ? thrown.message : '')",
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/http/web-server.ts',
    ['test/web-service/self-test.test.ts'],
    [
      ['the self-test is counted', 'if (raw.headers[selfTestHeader] === selfTestMark) calls.of(raw).quiet = true;', ''],
      ['anyone may call unnoticed', 'raw.headers[selfTestHeader] === selfTestMark', 'raw.headers[selfTestHeader] !== undefined'],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/http/documents-endpoint.ts',
    ['test/web-service/conformance-documents.test.ts'],
    [
      ['a record that is refused loses those after it', 'refusal = outcome;', 'throw outcome;'],
      ['what is part of no record is lost', 'if (hasMore) await quarantineRest(', 'if (records.length === 0) await quarantineRest('],
      [
        'the event of a body is a duplicate before a new push',
        "{ 'new-version': 'push-changed', stored: 'push', duplicate: 'push-duplicate' }",
        "{ duplicate: 'push-duplicate', 'new-version': 'push-changed', stored: 'push' }",
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/http/documents-endpoint.ts',
    ['test/web-service/contract.test.ts'],
    [
      [
        'a body is freed before all of its records are stored',
        'const outcome = await push(deps, call, recordAt(read, path));',
        'const outcome = await push(deps, call, recordAt(read, path)).finally(() => freeBody(read));',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/http/receive-body.ts',
    ['test/web-service/conformance-token.test.ts'],
    [
      [
        'a compressed body is taken',
        "if (compressionsOf(headers['content-encoding']).length > 0)",
        "if (compressionsOf(headers['content-encoding']).length > 1)",
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/http/receive-body.ts',
    ['test/web-service/decompress-body.unit.test.ts'],
    [['a body may be decompressed to any size', 'maxOutputLength: maxBytes }', 'maxOutputLength: 2 ** 30 }']],
  ),
  ...mutantsOf(
    'main/features/web-service/http/receive-body.ts',
    ['test/web-service/abuse-bodies.soak.test.ts', 'test/web-service/conformance-limits.test.ts'],
    [['a body without a length may be of any size', 'if (length > maxBytes) end(', 'if (length < 0) end(']],
  ),
  ...mutantsOf(
    'main/features/web-service/http/token-endpoint.ts',
    ['test/web-service/conformance-token.test.ts'],
    [
      ['any grant is a password grant', "if (grant.trim().toLowerCase() !== 'password') throw", "if (grant === '') throw"],
      ['of two spellings of a password the first counts', 'values.length === 1 ? values[0] : values', 'values[0]'],
      [
        'a wrong password is 401',
        "if (answer.kind === 'refused') throw new Refusal(400,",
        "if (answer.kind === 'refused') throw new Refusal(401,",
      ],
      ['a line end after a form is part of the password', '|[\\r\\n]+$/g', '/g'],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/http/receive-body.ts',
    ['test/web-service/admission.unit.test.ts', 'test/web-service/conformance-limits.test.ts'],
    [
      ['any number of bytes is in memory at once', 'reserved + size <= limits.bytes', 'size <= limits.bytes'],
      ['a large body never has its turn', 'if (!fits(one.size)) return;', 'if (!fits(one.size)) continue;'],
      ['a body that comes later is read first', 'waiting.size === 0 && fits(size)', 'fits(size)'],
      ['any number of calls waits', 'waiting.size >= limits.calls', 'waiting.size < 0'],
      ['a place that is given up twice counts twice', 'if (!isReserved) return;', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/http/documents-endpoint.ts',
    ['test/web-service/conformance-limits.test.ts', 'test/web-service/self-test.test.ts'],
    [['a body of the self-test is quarantined', 'if (!caller.guest) await intake.quarantine(', 'await intake.quarantine(']],
  ),
  ...mutantsOf(
    'main/features/web-service/publishing/matching.ts',
    ['test/web-service/publication-matching.unit.test.ts'],
    [
      ['one key that is the same outweighs one that is not', " && !comparisons.includes('different')", ''],
      [
        'a number that is no text is compared as one',
        "if (typeof value !== 'string') return 'other';",
        "if (typeof value !== 'string') return { text: String(value) };",
      ],
      ['an empty key matches an empty member', "wanted === '' || ", ''],
      ['a member that is unlike is passed over', "!== wanted) return 'different';", '!== wanted) continue;'],
      ['a document goes out where nothing is said', "comparisons.includes('same') && ", ''],
      ['a member in another case is passed over', 'membersNamed(transaction, name)', 'membersNamed(transaction, name).slice(0, 1)'],
      ['of several persons in a list the first counts', 'value.flatMap((element)', 'value.slice(0, 1).flatMap((element)'],
      ['a path is followed in another case only', 'membersNamed(value, name).flatMap(', 'membersNamed(value, name).slice(0, 1).flatMap('],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/publishing/keys.ts',
    ['test/web-service/publication-matching.unit.test.ts', 'test/web-service/publishing.test.ts'],
    [['of two keys that contradict, the first counts', ' || (before && comparableKey(kind, before.value) !== compared)', '']],
  ),
  ...mutantsOf(
    'main/features/web-service/publishing/choose.ts',
    ['test/web-service/publishing-answer.test.ts'],
    [
      ['an answer may be of any size', 'chosen.size > 0 && bytes + one.size > maxBytes', 'false'],
      ['documents beyond the bound never have their turn', '.toSorted((a, b) => compareTexts(lastComplete(a), lastComplete(b)))', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/publishing/answer-body.ts',
    ['test/web-service/publishing-answer.test.ts'],
    [
      ['a content of another size goes out', 'if (seen !== size) throw', 'if (seen < 0) throw'],
      ['the stated size of the body is too small', 'Math.ceil(size / 3)', 'Math.floor(size / 3)'],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/http/create-server.ts',
    ['test/web-service/half-closed.test.ts'],
    [
      ['a caller that ended its side gets no answer', 'httpAllowHalfOpen: true', 'httpAllowHalfOpen: false'],
      ['a body is not read when its caller ends its side', 'if (code === brokenOff && calls.endBody(socket)) return;', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/http/receive-body.ts',
    ['test/web-service/half-closed.test.ts'],
    [
      ['a whole body of another length is refused', 'resolve(body);\n        else', 'reject(body);\n        else'],
      ['a whole compressed body of another length is refused', 'await decompressBody(body, contentEncoding, maxBytes)', 'body'],
      [
        'a part of a body is read as the body',
        "if (await isWhole(body, request.headers['content-encoding'], maxBytes)) resolve",
        'if (body.length > 0) resolve',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/http/call.ts',
    ['test/web-service/half-closed.test.ts'],
    [['after a body of another length the connection stays open', 'one.response.shouldKeepAlive = false;', '']],
  ),
  ...mutantsOf(
    'main/features/web-service/http/documents-endpoint.ts',
    ['test/web-service/half-closed.test.ts'],
    [['documents are fetched by a caller that may be gone', ' && socket?.readableEnded === false', '']],
  ),
  ...mutantsOf(
    'main/features/web-service/publishing/answers.ts',
    ['test/web-service/first-reading.test.ts'],
    [
      ['while the folder is read, a request is answered with none', 'reading() || found.some(isBlocked)', 'found.some(isBlocked)'],
      ['a document that waits for its check is answered with none', 'reading() || found.some(isBlocked)', 'reading()'],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/publishing/answers.ts',
    ['test/web-service/publishing-answer.test.ts'],
    [['while a document is in another answer, there is none', 'found.some(isBlocked);', 'found.some(waits);']],
  ),
  ...mutantsOf(
    'main/features/web-service/publishing/step-queue.ts',
    ['test/web-service/first-reading.test.ts'],
    [['steps of one file run together', ' || paths.has(path)', '']],
  ),
  ...mutantsOf(
    'main/features/web-service/publishing/file-key.ts',
    ['test/web-service/watched-folder.test.ts'],
    [
      ['deeper folders are watched', '(parts.length === 1 || parts.length === 2)', 'parts.length >= 1'],
      ['hidden and temporary files go out', ' && !parts.some(isTemporary)', ''],
      ['a name without a digit is an identification', '!/[1-9]/.test(value) || ', ''],
      ['a number with a word behind it is an identification', ' || /\\d[^\\p{L}\\d]+\\p{L}{3}/u.test(value)', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/inbox/ingest-push.ts',
    ['test/web-service/inbox.test.ts'],
    [
      ['a further version is the first', '(latest?.version ?? 0) + 1', '1'],
      [
        'a push that changed counts as the same',
        'versions.find((item) => item.digest === digest)',
        'versions.find((item) => item.digest !== null)',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/inbox/inbox.ts',
    ['test/web-service/inbox.test.ts', 'test/web-service/inbox-expiry.test.ts'],
    [['a record is removed like a quarantined body', "if (item.kind === 'record') throw new StationError('inbox-unknown');", '']],
  ),
  ...mutantsOf(
    'main/features/web-service/inbox/inbox-repository.ts',
    ['test/web-service/inbox-list.test.ts'],
    [
      ['quarantined bodies expire when they are new', 'received_at < ?', 'received_at > ?'],
      ['a quarantined body of a clock that was behind expires at once', 'AND number < coalesce(', 'AND 0 < coalesce('],
      ['a record without a Uid has all others as earlier versions', 'uid_key IS NULL AND digest = ?', 'uid_key IS NULL OR digest = ?'],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/publishing/publication-repository.ts',
    ['test/web-service/publication-repository.test.ts'],
    [
      ['keys are not found as they are compared', 'comparableKey(kind, key.value) : null', 'key.value : null'],
      ['what was withdrawn is a candidate', "state === 'offered' && key ?", 'key ?'],
      ['ended documents of a visit expire', 'AND visit_id IS NULL AND', 'AND'],
    ],
  ),
];
