// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Wrong rules of screening: what an answer says, why an entry is there, names, and the tables of a bulk screening. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const screening: Mutant[] = [
  ...mutantsOf(
    'main/features/screening/screen-once.ts',
    ['test/screening/decisions.test.ts'],
    [
      [
        'an answer is read by the rules of the connection in use when it arrives',
        'outcome.raw, at, rules)',
        'outcome.raw, at, deps.rules())',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/read-answer.ts',
    ['test/screening/answer-outcome.unit.test.ts', 'test/screening/answer-members.unit.test.ts'],
    [
      ['a block in one of two results is passed over', 'if (said.some(isYes)) return true;', ''],
      [
        'an answer without results can be clear',
        'read.length > 0 && read.length === value.length',
        'read.length === value.length',
        'Without results nothing says `block`, and that is not as described either.',
      ],
      ['an answer that is not to be trusted says that nobody is blocked', 'why !== null && said === false ? null : said', 'said'],
      ['an answer that has a member twice is intact', 'encoded && repeated.length === 0', 'encoded'],
      ['an answer with faults in its JSON is intact', "around === '' && isPlain", "around === ''"],
      ['a clear needs no log number', "logNumber === null ? problem('answer-without-log-number') : null", 'null'],
      ['a clear needs neither name nor number', "about.includes('no-one')", "about.includes('queried') && false"],
    ],
  ),
  ...mutantsOf(
    'shared/domain/identifications.ts',
    ['test/screening/answer-outcome.unit.test.ts', 'test/records/mismatches.unit.test.ts'],
    [
      ['an answer about another number is taken', "return isSame || hasCheckDigit ? 'like' : 'other';", "return 'like';"],
      ['leading zeros never count', "leadingZeros === 'like' && withoutZeros(bare(one))", 'withoutZeros(bare(one))'],
      ['a number of JSON has leading zeros', "leadingZeros === 'ignore' ?", "leadingZeros === 'count' && one === '-' ?"],
      [
        'two check digits are one number',
        'base1 !== null && base2 === null && base1 === bare(other)',
        'base1 !== null && base1 === (base2 ?? bare(other))',
      ],
      ['two kinds of document with one number are one', "kind(one) !== kind(other)) return 'other'", "kind(one) === '-') return 'other'"],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/compare-person.ts',
    ['test/screening/answer-outcome.unit.test.ts'],
    [
      ['a damaged name may be any', "return isLike ? 'like' : 'other';", "return 'like';"],
      ['the name in another order is another person', 'said === queried.trim() || sameName(said, queried)', 'said === queried.trim()'],
      ['leading zeros never count for a person with another name', "isNamed ? 'like' : 'count'", "'like'"],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/rules/source-state.ts',
    [
      'test/screening/source-state.unit.test.ts',
      'test/screening/source-meaning.unit.test.ts',
      'test/screening/failures-outside-a-source.unit.test.ts',
      'test/screening/findings-outside-a-source.unit.test.ts',
      'test/screening/answer-outcome.unit.test.ts',
      'test/screening/answer-members.unit.test.ts',
    ],
    [
      ['the procurator counts as asked', 'procurator: (query) => query.procurator,', 'procurator: () => true,'],
      ['news that is null counts as clear', "asked && source !== 'news' ? 'clear' : 'not-asked'", "asked ? 'clear' : 'not-asked'"],
      [
        'of two results the clear one counts',
        "['hit', 'unread', 'no-answer', 'not-asked', 'clear']",
        "['hit', 'clear', 'unread', 'no-answer', 'not-asked']",
      ],
      [
        'a missing source counts as clear',
        "if (value === 'missing') return asked ? 'no-answer' : 'not-asked';",
        "if (value === 'missing') return nothing;",
      ],
      [
        'a failure next to a hit hides the hit',
        "if (read === 'hit' || read === 'unread') return read;",
        "if (read === 'unread') return read;",
      ],
      ['a failure that names no source is passed over', "(failure === 'of-none' || !trusted)", '!trusted'],
      ['sources of an answer that is not to be trusted stay clear', "(failure === 'of-none' || !trusted)", "failure === 'of-none'"],
      ['a person who reads data takes a hit away', "state === 'unread' && meaning !== null", 'meaning !== null'],
      ['what says nothing of the person is clear', "return said.clear ? 'clear' : 'unread';", "return 'clear';"],
      ['what no rule reads is no answer', "if (said.unread) return 'unread';", "if (said.unread) return 'no-answer';"],
      ['a hit without a block is no match', "block === true || states.includes('hit') || states.includes('unread')", 'block === true'],
      ['what no rule reads is no match', "states.includes('hit') || states.includes('unread')", "states.includes('hit')"],
      ['a source that did not answer counts as clear', "!trusted || states.includes('no-answer')", '!trusted'],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/read-value.ts',
    ['test/screening/source-state.unit.test.ts', 'test/screening/source-meaning.unit.test.ts'],
    [
      [
        'a rule of the profile comes after the usual sentences',
        'if (ruled !== undefined) {',
        "if (ruled !== undefined && typeof value !== 'string') {",
      ],
      ['a pattern fits where a part is missing', 'if (next === -1) return false;', ''],
      ['any empty list denies findings', 'value.length === 0 && (isFoundName(name) || isListingName(name))', 'value.length === 0'],
      ['a list of findings denies them', 'value.length === 0 && (isFoundName(', '(isFoundName('],
      ['a number and a date say nothing without a denial', ' && denied?.()', ''],
      ['a number and a date in a list say nothing', 'if (!record && isBesideDenial', 'if (isBesideDenial'],
      ['a source may be asked for another person', 'if (asked && !namesPerson(name) && ', 'if (asked && '],
      ['findings among the parameters of a query say nothing', " && !isFoundName(name)) return 'ignored';", ") return 'ignored';"],
      ['an object in a list among the parameters says nothing', 'around.asked === true && !isObject(element)', 'around.asked === true'],
      ['anything with a number of a certificate is one that denies', '.some((inner) => deniesFindings(inner, query))', '.some(() => true)'],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/beside-denial.ts',
    ['test/screening/source-state.unit.test.ts'],
    [
      ['the number of any person says nothing', "key !== '' && identificationKey(String(value)) === key", "key !== ''"],
      ['an address with a word of findings says nothing', ' && !isFoundName(folded(text))', ''],
      ['part of any name says nothing', 'own.has(part.text)', 'own.size > 0'],
      ['the address of a finding says nothing', 'return site.test(text);', "return text !== '';"],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/compare-person.ts',
    ['test/screening/answer-members.unit.test.ts'],
    [['only the described spelling names a person', 'return values.length > 0 ? values : [undefined];', 'return [values[0]];']],
  ),
  ...mutantsOf(
    'main/features/screening/answer/vocabulary.ts',
    [
      'test/screening/source-state.unit.test.ts',
      'test/screening/source-meaning.unit.test.ts',
      'test/screening/failures-outside-a-source.unit.test.ts',
      'test/screening/findings-outside-a-source.unit.test.ts',
    ],
    [
      [
        '“available: false” reports no failure',
        'if (!named && wellBeing.test(name) && isNo(value) && !isSpent(name, value)) return true;',
        '',
      ],
      ['an account without credit reports a failure', '&& !isSpent(name, value)', ''],
      ['a grade of the person says nothing', 'return gradesBadly(name, value) ||', 'return'],
      ['a state for a person with findings says nothing', '&& isGrave(name, folded(String(value)))', "&& name === '-'"],
      ['“without errors” reports a failure', 'failure.test(withoutNoFailure(text))', 'failure.test(text)'],
      ['a status of 500 reports no failure', 'if (numbering.test(name) && isFailureStatus(value)) return true;', ''],
      [
        'a time-out setting reports a failure',
        'if (saysNothing(value) || isSetting(name, value)) return false;',
        'if (saysNothing(value)) return false;',
      ],
      ['any sign means no value', '(idleSigns.test(value) ||', "(folded(value) === '' ||"],
      ['a state of “partial” reports no failure', 'partial.test(folded(String(value)))', 'false'],
      ['“3 de 4 fuentes” reports no failure', ' || tellsOfPart(text);', ';'],
      [
        'a state of “3/4” or 75 % reports no failure',
        '&& fallsShort(percentage.test(name)',
        "&& name === '' && fallsShort(percentage.test(name)",
      ],
      ['a quota is a count of sources', 'const of = ofCountable.test(name);', 'const of = true;'],
      ['404 is no failure', 'value >= 400 && value < 600', 'value >= 500 && value < 600'],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/source-standing.ts',
    ['test/screening/failures-outside-a-source.unit.test.ts', 'test/screening/findings-outside-a-source.unit.test.ts'],
    [
      ['the name of a register is a state', '&& !isListName(said) ', ''],
      ['an unknown state is a good one', '&& !isGood(value);', "&& said === '';"],
      ['a number of failures is a good state', 'if (isHttpFailure(value) || Number(value) < 0) return true;', ''],
      [
        'a count of anything is one of sources',
        'lacksSources(name) && (manySources.test(name) ||',
        'lacksSources(name) && (name.length > 0 ||',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/vocabulary.ts',
    [
      'test/screening/source-state.unit.test.ts',
      'test/screening/failures-outside-a-source.unit.test.ts',
      'test/screening/findings-outside-a-source.unit.test.ts',
    ],
    [
      ['a letter for a kind denies a finding', 'String(value)) && ofKind.test(name))', "String(value)) && name === '')"],
      [
        'what is not well is passed over',
        "return isWellName(name) && typeof value !== 'number' && isYesOrNo(value) === 'no';",
        'return false;',
      ],
      ['“N” is no answer to a question', '|n(?:o|[aã]o)?|', '|n(?:o|[aã]o)|'],
      ['“S” is no answer to a question', '(?:true|s(?:[ií]|im)?|y(?:es)?|1)', '(?:true|s(?:[ií]|im)|yes|1)'],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/read-sentence.ts',
    ['test/screening/read-sentence.unit.test.ts'],
    [
      ['“no registra …, pero …” is clear', "return said.has('doubt') ? 'mixed' : 'clear';", "return 'clear';"],
      ['a count after a denial is passed over', 'if (counts.test(clause) || wholeFinding', 'if (wholeFinding'],
      ['an unknown clause after a denial says nothing', 'if (strict && !denied)', 'if (!strict && strict)'],
      ['a denial with a failure is clear', "if (failed) return 'no-answer';", ''],
      ['a failure hides a finding', "if (said.has('finding')) return", "if (said.has('finding') && !failed) return"],
      ['a name in a list is no finding', '(?:listas?|boletin)\\\\b', '(?:-)\\\\b'],
      ['the name of the person is an unknown word', '|| names.has(word)', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/read-sentence.ts',
    ['test/screening/answer-outcome.unit.test.ts'],
    [['a number that the register does not know is clear', "if (unknownPerson.test(said)) yield 'doubt';", '']],
  ),
  ...mutantsOf(
    'main/features/screening/answer/read-value.ts',
    ['test/screening/source-meaning.unit.test.ts'],
    [
      ['a rule for any value says what null in place of a source means', ' && (value !== null || place !== null)', ''],
      ['a part of a pattern says what null means', 'value === null ? plain(pattern) === text : ', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/described-answer.ts',
    ['test/screening/answer-outcome.unit.test.ts'],
    [
      ['what is around an answer is passed over', '...(!isHollow(around) && { $: around }), ', ''],
      ['a result outside its list is none', 'isAround ? listOf(inner) : [results]', 'isAround ? listOf(inner) : results'],
      ['the list in an object is none', 'isAround ? listOf(inner) : [results]', '[results]'],
      ['one of several members of results is the list', 'more.length === 0 && nameOf', 'nameOf'],
      ['a described member of a result is the list', 'nameOf.result(name) === null && ', ''],
      ['one of several answers is the answer', 'found === undefined || other !== undefined', 'found === undefined'],
    ],
  ),
  ...mutantsOf(
    'main/platform/json/exact-json.ts',
    ['test/screening/answer-outcome.unit.test.ts', 'test/records/reading.unit.test.ts'],
    [['a member twice in a text has its last value', ' && json.repeated.length === 0', '']],
  ),
  ...mutantsOf(
    'main/features/screening/answer/plain-value.ts',
    ['test/screening/answer-outcome.unit.test.ts'],
    [['a picture in HTML says nothing', "'b|i|u|", "'img|b|i|u|"]],
  ),
  ...mutantsOf(
    'main/features/screening/bulk/table/guess-mapping.ts',
    ['test/cli/screen-csv-columns.test.ts'],
    [
      ['a column of other cells is screened', 'isNameLike) >= 0.5', 'isNameLike) >= 0'],
      ['a column of cities is screened', '!otherWords.test(foldedText(title)) && share(', 'share('],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/read-paging.ts',
    ['test/screening/failures-outside-a-source.unit.test.ts'],
    [
      [
        'the first of several pages is the whole answer',
        'ofPages.test(words))) return numberOf(said) > 1;',
        'ofPages.test(words))) return numberOf(said) > 9;',
      ],
      ['a total beyond the size of a page is on the page', 'numberOf(said) > size', 'numberOf(said) > 10 * size'],
      ['a total beyond the entries next to it counts something else', 'entries !== null && numberOf(said) > entries', 'false'],
      ['a total of all entries is one of more', 'numberOf(said) > entries', 'numberOf(said) >= entries'],
      ['a list of texts has entries that a total counts', 'value.every(isObject)', 'value.length >= 0'],
      ['a link to no page is a next page', "value !== null && value !== ''", "value !== ''"],
      ['“more: false” says that there is more', "value !== null && isYesOrNo(value) === 'yes'", 'value !== null'],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/read-undescribed.ts',
    ['test/screening/failures-outside-a-source.unit.test.ts', 'test/screening/findings-outside-a-source.unit.test.ts'],
    [
      ['data under a member that is not described is passed over', 'else if (isWeightyName(words) || ', 'else if ('],
      [
        'a count of findings elsewhere is passed over',
        '&& (affirms || isPartial || isCount())) return',
        '&& (isPartial || isCount())) return',
      ],
      ['a source that is denied by its name has answered', 'value === null ? affirms : isOff(value) &&', "value === '-' &&"],
      [
        'nothing found in a source is no answer of it',
        'isOff(value) && (affirms || isOfSources(name) || beginsAsFlag.test(words))',
        'isOff(value)',
      ],
      ['a source answered that is inactive', 'near.length > 0 && bad.some(isState)', 'false'],
      ['a source answered whose state is unknown', 'of bad.filter(isOfSource)', 'of []'],
      ['a text in a list says nothing about its source', "typeof value === 'string' && isOfSources(words)", "value === '-'"],
      ['sources that are down have answered', 'around.failed || isLackingValue(words, value)', 'around.failed'],
      ['what a source says elsewhere is passed over', 'isAnswer && isStatement(value)', 'false'],
      [
        'what is described of a source is what it says',
        '(isMessage(words) || bareSource.test(words))',
        '(words.length > 0 || bareSource.test(words))',
      ],
      ['a state of the answer is one of a source', "name !== '' || ", 'true || '],
      [
        'a rule does not silence a count of sources',
        '(key, value) => reader.rules.meaning({ key, outer: place }, value) !== undefined',
        '() => false',
      ],
      ['as many sources answered as were asked', "(of.includes('answered') && count < asked) ||", ''],
      ['a count of pending sources is passed over', " || (of.includes('missing') && count > 0)", ''],
      ['a footnote is passed over', 'reader.notes && isNote(value)', "reader.notes && value === ''"],
      ['every note is a footnote of a source', 'reader.notes && isNote(value)', 'isNote(value)'],
      ['a source that was not asked must have answered', 'const sources = askedOf(own, reader.query);', 'const sources = own;'],
      [
        'entries that are not described are no findings',
        '} else if (mayBeFinding(words, value, place, reader) || affirmsOfList(value)) {',
        '} else if (words === "-") {',
      ],
      [
        'a source that those that answered lack has answered',
        'if (named.size > 0 && sources.length > 0) yield',
        'if (named.size < 0) yield',
      ],
      ['a source that is not asked for is lacking', 'askedOf(expected, query).filter(', 'expected.filter('],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/read-match.ts',
    ['test/screening/match-reasons.unit.test.ts'],
    [
      [
        'an entry without a number has another number',
        "queried !== '' && keys.length > 0 && !sameIdentification",
        "queried !== '' && !sameIdentification",
      ],
      ['a passport does not count as an identification', '[...known.identifications, ...known.passports]', '[...known.identifications]'],
      ['who has the name is there under an alias too', 'const alias = !named &&', 'const alias ='],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/screening-row.ts',
    ['test/screening/view-secrets.unit.test.ts'],
    [
      ['a secret that an answer repeats is shown', 'withoutSecretsIn(answer && shownOf(answer))', 'answer && shownOf(answer)'],
      ['a secret that an answer repeats is the name of the best match', 'withoutSecrets(same ?? similar ??', '(same ?? similar ??'],
      ['a secret that an answer repeats is shown after a restart', 'for (const secret of rest.repeats) secretInUse(secret);', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/screening-row.ts',
    ['test/screening/scheduler.unit.test.ts', 'test/screening/panel.test.ts', 'test/screening/repository.test.ts'],
    [
      [
        'a match in an answer with a defect has failed',
        "problem !== null && outcome === 'unavailable' ? 'failed'",
        "problem !== null ? 'failed'",
      ],
    ],
  ),
  ...mutantsOf(
    'shared/domain/text-folding.ts',
    ['test/screening/names.unit.test.ts'],
    [['identifications differ by case', '    .toUpperCase()\n', '']],
  ),
  ...mutantsOf(
    'shared/domain/names.ts',
    ['test/screening/names.unit.test.ts'],
    [
      ['the order of names counts', 'one.toSorted().join', 'one.join'],
      ['a name that is split otherwise is another', "one.join('') === other.join('') || ", ''],
      ['two names that share an initial are alike', '[...text].length > 1 && !common.has(text)', '!common.has(text)'],
      ['two names that share “de” are alike', '[...text].length > 1 && !common.has(text)', '[...text].length > 1'],
    ],
  ),
  ...mutantsOf(
    'shared/domain/text-folding.ts',
    ['test/web-service/publication-matching.unit.test.ts'],
    [['a UUID in capitals is another', 'uuid.test(trimmed) ? trimmed.toLowerCase() : trimmed', 'trimmed']],
  ),
];

const guess = ['test/screening/table-guess.unit.test.ts'];

export const tables: Mutant[] = [
  ...mutantsOf(
    'main/features/screening/rules/row-query.ts',
    ['test/screening/query-of-row.unit.test.ts'],
    [
      [
        'companies are turned round like persons',
        "mapping.surnameFirst && (where === null || tidy(cells[where.column] ?? '') === tidy(where.value))",
        'mapping.surnameFirst',
      ],
      ['marks for nothing are asked', "mapping.empty.some((mark) => tidy(mark) === text) ? '' : text", 'text'],
      ['a second comma stays in the name', ".replaceAll(',', ' ')", ''],
      ['marks that cannot be seen stay in the name', "    .replace(/[\\u00ad\\u200b\\u2060\\ufeff]/g, '')\n", ''],
      [
        'the surname stays first',
        "`${name.slice(at + 1).replaceAll(',', ' ')} ${name.slice(0, at)}`",
        '`${name.slice(0, at)} ${name.slice(at + 1)}`',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/rules/row-query.ts',
    ['test/screening/query-of-row.unit.test.ts'],
    [
      [
        'several persons in one cell are asked as one',
        'else if (name.some((at) => hasLines(cells[at])))',
        "else if (query.name === '\\n')",
      ],
      ['a number is a name', 'noName.test(query.name)', "query.name === ''"],
      ['numbers with a hyphen are no name', '[\\d.,\\s]*', '[\\d.,\\s-]*'],
      ['the error of a formula is a part of a name', ' || name.some((at) => isError(cells[at]))', ''],
      ['the error of a formula in Spanish is a name', '[¡¿]?', ''],
      ['a number that a program has written is not odd', '    ofProgram.test(identification) ||\n', ''],
      ['the same person is no duplicate', 'if (queried.has(digest)) return true;', ''],
      ['an identification of one digit is not odd', 'significant < 4 ||', 'significant < 1 ||'],
      ['a row of another length is not odd', 'if (cells.length !== expected)', 'if (cells.length < 0)'],
    ],
  ),
  ...mutantsOf(
    'shared/domain/screening/screening.ts',
    ['test/screening/query-of-row.unit.test.ts'],
    [['a name that is too long is asked', "fault === 'name-missing' || fault === 'name-too-long' ||", "fault === 'name-missing' ||"]],
  ),
  ...mutantsOf(
    'shared/domain/screening/screening-result.ts',
    ['test/screening/result-reasons.unit.test.ts'],
    [
      [
        'a silent source of a match is no reason',
        'isDone && found === null && silent.length > 0',
        "result.outcome === 'unavailable' && silent.length > 0",
      ],
      ['the sources of an answer that is not trusted are a reason', 'isDone && found === null &&', 'isDone &&'],
      ['a damaged row has no reason', "state === 'damaged' ?", "state === 'asking' ?"],
      ['a fault is said twice', '.filter((fault) => !preventsScreening(fault))', ''],
    ],
  ),
  ...mutantsOf('main/features/screening/bulk/table/read-table.ts', guess, [
    [
      'an address of two lines counts as swallowed rows',
      'at + separators(lines[0]) >= expected - 1 && separators(lines.at(-1)) >= at',
      'lines.length > 1',
    ],
    ['rows that a quote swallowed are one cell', 'at + separators(lines[0]) >= expected - 1', 'at + separators(lines[0]) > expected'],
  ]),
  ...mutantsOf(
    'main/features/screening/bulk/table/write-table.ts',
    ['test/screening/table-formulas.unit.test.ts'],
    [
      ['full-width signs begin no formula', '[=@＝＠＋－]', '[=@]'],
      ['a telephone number is changed', ' && !harmless.test(text)', ''],
      ['a formula that begins with a sign stays', ' || (signed.test(text) && !harmless.test(text))', ''],
      ['a formula after another reader’s separator stays', 'isFormula(after)', 'after === ""'],
      ['a cell that begins with a tab stays', '|^[ \\u00a0]*[\\t\\r\\n]', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/bulk/table/write-table.ts',
    ['test/screening/table-write.test.ts'],
    [
      ['cells are written as formulas', 'some.push(row.map(neutralised));', 'some.push([...row]);'],
      ['only cells that need it are quoted', 'quoted: true,', 'quoted: false,'],
    ],
  ),
  ...mutantsOf(
    'main/platform/files/text-encoding.ts',
    ['test/screening/table-encoding.unit.test.ts'],
    [
      ['damaged UTF-8 is read as Windows-1252', 'whole || (seen.all > 0 && isDamaged())', 'whole'],
      ['Windows-1252 is read as damaged UTF-8', 'seen.western > 0 || seen.all * chanceIn >= seen.none', 'true'],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/bulk/table/read-table.ts',
    ['test/screening/table-encoding.unit.test.ts', 'test/screening/table-hostile.test.ts', 'test/screening/table-csv.test.ts'],
    [
      [
        'bytes that the encoding does not have are left out',
        'decoded(decoder, chunk) ?? (await damaged())',
        "decoded(decoder, chunk) ?? ''",
      ],
      ['a file with NUL bytes is a table', "if (text.includes('\\0')) throw", "if (text === '\\0') throw"],
    ],
  ),
  ...mutantsOf('main/features/screening/bulk/table/guess-csv.ts', guess, [
    ['the separator with most cells is taken, however uneven', 'b.evenness - a.evenness || ', ''],
    ['an apostrophe is a quote', 'around(\'"\') === 0 && around("\'") > 0 && around("\'") >= lines / 2', 'around("\'") > 0'],
  ]),
  ...mutantsOf('main/features/screening/bulk/table/guess-mapping.ts', guess, [
    [
      'surnames are asked before given names',
      'surnames.length > 0) return [...given, ...surnames]',
      'surnames.length > 0) return [...surnames, ...given]',
    ],
    [
      'the number of a customer is a name',
      "if (identificationWords.test(words) && !surname && !given && !nameWord.test(words)) return 'identification';",
      '',
    ],
    [
      'two persons are one name',
      "if (surnames.length === 0 && !given.every((at) => ofPart.test(foldedText(spaced(columns[at] ?? ''))))) return given.slice(0, 1);",
      '',
    ],
    ['the number of an agent is that of the customer', "hasOwn && isOfAnother(name) ? 'other' : columnRole(name)", 'columnRole(name)'],
    ['a list of beneficiaries has no names', 'hasOwn && isOfAnother', 'isOfAnother'],
    ['one of two persons is screened without a question', '!hasSeveralPersons(columns, name) &&', 'true &&'],
    ['a second name behind its digit is no part', "name.replace(/(\\p{L})(\\d)/gu, '$1 $2')", 'name'],
    ['a column that counts the rows is the identification', '      !isCounter(cells) &&\n', ''],
    ['the first row of persons is a header', 'isColumnName(cell) && !repeated(cell, at)', '!repeated(cell, at)'],
    ['“Acme, S.A.” is a surname and a name', ' && !companyEnd.test(cell)', ''],
  ]),
  ...mutantsOf(
    'main/features/screening/answer/read-undescribed.ts',
    ['test/screening/other-providers.unit.test.ts'],
    [
      ['a value under the name of a list is passed over', ' || isOfList(words, place)) {', ') {'],
      ['a list that was searched is a finding', 'isNameOfList(name) && !isOfQuery(place)', 'isNameOfList(name)'],
      ['remaining entries are passed over', '(isOutermost(stepsOf(place)) && countsRest(words, value)) || ', ''],
      ['what is left of an allowance is an entry', 'isOutermost(stepsOf(place)) && ', ''],
      ['one old list makes all lists old', "steps.filter(Number.isInteger).length > (steps[0] === 'results' ? 1 : 0)", 'false'],
      ['lists of a result are never too old', "(steps[0] === 'results' ? 1 : 0)", '0'],
      ['lists of the year before are too old', '< year - 1', '< year'],
      ["the person's own name is a finding under a name of one", '!isName && affirmsFinding', 'affirmsFinding'],
      ['a yes of a result is passed over', '|| (isOfPerson(words, place) && mayAffirm(words, value))', ''],
      ['a yes of the answer itself is a finding', "  stepsOf(place)[0] === 'results' &&\n", ''],
      ['a yes about the query is a finding', '  !isOfQuery(place) &&\n', ''],
      ['a yes about a source is a finding', '  !bareSource.test(name) &&\n', ''],
      ['a yes about pages is a finding', '[true, false].every((value)', '[].every((value)'],
      [
        'what a list says cannot be read by a rule',
        'unread.length > 0 ? unread : leavesOf(value, place));\n  } else if (mayBe',
        '[]);\n  } else if (mayBe',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/read-paging.ts',
    ['test/screening/other-providers.unit.test.ts'],
    [
      ['what is not the last page is the whole', 'if (isLast.test(words)', 'if (words === "-"'],
      ['0 under the name of the last page says that there is more', ' && value !== 0) return true', ') return true'],
      ['10 of 40 are all', '(shown.test(words) && part < all)', 'false'],
      ['remaining results are in the answer', 'rest.test(words) || ', ''],
      ['remaining elements of an object about pages are in the answer', ' || (isAboutPages.test(name) && bareRest.test(words))', ''],
      ['no remaining results are a further page', 'return numberOf(said) > 0;', 'return true;'],
      ['10 of 10 are a part', 'shown.test(words) && part < all', 'shown.test(words)'],
      ['the last page of an object about pages says nothing', ' || (isAboutPages.test(name) && ofPages.test(words))', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/vocabulary.ts',
    ['test/screening/other-providers.unit.test.ts'],
    [
      [
        'only a yes under the name of a finding is one',
        'affirmed.test(name) && !deniesFinding(name, value)',
        'affirmed.test(name) && isYes(value)',
      ],
      ['a denial under the name of a finding is one', 'affirmed.test(name) && !deniesFinding(name, value)', 'affirmed.test(name)'],
      [
        '“OK” under the name of a list is a finding',
        'if (isListName(name) && /^\\s*ok(?:ay)?\\s*$/i.test(String(value))) return true;',
        '',
      ],
      ['“SIM” is no yes', 's(?:[ií]|im)?', 's(?:[ií])?'],
      ['a date of the year 1 is one of death', 'noDate.test(value) ||', ''],
      ['“No es PEP” is a finding', '!isDenyingName(name) && deniesWordsOf(name, value)', 'false'],
      ['a denial of a part of the words of a name is whole', "denied.split(' ').every(isOfName)", "denied.split(' ').some(isOfName)"],
      ['206 is a whole answer', '(?:[45]\\d\\d|20[67])', '[45]\\d\\d'],
      ['a coverage of 0.8 is whole', '/^\\s*0?[.,]\\d*[1-9]\\d*\\s*$/.test(String(value)) || ', ''],
      ['what was not left out is a failure', '(?<!no )se omiti', 'se omiti'],
      ['a denial under the name of a list is data', ' || isNameOfList(name);', ';'],
      ['1 under any name is a finding', " &&\n  typeof value !== 'number'", ''],
      ['a neutral yes is a finding', '  !neutral.test(name);', '  name !== "-";'],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/read-undescribed.ts',
    ['test/screening/other-providers.unit.test.ts'],
    [
      ['a list that has nothing is a finding', '(deniesOfList(value, place, reader) || isUpdateOfList', '(isUpdateOfList'],
      ['the date of a list is a finding', ' || isUpdateOfList(words, value, place)', ''],
      ['a yes of a list that was searched is nothing', ' || affirmsOfList(value)', ''],
      ['a list that denies one thing has nothing', "return !said.hit && !said.unread && !said['no-answer'];", 'return !said.hit;'],
      [
        'a list without a denial has nothing',
        'if (!rest.some(([name, inner]) => deniesAny(folded(name), inner, reader.query))) return false;',
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/read-value.ts',
    ['test/screening/other-providers.unit.test.ts'],
    [
      ['404 with a denial is a failure', 'if (noOne && isNotFound(key)) add', 'if (noOne && key === "-") add'],
      ['a no below the name of a finding is unread', '(ofFinding || mayDeny(name)) && deniesFinding', 'mayDeny(name) && deniesFinding'],
      ['404 with any text says that no one was found', ' && deniesFindings(text, reader.query)', ''],
      [
        'a no under the name of a finding is unread',
        "if ((ofFinding || mayDeny(name)) && deniesFinding(name, value)) return 'clear';",
        "if (isFoundName(name) && deniesFinding(name, value)) return 'clear';",
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/screening/answer/vocabulary.ts',
    ['test/screening/findings-outside-a-source.unit.test.ts'],
    [
      ['a count under a plural is nothing', "if (inResult && both.split(' ').some(isPlural)) return true;", ''],
      ['a count under a plural of the answer is a finding', 'if (inResult && both', 'if (both'],
      ['what an object counts is nothing', '[counts, found, weighty, listing].some', '[found, weighty, listing].some'],
      [
        'days and attempts are findings',
        '[otherCounts, wellBeing, ofCountable, bound, aboutQuery].some',
        '[ofCountable, bound, aboutQuery].some',
      ],
      ['a long number is a count', '0*[1-9]\\d{0,3}', '0*[1-9]\\d*'],
    ],
  ),
];
