/** Wrong rules of checking signatures: what is covered, who signed, what was changed later, what it amounts to. */
import { type Mutant, mutantsOf } from './mutant.ts';

const whole = 'test/verification/verify-pdf.unit.test.ts';
const changes = 'test/verification/changes.unit.test.ts';
const reader = 'test/verification/pdf-file.unit.test.ts';
const altered = 'test/verification/alterations.unit.test.ts';
const compare = 'test/verification/compare.test.ts';
const bySsl = 'test/verification/openssl.test.ts';

export const verification: Mutant[] = [
  ...mutantsOf(
    'main/features/verification/check-signature.ts',
    ['test/verification/check-signature.unit.test.ts'],
    [
      ['the gap of a byte range may hold anything', 'if (!/^<[0-9a-fA-F\\s]*>$/.test(gap)) return null;', ''],
      ['a byte range may begin later', 'byteRange.length !== 4 || start !== 0 ||', 'byteRange.length !== 4 ||'],
      [
        'a byte range may end past the file',
        'if (next < length + 2 || end > file.length) return null;',
        'if (next < length + 2) return null;',
      ],
      ['every signature covers the whole file', "end === file.length ? 'whole-file' : 'partial'", "'whole-file'"],
      ['a CMS may hold other bytes than those of the file', 'return content.equals(expected) ? [content] : null;', 'return [content];'],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/cms.ts',
    [bySsl],
    [
      ['the digest of the bytes is not compared', "if (!digestOfBytes().equals(octetsOf(ownDigest))) return 'digest';", ''],
      ['the value is not verified', 'if (!isSignatureOf(over, algorithm, key, signature)) {', 'if (over.length === 0) {'],
      [
        'a certificate that was not signed with passes',
        "if (stated !== null && !stated.isOf(certificate)) return answer('certificate', weak);",
        '',
      ],
      ['what the signature brings about certificates is not read', 'answers: sequencesIn(partsOf(tagged(archival, 1))[0])', 'answers: []'],
      ['SHA-1 is not weak', "digestName === 'sha1' || algorithm.hash === 'sha1' || ", ''],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/signed-data.ts',
    ['test/verification/signed-data.unit.test.ts'],
    [
      ['a value ends behind the bytes', "if (end > bytes.length) throw new Error('longer than the bytes');", ''],
      ['a value with a marked end ends before the mark', 'end: at + 2 }', 'end: at }'],
      ['values of any depth are followed', "if (depth > maxDepth) throw new Error('too deep');", ''],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/certificates.ts',
    [bySsl],
    [
      ['a certificate that is no authority issues others', 'issuer.ca && mayIssue(', 'mayIssue('],
      [
        'an issuer of the right name is enough',
        'certificate.checkIssued(issuer) && isSignedBy(certificate, issuer)',
        'certificate.checkIssued(issuer)',
      ],
      ['a chain of two links leads nowhere', 'depth <= maxChain; depth', 'depth <= 1; depth'],
      ['a forged certificate passes', "? 'forged' : 'unknown';", "? 'unknown' : 'unknown';"],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/roots.ts',
    ['test/verification/roots.test.ts'],
    [
      ['a root of another encoding is not found', 'return [of(1), of(2), of(4)];', 'return [of(1)];'],
      ['a root of another subject is one', 'certificate.subject === subject', 'certificate.subject.length > 0'],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/revocation.ts',
    [bySsl],
    [
      [
        'a list may be by anyone',
        'if (!isBy(list, list.signatureAlgorithm, list.signatureValue.valueBlock.valueHexView, issuer.publicKey)) return null;',
        '',
      ],
      ['whom the issuer certified may answer for it', 'certificate !== null && mayAnswer && ', 'certificate !== null && '],
      ['who may answer need not be certified', 'mayAnswer && certificate.verify(issuer.publicKey)', 'certificate !== null'],
      ['the issuers of an issuer do not count', "known = found.get(key) ?? find(issuer.raw, depth) === 'revoked'", 'known = false'],
      ['a later revocation counts', 'revokedAt !== null && (at === null || revokedAt <= at)', 'revokedAt !== null'],
      ['an answer that knows nothing is a good one', 'if (idBlock.tagNumber === 0) return', 'if (idBlock.tagNumber !== 1) return'],
      ['an answer about another certificate counts', 'certID.serialNumber.isEqual(certificate.serialNumber) && ', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/time-stamp.ts',
    [bySsl],
    [['a time stamp may be of anything', 'return isOfThem ? genTime : null;', 'return genTime;']],
  ),
  ...mutantsOf(
    'main/features/verification/signature-report.ts',
    ['test/verification/verify-pdf.unit.test.ts'],
    [
      ['clocks of signer and issuer are the same', 'hasZone ? ofClock : ofZone', 'hasZone ? 0 : ofZone'],
      ['a time with a zone is of any', 'hasZone ? ofClock : ofZone', 'ofZone'],
      ['a certificate is valid at any time', 'if (Math.abs(nearest - time) > uncertainty) return at;', ''],
      ['a signature may state any time', 'Math.max(nearest, earliest.getTime())', 'nearest'],
      ['an unknown time is no time', 'if (at === null && earliest === null) return null;', 'if (at === null) return null;'],
      ['who made a time stamp does not matter', 'isProven: timeStamp.trusted', 'isProven: false'],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/verify-pdf.ts',
    [whole, altered, compare],
    [
      ['a name that nothing vouches for passes', "...when(!certificate.proven && !namesCertificate, 'signer-not-proven'),", ''],
      ['what was changed later does not count', "...when(signature.changesAfter === 'suspicious', 'suspicious-changes'),", ''],
      [
        'an expired certificate passes',
        "certificate.atSigning === 'expired' || certificate.atSigning === 'not-yet-valid'",
        "certificate.atSigning === 'expired'",
      ],
      [
        'a damaged file passes',
        "if (fault !== null) findings.push('file-unreadable');",
        "if (fault === 'encrypted') findings.push('file-unreadable');",
      ],
      ['a signature of long before is not mentioned', 'time < Date.parse(sentAt) - tolerance', 'false'],
      ['a signature of the day before is mentioned', 'time < Date.parse(sentAt) - tolerance', 'time < Date.parse(sentAt)'],
      ['a signature of the future is not mentioned', 'time > Date.parse(checkedAt) + tolerance', 'false'],
      ['a signature of tomorrow is mentioned', 'Date.parse(checkedAt) + tolerance', 'Date.parse(checkedAt) - tolerance'],
      [
        'a certificate that ended yesterday was valid never',
        'Date.parse(expectation.sentAt) - tolerance',
        'Date.parse(expectation.sentAt)',
      ],
      ['an earlier signature is not older than the sending', 'isEarlier ? checks : { ...checks, earliest }', '{ ...checks, earliest }'],
      ['an encrypted file passes', "isUnknown ? 'encrypted' : pageTreeFault(file)", 'pageTreeFault(file)'],
      ['a second new signature passes', "if (isSeveral) findings.push('extra-signature');", ''],
      ['a place on a page that the original does not have is another signature', 'page > pageCount || isInArea', 'isInArea'],
      ['an earlier signature may be gone', "if (isOneGone) findings.push('earlier-signature-gone');", ''],
      ['the original itself is signed', "if (!fresh.some(({ isInField }) => isInField)) findings.push('nothing-added');", ''],
      ['stray objects are not mentioned', "if (stray.length > 0) findings.push('objects-outside-revisions');", ''],
      ['an invisible signature is not mentioned', "else if (signed.length > 0 && !signed.some(isVisible)) findings.push('invisible');", ''],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/compare-original.ts',
    [whole, compare],
    [
      [
        'more than a signature is preserved',
        "if (changes !== null && changes.verdict !== 'suspicious' && !changes.changes.includes('form-filled')) {",
        'if (changes !== null) {',
      ],
      ['a filled field is preserved', " && !changes.changes.includes('form-filled')", ''],
      ['a rule accepts any number of pages', 'added > 0 && added <= one.count', 'added > 0'],
      [
        'pages that differ as written are not rendered',
        'const looks = await rendered(input, unsure, accepted);',
        'const looks: Difference[] = [];',
      ],
      ['a strip may hide what is below', 'const hidden = await hiddenBelow(input, accepted);', 'const hidden: Difference[] = [];'],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/changes/changes-after.ts',
    ['test/verification/encrypted.test.ts'],
    [
      [
        'an encrypted file may have another identifier',
        "isSame('Encrypt') && (!signed.trailer.has('Encrypt') || isSameValue(idOf(signed), idOf(now), bytes))",
        "isSame('Encrypt')",
      ],
      ['an encrypted file may lose its encryption', "const isSameKey = isSame('Encrypt') && ", 'const isSameKey = '],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/verify-pdf.ts',
    ['test/verification/encrypted.test.ts'],
    [['an encrypted file is checked without the sent one', "file.trailer.has('Encrypt') && !sentFile?.trailer.has('Encrypt')", 'false']],
  ),
  ...mutantsOf(
    'main/features/verification/compare/compare-pages.ts',
    ['test/documents/structure.test.ts'],
    [['a damaged original is changed', 'return !isComplete;', 'return false;']],
  ),
  ...mutantsOf(
    'main/features/verification/changes/quiet-entries.ts',
    ['test/verification/changes.unit.test.ts'],
    [
      ['a file may get any preference', 'preferences.has(key) && ', ''],
      ['a file may open in any way', "panels.has(nameOf(value) ?? '')", "nameOf(value) !== ''"],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/changes/compare-objects.ts',
    ['test/verification/changes.unit.test.ts'],
    [['an entry that shows nothing may change', 'was === undefined && isQuietEntry', 'isQuietEntry']],
  ),
  ...mutantsOf(
    'main/features/verification/compare-original.ts',
    ['test/documents/structure.test.ts'],
    [['what cannot be read is preserved', 'all.length === 0 && !isComplete', 'false']],
  ),
  ...mutantsOf(
    'main/features/verification/compare/compare-pages.ts',
    [compare],
    [
      ['copies of the pages need all entries of the document', '!later.has(key)', 'false'],
      ['what copies of the pages may lack may be another', '!lasting.has(key) && !later.has(key)', '!lasting.has(key)'],
      ['an annotation may be added', "} else return 'different';", '}'],
      ['a page may be turned', "differences.push({ what: 'size', page });", ''],
      ['the document may act', "differences.push({ what: 'document', page: null });", ''],
      [
        'resources may differ',
        "if (!comparer.same(inherited(original, before, 'Resources'), inherited(now, after, 'Resources'))) return false;",
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/compare/page-looks.ts',
    ['test/verification/initials.test.ts'],
    [['initials are not drawn', 'if (withFields) module.FPDF_FFLDraw', 'if (false) module.FPDF_FFLDraw']],
  ),
  ...mutantsOf(
    'main/features/verification/compare/page-looks.ts',
    [compare],
    [
      ['text may be added', 'return [...cells.values()].flat().every(isInside);', 'return true;'],
      ['pixels are not compared', 'appearance: isOther || hides, used', 'appearance: hides, used'],
      ['a hyphen above a footer is another character', 'code === hyphenAtEnd ? hyphen : code', 'code'],
      ['a compared file stays in the memory of the renderer', 'open.defer(() => wasmExports.free(at));', ''],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/compare/pixels.ts',
    [compare],
    [
      [
        'what is hidden is legible',
        'edgesIn(one, other, rows, region, but).edges * maxLost',
        'edgesIn(one, other, rows, region, but).edges',
      ],
      ['rows that differ are passed over', 'if (isSameRow(one, other, y)) continue;', 'if (!isSameRow(one, other, y)) continue;'],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/verify-pdf.ts',
    ['test/verification/encrypted.test.ts'],
    [
      ['the signatures of a file with encrypted streams are not checked', "thrown.code === 'encrypted') return", 'false) return'],
      ['an earlier signature of such a file is a new one', 'isEarlier: earlier.has(index) }));', 'isEarlier: false }));'],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/conclude.ts',
    ['test/verification/encrypted.test.ts'],
    [['a broken signature of a file that cannot be read is not mentioned', "integrity === 'broken' && !isEarlier", 'false']],
  ),
  ...mutantsOf(
    'main/features/verification/new-signature.ts',
    ['test/verification/initials.test.ts'],
    [
      ['any further place is accepted', '|| !isAccepted(one))', '|| false)'],
      ['the requested place is one that a rule has to accept', '(most > 0 && share(one) === most) || ', ''],
      ['any place is the requested one', 'most > 0 && share(one) === most', 'share(one) === most'],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/compare-original.ts',
    ['test/verification/initials.test.ts'],
    [
      [
        'initials may hide what is below them',
        'for (const [rule, on] of input.accepted) accepted.set',
        'for (const [rule, on] of []) accepted.set',
      ],
      [
        'initials of a file that was written again are of no rule',
        'const accepted: Accepted = new Map(input.accepted);',
        'const accepted: Accepted = new Map();',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/new-signature.ts',
    [compare],
    [
      [
        'another page passes',
        "if (overlap === null) return { place, findings: ['signature-on-other-page'] };",
        'if (overlap === null) return { place, findings: [] };',
      ],
      ['a moved signature passes', "overlap < leastOverlap ? ['signature-moved'] : []", "overlap < 0 ? ['signature-moved'] : []"],
      ['a much larger signature is in its place', 'Math.max(area(one), area(other))', 'Math.min(area(one), area(other))'],
      ['any signer is expected', 'plain(certificate.subject) === plain(expected) ||', "plain(certificate.subject) !== '' ||"],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/changes/changes-after.ts',
    [changes],
    [
      ['another root passes', "if (!isSame('Root') || !isSameKey) suspicious.add('trailer');", ''],
      [
        'a signed part that cannot be read passes',
        "const unreadable: Changes = { verdict: 'suspicious', changes: ['unreadable'], accepted: new Map() };",
        "const unreadable: Changes = { verdict: 'allowed', changes: [], accepted: new Map() };",
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/changes/compare-objects.ts',
    [changes],
    [
      [
        'any annotation may be added',
        "else if (page !== null && isAccepted(page, item)) allowed.add('accepted-by-rule');\n        else return false;",
        '',
      ],
      ['an annotation may be removed', 'return rest.length === 0;', 'return true;'],
      [
        'anything of a page may change',
        "return role === 'page' && entries(before, after, { Annots: grownOn(page), LastModified: anything, Tabs: anything });",
        "return role === 'page';",
      ],
      ['a viewer may be asked to make appearances', 'same(was, is) || is === undefined || is === false', 'anything(was, is)'],
      [
        'an empty signature field may get a look',
        'if (kind === null || !entries(before, after, { ...filling, F: flags, MK: anything })) return false;',
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/find-signatures.ts',
    [whole],
    [
      [
        'a signature may be around the value of another one',
        'byteRange: isAroundOwnValue(file, dict, holder, byteRange) ? byteRange : [],',
        'byteRange,',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/changes/new-signatures.ts',
    [whole],
    [['a new field may name a signature that was there', 'if (!isRef(value) || signed.object(value.number) !== null) return null;', '']],
  ),
  ...mutantsOf(
    'main/features/verification/changes/compare-objects.ts',
    [changes],
    [['an object may move to another generation', 'if (isNamed && (', 'if ((']],
  ),
  ...mutantsOf(
    'main/features/verification/changes/earlier-resources.ts',
    [changes],
    [['a form may lose a font', 'same(resource, laterOfKind.get(name))', 'name.length >= 0']],
  ),
  ...mutantsOf(
    'main/features/verification/changes/earlier-resources.ts',
    ['test/verification/attacks.test.ts'],
    [
      [
        'text fields have no use for the resources of their form',
        "every(({ type }) => nameOf(type) === 'Sig')",
        "some(({ type }) => nameOf(type) === 'Sig')",
      ],
      [
        'each signature keeps the resources of the form',
        "if (fieldsOf(before.file).every(({ type }) => nameOf(type) === 'Sig')) return true;",
        '',
      ],
    ],
  ),
  ...mutantsOf(
    'main/features/verification/changes/limits.ts',
    [changes],
    [
      [
        'a certification that allows nothing allows filling',
        'if (limits.level === 1 || limits.isLocked(field.name)) return false;',
        'if (limits.isLocked(field.name)) return false;',
      ],
      [
        'locked fields may be filled',
        'if (limits.level === 1 || limits.isLocked(field.name)) return false;',
        'if (limits.level === 1) return false;',
      ],
      [
        'a level that is unknown allows what level 2 does',
        'level === null || level === 2 || level === 3 ? level : 1',
        'level === null || level === 2 || level === 3 ? level : level === 1 ? 1 : 2',
      ],
      ['a field for reading only may be filled', '(flags & readOnly) !== 0', 'flags < 0'],
    ],
  ),
  ...mutantsOf(
    'main/platform/pdf/file/cross-reference.ts',
    [reader],
    [
      ['an object may be named twice', '(before !== undefined && !isSame(before, entry))', 'false'],
      [
        'a chain that goes in a circle is read to there',
        'if (seen.has(next) || sections.length >= maxSections)',
        'if (seen.has(next)) break;\n    if (sections.length >= maxSections)',
      ],
      ['a table may have fewer entries than it says', 'if (next + count * rowBytes > file.length) throw', 'if (count < 0) throw'],
      [
        'a stream may have fewer entries than it says',
        'if (rowWidth === 0 || from + count * rowWidth > bytes.length) throw',
        'if (rowWidth === 0) throw',
      ],
      ['anything may follow the end mark', "(file.length - at > searched && !isBlank(match[2] ?? ''))", 'false'],
    ],
  ),
  ...mutantsOf(
    'main/platform/pdf/file/pdf-file.ts',
    [reader],
    [
      [
        'an object may have another number',
        'if (found.number !== number || found.generation !== generation)',
        'if (found.generation !== generation)',
      ],
      ['a packed object may have another number', 'if (listed?.number !== number)', 'if (listed === undefined)'],
      ['the header may be anywhere', "if (head.indexOf('%PDF-') > 0)", 'if (bytes.length === 0)'],
    ],
  ),
  ...mutantsOf(
    'main/app/file-trust.ts',
    ['test/verification/verify-files.test.ts'],
    [
      ['the roots of the profile count for no other file', "...certificatesIn(verification?.roots ?? '')", ''],
      ['the rules of the profile count for no other file', 'rules: verification?.rules ?? []', 'rules: []'],
      ['the mark of practice is a change', 'rules: [markArea]', 'rules: []'],
    ],
  ),
  ...mutantsOf(
    'main/features/documents/pdf-source.ts',
    ['test/documents/ranges.test.ts'],
    [
      [
        'a large file may change while it is read',
        "if (hash('sha256', chunk, 'base64') !== hashes[number])",
        'if (hashes.length < number)',
      ],
      ['a failure to read counts as a fault of the PDF', 'failed ??= toProblem(thrown);', 'failed ??= null;'],
    ],
  ),
  ...mutantsOf(
    'main/platform/files/byte-source.ts',
    ['test/documents/ranges.test.ts'],
    [
      ['a text at the border of two pieces is not found', 'const overlap = sought.length - 1;', 'const overlap = sought.length - 2;'],
      ['ranges of other bytes are the same', 'if (end - start !== to - from) return false;', 'if (end - start === to - from) return true;'],
    ],
  ),
  ...mutantsOf(
    'main/platform/pdf/file/syntax.ts',
    [reader],
    [
      ['a text in UTF-8 is read as Latin-1', ' && bytes[1] === 0xbb && bytes[2] === 0xbf)', ' && bytes[1] === 0xbb && bytes[2] === 0)'],
      ['two bytes are a mark of UTF-8', ' && bytes[1] === 0xbb && bytes[2] === 0xbf)', ' && bytes[1] === 0xbb)'],
      ['a key may come twice', "if (entries.has(key)) throw faultAt(cursor, 'a key twice');", ''],
      ['a stream may be of another length', "if (last > bytes.length || !rest.takes('endstream'))", 'if (last > bytes.length)'],
    ],
  ),
];
