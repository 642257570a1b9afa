// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Wrong rules of signing: states, batches, receiving, delivery, documents in doubt, the outbox. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const signing: Mutant[] = [
  ...mutantsOf(
    'main/features/signing/rules/states.ts',
    ['test/signing/states.unit.test.ts'],
    [
      [
        'a document in doubt is sent again like a failed one',
        "send: { from: ['draft', 'failed', 'rejected', 'cancelled'],",
        "send: { from: ['draft', 'failed', 'rejected', 'cancelled', 'in-doubt'],",
      ],
      [
        'a signed document can be sent again',
        "['draft', 'failed', 'rejected', 'cancelled']",
        "['draft', 'failed', 'rejected', 'cancelled', 'signed']",
      ],
      [
        'a document in doubt counts as not signed once its new sending is cancelled or refused',
        "canSendAgain({ status: to }) ? 'in-doubt' : to",
        'canSendAgain({ status: to }) ? to : to',
      ],
      ['a document that is being sent can be cancelled', "cancel: { from: ['queued'],", "cancel: { from: ['queued', 'sending'],"],
      ['an unknown outcome is a failure', "doubt: { from: ['sending'], to: 'in-doubt' }", "doubt: { from: ['sending'], to: 'failed' }"],
      ['a queued document becomes signed without being sent', "sign: { from: ['sending'],", "sign: { from: ['queued', 'sending'],"],
      [
        'a damaged signed file stays signed',
        "spoil: { from: ['signed', 'unverified'], to: 'in-doubt' }",
        "spoil: { from: ['signed', 'unverified'], to: 'signed' }",
      ],
      [
        'a release makes a file signed',
        "releaseFile: { from: ['unverified'], to: 'unverified' }",
        "releaseFile: { from: ['unverified'], to: 'signed' }",
      ],
      [
        'an unverified document is sent again like a failed one',
        "send: { from: ['draft', 'failed',",
        "send: { from: ['unverified', 'draft', 'failed',",
      ],
    ],
  ),
  ...mutantsOf(
    'shared/domain/signing/job-status.ts',
    ['test/signing/check-batch.unit.test.ts', 'test/signing/duplicates.test.ts'],
    [['a queued document is not under way', "status === 'queued' || status === 'sending'", "status === 'sending'"]],
  ),
  ...mutantsOf(
    'shared/domain/signing/job-status.ts',
    ['test/signing/queue-jobs.unit.test.ts'],
    [
      ['a delivery that failed needs nobody', "deliveryFailed ? 'to-deliver' : 'saving'", "'saving'"],
      ['a delivery under way needs a person', "deliveryFailed ? 'to-deliver' : 'saving'", "'to-deliver'"],
      ['a file that is not in its folder counts as signed', '  if (waits !== null) return waits;\n', ''],
      ['a released file counts as released before its delivery', "undelivered(job) ?? 'released'", "'released'"],
    ],
  ),
  ...mutantsOf(
    'renderer/features/signing/derive.ts',
    ['test/signing/document-view.unit.test.ts'],
    [
      ['a document whose file is being saved needs attention', "saving: 'busy'", "saving: 'attention'"],
      ['a document that the queue counts is counted twice on the rail', ' && (!group || !needsPerson.includes(group))', ''],
    ],
  ),
  ...mutantsOf(
    'renderer/features/signing/workspace.ts',
    ['test/signing/customers.unit.test.ts'],
    [
      [
        'after a reload the documents of earlier customers are the current one’s',
        'earlier: earlier.map((customer)',
        'earlier: earlier.slice(0, 0).map((customer)',
      ],
      [
        'after a reload the documents of the page before are new',
        'documents: documents.filter(({ id }) => known.has(id))',
        'documents: []',
      ],
      [
        'after a reload documents that just arrived are the customer’s before them',
        'documents.filter(({ id }) => known.has(id))',
        '[...documents]',
      ],
      ['documents that are being brought back are new after a reload', ', ...state.returning]', ']'],
      ['a reference that is being typed is lost in a reload', 'reference: typed.trim()', ''],
    ],
  ),
  ...mutantsOf(
    'renderer/features/signing/customers.ts',
    ['test/signing/customers.unit.test.ts'],
    [
      [
        'a client that is typed before its documents is lost in a reload',
        'before.documents.length > 0 && documents.length === 0',
        'documents.length === 0',
      ],
    ],
  ),
  ...mutantsOf(
    'renderer/state/workspace.ts',
    ['test/renderer/workspace.unit.test.ts'],
    [
      ['what the page before left is replaced before it is restored', 'isRestored && !shallow', '!shallow'],
      ['what is typed last is not saved', 'due.size > 0 ? setTimeout(saveDue, saveDelayMs) : undefined', 'undefined'],
      ['each key saves', 'if (timer === undefined) saveDue();', 'saveDue();'],
    ],
  ),
  ...mutantsOf(
    'renderer/state/page-parts.ts',
    ['test/renderer/page-parts.unit.test.ts'],
    [
      ['what ends a page is shown by each next one', 'if (isOnce) {', 'if (false) {'],
      ['what was on the screen is saved only when it changes', "for (const type of ['keydown', 'pointerdown'])", 'for (const type of [])'],
      ['an emptied number is null on the next page', 'Number.isNaN(one) ? notANumber : one', 'one'],
      ['what one form saves replaces the parts of all others', '{ ...others, [name]: json }', '{ [name]: json }'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/rules/match-answer.ts',
    ['test/signing/resolve-entries.unit.test.ts'],
    [
      ['a reference like two documents is the first one’s', 'more.length > 0 || named', 'named'],
      ['a document with an entry gets another one’s', 'named.has(found)', 'named.size < 0'],
      ['an entry that says nothing is of the only document', ' && item.status !== null', ''],
      ['an entry of another document is dropped', '(own ?? others).push(item)', '(own ?? []).push(item)'],
      ['a reference without letters is like any', ".filter((form) => form !== '')", ''],
      ['the zeros before a number count', "replace(/^0+(?=\\d+$)/, '')", "replace(/^0+(?=x$)/, '')"],
      ['a reference read as Latin-1 is lost', "bytes.toString('latin1') === reference ?", "reference === '' ?"],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/match-entries.ts',
    ['test/signing/match-entries.test.ts', 'test/signing/in-doubt.test.ts'],
    [
      ['a file of two documents is that of the first', 'begun.get(file)?.length !== 1', 'begun.get(file)?.length === 0'],
      ['one of two files is the document’s', 'more.length > 0 || begun', 'begun'],
      [
        'a document with a file gets another one, too',
        'entriesOf(job).every(({ received }) => received === null) && !isSentForOther',
        '!isSentForOther',
      ],
      ['a document that failed has no file', 'every(({ received }) => received === null)', 'every(() => false)'],
      ['the file of another customer is the document’s', 'job.clientInfo !== clientInfo && job.attempts > 0', 'false'],
      ['a document that was not sent counts as that of another customer', ' && job.attempts > 0', ''],
      ['an entry without SUCCESS is assigned', "status === 'SUCCESS' && received", 'received'],
      ['an assigned entry is of no document, too', 'filter((item) => !assigned.has(item))', 'filter(() => true)'],
      ['a file that does not decode ends the answer', 'jobs).catch(() => []);', 'jobs);'],
      ['a text that is no plain base64 is compared as it is', "file.kind === 'decoded' ? content", "file.kind !== 'other' ? content"],
      ['the document itself is its own result', 'next.size < start + bytes.length', 'next.size <= start + bytes.length'],
      ['a file begins with any shorter document', "if (hash.copy().digest('hex') === next.sha256) found", 'found'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/receive-answer.ts',
    ['test/signing/match-entries.test.ts'],
    [
      ['a failure with a signed file is a failure', 'return isNewlySigned(checked)', 'return job === null'],
      ['a failure with any file is in doubt', 'return isNewlySigned(checked)', 'return opens'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/rules/resolve-outcome.ts',
    ['test/signing/resolve-entries.unit.test.ts', 'test/signing/unverified.test.ts'],
    [
      [
        'SUCCESS and FAIL for one document count as signed',
        'failed.length > 0 && failed.length < entries.length',
        'failed.length > entries.length',
      ],
      [
        'the first of several files counts whatever the check says',
        'files.find(({ checked }) => checked.problem === null) ?? files[0]',
        'files[0]',
      ],
      ['another file for the same document is dropped', 'others: others.filter((entry) => !isCopy(entry, signed))', 'others: []'],
      ['FAIL is a failure of the station', "return { move: 'reject',", "return { move: 'fail',"],
      ['a document without an entry has failed', "return { move: 'doubt', problem: missing,", "return { move: 'fail', problem: missing,"],
      [
        'what the check does not accept is signed',
        'if (why === null) return agreed',
        "if (why === null || status === 'sending') return agreed",
      ],
      ['any further PDF counts as a copy', "entry.kind === 'pdf' && entry.sha256 === of.sha256", "entry.kind === 'pdf'"],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/receive-answer.ts',
    ['test/signing/same-file.test.ts'],
    [
      [
        'the same file of one answer is taken for two documents',
        '[...jobsInAnswerWithSame(all, job, entry.sha256), ...earlier]',
        'earlier',
      ],
      ['a document is withheld twice', 'earlier.filter((other) => before.every(({ id }) => id !== other.id))', 'earlier'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/same-file.ts',
    ['test/signing/same-file.test.ts'],
    [
      ['equal files for copies of one original are a fault', ' && one.sha256 !== other.sha256', ''],
      ['the same file for two documents is accepted for the second', 'if (verification === null || other === undefined)', 'if (true)'],
      ['the document that was signed first stays signed', "move: status === 'signed' ? 'withhold' : null", 'move: null'],
      ['only one of the documents with the same file is withheld', 'return others.map(', 'return others.slice(0, 1).map('],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/sending/run-call.ts',
    ['test/signing/unverified.test.ts'],
    [['an answer is checked as its documents were before the call', 'outbox.job(job.id) ?? job', 'job']],
  ),
  ...mutantsOf(
    'main/features/documents/pdf-facts.ts',
    ['test/verification/encrypted.test.ts'],
    [['what cannot be checked later is not mentioned', ": 'unreadable'", ": 'sound'"]],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/check-received.ts',
    ['test/signing/unverified.test.ts'],
    [
      ['what cannot be verified is signed', "unverifiable: 'result-unverifiable'", 'unverifiable: null'],
      [
        'what was not checked is signed',
        "if ('code' in found) return { verification: null, problem: found };",
        "if ('code' in found) return { verification: null, problem: null };",
      ],
      ['an unknown issuer is accepted though the roots are named', "[...withheld, 'issuer-not-trusted']", 'withheld'],
      ['the place that was asked for is not compared', '    place: { page, rect },\n    sentAt', '    place: null,\n    sentAt'],
      ['the place in the queue is the sending', 'sentAt: job.firstSentAt', 'sentAt: job.queuedAt'],
      ['the time of the check is unknown', '    checkedAt: now().toISOString(),\n', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/provider-rules.ts',
    ['test/signing/provider-rules.test.ts'],
    [
      ['a rule is saved that no check agrees with', "if (problem !== null) throw new StationError('no-rule-fits');", ''],
      ['a rule is not in the log', '  deps.noteRules(job, rules);\n', ''],
      ['what a person settled is checked again', 'isUnsettled(job) && unverifiedFile', 'unverifiedFile'],
      ['a rule is saved twice', '...settings.rules, ...fresh', '...settings.rules, ...added'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/check-again.ts',
    ['test/signing/unverified.test.ts'],
    [['a check that was stopped is a finding', "if (problem?.detail?.cause === 'cancelled') throw new StationError('cancelled');", '']],
  ),
  ...mutantsOf(
    'main/features/signing/outbox/job.ts',
    ['test/signing/outbox-operations.unit.test.ts', 'test/signing/outbox-model.unit.test.ts', 'test/signing/unverified.test.ts'],
    [
      [
        'a file is released without a reason',
        "if ((move === 'releaseFile') !== Boolean(change.fileRelease)) throw",
        "if (move !== 'releaseFile' && change.fileRelease) throw",
      ],
      ['a withheld file keeps the role of a signed one', "if (move === 'withhold') return received.map(withheld);", ''],
      ['a withheld file is delivered with the next call', '.map(withheld) ?? []', '?? []'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/deliver.ts',
    ['test/signing/unverified.test.ts'],
    [
      ['an unverified file is delivered', "path === null && role !== 'unverified'", 'path === null'],
      ['the unfinished file of a withheld one stays', 'if (begun && role', 'if (!begun && role'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/rules/group-calls.ts',
    ['test/signing/check-batch.unit.test.ts', 'test/signing/answers.test.ts'],
    [['references in two Unicode forms differ', "reference.trim().normalize('NFC')", 'reference.trim()']],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/receive-answer.ts',
    ['test/signing/read-entry.test.ts'],
    [
      ['FAIL with a file counts as SUCCESS', "if (item.status === 'FAIL')", "if (item.status === 'FAIL' && received === null)"],
      ['what does not open counts as a signed PDF', "if (!opens) return unusable(problem('signed-not-pdf'), file);", ''],
    ],
  ),
  ...mutantsOf(
    'main/features/documents/pdf-facts.ts',
    ['test/documents/structure.test.ts'],
    [
      ['a page tree that viewers read in two ways is not mentioned', '|| pageTreeFault(file) !== null', ''],
      ['an object that viewers mend is not mentioned', "if (!isWhole) return 'mended';", ''],
      ['a page of which some viewers show nothing is not mentioned', "? 'ambiguous' : 'sound'", "? 'sound' : 'sound'"],
    ],
  ),
  ...mutantsOf(
    'main/features/documents/pdf-facts.ts',
    ['test/signing/read-entry.test.ts'],
    [
      ['a PDF without pages counts as signed', 'return pagesIn(file).length > 0;', 'return true;'],
      ['what is cut off opens', 'if (shapeFault(endsOf(bytes)) !== null) return false;', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/check-received.ts',
    ['test/signing/read-entry.test.ts'],
    [['a check without the original counts', "if (job.original === null) return notChecked('stored-data-damaged');", '']],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/receive-answer.ts',
    ['test/signing/sweep.test.ts', 'test/signing/recover.test.ts', 'test/signing/in-doubt.test.ts'],
    [
      ['an answer decides about a document that was sent again since', ' && job.lastAttempt?.id === attempt;', ';'],
      ['the file of an answer that decides nothing is lost', 'if (read.others.length > 0) all.updates.push', 'if (!read) all.updates.push'],
      ['an accepted file is delivered again as received', 'encrypted?.sha256 !== job.signedSha256', 'encrypted !== undefined'],
      ['what came for a document in doubt is removed', 'if (sent.some(isInDoubt)) return [];', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/deliver.ts',
    ['test/signing/delivery.test.ts'],
    [
      ['without the chosen folder a signed file stays where it is', 'mount: outputMount }, nextToOriginal]', 'mount: outputMount }]'],
      ['a folder whose disk is not mounted takes the file', 'mount !== null && !(await isMounted(mount))', "mount === ''"],
      ['no text says where a file is that its folder did not take', "{ ...detail, context: 'beside' }", '{ ...detail }'],
      [
        'the folder of the settings comes before that of the run',
        'if (job.outputFolder !== null)',
        'if (job.outputFolder !== null && outputFolder === null)',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/deliver.ts',
    ['test/signing/recover.test.ts'],
    [['a delivery that was cut off is made twice', 'await findExistingCopy(place.folder, name, encrypted, taken)', 'null']],
  ),
  ...mutantsOf(
    'main/features/signing/rules/resolve-outcome.ts',
    ['test/signing/recover.test.ts'],
    [['a signed file that was damaged stays signed', "(role === 'signed' ? 'spoil' : null)", 'null']],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/find-candidates.ts',
    ['test/signing/in-doubt.test.ts'],
    [
      [
        'a file is offered that does not contain the document',
        'const isAppended = (await documentsBegunBy(files.read(file), [job])).length > 0;',
        'const isAppended = size > job.size;',
      ],
      [
        'a file is offered that was written again otherwise',
        "if (!isAppended && checked.verification?.report.original !== 'preserved') return null;",
        '',
      ],
      [
        'files are offered for a document that is no longer in doubt',
        "if (outbox.status(job.id) !== 'in-doubt') {",
        'if (!outbox.job(job.id)) {',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/duplicates.ts',
    ['test/signing/duplicates.unit.test.ts', 'test/signing/removal.test.ts'],
    [
      ['the same file for two clients is a duplicate', ' && a.clientInfo === b.clientInfo', ''],
      ['the same file for two accounts is a duplicate', ' && a.account === b.account', ''],
      [
        'two failed duplicates are both sent again',
        ' || go.some((other) => isAlike(one, other) && isRepeated(one, { ...other, documentId: other.id }))',
        '',
      ],
      [
        'what was signed is sent again unasked',
        "const isDone = sent.status === 'signed' || sent.closed;\n  return !isDone || ",
        "const isDone = sent.status === 'signed' || sent.closed;\n  return !isDone && ",
      ],
      [
        'a clock that was behind at the sending ends the window',
        ' || calls.some((call) => call.documentId === documentId && isAfterFirst(call.order))',
        '',
      ],
      ['what left the queue is forgotten', ', ...sentByCalls(left)', ''],
      ['a copy of the same batch is a duplicate', ' && (wanted.batchId === null || wanted.batchId !== sent.batchId)', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/check-batch.ts',
    ['test/signing/check-batch.unit.test.ts'],
    [
      ['one document can be twice in a batch', '(sent && !resent) || timesListed > 1', 'sent && !resent'],
      ['again sends the very document that was signed', 'mayBeSigned(status) && entry.again === true', 'entry.again === true'],
      [
        'a document of exactly the largest size is refused',
        'document.size > signing.maxBytesPerCall',
        'document.size >= signing.maxBytesPerCall',
      ],
      ['a reference can be used twice', '(timesUsed.get(plain) ?? 0) > 1', '(timesUsed.get(plain) ?? 0) > 2'],
      [
        'what the file was at opening counts more than what it is now',
        'fileProblem ?? document.problem',
        'document.problem ?? fileProblem',
      ],
      ['client info may be blank', "clientInfo.trim() === ''", "clientInfo === ''"],
      ['what is under way is sent again', 'mayBeSigned(status) || isUnderWay(status)', 'mayBeSigned(status)'],
      ['a placement outside the page is sent', 'if (misplaced) faults.push(misplaced);', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/rules/group-calls.ts',
    ['test/signing/wire-placement.unit.test.ts'],
    [
      ['the facts are those of the next page', 'pages[resolved.placement.page - 1]', 'pages[resolved.placement.page]'],
      ['a placement that fits no page of the wire is no fault', 'return wire.ok ? null : wire.problem;', 'return null;'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/recover.ts',
    ['test/signing/recover.test.ts', 'test/signing/sweep.test.ts'],
    [
      ['a stored answer is not used at the start', 'if (answer) await', 'if (!documents) await'],
      ['what was being sent is queued again at the start', 'move: resolveFault(false, cutOff)', "move: 'putBack' as const"],
      ['files that may be the result are swept', '(!mayLackResult(job) || job.closed !== null)', 'true'],
      ['files of a document that is sent again are swept', 'resentInDoubt && isUnderWay(status)', '!resentInDoubt && isUnderWay(status)'],
      ['files in use are swept', 'if (over && !used.has(id))', 'if (over)'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/send-batch.ts',
    ['test/signing/queue-batch.test.ts', 'test/visits/policy.test.ts'],
    [
      ['a document that cannot be encrypted stops its later slice', '(faults.length > 0 && !isBegun)', 'faults.length > 0'],
      [
        'a rule is reported once for each slice that is left',
        '(!isBegun || found.some(({ documentId }) => documentId === null))',
        '!isBegun',
      ],
      [
        'a document of a batch that is not queued counts as being encrypted',
        'finally {\n    for (const { documentId } of request.documents) encrypting.delete(documentId);',
        'finally {',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/send-batch.ts',
    ['test/signing/queue-batch.test.ts', 'test/visits/policy.test.ts'],
    [
      ['a batch is queued at once', 'let at = 0, count = 1;', 'let at = 0, count = calls.length;'],
      ['a document that was just opened is read again', ', content };', ' };'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/duplicates.ts',
    ['test/signing/queue-batch.test.ts'],
    [
      [
        'what a person queued during the encryption is queued again',
        "if (!mayBeQueued(before?.status ?? 'draft', agreed.has(id)))",
        'if (documents.length < 0)',
      ],
      [
        'a duplicate that a person queued during the encryption is queued too',
        'return sent === null || sent.batchId === batchId ? []',
        'return sent === null || batchId ? []',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/send-batch.ts',
    ['test/visits/policy.test.ts'],
    [
      ['the rules are not asked after encrypting', 'if (blocking.length > 0) {', 'if (blocking.length < 0) {'],
      [
        'a visit that is gone is passed over',
        "if (visitId !== null && rules.visitOf(visitId, '') === null) return [{ documentId: null, problem: problem('visit-unknown') }];",
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/send-batch.ts',
    ['test/signing/service.test.ts', 'test/signing/duplicates.test.ts'],
    [['two clicks queue a document twice', "(encrypting.has(id) ? 'queued' : outbox.status(id))", 'outbox.status(id)']],
  ),
  ...mutantsOf(
    'main/features/signing/forget-documents.ts',
    ['test/signing/removal.test.ts'],
    [
      ['finished documents leave the list after 3 days', 'now.getTime() - maxListedMs', 'now.getTime() - maxListedMs / 10'],
      ['finished documents stay in the list for ever', '.filter((job) => isDoneBefore(job, since))', '.filter(() => false)'],
      ['what was done by a clock that was behind leaves the list', '!younger.has(id)', 'younger !== null'],
      ['a closed document leaves the list by the time before its closing', 'job.closed?.at ?? job.changedAt', 'job.changedAt'],
      ['failed documents leave the list too', 'return done && Date.parse(', 'return Date.parse('],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/rules/states.ts',
    ['test/signing/in-doubt.test.ts', 'test/signing/service.test.ts', 'test/signing/station.test.ts'],
    [
      [
        'a document in doubt is sent again without resend',
        "(resend && stateAfter(status, 'resend') !== null)",
        "stateAfter(status, 'resend') !== null",
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/check-batch.ts',
    ['test/signing/service.test.ts'],
    [['a file that changed since it was opened is sent', 'found.size === document.size ? null', 'found.size >= 0 ? null']],
  ),
  ...mutantsOf(
    'main/features/signing/create-signing.ts',
    ['test/signing/delivery.test.ts'],
    [['an answer is thought to need no room', 'free < bytes * 2.5 + 1024 * 1024', 'free < 0']],
  ),
  ...mutantsOf(
    'main/features/signing/duplicates.ts',
    ['test/signing/duplicates.test.ts'],
    [['copies that are being encrypted are sent twice', 'return copied ?? find(', 'return find(']],
  ),
  ...mutantsOf(
    'main/features/signing/forget-documents.ts',
    ['test/signing/delivery.test.ts'],
    [['a signed file that is in no folder is forgotten', 'if (hasUndelivered(job)) return false;', '']],
  ),
  ...mutantsOf(
    'main/features/signing/retry-documents.ts',
    ['test/signing/station.test.ts'],
    [['what was queued in practice goes to a provider', '(active === practiceAccount) === (before === practiceAccount)', 'true']],
  ),
];
