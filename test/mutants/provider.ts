// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code
/** Wrong rules of talking to the provider: outcome of a call, retries, token, Retry-After, base64, reading answers. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const provider: Mutant[] = [
  ...mutantsOf(
    'shared/errors.ts',
    ['test/runtime/problem-traits.unit.test.ts', 'test/provider/classify-failure.unit.test.ts'],
    [
      [
        'a token service in trouble is not tried again',
        "'token-unavailable': ['retryable', 'provider']",
        "'token-unavailable': ['provider']",
      ],
      ['refused credentials are tried again without a person', "'credentials-refused': []", "'credentials-refused': ['retryable']"],
      ['one refused search stops the whole run', "'search-refused': ['provider']", "'search-refused': []"],
      [
        'a service that cannot be reached looks busy',
        "'connection-refused': ['retryable']",
        "'connection-refused': ['retryable', 'provider']",
      ],
      ['a document of another account waits for the line', "'other-account': ['person']", "'other-account': []"],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/http-request.ts',
    ['test/provider/answer-forms.test.ts', 'test/provider/requests.test.ts', 'test/provider/search.test.ts'],
    [
      ['a described answer under 201 is not read', 'status === 200 || status === 201', 'status === 200'],
      ['an answer without contents is read as a described one', 'status === 203;', 'status === 203 || status === 204;'],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/decode-answer.ts',
    ['test/provider/answer-forms.test.ts', 'test/provider/decode-answer.unit.test.ts'],
    [
      ['an answer continues without its reader', '      body.destroy();\n', ''],
      ['the name of a compression is read as written', '.trim().toLowerCase()', '.trim()'],
      [
        'gzip without its header is read as text',
        'if (head.readUInt16BE() === 0x1f8b)',
        "if (coding === 'gzip' && head.readUInt16BE() === 0x1f8b)",
      ],
      ['a body in clear is decoded by its header', ' || isText(head.subarray(0, maxText))', ''],
      ['deflate has a zlib header', ': createInflateRaw();', ': createInflate();'],
      [
        'a short first piece decides',
        'head.length === 0 ? chunk : Buffer.concat([head, chunk]);',
        'head.length === 0 ? chunk : Buffer.concat([head, chunk]);\n      if (bytes.length < minHead) head = null;',
      ],
      ['an answer that no one reads must not break', "  decoded.on('error', () => undefined);\n", ''],
      ['an answer was compressed once at most', 'feed(left - 1);', 'feed(0);'],
      ['an answer that is read slowly is all in memory', 'if (!decoded.push(bytes)) from.pause();', 'decoded.push(bytes);'],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/sign-documents.ts',
    ['test/provider/answer-forms.test.ts', 'test/provider/requests.test.ts'],
    [
      ['the documents of a 207 are lost', '(isSuccess(answer) && items', '(answer.status === 200 && items'],
      ['the signed document of a 400 is lost', 'items.some(({ content }) => content !== null) || ', ''],
      ['a 400 with the trace of a fault is no refusal', '(isSuccess(answer) && items', '(items'],
      ['202 without documents is an answer with them', 'items.length + otherTexts.length + (unread ? 1 : 0) > 0', 'items.length >= 0'],
      ['the texts of a refusal stay in the store', 'content.discard()', 'content'],
      ['a sign answer is UTF-8 whatever it says', 'createUtf8Reader(contentType).decode(body.chunks)', 'body.chunks'],
      ['the body of a failure is saved as an answer', 'if (isSuccess(answer) && isNoJson)', 'if (isNoJson)'],
      ['a long body under 202 is lost', 'items.length + otherTexts.length + (unread ? 1 : 0) > 0', 'items.length + otherTexts.length > 0'],
    ],
  ),
  ...mutantsOf(
    'main/platform/json/around-json.ts',
    ['test/provider/validation-answer.unit.test.ts', 'test/screening/answer-outcome.unit.test.ts'],
    [
      ['an answer begins with its first brace of any kind', 'if (before !== undefined) return before.length;', ''],
      ['a second answer behind the first is left out', "if (hasJson(around[1] ?? '')) return null;", ''],
      ['a warning around an answer is nothing', '.filter((one) => !marks.test(one))', '.filter((one) => one.length > 9999)'],
      ['a text in JSON loses its words for no number', "found.startsWith('\"')", "found.startsWith('{')"],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/sign-answer.ts',
    ['test/provider/sign-answer.unit.test.ts'],
    [
      ['an element has the name of its list', 'lists.at(-1) === false ? reader.name : null', 'reader.name'],
      ['a refusal under its reference is none', "? 'keyed' : 'other'", "? 'other' : 'other'"],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/find-entries.ts',
    ['test/provider/sign-answer.unit.test.ts', 'test/provider/sign-answer-any.unit.test.ts'],
    [
      ['an object around an entry is one', 'if (!isEntry || isAround)', 'if (!isEntry)'],
      ['any object with a reference is an entry', "frame.at === 'in-list' && names.has('referenceNumber')", "names.has('referenceNumber')"],
      ['an entry has no name', 'item.referenceNumber ??= key;', ''],
      ['the name of an entry counts more than its reference', 'item.referenceNumber ??= key;', 'item.referenceNumber = key;'],
      ['any object in signedDocuments is an entry', "frame.at === 'keyed' ? item.status !== null", "frame.at === 'keyed' ? true"],
      ['a part of an entry is an entry', "(within === 'likely' && !(names.size > 0 && (isSure || isElement)))", "within === 'likely'"],
      ['one of several texts is the document', 'texts.length === 1', 'texts.length > 0'],
      ['a text next to the document is in its place', 'if (item.content === null && texts', 'if (texts'],
      [
        'further texts of a document are lost',
        'const parts = [...texts, ...dropFrom(from, () => true)];',
        'const parts = dropFrom(from, () => true);',
      ],
      ['the texts of a document that breaks off are lost', '({ entry, texts }) => [...texts, entry', '({ entry }) => [entry'],
      ['a text of any member is the document', "({ member }) => member === 'signedDocument'", '() => true'],
      ['a part of an entry that is not complete is one', 'dropFrom(open.from, ({ item }) => item.content === null)', '[]'],
    ],
  ),
  ...mutantsOf(
    'main/platform/json/quoted-json.ts',
    ['test/provider/answer-forms.test.ts'],
    [['a bad escape ends an answer', 'return `\\\\${found}`;', 'return found;']],
  ),
  ...mutantsOf(
    'main/platform/provider/answer-tokens.ts',
    ['test/provider/answer-forms.test.ts'],
    [['a second answer behind the first is text', 'isBehind = isComplete() && !hasJson(text);', 'isBehind = isComplete();']],
  ),
  ...mutantsOf(
    'main/platform/provider/unread-body.ts',
    ['test/provider/answer-forms.test.ts', 'test/signing/in-doubt.test.ts'],
    [['only the last piece of an unreadable body is saved', '>= maxBehind; [first]', '>= 0; [first]']],
  ),
  ...mutantsOf(
    'main/features/signing/settle-document.ts',
    ['test/signing/full-disk.test.ts'],
    [
      [
        'a candidate is gone when the disk is full',
        '  const { file, checked } = candidates.get(id, candidateId);\n',
        '  const { file, checked } = candidates.get(id, candidateId);\n  void candidates.drop(id, file);\n',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/mend-answers.ts',
    ['test/provider/answer-forms.test.ts', 'test/provider/search-connection.test.ts'],
    [
      ['only the first interim answer is left out', '? withoutInterim(begin.subarray(end))', '? begin.subarray(end)'],
      ['an answer with a malformed header is lost', 'mendHead(begin)', 'begin'],
      ['a head in several packets is handed out in pieces', 'isPartOfHead(begin) ? begin : null', 'begin.length > 0 ? null : begin'],
      ['the bytes of a head that came first are lost', 'Buffer.concat([head, bytes])', 'bytes'],
      ['the first pieces of a body are not mended', 'mendBody(answer.subarray(end))', 'answer.subarray(end)'],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/mend-pieces.ts',
    ['test/provider/mend-pieces.unit.test.ts'],
    [
      ['a line within two packets is two', "      line = '';\n    }", '    }'],
      ['a blank before an extension is none', '[\\t ]*(?:;.*)?$/i', '(?:;.*)?$/i'],
      ['the line behind a piece is a size', "left > 0 ? 'end-of-piece' : null", "left > 0 ? 'size' : null"],
      ['good bytes are copied', "isSame && line === '' ? bytes :", "line === '.' ? bytes :"],
      ['a line without an end waits for ever', 'line.length <= maxLine', 'line.length >= 0'],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/provider-text.ts',
    ['test/provider/provider-text.unit.test.ts', 'test/provider/requests.test.ts', 'test/provider/validation-calls.test.ts'],
    [
      ['a text that refuses is not shown', '    return plainText(text);', '    return null;'],
      ['the name of a status hides what explains it', 'texts.find((one) => !statusName.test(one.trim())) ?? texts[0]', 'texts[0]'],
      ['the name of a status is no explanation', ')) ?? texts[0]', '))'],
      ['an explanation within other objects is not shown', 'objects.filter(isObject).flatMap(', '[].flatMap('],
      ['one fault of a list is shown', 'together(value.map(within))', 'together(value.map(within).slice(0, 1))'],
      ['data next to an error are shown as fields', 'members.every(([, found]) => Array.isArray(found))', 'true'],
      ['a page is shown with its styles and scripts', '<(head|script|style)', '<(template)'],
      ['data that are cut off are shown', '/^\\s*[{[]|(?!', '/(?!'],
      ['the text of an answer is read in UTF-8', 'inUtf8(bytes, contentType) ?? ', ''],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/sign-documents.ts',
    ['test/provider/requests.test.ts'],
    [
      ['the reason in an entry of a refusal is lost', 'providerText: providerText ?? reasonIn(read)', 'providerText'],
      ['what an answer says in place of JSON is lost', 'isNoJson && read.unread === null && providerText !== null', 'false'],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/mend-head.ts',
    ['test/provider/mend-head.unit.test.ts'],
    [
      ['a good head is copied', 'mended === text ? begin :', "mended === '' ? begin :"],
      ['a folded line is left out', ".replace(folded, ' ')", ''],
      ['two lengths are one', 'lengths.size === 1', 'lengths.size > 0'],
      ['a body in pieces has a length', ' && !lines.some((line) => isChunked.test(line))', ''],
      ['the same length twice stays', 'isLength.test(line) || at === certain', 'isLength.test(line) || certain !== -1'],
      ['a head ends behind an empty line of its body', 'Math.min(...ends)', 'Math.max(...ends)'],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/classify-failure.ts',
    ['test/provider/classify-failure.unit.test.ts'],
    [
      [
        '403 leaves the documents in doubt',
        "status === 401 || status === 403) return { kind: 'token-refused'",
        "status === 401) return { kind: 'token-refused'",
      ],
      ['a call that is too large is not halved', "if (status === 413) return { kind: 'too-large' };", ''],
      ['any 503 says that nothing was processed', '(status === 503 && wait !== null)', 'status === 503'],
      [
        'a 500 says that nothing was processed',
        "if (status >= 500) return { kind: 'unknown', problem: problem('provider-error', detail) };",
        "if (status >= 500) return refused(problem('provider-error', detail));",
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/token.ts',
    ['test/provider/token.test.ts', 'test/provider/provider-text.unit.test.ts'],
    [
      ['the lifetime counts from the answer', 'usableUntil: requestedAt + usableMs(', 'usableUntil: now() + usableMs('],
      ['a refused token drops the newer one', 'if (current?.token === token) current = null;', 'current = null;'],
      ['a refused token is used again', 'if (current?.token === token) current = null;', ''],
      [
        'a malformed token answer is shown',
        "{ status: answer.status, context: 'unusable' }",
        "{ status: answer.status, providerText: body ?? '—' }",
      ],
      ['minutes and seconds of the lifetime are exchanged', "unit === 'minutes' ? 60_000 : 1000", "unit === 'minutes' ? 1000 : 60_000"],
      ['a tenth of a long lifetime is given away', 'Math.min(lifetime / 10, 30_000)', 'Math.max(lifetime / 10, 30_000)'],
      ['a lifetime of zero is for ever', '30_000) : 0;', '30_000) : Number.POSITIVE_INFINITY;'],
      [
        'a token without a lifetime is used once',
        'if (expiresIn === null) return Number.POSITIVE_INFINITY;',
        'if (expiresIn === null) return 0;',
      ],
      ['each who waits asks for a token of its own', 'renewal ??= renew()', 'renewal = renew()'],
      [
        '401 of the token service passes without a person',
        'status === 400 || status === 401 || status === 403',
        'status === 400 || status === 403',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/provider-text.ts',
    ['test/provider/provider-text.unit.test.ts', 'test/provider/requests.test.ts'],
    [
      ['a refusal may come byte by byte for ever', "setTimeout(() => body.destroy(new Error('too slow')), maxBodyMs)", 'undefined'],
      ['a list of documents explains a refusal', 'json.filter(isObject)', 'json'],
      ['Retry-After can ask for a century', 'return Math.min(Number(header), maxWait);', 'return Number(header);'],
      ['a date in the past is a wait of less than nothing', 'Math.min(Math.max(seconds, 0), maxWait)', 'Math.min(seconds, maxWait)'],
      ['a negative number is taken for a date', '/^\\s*[A-Z]/i.test(header) ?', 'header !== undefined ?'],
      ['a date is read in milliseconds', '(Date.parse(header) - now) / 1000', 'Date.parse(header) - now'],
      ['direction marks of the provider are shown', "    .replace(/[\\p{Cf}\\u{fffd}]/gu, '')\n", ''],
      ['a long text of the provider is shown whole', 'characters.length <= maxText ? plain :', 'characters.length > 0 ? plain :'],
    ],
  ),
  ...mutantsOf(
    'main/platform/json/base64-stream.ts',
    ['test/signing/base64.unit.test.ts'],
    [
      ['content after the padding is decoded', " || (padding > 0 && body !== '' && body !== carry)", ''],
      ['a character too many is passed over', 'carry.length === 1 || ', ''],
      ['three signs of padding are taken', 'padding > 2 || ', ''],
      ['padding that does not fill up is taken', ' || (padding > 0 && (carry.length + padding) % 4 !== 0)', ''],
      ['the URL-safe alphabet is refused', '[^A-Za-z0-9+/_-]', '[^A-Za-z0-9+/]'],
      ['any data address counts as base64', '/;\\s*base64\\s*$/i.test(head.slice(0, comma)) ?', 'comma >= 0 ?'],
    ],
  ),
  ...mutantsOf(
    'main/platform/json/base64-stream.ts',
    ['test/hub/packed-body.unit.test.ts'],
    [['a picture is encoded in parts of any length', 'bytes.length - (bytes.length % 3)', 'bytes.length']],
  ),
  ...mutantsOf(
    'main/platform/provider/sign-answer.ts',
    ['test/provider/sign-answer.unit.test.ts', 'test/provider/sign-answer-any.unit.test.ts'],
    [
      ['an answer that breaks off after its end has a defect', "if (!(found.code === 'answer-cut-off' && reader.isComplete))", ''],
      [
        'an answer that ends in the middle is whole',
        'if (!reader.isComplete && reader.stopped === null)',
        'if (reader.isComplete && reader.stopped === null)',
      ],
      [
        'an answer that breaks off has entries without a document',
        'else if (isListed || isComplete || item.content !== null)',
        'else if (true)',
      ],
      [
        'an entry elsewhere counts next to signedDocuments',
        'if (isListed !== hasDocuments) addOther',
        'if (!hasDocuments && isListed) addOther',
      ],
      ['an answer may be nested without end', 'if (reader.depth > maxDepth)', 'if (reader.depth < 0)'],
      ['an answer may have entries without end', 'if (entries.found.length >= maxEntries)', 'if (entries.found.length < 0)'],
      ['what is unlike hides why the reading stopped', 'reader.stopped ?? reader.unlike', 'reader.unlike ?? reader.stopped'],
      [
        'a long text outside signedDocument is lost',
        '!entries.setContent(depth, content)) addOther(reader, content);',
        '!entries.setContent(depth, content)) await content.discard();',
      ],
      ['a content that is whole falls with its entry', 'of reader.entries.stop()) addOther', 'of reader.entries.stop().slice(1)) addOther'],
      ['an answer in a text counts next to entries', 'more.length === 0 && items.length === 0', 'more.length === 0'],
      ['one of several answers in texts counts', 'more.length === 0 && items', 'items'],
      ['what an answer without entries says is lost', "reader.stopped === null && said !== ''", "reader.stopped !== null && said === ''"],
      ['a second list of documents is no fault', "kind !== 'array' || reader.hasDocuments", "kind !== 'array'"],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/signed-entry.ts',
    ['test/provider/sign-answer.unit.test.ts', 'test/provider/sign-answer-any.unit.test.ts'],
    [
      ['what an unknown status says is lost', "status === null && said !== '' ?", "status !== null && said === '' ?"],
      ['of two statuses that contradict each other the first counts', 'other === undefined ? first : null', 'first'],
      ['of a member that comes twice the first content is lost', 'return replaced;', 'return null;'],
      ['of a reference that is too long the beginning counts', 'else if (value.whole) members', 'else members'],
      ['of several texts of a reference the last counts', "if (nested || key === 'errorReason')", "if (key === 'errorReason')"],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/answer-tokens.ts',
    ['test/provider/sign-answer.unit.test.ts', 'test/provider/sign-answer-any.unit.test.ts'],
    [['an answer of the provider may be of any size', 'if (bytes > maxBytes)', 'if (bytes > maxBytes + 1)']],
  ),
  ...mutantsOf(
    'main/platform/provider/classify-failure.ts',
    ['test/provider/broken-connections.test.ts', 'test/provider/requests.test.ts', 'test/provider/document-content.test.ts'],
    [
      ['a call that never left is in doubt', 'if (!error.started) return refused(error.problem);', ''],
      [
        'a call without an answer is sent again',
        "return { kind: 'unknown', problem: problem('no-answer', isUnreadable(error.cause) ? { context: 'unreadable' } : undefined) };",
        "return refused(problem('offline'));",
      ],
      [
        'a file that cannot be read leaves the call in doubt',
        'if (error.cause instanceof UnreadableContent) return refused(error.cause.problem);',
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/sign-documents.ts',
    ['test/provider/broken-connections.test.ts', 'test/provider/requests.test.ts', 'test/provider/document-content.test.ts'],
    [
      ['a refused token stays in use', "if (found.kind === 'token-refused') parts.tokens.drop(token);", ''],
      [
        'a refused token is not tried again',
        "if (first.kind !== 'token-refused') return first;",
        "if (first.kind !== 'token-refused' || !told) return first;\n  if (told) return refused(first.problem);",
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/multipart-form.ts',
    ['test/provider/document-content.test.ts', 'test/provider/broken-connections.test.ts', 'test/provider/multipart-form.unit.test.ts'],
    [
      ['a quotation mark ends the name of a file', ".replace(/\"/g, '%22')", ''],
      ['the end of the form is missing in its length', 'sum + sizeOf(part), end.length)', 'sum + sizeOf(part), 0)'],
      [
        'a document that is shorter than announced is sent',
        'if (bytes !== size) throw new UnreadableContent',
        'if (bytes < 0) throw new UnreadableContent',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/direct-transport.ts',
    ['test/provider/broken-connections.test.ts', 'test/provider/proxy.test.ts'],
    [
      ['what a proxy refused to hand on is in doubt', 'started && !refusedByProxy(found)', 'started'],
      ['a request that left counts as never sent', '        started = true;\n', ''],
      ['an untrusted certificate is avoided by another proxy', "!started && found.code !== 'certificate-untrusted'", '!started'],
      ['a proxy that failed is tried first again', 'dispatchers.avoid(choice);', ''],
      ['the last proxy is reported, not the preferred one', 'first ??= thrown', 'first = thrown'],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/system-transport.ts',
    ['test/provider/system-transport.test.ts', 'test/provider/broken-connections.test.ts', 'test/provider/document-content.test.ts'],
    [
      ['the ledger is written after the second piece', 'if (exchange.started === false) start(httpRequest);', ''],
      ['a call by the system that left counts as never sent', '      exchange.started = true;\n', ''],
      [
        'a call has the connection of the calls before it',
        'headers: reuse ? headers : ofOne, reuse, finished',
        'headers, reuse: true, finished',
      ],
      [
        'the length is sent, which Chromium refuses',
        "const { 'content-length': _, ...headers } = httpRequest.headers;",
        'const { headers } = httpRequest;',
      ],
      ['a proxy that asks for credentials is an answer of the provider', 'response.statusCode === 407', 'response.statusCode === 0'],
      ['an answer that goes silent is waited for', 'content.destroy(coded(', 'void (coded('],
      ['an aborted call goes on', 'const stop = () => exchange.fail(httpRequest.signal?.reason);', 'const stop = () => {};'],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/network-problems.ts',
    ['test/provider/network-problems.unit.test.ts'],
    [
      ['an untrusted certificate is a line that is down', "certificateError.test(code) ? 'certificate-untrusted' : 'offline'", "'offline'"],
      ['a proxy that cannot be reached is the provider’s fault', "proxyFailures.has(found) && !code.startsWith('ERR_')", 'false'],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/read-secret.ts',
    ['test/provider/search.test.ts'],
    [['the key is shown when the provider repeats it', 'return secretInUse(value);', 'return value;']],
  ),
  ...mutantsOf(
    'main/platform/provider/search.ts',
    ['test/provider/search.test.ts'],
    [
      ['an answer may come byte by byte for ever', 'afterRunning(answerMs, () => answer.body.destroy(tooSlow))', '() => undefined'],
      [
        'a search without an answer is not asked again',
        "return failed(problem('search-unanswered'), true);",
        "return failed(problem('search-unanswered'), false);",
      ],
      ['the judicial branch is always searched', '[flag, query.judicial]', '[flag, true]'],
      ['a whole answer without its end is asked for again', 'answer && isWhole(answer) ?', 'answer && isWhole(new Uint8Array()) ?'],
      ['any answer without its end is whole', 'answer && isWhole(answer) ?', 'answer ?'],
      ['the body of another 2xx is lost', 'if (answer.status >= 300) return', 'if (!isAnswered(answer)) return'],
      [
        'a search of 503 is not asked again',
        "status === 429 || status === 503) return failed(busy('search-busy'",
        "status === 429) return failed(busy('search-busy'",
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/validation-answer.ts',
    ['test/provider/validation-answer.unit.test.ts'],
    [
      ['a text in place of a picture is no file', " || imageMemberOf(holder) === 'Image'", ''],
      ['a record that is cut off is whole', 'reader.isComplete() && problemOf(error)', 'problemOf(error)'],
      [
        'a whole record without its end is lost',
        "if (!(reader.isComplete() && problemOf(error).code === 'answer-cut-off')) throw error;",
        'throw error;',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/validation-query.ts',
    ['test/provider/validation-calls.test.ts'],
    [['a long record is ended by the limit of a call', ' && bytes * 1000 < elapsed * minRate', '']],
  ),
  ...mutantsOf(
    'main/platform/provider/validation-query.ts',
    ['test/provider/validation-answer.unit.test.ts', 'test/records/validation-query.test.ts'],
    [
      ['a value with half of a character is a fault of the station', '.toWellFormed()', ''],
      ['a value can hold a slash', "encodeURIComponent((values[at++] ?? '').toWellFormed())", "(values[at++] ?? '').toWellFormed()"],
      ['a value of two points leads out of the path', 'url?.href.endsWith(`/${path}`) ? url : null', 'url'],
      [
        'the record of another 2xx is lost',
        'if (!isSuccess(answer)) throw await refusal(answer);',
        'if (![200, 201, 203].includes(answer.status)) throw await refusal(answer);',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/sign-documents.ts',
    ['test/provider/requests.test.ts'],
    [
      [
        'the beginning of a call is reported twice',
        'if (!hasStarted) options.onSending?.();',
        'options.onSending?.();',
        'send-call.ts does nothing when it is called again: either guard is enough.',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/byte-lists.ts',
    ['test/provider/byte-lists.unit.test.ts'],
    [
      ['any list of small numbers is a file', "if (!isBegin(Buffer.from(open.bytes).toString('latin1'))) return passOn();", ''],
      ['an object of bytes may lack some', 'open.isObject && open.text === String(open.count)', 'open.isObject'],
      ['a byte of 300 is read as 44', ' && Number(text) <= 255', ''],
      ['a file of bytes with a gap is the document', 'if (list?.pending === null) throw', 'if (list === undefined) throw'],
      ['a file in a list of files is not read', 'return begin(passOn(), token);', 'return [...passOn(), token];'],
      ['bytes are joined as base64 of any length', 'open.bytes.length === pieceLength', 'open.bytes.length === 4096'],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/direct-transport.ts',
    ['test/provider/proxy.test.ts', 'test/provider/requests.test.ts', 'test/provider/trust.test.ts'],
    [
      ['a request that began goes over another proxy as well', 'const isOfRoute = !started && found', 'const isOfRoute = found'],
      ['an answer has no more time than a connection', '        started = true;\n        clearTimeout(timer);', '        started = true;'],
      ['a file of certificates that was missing once is never read', '        trusted = null; // the file may be there next time\n', ''],
      [
        'the steps of a connection have no time in common',
        'setTimeout(() => stop.abort(), network.connectTimeout)',
        'setTimeout(() => undefined, network.connectTimeout)',
        'Each step has a time-out of its own: all of them together then take a few times as long.',
      ],
    ],
  ),
  ...mutantsOf(
    'main/platform/provider/secrets-in-use.ts',
    ['test/provider/secrets-in-use.unit.test.ts'],
    [
      ['a usual secret is too short to be removed', 'const shortest = 4;', 'const shortest = 40;'],
      ['a secret with a blank behind it is not found without it', 'const trimmed = secret.trim();', 'const trimmed = secret;'],
      [
        'a secret that is used again is forgotten with the oldest',
        'inUse.delete(trimmed);\n  inUse.add(trimmed)',
        'inUse.has(trimmed);\n  inUse.add(trimmed)',
      ],
      ['the end of a secret that begins with another one stays', 'of longestFirst)', 'of inUse)'],
      ['a secret in capitals stays', "'gi') }));\n  // In base64", "'g') }));\n  // In base64"],
      ['a secret in the middle of base64 stays', '[0, 1, 2].flatMap', '[0].flatMap'],
      ['a secret in base64 of addresses stays', ", whole.replaceAll('+', '-').replaceAll('/', '_')]", ']'],
      ['a secret of a form stays', '    new URLSearchParams({ s: secret }).toString().slice(2),\n', ''],
      ['a secret of an address stays', '    encodeURIComponent(secret),\n', ''],
      ['a secret of JSON with escaped slashes stays', "    json.replaceAll('/', '\\\\/'),\n", ''],
      ['a secret of JSON stays', '    json,\n    json', '    json'],
      ['a secret as the name of a member stays', '[withoutSecrets(name), cleaned(inner)]', '[name, cleaned(inner)]'],
      [
        'a secret of digits stays as a number',
        'const text = JSON.isRawJSON',
        "if (typeof value === 'number') return value;\n  const text = JSON.isRawJSON",
      ],
      [
        'the shortest form is removed first',
        'b.length - a.length)\n    .map(',
        'a.length - b.length)\n    .map(',
        'Only a secret that begins with backslashes is in a longer form of itself, and only backslashes would be left.',
      ],
    ],
  ),
];
