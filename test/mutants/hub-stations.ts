// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Wrong rules of the hub towards stations: who may call, which station gets a push, what is sent again. */
import { type Mutant, mutantsOf } from './mutant.ts';

const [signature, assignment, api] = ['test/hub/signature.unit.test.ts', 'test/hub/assignment.test.ts', 'test/hub/station-api.test.ts'];
const station = ['station', 'station-events', 'station-restored'].map((name) => `test/hub/${name}.test.ts`);
const [commands, retention] = ['test/hub/commands.test.ts', 'test/hub/retention.test.ts'];

export const hubStations: Mutant[] = [
  ...mutantsOf(
    'main/platform/hub/signature.ts',
    [signature],
    [
      ['a signature never ends', "> maxSignatureAge ? 'clock'", "> 1e9 ? 'clock'"],
      ['a signature of the future is good', 'Math.abs(now.getTime() / 1000 - Number(created))', '(now.getTime() / 1000 - Number(created))'],
      ['the query is not signed', "['@query', at === -1 ? '?' : target.slice(at)]", "['@query', '?']"],
      ['a body may be sent without a signed digest', 'digest === null ? body.length === 0', 'digest === null ? true'],
    ],
  ),
  ...mutantsOf(
    'hub/assignment.ts',
    [assignment],
    [
      [
        'an identification counts as much as a transaction number',
        "WHEN 'transaction' THEN 1 ELSE 3 END",
        "WHEN 'transaction' THEN 1 ELSE 1 END",
      ],
      ['the oldest claim counts', 'candidate.rank, candidate.at DESC', 'candidate.rank, candidate.at'],
      [
        'a fetched push moves',
        "AND kind = 'record' AND fetched_at IS NULL FOR UPDATE",
        "AND kind = 'record' FOR UPDATE",
        '`assignPushes` leaves fetched pushes out, too: here they need not be locked.',
      ],
      [
        'a record of a Uid follows one that was only assigned',
        'id <> due.id AND fetched_at IS NOT NULL',
        'id <> due.id AND station_id IS NOT NULL',
      ],
      ['one member of a group takes all', 'const maxTaken = 10;', 'const maxTaken = 10_000;'],
      ['what was assigned to a station at its revocation stays there', 'of revoked.rows) {', 'of revoked.rows.slice(0, 0)) {'],
      ['what is freed after the enrolment of the next station is not handed over', '    await handOver(client, next, name);\n', ''],
      ['the next station does not get what waits for an inherited claim', '  await assignMatching(client, claimed);\n', ''],
      ['an inherited claim counts next to the own ones for its visit', 'own.visit_id = claim.visit_id)', 'own.visit_id IS NULL)'],
      ['a claim that is not handed over stays', "  await client.query('DELETE FROM claim WHERE station_id = ANY($1)', [former]);\n", ''],
      ['a replacement does not get what its predecessor had not', ', freed_from = $1', ''],
      ['a replacement takes what is for a group', ' AND group_id IS NULL AND freed_from', ' AND freed_from'],
      ['what a member has just taken is free again', "interval '${takenSeconds} seconds'", "interval '0 seconds'"],
      [
        'a claimed push goes back to its group after a minute',
        "WHERE assigned_by = 'rule' AND station_id IS NOT NULL AND kind",
        'WHERE station_id IS NOT NULL AND kind',
      ],
      ['a member takes the youngest of its group', 'ORDER BY received_at LIMIT ${maxTaken}', 'ORDER BY received_at DESC LIMIT ${maxTaken}'],
      [
        'a push of a group stays with the member whose claim has ended',
        "WHERE due.assigned_by = 'rule' AND member.group_id",
        'WHERE member.group_id',
      ],
      [
        'the documents of a revoked station stay with it',
        "  await client.query('UPDATE publication SET station_id = $1 WHERE station_id = ANY($2)', [stationId, former]);\n",
        '',
      ],
      [
        'a replacement does not learn of the fetches of its predecessor',
        'UPDATE station_event SET station_id = $1, acknowledged_at = NULL WHERE',
        'UPDATE station_event SET station_id = $1 WHERE',
      ],
      [
        'a replacement does not learn of repeated versions',
        '        repeat_id = coalesce(repeat_id, repeat_acknowledged), repeat_acknowledged = NULL\n',
        '        repeat_acknowledged = repeat_acknowledged\n',
      ],
      ['a claim moves what a replacement inherits', 'fetched_at = coalesce(fetched_at, now()), acknowledged_at', 'acknowledged_at'],
    ],
  ),
  ...mutantsOf(
    'hub/routing.ts',
    [assignment],
    [
      ['a revoked station becomes a member of a group', ' AND revoked_at IS NULL FOR SHARE', ' FOR SHARE'],
      ['a new member waits for what its group has', '      database.wake([stationId]);\n', ''],
      [
        'a station loses what it has fetched with its membership',
        "AND assigned_by = 'rule' AND fetched_at IS NULL AND acknowledged_at IS NULL`,",
        "AND assigned_by = 'rule'`,",
      ],
      ['a station that leaves a group wakes no other member', '      database.wake([stationId, id]);\n', ''],
      ['rules that could not be read once are none for a while', '        read = null;\n      });', '      });'],
    ],
  ),
  ...mutantsOf(
    'hub/claims.ts',
    [assignment],
    [
      ['a late request for claims wins', 'WHERE claim_version.version <= $3`', 'WHERE true`'],
      ['a late request for claims is answered like the newest', 'isNewest ? {} :', 'woken ? {} :'],
      ['a claim that stays becomes the newest', ' AND NOT value_hash = ANY($3)', ' AND $3::bytea[] IS NOT NULL'],
      ['a claim names what no station has fetched', 'station_id <> $1 AND fetched_at IS NOT NULL\n', 'station_id <> $1\n'],
      ['a claim names what its own station has', 'AND station_id <> $1 AND', 'AND $1::uuid IS NOT NULL AND'],
      ['a claim names the oldest records', 'ORDER BY received_at DESC LIMIT', 'ORDER BY received_at LIMIT'],
      ['a claim does not wait for pushes with its number', '  await lockHashes(client, changed);\n', ''],
      ['a station does not look after its claims have changed', '  database.wake(result.woken);\n', ''],
      [
        'a number that another visit of the station has is not claimed',
        "SELECT value_hash FROM claim WHERE station_id = $1 AND visit_id = $2'",
        "SELECT value_hash FROM claim WHERE station_id = $1 AND $2::text IS NOT NULL'",
      ],
      [
        'a station learns the versions of others',
        'AS newest FROM claim_version WHERE station_id = $1',
        'AS newest FROM claim_version WHERE $1::uuid IS NOT NULL',
      ],
      [
        'claims that are the same are compared with all pushes',
        '  if (changed.length === 0) return [];\n',
        '',
        'It saves four queries for each request that changes nothing, e.g. after a restoration.',
      ],
    ],
  ),
  ...mutantsOf(
    'hub/events.ts',
    [assignment, api],
    [
      [
        'a push that its station knew already belongs to none',
        'acknowledged_at = now(), fetched_at = coalesce(fetched_at, now())',
        'acknowledged_at = now()',
      ],
      [
        "a station acknowledges the fetch of another one's document",
        'WHERE id = ANY($2) AND station_id = $1 AND acknowledged_at IS NULL RETURNING id',
        'WHERE id = ANY($2) AND acknowledged_at IS NULL RETURNING id',
      ],
      ['a revoked station fetches a push', "AND kind = 'record' AND revoked_at IS NULL`,", "AND kind = 'record'`,"],
      [
        'a fetch of the first record does not bring those of its Uid that wait',
        'ofUid.rows.map((row) => row.id).filter((one) => one !== id)',
        '[]',
      ],
      ['events that do not fit are not announced', '+ (SELECT count(*) FROM events) > 0 AND', '+ (SELECT count(*) FROM events) < 0 AND'],
      ['the youngest events are sent first', 'ORDER BY at, id LIMIT $3', 'ORDER BY at DESC, id LIMIT $3'],
      [
        'a push that was fetched can still move',
        'UPDATE push SET fetched_at = coalesce(fetched_at, now()) WHERE id = $1',
        'UPDATE push SET fetched_at = fetched_at WHERE id = $1',
      ],
      [
        "a station acknowledges what is another one's",
        "WHERE id = ANY($2) AND station_id = $1 AND kind = 'record' AND acknowledged_at IS NULL RETURNING repeat_id",
        "WHERE id = ANY($2) AND $1::uuid IS NOT NULL AND kind = 'record' AND acknowledged_at IS NULL RETURNING repeat_id",
      ],
    ],
  ),
  ...mutantsOf(
    'hub/events.ts',
    [retention],
    [['a push without contents is an event', ' AND acknowledged_at IS NULL AND content_id IS NOT NULL', ' AND acknowledged_at IS NULL']],
  ),
  ...mutantsOf(
    'hub/events.ts',
    ['test/hub/repeats.test.ts'],
    [
      [
        'an acknowledged repeat cannot be sent again after a restore',
        'SET repeat_id = NULL, repeat_acknowledged = repeat_id',
        'SET repeat_id = NULL, repeat_acknowledged = NULL',
      ],
      ['a repeat is sent before its push is acknowledged', 'AND acknowledged_at IS NOT NULL AND repeat_id', 'AND repeat_id'],
      ['a repeat waits until its stream looks again', 'EXISTS (SELECT FROM pushes WHERE repeat_id IS NOT NULL) OR', ''],
      [
        "a station acknowledges another one's repeat",
        'WHERE repeat_id = ANY($2) AND station_id = $1',
        'WHERE repeat_id = ANY($2) AND $1 = $1',
      ],
    ],
  ),
  ...mutantsOf(
    'hub/events.ts',
    ['test/hub/damaged-rows.test.ts'],
    [
      ['a damaged body stays with its station', 'if (isOfContents(thrown)) await quarantinePush(pool, keys, id);', ''],
      ['a damaged event stays among those that are read', '  for (const row of damaged) await quarantine(client, keys, row);\n', ''],
      [
        'a damaged event is not reported',
        "  wanted.report?.(new StationError('stored-data-damaged', { kind: 'event', count: damaged.length }));\n",
        '',
      ],
      [
        'a version whose event was damaged is no event when it arrives again',
        'repeat_details = NULL, disputed_by = NULL WHERE',
        'repeat_details = NULL WHERE',
      ],
      [
        'a push that its station has is quarantined',
        'AND content_id IS NOT NULL AND acknowledged_at IS NULL`,',
        'AND content_id IS NOT NULL`,',
      ],
      [
        'a push whose contents were removed is quarantined',
        'AND content_id IS NOT NULL AND acknowledged_at IS NULL`,',
        'AND acknowledged_at IS NULL`,',
        'Such a push is no event: this is for a removal between the two.',
      ],
      ['a push that is quarantined later is read packed', 'count: 1 }), packed: true };', 'count: 1 }) };'],
    ],
  ),
  ...mutantsOf(
    'hub/quarantine.ts',
    [commands],
    [['the key of a removed quarantined body stays', 'rows.flatMap(({ content_id }) => content_id ?? [])', '[]']],
  ),
  ...mutantsOf(
    'hub/streams.ts',
    [api],
    [
      ['a replica waits for notifications only', '.then(lookAtAll).catch', '.catch'],
      ['a stream sends without bound', 'listener, sent, maxUnacknowledged)', 'listener, sent, 1e6)'],
    ],
  ),
  ...mutantsOf(
    'hub/streams.ts',
    ['test/hub/streams.test.ts'],
    [
      ['a station has two streams at a replica', '      streams.get(stationId)?.end();\n', ''],
      ['a replica that closes takes another stream', '      if (closed) return listener.end();\n', ''],
      ['a push for a group wakes none of its members', ' || listener.groups.has(id)) listener.wake()', ') listener.wake()'],
      [
        'a look does not find that a station was revoked',
        'WHERE NOT EXISTS (SELECT FROM station WHERE station.id = one.id AND revoked_at IS NULL AND challenged_at IS NULL)\n          OR EXISTS',
        'WHERE EXISTS',
      ],
      ['a look does not find that a run was challenged', ' AND challenged_at IS NULL)', ')'],
      [
        'a look does not find fetches',
        '          OR EXISTS (SELECT FROM station_event WHERE station_id = one.id AND acknowledged_at IS NULL)\n',
        '',
      ],
      ['a look does not find pushes of groups', 'WHERE member.station_id = one.id)', 'WHERE member.station_id = one.id AND false)'],
      ['a poll goes on when its caller is gone', "        gone.addEventListener('abort', listener.end);\n", ''],
      ['a poll begins when its caller is gone', ' || gone.aborted) listener.end()', ') listener.end()'],
    ],
  ),
  ...mutantsOf(
    'hub/stations.ts',
    [assignment],
    [
      ['a station with the name of a revoked one inherits nothing', '          await handOver(client, id, name);\n', ''],
      ['a replacement inherits nothing', '      await handOver(client, id, found.name);\n', ''],
      ['an inherited claim never ends', "'DELETE FROM claim_version WHERE station_id = $1'", "'SELECT $1::uuid'"],
    ],
  ),
  ...mutantsOf(
    'hub/stations.ts',
    [api],
    [
      ['a code works for a second key', 'return found.public_key?.equals(key) ?', 'return found.public_key ?'],
      ['a revoked station is found', 'FROM station WHERE id = $1 AND revoked_at IS NULL`', 'FROM station WHERE id = $1`'],
      ['wrong codes have no limit', 'row.count < maxWrongCodes', 'row.count < 1e9'],
    ],
  ),
  ...mutantsOf(
    'hub/uploads.ts',
    ['test/hub/uploads.test.ts'],
    [
      ['a document is offered whatever its digest', "isRight ? 'offered' : 'damaged'", "'offered'"],
      ['a piece may begin anywhere', 'offset !== received || piece', 'piece'],
      ['a late withdrawal withdraws later documents', 'AND number <= $2 AND', 'AND $2::bigint IS NOT NULL AND'],
    ],
  ),
  ...mutantsOf(
    'hub/uploads.ts',
    ['test/hub/upload-states.test.ts'],
    [
      ['a withdrawal hides that a document was fetched', " || row.state === 'fetched') return row &&", ') return row &&'],
      [
        'withdrawing all hides which documents were fetched',
        "AND state IN ('uploading', 'damaged', 'offered')\n",
        "AND state <> 'withdrawn'\n",
      ],
      ['a document takes an empty piece behind its last one', ' || piece.length === 0)', ')'],
      ['a document stays unfinished when its replica ended', 'return row && settle(stationId, row);', 'return row && toPublication(row);'],
      [
        'a document that is withdrawn while it is read is offered',
        "if (found?.state !== 'uploading' || found.content_id !== row.content_id || found.received !== row.received)",
        'if (found === null)',
      ],
      ['a revoked station begins a document', '        if (!(await lockStation(client, stationId))) return null;\n', ''],
      [
        'a withdrawn document counts its days from before',
        "SET state = 'withdrawn', changed_at = now() WHERE id = $1",
        "SET state = 'withdrawn' WHERE id = $1",
      ],
      ['an upload that goes on loses its contents', 'SET received = $2, changed_at = now() WHERE', 'SET received = $2 WHERE'],
    ],
  ),
  ...mutantsOf(
    'hub/restoration.ts',
    [api, 'test/hub/repeats.test.ts'],
    [
      ['a restored station gets everything again', 'rows[0]?.since ?? new Date(0)', 'new Date(0)'],
      [
        'a restored station does not learn what arrived last',
        'repeat_id = repeat_acknowledged, repeat_acknowledged',
        'repeat_acknowledged',
      ],
    ],
  ),
  ...mutantsOf(
    'hub/restoration.ts',
    ['test/hub/restoration.test.ts'],
    [
      ['what was acknowledged out of order is lost', " - interval '1 day' AS since", ' AS since'],
      ['the oldest of the known events counts', 'SELECT max(acknowledged_at)', 'SELECT min(acknowledged_at)'],
      [
        'an event of another station counts as known',
        "WHERE id = ANY($2) AND station_id = $1 AND kind = 'record'",
        "WHERE id = ANY($2) AND kind = 'record'",
      ],
      [
        'known fetches do not count',
        'FROM station_event WHERE id = ANY($2) AND station_id = $1',
        'FROM station_event WHERE id = ANY($2) AND station_id = $1 AND false',
      ],
      ['a push without contents is due for ever', 'AND content_id IS NOT NULL AND acknowledged_at', 'AND acknowledged_at'],
      [
        'fetches of other stations are due again',
        'SET acknowledged_at = NULL WHERE station_id = $1 AND acknowledged_at >= $2',
        'SET acknowledged_at = NULL WHERE $1::uuid IS NOT NULL AND acknowledged_at >= $2',
      ],
      ['the streams of a restored station do not look', '  if (answer !== null) wake([stationId]);\n', ''],
      ['a revoked station gets events again', '    if (!(await lockStation(client, stationId))) return null;\n', ''],
      [
        'a restored station withdraws as many documents as others have',
        'FROM publication WHERE station_id = $1',
        'FROM publication WHERE $1::uuid IS NOT NULL',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/hub/hub-repository.ts',
    ['test/hub/hub-repository.unit.test.ts'],
    [
      ['numbers are lowered by an earlier one at the hub', 'seq = max(seq, ?)', 'seq = ?'],
      ['an answer to an earlier state removes what is due', 'WHERE number = ? AND kind', 'WHERE number >= ? AND kind'],
      ['an event is old by a clock that was behind', ' AND rowid < coalesce', ' OR rowid < coalesce'],
    ],
  ),
  ...mutantsOf('main/features/hub/deliver-events.ts', station, [
    ['an event that comes again is stored again', '  if (deps.repository.isKnown(event.id)) return true;\n', ''],
    ['what is sent again after a damage counts as repeated', 'isSentAgain: repository.isSentAgain(event.id)', 'isSentAgain: false'],
    ['an arrival that comes again after a damage is counted again', 'isSentAgain: repository.isSentAgain(id) }', 'isSentAgain: false }'],
    ['an arrival that comes again within the next event is counted again', '    if (repository.isKnown(id)) continue;\n', ''],
    ['a fetch of an earlier offer ends the present one', ' && repository.openOffers(publicationId).includes(offerId)', ''],
  ]),
  ...mutantsOf('main/features/hub/send-due.ts', station, [
    [
      'documents that a restored database does not know stay offered at the hub',
      'await connection.withdrawAll(await connection.restore({ known: repository.eventsOfRestore() }))',
      'await connection.restore({ known: repository.eventsOfRestore() })',
    ],
    [
      'a restored station does not ask for what it has lost',
      'await connection.withdrawAll(await connection.restore({ known: repository.eventsOfRestore() }))',
      'await connection.withdrawAll({ newest: 1e9 })',
    ],
    ['claims that the hub finds outdated count as sent', 'return repository.outdated(row, newest);', 'repository.sent(row);'],
    [
      'a document that is withdrawn during its upload is uploaded to its end',
      "    if (publishing.content(publicationId)?.state !== 'offered') return;\n",
      '',
    ],
    [
      'a document is left at the hub when it was withdrawn during its upload',
      "?.state !== 'offered') await endOffers",
      '=== null) await endOffers',
    ],
    ['an interrupted upload begins again', 'const { received } = answer;', 'const received = 0;'],
  ]),
  ...mutantsOf('main/features/hub/enrol-station.ts', station, [
    ['a repeated code makes another key pair', 'attempts.get(attempt) ?? ', ''],
    ['a code is used up without a keychain', 'if (refusal !== null) throw', 'if (false) throw'],
  ]),
  ...mutantsOf('main/features/hub/hub-run.ts', station, [
    ['what the hub acknowledged does not show that the line works', '      progressed();\n', ''],
  ]),
  ...mutantsOf('main/features/hub/send-due.ts', station, [
    ['an announced upload counts as one that the hub took', 'let damaged = 0;', 'let damaged = 0;\n  deps.progressed();'],
  ]),
  ...mutantsOf('main/features/hub/hub-service.ts', station, [
    [
      'a database of an earlier time is not told apart',
      'if (repository.enrolledAs() !== stationId) repository.begin',
      'if (false) repository.begin',
    ],
    ['events are old by a clock that jumped', 'const now = trustedNow();', 'const now = context.now();'],
  ]),
  ...mutantsOf(
    'main/features/hub/connected-folder.ts',
    ['test/hub/station-copied.test.ts'],
    [
      ['a folder that is gone holds a restored backup back', 'hasStationDatabase(folder) && ', ''],
      ['a restore in place is one of two', '&& identityOf(folder) !== identityOf(deps.dataDir)', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/hub/hub-service.ts',
    ['test/hub/station-copied.test.ts'],
    [
      ['a copy of the data folder takes the pushes of its original', 'stoppedBy() ?? memoryOnly', 'memoryOnly'],
      ['the folder that connects is not noted', 'await noteConnectedFolder(context, stationId);', ''],
      ['a copy that leaves the hub removes the key of its original', 'enrolment && !isOneOfTwo', 'enrolment'],
    ],
  ),
];
