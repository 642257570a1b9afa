// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Wrong rules of sending: grouping documents into calls, the circuit breaker, one call from its first byte to its outcome. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const sending: Mutant[] = [
  ...mutantsOf(
    'main/features/signing/rules/group-calls.ts',
    ['test/signing/group-calls.unit.test.ts'],
    [
      [
        'a call of exactly the largest size is split',
        'call.bytes + document.size > limits.maxBytesPerCall',
        'call.bytes + document.size >= limits.maxBytesPerCall',
      ],
      [
        'a call takes one document more than the limit',
        'call.documents.length >= limits.maxDocumentsPerCall',
        'call.documents.length > limits.maxDocumentsPerCall',
      ],
      ['a call that may still grow is returned', 'first?.isFull; [first]', 'first; [first]'],
      ['a call with all its documents waits for the others', 'call.isFull = true;\n      growing.delete(key);', 'growing.delete(key);'],
      ['a call with all its bytes waits for the others', 'call.isFull = true;\n      call = undefined;', 'call = undefined;'],
      ['documents of two clients go in one call', 'wire.x2, wire.y2, clientInfo]', 'wire.x2, wire.y2]'],
      ['documents with their signature on different pages go in one call', '[wire.signaturePage, wire.x1,', '[wire.x1,'],
      ['the bytes of a call are those of its last document', 'call.bytes += document.size', 'call.bytes = document.size'],
      ['halving a call of an odd number loses a document', 'call.slice(middle)]', 'call.slice(Math.ceil((call.length + 1) / 2))]'],
    ],
  ),
  ...mutantsOf(
    'main/platform/runtime/circuit-breaker.ts',
    ['test/runtime/circuit-breaker.unit.test.ts'],
    [
      [
        'Retry-After stops the station for a year',
        'Math.min(Number(problem.detail?.retryAfter ?? 0) * 1000, maxRetryAfterMs)',
        'Number(problem.detail?.retryAfter ?? 0) * 1000',
      ],
      ['a clock that is set back stops the station', 'const breaker = withinReach(before, retry, now());', 'const breaker = before;'],
      ['the circuit breaker opens one failure late', 'failures >= openAfter', 'failures > openAfter'],
      [
        'an open circuit breaker starts as many calls as a closed one',
        '(isOpen(breaker, policy) ? 1 : concurrency) - running',
        'concurrency - running',
      ],
      ['a call does not wait for its time', 'if (now < nextAttemptAt(breaker)) return 0;', ''],
      ['the limit of the backoff does not double', 'policy.base * 2 ** Math.min(breaker.failures, 30)', 'policy.base'],
      ['the backoff grows past its cap', 'Math.min(policy.cap, policy.base', 'Math.max(policy.cap, policy.base'],
      [
        'waking cuts the wait that the provider asked for',
        '({ ...breaker, backoffUntil: 0 })',
        '({ ...breaker, backoffUntil: 0, retryAfterUntil: 0 })',
      ],
      ['Retry-After is read as milliseconds', '?? 0) * 1000, maxRetryAfterMs)', '?? 0), maxRetryAfterMs)'],
      [
        'a shorter Retry-After takes the place of a longer one',
        'Math.max(breaker.retryAfterUntil, requested > 0',
        'Math.min(breaker.retryAfterUntil, requested > 0',
      ],
      [
        'a success does not forget the failures before it',
        'return { ...newBreaker, called: true, since };',
        'return { ...breaker, problem: null, since };',
      ],
      ['a busy provider is shown as offline', "hasTrait(problem, 'provider') ? 'busy' : 'offline'", "'offline'"],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/rules/resolve-outcome.ts',
    ['test/signing/scheduler.test.ts', 'test/signing/answers.test.ts'],
    [
      [
        'a call without an answer is a failure',
        "if (call.kind === 'unknown') return { move: 'doubt', problem: call.problem, next: 'back-off' };",
        "if (call.kind === 'unknown') return { move: 'fail', problem: call.problem, next: 'continue' };",
      ],
      ['what the provider asked to send later has failed', '  if (call.retryable) return', '  if (!call.retryable) return'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/sending/run-call.ts',
    ['test/signing/service.test.ts', 'test/signing/scheduler.test.ts', 'test/signing/station.test.ts'],
    [['a halted station begins another call', "if (running.isHalted) return { kind: 'none' };", '']],
  ),
  ...mutantsOf(
    'main/features/signing/sending/run-call.ts',
    ['test/signing/set-back.test.ts'],
    [
      ['what waits on a machine that is put back is sent', 'if (jumpMs <= minJumpMs) return;', 'if (jumpMs !== 0) return;'],
      ['the sleep of a laptop holds the queue', 'Date.now() - os.uptime() * 1000', 'Date.now() - performance.now()'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/sending/run-call.ts',
    ['test/signing/unverified.test.ts'],
    [['what is queued after the clock jumped waits for a person', "status === 'queued' && queuedAt <= before", "status === 'queued'"]],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/find-delivered.ts',
    ['test/signing/set-back.test.ts'],
    [
      ['a machine that was set back sends again what it delivered', 'digests?.beginning !== sha256', 'digests?.beginning === sha256'],
      ['any file of its name keeps a document back', 'digests?.beginning !== sha256', 'digests === null'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/receiving/find-delivered.ts',
    ['test/signing/shared-folder.test.ts'],
    [
      [
        'a form that the station signed for another client is asked about',
        'withSignedSha256(digests.whole).length > 0',
        'withSignedSha256(digests.whole).length < 0',
      ],
      ['signed files of any age keep a document back', 'found.mtimeMs <= since', 'found.mtimeMs <= 0'],
      ['a signed file next to its document is not found', ', dirname(path)])', '])'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/check-batch.ts',
    ['test/signing/shared-folder.test.ts'],
    [['a person cannot send again what another station signed', 'again === true ? documentId : []', 'again === null ? documentId : []']],
  ),
  ...mutantsOf(
    'main/features/signing/sending/run-call.ts',
    ['test/signing/shared-folder.test.ts'],
    [['what another station signed while a document waited is sent again', '> minWaitMs)', '> minWaitMs * 1e6)']],
  ),
  ...mutantsOf(
    'main/features/signing/create-signing.ts',
    ['test/signing/unusable-folder.test.ts'],
    [['documents are sent while their answers cannot be stored', 'if (refused !== null) return refused;', '']],
  ),
  ...mutantsOf(
    'main/features/hub/hub-repository.ts',
    ['test/hub/station.test.ts'],
    [
      [
        'another hub offers again what the earlier one may have handed out',
        'before.address === address ? []',
        'before.address !== null ? []',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/sending/run-call.ts',
    ['test/visits/policy-after-queueing.test.ts'],
    [['the rules are not asked before a call', '  return why === null;', '  return true;']],
  ),
  ...mutantsOf(
    'main/features/signing/sending/send-call.ts',
    ['test/visits/policy-after-queueing.test.ts'],
    [['the rules are not asked when the first byte is about to leave', 'if (jobs.some((job) => blocked(job) !== null)) stop.abort();', '']],
  ),
  ...mutantsOf(
    'main/features/signing/sending/send-call.ts',
    ['test/signing/scheduler.test.ts', 'test/signing/answers.test.ts'],
    [
      [
        'a call is not written down before its first byte',
        'outbox.begin({ id: attempt, documents: jobs.map(({ id, reference, sha256 }) => ({ id, reference, sha256 })) });',
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/sending/signing-scheduler.ts',
    ['test/signing/scheduler.test.ts'],
    [
      ['an open circuit breaker sends the whole call', 'state.breakers.isOpen(account) ? [first] : call', 'call'],
      ['a paused queue is sent', '(isAutomatic && !outbox.paused())', 'isAutomatic'],
      [
        'a failed call does not count for the circuit breaker',
        "if (result.kind === 'failed') breakers.failed(account, result.problem);",
        '',
      ],
      ['refused credentials mean that the provider is offline', "met === null || met.code === 'credentials-refused'", 'met === null'],
      ['an idle station asks a healthy provider for tokens', 'if (breaker.problem === null) return never;', ''],
      ['waking does not cut the wait', 'breakers.skipBackoff();', ''],
    ],
  ),
  ...mutantsOf(
    'main/platform/runtime/thread-gate.ts',
    ['test/runtime/thread-gate.test.ts'],
    [['a thread that is being ended begins another step', 'while (Atomics.load(gate, closed) === 1) {', 'while (Date.now() < 0) {']],
  ),
  ...mutantsOf(
    'main/platform/runtime/job-scheduler.ts',
    ['test/runtime/job-scheduler.unit.test.ts'],
    [
      [
        'more jobs start than the limits allow',
        'if (state.breakers.freeSlots(account, lane.inSlots, concurrency) === 0) return false;',
        '',
      ],
      ['a job that is finishing does not count', 'lane.finishing >= maxFinishing', 'false'],
      ['what is requested during a pass is forgotten', 'return check(state);', 'return;'],
      ['jobs start after the stop', 'if (state.isStopped || ', 'if ('],
      ['the stop does not wait for its jobs', 'await Promise.all(state.running);', ''],
      ['a pass that failed is not repeated', 'due = state.now() + failedPassDelayMs;', 'due = never;'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/sending/signing-scheduler.ts',
    ['test/signing/scheduler-pass.unit.test.ts'],
    [
      ['the rules are evaluated for each document', 'known === undefined ? blocked(job) : known', 'blocked(job)'],
      ['the reason of one client holds for all of its visit', 'JSON.stringify([job.visitId, job.clientInfo])', 'String(job.visitId)'],
      ['calls begin while the session may end', 'if (state.now() < state.postponedUntil) return state.postponedUntil;', ''],
      ['calls stay postponed after a wait was ended', '      state.postponedUntil = 0;\n', ''],
      ['the reason of one visit holds for all of its client', 'JSON.stringify([job.visitId, job.clientInfo])', 'job.clientInfo'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/sending/signing-scheduler.ts',
    ['test/visits/policy-after-queueing.test.ts'],
    [
      [
        'what a rule no longer blocks still says so',
        "else if (!why && job.problem && hasTrait(job.problem, 'rule')) outbox.change(job.id, { problem: null });",
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/sending/run-call.ts',
    ['test/signing/delivery.test.ts'],
    [['a call begins without room for its answer', 'if (noRoom !== null) return pauseFor(noRoom, jobs, outbox);', '']],
  ),
  ...mutantsOf(
    'main/features/signing/sending/run-call.ts',
    ['test/signing/service.test.ts'],
    [['after a half that failed the other half is sent', "if (result.kind !== 'passed') return result;", '']],
  ),
  ...mutantsOf(
    'main/features/signing/rules/resolve-outcome.ts',
    ['test/signing/service.test.ts'],
    [['a call of two that was too large is not halved', 'if (count === 1) return', 'if (count <= 2) return']],
  ),
  ...mutantsOf(
    'main/features/signing/sending/run-call.ts',
    ['test/signing/service.test.ts'],
    [['a cancelled document is sent all the same', 'calls.stop(cancelled);', '']],
  ),
  ...mutantsOf(
    'main/features/signing/sending/send-call.ts',
    ['test/signing/service.test.ts'],
    [
      [
        'a copy that cannot be read now is lost',
        "problem('copy-unreadable', { cause: systemCode(thrown) ?? 'unknown' })",
        "problem('stored-data-damaged')",
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/sending/send-call.ts',
    ['test/signing/service.test.ts'],
    [
      [
        'a call that is stopped before its first byte has failed',
        'outcome: isStopped() ? null : failedCall',
        'outcome: failedCall',
        'sign-documents.ts returns the refusal of a call that is stopped: it throws for other faults alone.',
      ],
      [
        'a cancellation stops every call',
        'ids === undefined || ids.includes(id)',
        'id !== ids?.[0] || true',
        'A call that is stopped is prepared again with the documents that are still queued.',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/sending/send-call.ts',
    ['test/signing/answers.test.ts'],
    [
      [
        'a second try with a new token begins a second attempt',
        'if (begun) return;',
        '',
        'sign-documents.ts says only once that a call begins: either guard is enough.',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/sending/send-call.ts',
    ['test/signing/scheduler.test.ts'],
    [['the outcome of a call that is aborted is thrown away', 'stop.signal.aborted && !begun', 'stop.signal.aborted']],
  ),
];
