// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Wrong rules of visits and records: policy, retention, to which visit a push belongs, reading and comparing a record. */
import { type Mutant, mutantsOf } from './mutant.ts';

const reading = ['test/records/reading.unit.test.ts', 'test/records/mismatches.unit.test.ts'];

export const visits: Mutant[] = [
  ...mutantsOf(
    'main/features/visits/rules/evaluate-policy.ts',
    ['test/visits/evaluate-policy.unit.test.ts'],
    [
      ['a screening of exactly the allowed age is too old', 'age <= hours * 3_600_000', 'age < hours * 3_600_000'],
      ['the allowed age is read in minutes', 'age <= hours * 3_600_000', 'age <= hours * 60_000'],
      ['any decision on a match clears it', "verdict === 'false-positive')", 'verdict !== null)'],
      [
        'an answer without all sources unblocks a person',
        "block === true || (block === false && outcome !== 'unavailable')",
        'block !== null',
      ],
      ['a rule without a visit can be overridden', 'override && fault !== noVisit', 'override'],
      ['an overridden stop still stops', "level === 'stop' && overridden === null", "level === 'stop'"],
      [
        'an override counts for whatever comes later',
        'overrides.findLast((one) => one.key === key)',
        'overrides.findLast((one) => one.key.startsWith(rule))',
      ],
      ['a missing identification is no finding', "return { problem: problem('policy-identification-missing'), about };", 'return null;'],
      ['a face that nobody compared counts as approved', "record.face === 'approved' ? null", "record.face !== 'not-approved' ? null"],
      ['a rule that is off counts', "fault === null || level === 'off'", 'fault === null'],
      ['a reason is asked for again after it was stored', 'overridable && overridden === null && level', 'overridable && level'],
      ['a record of another name is no warning', "facts && finding(policy, 'recordAlerts', otherName(facts), overrides)", 'null'],
      ['every warning asks for a reason', "hasTrait(fault.problem, 'reason')", 'true'],
    ],
  ),
  ...mutantsOf(
    'shared/domain/names.ts',
    ['test/visits/forms.unit.test.ts'],
    [['a record without a name is of another name', "record.name !== '' && ", '']],
  ),
  ...mutantsOf(
    'main/features/visits/rules/retention-period.ts',
    ['test/visits/retention-days.unit.test.ts'],
    [
      ['0 days removes everything', 'days === 0 ? null : now', 'now'],
      ['a visit goes without a week of warning', 'Math.max(over, since + warning.atLeast * dayMs)', 'over'],
    ],
  ),
  ...mutantsOf(
    'main/features/visits/apply-retention.ts',
    ['test/visits/retention-days.unit.test.ts'],
    [
      ['a visit with pending parts is removed', ' && !isOpen(id)', ''],
      ['a visit is removed before its time', 'removal !== null && at >= removal &&', 'removal !== null &&'],
      ['a visit that changed by a clock that was behind is old', 'if (changed.has(id)) renew', 'if (changed === null) renew'],
    ],
  ),
  ...mutantsOf(
    'main/features/web-service/publishing/publication-changes.ts',
    ['test/visits/retention.test.ts'],
    [['a document that was withdrawn by a clock that was behind is old', 'ended.filter(({ id }) => !noted.has(id))', 'ended']],
  ),
  ...mutantsOf(
    'main/features/visits/evaluate-visit.ts',
    ['test/visits/visit.test.ts'],
    [['a face that is refused within an envelope is no alert', " || reading.face !== 'not-approved').length", ').length']],
  ),
  ...mutantsOf(
    'main/features/visits/visit-context.ts',
    ['test/visits/retention.test.ts'],
    [['a removal is announced by a clock that jumped', 'now: context.trustedNow().getTime()', 'now: context.now().getTime()']],
  ),
  ...mutantsOf(
    'main/features/visits/follow-queue.ts',
    ['test/visits/visit.test.ts'],
    [['a mark of a clock that was ahead hides later documents', "Date.parse(mark) > startedAt ? '' : mark", 'mark']],
  ),
  ...mutantsOf(
    'main/features/visits/copy-documents.ts',
    ['test/visits/visit.test.ts'],
    [['evidence makes the same copies again', ' || document[name] !== null) return;', ') return;']],
  ),
  ...mutantsOf(
    'main/features/screening/draft-text-rules.ts',
    ['test/screening/decisions.test.ts'],
    [['answers to another agreement are read with the rules of this one', ' || screening.account !== inUse ||', ' ||']],
  ),
  ...mutantsOf(
    'main/app/compose-web-service.ts',
    ['test/visits/retention.test.ts'],
    [['quarantined bodies stay for ever', 'await inbox.expire(before);', '']],
  ),
  ...mutantsOf(
    'main/features/visits/remove-visit.ts',
    ['test/visits/retention.test.ts', 'test/visits/full-disk.soak.test.ts', 'test/visits/visit.test.ts'],
    [
      ['a visit with documents under way is removed', "if (count > 0) throw new StationError('visit-busy', { count });", ''],
      ['the log keeps what was said of a removed person', 'audit.erase(visitId);', ''],
      [
        'files of a removed visit stay',
        'for (const owner of owners) for (const file of files.ofOwner(owner)) await files.remove(file);',
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/visits/rules/match-visit.ts',
    ['test/visits/match-visit.unit.test.ts'],
    [
      ['a push goes to a visit of another transaction', "transactionKey(visit.transaction) === '' && isRecent(visit)", 'isRecent(visit)'],
      ['a push goes to a visit of last week', ' && isRecent(visit)', ''],
      ['the Uid does not count as a transaction number', " ?? index.ofTransaction(record.uid ?? '')[0]", ''],
      [
        'documents of another visit are sent without its rules',
        'return same.length > 0 && !same.some(({ id }) => id === visit.id);',
        'return false;',
      ],
      [
        'the person counts more than the transaction number',
        'index.ofTransaction(clientInfo)[0] ?? index.ofPerson(clientInfo)[0]',
        'index.ofPerson(clientInfo)[0] ?? index.ofTransaction(clientInfo)[0]',
      ],
    ],
  ),
  ...mutantsOf(
    'shared/domain/text-folding.ts',
    ['test/visits/match-visit.unit.test.ts'],
    [['transaction numbers differ by case', "lowerCased(text.normalize('NFKC').trim())", "text.normalize('NFKC').trim()"]],
  ),
  ...mutantsOf(
    'main/features/visits/rules/match-visit.ts',
    ['test/web-service/inbox.test.ts'],
    [['versions of one record are in several visits', 'if (earlier) return earlier;', '']],
  ),
  ...mutantsOf(
    'main/features/records/reading/mismatches.ts',
    ['test/records/mismatches.unit.test.ts'],
    [
      ['one approval outweighs a refusal', 'flagOf(approved) === false || flagOf', 'flagOf(approved) === false && flagOf'],
      [
        'a record of another transaction counts as the queried one',
        "queried === '' || own[0] === '' ? 'unknown' : 'other'",
        "queried === '' || own[0] !== queried ? 'unknown' : 'other'",
      ],
      ['a provider may only take the transaction number', 'own.includes(queried)', 'own[0] === queried'],
      ['a score of exactly the threshold is too low', 'result < threshold', 'result <= threshold'],
      ['an ambiguous score counts as low', 'below.length > 0 && !below.includes(false)', 'below.includes(true)'],
      ['a date whose meaning decides the expiry counts as fine', ' && !since.includes(true) }', ' }'],
      [
        'a flag that cannot be read counts as fine',
        '...flags.filter((name) => isPresent(field(name)) && flagOf(field(name)) === null),',
        '',
      ],
      ['a document is expired on its last day', 'last < day', 'last <= day'],
      ['a current document without political rights stands out', '/^(vigente|current|valid)\\b/', '/^(vigente|current|valid)$/'],
      ['a client that gave a word for no number is another person', "/[1-9]/.test(number.normalize('NFKC')) && ", ''],
      ['a record with a word for no number is of another person', "if (!/[1-9]/.test(own.normalize('NFKC'))) return null;", ''],
      ['an empty date of death is a death', "text === '' || isEmptyDate(text) || isNoDeath", "text === '' || isNoDeath"],
      [
        'the alert list is passed over',
        "['FoundOnProviderAlert'].filter((name) => flagOf(content.field(name)) === true)",
        "['FoundOnProviderAlert'].filter((name) => flagOf(content.field(name)) === false)",
      ],
      ['a document that expired since the transaction is passed over', 'if (every(since)) return', 'if (every([])) return'],
    ],
  ),
  ...mutantsOf(
    'main/features/records/reading/mismatches.ts',
    ['test/records/mismatches.unit.test.ts'],
    [
      [
        'a name that leaves out a word is another person’s',
        'lacks(left, right) && lacks(right, left)',
        'lacks(left, right) || lacks(right, left)',
      ],
      ['a name of the register that lost its accents is another', '    ...garbledNames(one).map((garbled) => [garbled, other]),\n', ''],
      ['a name that lost its accents is another', '    ...garbledNames(other).map((garbled) => [one, garbled]),\n', ''],
    ],
  ),
  ...mutantsOf(
    'main/platform/json/body-encoding.ts',
    ['test/provider/validation-answer.unit.test.ts', 'test/web-service/conformance-documents.test.ts'],
    [
      ['UTF-16 is always read with the lower byte first', "return 'utf-16be';", "return 'utf-16le';"],
      ['a pushed body is UTF-8 against its first bytes', 'if (utf16 === null && isUtf8(body))', 'if (isUtf8(body))'],
      ['bytes that are not of the stated encoding are read as it', '{ fatal: true }', '{}'],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/utf8-reader.ts',
    ['test/provider/validation-answer.unit.test.ts'],
    [
      ['bytes of no stated encoding are read without a remark', '      uncertain = true;\n', ''],
      [
        'the stated encoding counts against the bytes',
        'if (isUtf8(whole)) return whole;',
        'if (charset === null && isUtf8(whole)) return whole;',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/records/reading/read-record.ts',
    ['test/records/mismatches.unit.test.ts'],
    [
      [
        'the warnings of a record within an envelope are hidden',
        '...(facts.isRespelled ? [] : hiddenMismatches(collector.other() ?? {}, { ...facts, received })),',
        '',
      ],
      ['the warnings of another person in the answer count', 'if (isOther && isOfAnother(record)) return [];', ''],
      ['the warning of another spelling is hidden', '      ...spelled.flatMap(({ mismatches }) => mismatches),\n', ''],
      ['a single warning among the other data is hidden', 'const single = warningMember(name, value);', 'const single = null;'],
      ['of too many records the rest counts as fine', "return [{ kind: 'unreadable-value', fields: [name], texts: [''] }];", 'return [];'],
    ],
  ),
  ...mutantsOf(
    'main/features/records/reading/mismatches.ts',
    ['test/records/mismatches.unit.test.ts'],
    [
      ['a face that one spelling approves is approved', 'verdicts.includes(verdict)', 'verdicts[0] === verdict'],
      ['a rejected state is no alert', "'state-rejected': rejectedState", "'state-rejected': () => null"],
      ['a state is an alert next to those that it sums up', 'at > 0 ? all.toSpliced(at, 1) : all', 'all'],
      ['a state without a rejection is rejected', ' && !noRejection.test(words)', ''],
      [
        'the states of scores say nothing',
        '...scores.map(({ fields }) => fields.find(({ name }) => name ===',
        '...scores.map(({ fields }) => fields.find(({ name }) => name !==',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/records/reading/mismatches.ts',
    ['test/records/pushed-variants.unit.test.ts'],
    [
      ['words for no death are a death', ' || isNoDeath(foldedText(text))', ''],
      ['words for a death are none', '(?!.*(?:viv|vid|ali[vf]|liv))', ''],
      ['a date of death after the word No is none', ')\\D*$/.test(words)', ')/.test(words)'],
      ['a face is approved next to what cannot be read', ' && !isUnread ? ', ' ? '],
      ['a face is approved next to nothing', '(isPresent(successful) && flagOf(successful) === null)', 'flagOf(successful) === null'],
      [
        'a state that cannot be read counts as fine',
        "'Response_ANI.CedulaStateDescription', 'Extras.StateName'],",
        "'Response_ANI.CedulaStateDescription'],",
      ],
      [
        'a state of a score that cannot be read counts as fine',
        "['Scores.CausalRejectionName', 'Scores.StateName']",
        "['Scores.CausalRejectionName']",
      ],
      ['a failure is no rejection', '|fall|fail|inval', ''],
      ['a state that was not rejected is', '(?:fue |was |foi )?', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/records/reading/date-times.ts',
    ['test/records/pushed-variants.unit.test.ts'],
    [
      ['9999-12-31 is a date of death', " || one >= '9999'", ''],
      ['a date of SQL Server is none', '\\.? {1,2}(\\d{1,2})', '\\.? (\\d{1,2})'],
    ],
  ),
  ...mutantsOf(
    'shared/domain/records/written-time.ts',
    ['test/records/written-time.unit.test.ts'],
    [
      ['an instant is shown in UTC whatever its offset', '(Number(hours) * 60 + Number(minutes)) * 60_000', '0'],
      ['an offset behind UTC is one ahead of it', "(sign === '-' ? -1 : 1)", '1'],
    ],
  ),
  ...mutantsOf('main/features/records/reading/date-times.ts', reading, [
    ['a date with its weekday is none', '(?:\\p{L}{3},\\s+)?', ''],
    ['a date of older .NET is none', ': asIso(trimmed);', ': trimmed;'],
    ['a date with the month first is none', "start.replace(monthFirst, '$2 $1 $3')", 'start'],
    ['milliseconds are no date', 'instant.test(trimmed) ?', 'instant.test(text[0] ?? text) ?'],
    ['1900-01-01 is a date of death', "one <= '1900-01-01'", "one < '1900-01-01'"],
    ['1900 is a leap year', ' && (year % 100 !== 0 || year % 400 === 0)', ''],
  ]),
  ...mutantsOf('main/features/records/reading/members.ts', reading, [
    ['1 is no flag', "new Set(['true', '1', 'si'", "new Set(['true', 'si'"],
    ['of a member that comes twice the last counts', "if (field?.state === 'repeated') return null;", ''],
    ['SI is no flag', "'1', 'si', 's'", "'1', 's'"],
    ['a group of thousands counts as decimals', "[decimal, Number(value.replace(/[.,]/, ''))]", '[decimal]'],
  ]),
  ...mutantsOf('main/features/records/reading/read-record.ts', reading, [
    [
      'a member that comes twice is no defect',
      "for (const path of repeated) collector.addDefect(path.length === 0 ? ['record'] : path);",
      '',
    ],
    ['members that nobody described are lost', '  addRest(record, collector);\n', ''],
    ['members around a record are lost', '  addAround(answer, within, collector);\n', ''],
    ['a record that occurs twice in its answer is sound', 'isStart(path, within) ? [] : ', ''],
  ]),
  ...mutantsOf(
    'main/features/records/receiving/record-files.ts',
    ['test/records/files.test.ts'],
    [
      ['a barcode is decoded as base64', '(decoded.mime !== null || holdsBase64(path))', '(decoded.mime !== null || path.length > 0)'],
      [
        'of a picture that comes twice, only the last is stored',
        'for (const text of texts) decoded',
        'for (const text of texts.slice(-1)) decoded',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/json/described-names.ts',
    ['test/records/reading.unit.test.ts'],
    [['a member in another case hides the described one', 'spellings?.unshift(own)', 'spellings?.push(own)']],
  ),
  ...mutantsOf(
    'main/platform/json/described-names.ts',
    ['test/screening/answer-outcome.unit.test.ts'],
    [
      ['a name of a space is another one', '^[\\w-]+:|', ''],
      ['an envelope is too deep', 'const maxLevels = 5;', 'const maxLevels = 4;'],
    ],
  ),
  ...mutantsOf(
    'main/features/records/reading/record-collector.ts',
    ['test/records/reading.unit.test.ts'],
    [['one of several files within a picture is the picture', 'rest && more.length === 0 ?', 'rest ?']],
  ),
  ...mutantsOf(
    'main/platform/json/described-names.ts',
    ['test/records/mismatches.unit.test.ts'],
    [['an empty spelling differs', ' && (values.size === 0 || !emptyTexts.has(said))', '']],
  ),
  ...mutantsOf(
    'main/features/records/reading/described-spelling.ts',
    ['test/records/reading.unit.test.ts'],
    [
      ['the numbers of a converter are names of images', '/^\\d+$/.test(name) || ', ''],
      ['an image loses its own name', "=== 'ImageTypeName')", "=== 'Image')"],
      ['elements within further objects are lost', 'isOne(value) || Object.values', 'isOne(value) || [].length > 0 && Object.values'],
      ['any object in place of images is a list of them', 'if (!isOfPictures && !holds(section, maxLevels)) return null;', ''],
      ['a picture in place of its image is lost', "if (isPicture) own.unshift('Image');\n    else if", 'if'],
    ],
  ),
  ...mutantsOf(
    'main/features/records/receiving/media-type.ts',
    ['test/records/files.test.ts'],
    [['a HEIC picture is of any brand', ' && brand.test(head.slice(8, 12))', '']],
  ),
  ...mutantsOf(
    'main/features/records/receiving/read-push.ts',
    ['test/web-service/content-digest.unit.test.ts'],
    [
      ['numbers that JavaScript rounds are the same push', 'rawJSON(source ?? String(value))', 'rawJSON(String(value))'],
      ['pushes with other files are the same push', 'JSON.stringify([path, sha256, decoded])', 'JSON.stringify([path, decoded])'],
      ['a list can be the same push as an object', "['list', ...value.map(canonical)]", 'value.map(canonical)'],
      ['the order of members makes another push', 'Object.keys(value).sort()', 'Object.keys(value)'],
      ['a number and the text of its digits are the same push', '? rawJSON(source ?? String(value))', '? (source ?? String(value))'],
    ],
  ),
  ...mutantsOf(
    'main/features/records/receiving/read-push.ts',
    ['test/web-service/inbox.test.ts', 'test/records/files.test.ts'],
    [
      ['any object is a record', '!(hasMembers(value, true) || hasMembersSpelledAnyhow(value, true))', 'read.json.text.length < 3'],
      ['a barcode of a push is decoded as base64', '(mime !== null || holdsBase64(path))', '(mime !== null || path.length > 0)'],
      ['a push may bring any number of files', ' || longTexts.length > bounds.texts', ''],
      ['the record of a push may be of any size', 'text.length > bounds.bytes || ', ''],
    ],
  ),
  ...mutantsOf(
    'main/platform/json/base64.ts',
    ['test/records/files.test.ts'],
    [
      ['what is no base64 is passed over', 'bytes.length === Math.floor((length * 3) / 4) ? bytes : null', 'bytes'],
      ['padding stands for any number of bytes', ' || (padding > 0 && text.length % 4 !== 0)', ''],
    ],
  ),
  ...mutantsOf(
    'main/platform/json/split-json.ts',
    ['test/records/split-json.unit.test.ts'],
    [
      ['a long name of a member is left out', 'end - start >= minLength && !isName(body, end)', 'end - start >= minLength'],
      ['a long text ends at an escaped quote', 'end >= 0 && isEscaped(body, end)', 'end < -1'],
      ['a short text ends at an escaped quote', 'if (body[at] === backslash) at++;', ''],
      ['a byte order mark is no JSON', '.equals(byteOrderMark) ? byteOrderMark.length : 0', '.equals(byteOrderMark) ? 0 : 0'],
      [
        'a long text need not be JSON',
        "text: JSON.parse(body.toString('utf8', start, end)) as string",
        "text: body.toString('utf8', start + 1, end - 1)",
      ],
      ['long values do not count', 'left.size <= maxValues', 'left.size <= maxValues / 2'],
    ],
  ),
  ...mutantsOf(
    'main/platform/json/exact-json.ts',
    ['test/web-service/classify-body.unit.test.ts', 'test/records/files.test.ts', 'test/web-service/content-digest.unit.test.ts'],
    [
      ['an escaped quote ends a text', 'while (hasEscapes && end > 0 && isEscaped(text, end))', 'while (end < -1)'],
      ['any number counts as plain', 'String(number) === digits && (', 'number === number && ('],
      ['a name that is escaped is another one', "if (!name.includes('\\\\')) return name;", 'if (name.length > 0) return name;'],
    ],
  ),
  ...mutantsOf(
    'main/features/visits/remove-visit.ts',
    ['test/web-service/inbox.test.ts'],
    [
      [
        'a visit that changed meanwhile is removed',
        "if (lastChange(context, id) !== decidedOn) throw new StationError('state-changed');",
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/visits/remove-visit.ts',
    ['test/visits/damaged-disk.test.ts'],
    [['files of a visit in a damaged database are swept', 'outbox.isOrphan(owner) && ', '']],
  ),
  ...mutantsOf(
    'main/features/visits/visit-repository.ts',
    ['test/visits/list.test.ts'],
    [
      [
        'a push without an identification is placed with a visit without one',
        "(key === '' ? [] : readable(find(key)))",
        'readable(find(key))',
        'the column has no empty key',
      ],
      [
        'visits without an identification share one key',
        "key === '' ? null : key",
        'key',
        'an empty key is not looked up, and evaluating more visits again changes nothing',
      ],
      ['after the removal of a visit what it said of the person stays in the list', 'if (visit) outdate', 'if (!visit) outdate'],

      ['the first removal is without its warning', 'coalesce(warned_at, ?) + ?', 'coalesce(warned_at, ?) + 0 * ?'],
    ],
  ),
  ...mutantsOf(
    'main/features/visits/change-visit.ts',
    ['test/visits/list.test.ts'],
    [
      ['a visit that left a person changes nothing for the others', ', ...before].map', '].map'],
      ['a visit that cannot be opened needs no person', '{ blocking: null, policy', '{ blocking: 0, policy'],
    ],
  ),
  ...mutantsOf(
    'main/features/visits/rules/match-visit.ts',
    ['test/visits/match-visit.unit.test.ts'],
    [
      ['a later version of a record goes to another visit', '  if (earlier) return earlier;\n', ''],
      ['a record of yesterday’s visit is of today’s', '< sameVisitMs', '<= sameVisitMs'],
      ['a related visit is listed twice', '[...new Map(found.map((visit) => [visit.id, visit])).values()]', 'found'],
    ],
  ),
  ...mutantsOf(
    'main/features/records/reading/members.ts',
    ['test/visits/visit.test.ts'],
    [
      ['a number of zeros is one', '!/[^0]/.test(identificationKey(text)) ||', ''],
      ['N/A is a number', ' || noNumbers.has(foldedText(text));', ';'],
      ['N/A is a name', ' || noNames.has(foldedText(text));', ';'],
    ],
  ),
  ...mutantsOf(
    'main/features/records/reading/mismatches.ts',
    ['test/records/mismatches.unit.test.ts'],
    [
      ['what a control list says is no alert', '(onList.test(words) && !noList.test(words))', 'false'],
      ['a denial of a control list is an alert', 'onList.test(words) && !noList.test(words)', 'onList.test(words)'],
    ],
  ),
];
