// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Wrong rules of the hub: what its database holds in which form, what is stored once, and which documents go out. */
import { type Mutant, mutantsOf } from './mutant.ts';

const contract = ['test/web-service/contract.test.ts'];

export const hub: Mutant[] = [
  ...mutantsOf(
    'hub/metrics.ts',
    ['test/hub/metrics.test.ts'],
    [
      ['anyone reads the figures', '!isLoopback(ip) && !isListed(monitors, ip)', 'false'],
      ['no monitor of another computer reads the figures', '!isLoopback(ip) && !isListed(monitors, ip)', '!isLoopback(ip)'],
      ['a push that no one claims waits at a station', "station_id IS NOT NULL AND kind = 'record'", "kind = 'record'"],
    ],
  ),
  ...mutantsOf(
    'hub/intake.ts',
    ['test/hub/retention.test.ts'],
    [['bytes that are gone are counted and not stored again', ' AND user_name = $2 AND content_id IS NOT NULL', ' AND user_name = $2']],
  ),
  ...mutantsOf(
    'hub/contents.ts',
    ['test/hub/contents.test.ts'],
    [
      [
        'a piece opens at another place',
        'const nameOf = ({ id, number, count }: Place): string => `content_chunk:${id} ${number}/${count}`;',
        'const nameOf = ({ id, count }: Place): string => `content_chunk:${id} ${count}`;',
      ],
      ['contents can lose their end', '${number}/${count}`;', '${number}`;'],
      ['removed contents stay', "await client.query('DELETE FROM content WHERE id = ANY($1)', [ids]);", ''],
    ],
  ),
  ...mutantsOf(
    'hub/hub-keys.ts',
    ['test/hub/database.test.ts'],
    [
      [
        'an encrypted value opens under any name',
        "createHmac('sha256', valueKey).update(boundTo)",
        "createHmac('sha256', valueKey).update('')",
      ],
      ['one value has the same hash as any kind of key', '.update(`${kind}\\0${value}`)', '.update(value)'],
    ],
  ),
  ...mutantsOf(
    'hub/database.ts',
    ['test/hub/station-at-hub.test.ts'],
    [['a restored hub hands out again what was fetched since', 'if (before !== null)\n    await', "if (before === '')\n    await"]],
  ),
  ...mutantsOf(
    'hub/database.ts',
    ['test/hub/restored-running.test.ts'],
    [
      ['a replica makes tables in the way of a restore', ': isFirst && !found?.begun', ': true'],
      ['a replica uses tables that a restore still fills', '(found?.references ?? 0) >= needed', 'true'],
    ],
  ),
  ...mutantsOf(
    'hub/streams.ts',
    ['test/hub/restored-running.test.ts'],
    [['a restore that ends no connection is not noticed', 'database.checkHistory().then(lookAtAll)', 'lookAtAll()']],
  ),
  ...mutantsOf(
    'hub/database.ts',
    ['test/hub/database.test.ts'],
    [
      ['a replica with another key starts', "if (!rows[0]?.value.equals(keys.check)) throw new StationError('hub-key-wrong');", ''],
      ['a name with accents is another one in capitals', 'if (!folds) throw', 'if (version === 0) throw'],
      ['a deadlock fails the call', 'if (mayRepeat(thrown) && tries < maxTries) continue;', ''],
      ['a transaction begins without its locks', 'locking === null ? begin : `${begin}; ${locking}`', 'begin'],
      ['a transaction that PostgreSQL has rolled back counts as committed', "if (command !== 'COMMIT') throw", "if (command === '') throw"],
    ],
  ),
  ...mutantsOf(
    'hub/database.ts',
    ['test/hub/start.test.ts'],
    [['a connection without its limits stays open', '      void client.end().catch(() => undefined);\n', '']],
  ),
  ...mutantsOf(
    'hub/start-hub.ts',
    ['test/hub/start.test.ts'],
    [['a replica that cannot start leaves its connections open', '    await opened.disposeAsync().catch(() => undefined);\n', '']],
  ),
  ...mutantsOf(
    'hub/database.ts',
    ['test/hub/intake.test.ts'],
    [
      ['one push that PostgreSQL refuses fails those of its transaction', '/^2[23]/.test(causeOf(thrown))', '/^99/.test(causeOf(thrown))'],
      ['a plan of an empty table reads all rows later', 'SET LOCAL enable_seqscan = off', 'SET LOCAL enable_seqscan = on'],
    ],
  ),
  ...mutantsOf(
    'hub/assignment.ts',
    ['test/hub/intake.test.ts'],
    [
      [
        'a member of a group reads all pushes for each look',
        "WHERE station_id = $1 AND kind = 'record' AND assigned_by = 'rule' AND fetched_at",
        "WHERE station_id = $1 AND assigned_by = 'rule' AND fetched_at",
      ],
      [
        'each claim reads all pushes while the table has no statistics',
        "SELECT due.id FROM ${withHash('$1')} CROSS JOIN LATERAL (\n        SELECT id FROM push WHERE id = one.id AND kind = 'record' AND fetched_at IS NULL FOR UPDATE\n      ) AS due",
        "SELECT id FROM push WHERE kind = 'record' AND fetched_at IS NULL AND (transaction_hash = ANY($1) OR identification_hash = ANY($1)) ORDER BY id FOR UPDATE",
      ],
      [
        'each push reads all pushes while the table has no statistics',
        "        WHERE kind = 'record' AND coalesce(uid_hash, ''::bytea) = due.uid_hash AND id <> due.id AND fetched_at IS NOT NULL\n        OFFSET 0\n    ) AS other",
        "        WHERE kind = 'record' AND fetched_at IS NOT NULL\n    ) AS other ON coalesce(other.uid_hash, ''::bytea) = due.uid_hash AND other.id <> due.id",
      ],
    ],
  ),
  ...mutantsOf(
    'hub/batches.ts',
    ['test/hub/batches.unit.test.ts'],
    [['each item begins a batch', 'waiting.length > seen && waiting.length < maxItems', 'waiting.length < 0']],
  ),
  ...mutantsOf('hub/access.ts', contract, [
    [
      'each user can have a name in another case',
      'user.id, nameKey(user.username), user.createdAt',
      'user.id, user.username, user.createdAt',
    ],
    ['a token of a revoked user stays valid', 'return rows.filter(({ valid }) => valid).length;', "throw new Error('rolled back');"],
  ]),
  ...mutantsOf('hub/login-throttle.ts', contract, [
    ['attempts in progress at other replicas do not count', 'if (wait > 0) return wait;', ''],
  ]),
  ...mutantsOf('hub/intake.ts', contract, [
    ['other content under a known Uid counts as a duplicate', 'FILTER (WHERE earlier.digest_hash = one.digest)', 'FILTER (WHERE true)'],
    [
      'a duplicate is not counted',
      'SET repeats = repeats + 1, repeated_at = statement_timestamp()',
      'SET repeats = repeats, repeated_at = statement_timestamp()',
    ],
  ]),
  ...mutantsOf(
    'hub/intake.ts',
    ['test/hub/assignment.test.ts'],
    [['a new push gets no station', 'content_id, group_id, assigned.station_id, reason,', 'content_id, group_id, NULL, reason,']],
  ),
  ...mutantsOf(
    'hub/intake.ts',
    ['test/hub/repeats.test.ts'],
    [
      ['an earlier version that arrives again is only counted', 'counted.version === latestVersion && counted', 'counted'],
      ['a duplicate of the latest version is always an event', 'latestVersion && counted.disputed_by === null', 'latestVersion && false'],
      ['only the last arrival is in the event', '[...earlier, { id,', '[{ id,'],
      ['an event grows without bound', '.slice(-maxArrivals)', ''],
      ['each arrival of an earlier version is another event', '!latest || latest.disputed_by === disputedBy', '!latest'],
    ],
  ),
  ...mutantsOf(
    'hub/random-bytes.ts',
    ['test/hub/random-bytes.unit.test.ts'],
    [
      ['keys and nonces are the same bytes', 'supply = supply.subarray(length);', ''],
      ['more than a supply is cut to a supply', 'Math.max(supplyBytes, length)', 'supplyBytes'],
      ['the end of a supply makes a short key', 'if (supply.length < length)', 'if (supply.length === 0)'],
    ],
  ),
  ...mutantsOf(
    'hub/bytea-array.ts',
    ['test/hub/bytea-array.test.ts'],
    [['a value that is missing becomes an empty one', 'lengths[index] ?? -1', 'lengths[index] ?? 0']],
  ),
  ...mutantsOf(
    'hub/packed-body.ts',
    ['test/hub/packed-body.unit.test.ts'],
    [
      ['a text in another alphabet becomes one in the standard alphabet', " && !text.includes('-') && !text.includes('_')", ''],
      [
        'a text without padding gets some, and bits that stand for nothing are lost',
        "text.toString('latin1', text.length - 4) === lastGroup && ",
        '',
      ],
      ['a body that was cut is delivered', 'if (next.done) throw new DamagedFile();', 'if (next.done) return;'],
      ['a reader that stops leaves the source open', 'await packed.return(undefined);', ''],
    ],
  ),
  ...mutantsOf('hub/publishing.ts', contract, [
    [
      'hashes decide in place of the whole keys',
      'if (found === null || !mayGoOut(found.keys, transaction, members)) return [];',
      'if (found === null) return [];',
    ],
    ['a document that is offered once goes out twice', "AND once AND state = 'offered'`, [", 'AND false`, ['],
    [
      'a document that is offered once is in two answers',
      'id = ANY($1) AND NOT (${isLeased})\n',
      'id = ANY($1)\n',
      'It is not among those that are chosen, unless two answers begin at the same moment.',
    ],
    [
      'while a document is in another answer, there is none at the hub',
      '(readable.length > 0 || found.some(({ isLeased }) => isLeased)) ? null',
      'readable.length > 0 ? null',
    ],
    [
      'an answer that broke off keeps its documents',
      "'UPDATE publication_fetch SET leased_until = now() WHERE",
      "'UPDATE publication_fetch SET leased_until = leased_until WHERE",
    ],
  ]),
  ...mutantsOf(
    'hub/publishing.ts',
    ['test/hub/station-at-hub.test.ts'],
    [
      [
        'an end that is not stored yet counts as an answer in progress',
        '(await Promise.all(ending).then(() => start(deps, transaction, { answerId, user })))',
        'null',
      ],
    ],
  ),
  ...mutantsOf(
    'hub/retention.ts',
    ['test/hub/retention.test.ts'],
    [
      [
        'what no station has acknowledged is removed early',
        'acknowledged_at IS NULL AND received_at < $3))',
        'acknowledged_at IS NULL AND received_at < $2))',
      ],
      ['an event ends with the row that it is in', 'content_id IS NULL AND repeat_id IS NULL\n', 'content_id IS NULL\n'],
      ['two replicas remove at once', 'if (!rows[0]?.mine) return null;', ''],
      ['a push is old by a time before a jump', 'steadySince <= day(now, of) ?', 'steadySince <= now ?'],
      [
        'an offered document loses its contents',
        "((state IN ('fetched', 'withdrawn') AND",
        "((state IN ('fetched', 'withdrawn', 'offered') AND",
      ],
      [
        'an upload that is under way loses its contents early',
        "(state IN ('uploading', 'damaged') AND changed_at < $2)",
        "(state IN ('uploading', 'damaged') AND changed_at < $1)",
      ],
      [
        'contents of documents count as those of no row',
        '    AND NOT EXISTS (SELECT FROM publication WHERE content_id = content.id)\n',
        '',
      ],
      ['more contents than fit in one transaction stay', '} while (count === batchSize);', '} while (false);'],
      ['keys of removed contents stay in the file of their table', '    if (removed > 0) await contents.scrub();\n', ''],
      [
        'claims of a visit end while its station has it',
        `WHERE claimed_at < $1 AND NOT EXISTS (
      SELECT FROM claim_version WHERE claim_version.station_id = claim.station_id AND claim_version.visit_id = claim.visit_id)`,
        'WHERE claimed_at < $1',
      ],
      [
        'an old request for claims wins after some time',
        `
      AND NOT EXISTS (SELECT FROM claim WHERE claim.station_id = claim_version.station_id AND claim.visit_id = claim_version.visit_id)`,
        '',
      ],
      ['tokens that have ended stay', "  { text: 'DELETE FROM service_token WHERE expires_at < $1', values: [now] },\n", ''],
      [
        'who sent the right password is a stranger soon',
        ' AND (familiar_at IS NULL OR familiar_at < $2)',
        ' AND $2::timestamptz IS NOT NULL',
      ],
    ],
  ),
  ...mutantsOf(
    'hub/database-clock.ts',
    ['test/hub/retention.test.ts'],
    [['a replica uses its own clock', 'now: () => new Date(offset + performance.now())', 'now: () => new Date()']],
  ),
];
