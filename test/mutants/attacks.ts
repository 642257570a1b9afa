/** Wrong rules about files that show something else in one viewer or another (`docs/verification.md`). */
import { type Mutant, mutantsOf } from './mutant.ts';

const attacks = ['test/verification/attacks.test.ts'];
const reader = ['test/verification/pdf-file.unit.test.ts'];
const structure = ['test/verification/structure.test.ts'];
const uses = ['test/verification/certificate-use.test.ts'];

export const attacked: Mutant[] = [
  ...mutantsOf('main/platform/pdf/file/cross-reference.ts', reader, [
    ['a hidden section may have a chain of its own', "if (alsoNext !== next) throw fault('a hidden section with a chain of its own');", ''],
    [
      'a table may begin with a free object 1',
      "number === 1 && first === 1 && kind === 'f'",
      "number === 1 && first === 2 && kind === 'f'",
    ],
    ['an entry of a table may have other blanks', '(?: \\r| \\n|\\r\\n)$/', '/'],
    ['an object may be at the beginning of the file', "at === 0 ? { kind: 'free' }", "at < 0 ? { kind: 'free' }"],
  ]),
  ...mutantsOf('main/platform/pdf/file/cross-reference.ts', attacks, [
    ['something may follow the end mark of a returned file', " || !isBlank(end.exec(textFrom(file, at))?.[2] ?? '')", ''],
    ['nothing may follow the end mark of a sent file', 'file.length - at > searched && !isBlank', '!isBlank'],
  ]),
  ...mutantsOf('main/platform/pdf/file/pdf-file.ts', reader, [
    [
      'a linearized file may begin with another section',
      'if (linearized !== null && linearized !== state.sections[0]?.at)',
      'if (linearized === -1)',
    ],
    ['a linearization of another length is believed', "|| dict.get('L') !== bytes.length", ''],
    ['a number may come twice in a stream', 'if (new Set(index.map(({ number }) => number)).size < index.length)', 'if (index.length < 0)'],
    ['a later object may be before an earlier one', 'entry.at < before.at', 'entry.at < 0'],
  ]),
  ...mutantsOf('main/platform/pdf/file/reachable.ts', attacks, [
    ['a reference may name another generation', 'file.generationOf(number) !== generation', 'file.generationOf(number) < 0'],
  ]),
  ...mutantsOf('main/platform/pdf/file/document.ts', attacks, [
    ['the count of a page tree is not compared', "|| file.follow(node.get('Count')) !== count", ''],
    ['a node may have another parent', 'if (parent !== node &&', 'if (parent === node && node.size < 0 &&'],
    ['a page may be a node', "|| type === 'Page' ||", '||'],
  ]),
  ...mutantsOf('main/platform/pdf/file/page-facts.ts', attacks, [
    ['an entry that is taken back is the one of the parent', 'if (node.has(key)) throw', 'if (level < 0) throw'],
    ['any turn is the same', "typeof turn === 'number' && turn % 90 === 0", "typeof turn === 'number'"],
    ['any box is the same', '...(isInside ? [] : [outer ?? null, inner ?? null])', ''],
  ]),
  ...mutantsOf('main/features/verification/find-signatures.ts', attacks, [
    [
      'only the first field of a signature shows it',
      '.flatMap((field) => field.widgets.map(',
      '.slice(0, 1).flatMap((field) => field.widgets.map(',
    ],
    [
      'a signature is shown on one page only',
      '[...(listed.get(number ?? dict) ?? [])]',
      '[...(listed.get(number ?? dict) ?? [])].slice(0, 1)',
    ],
    ['a hidden signature is visible', '(flags & hidden) !== 0;', '(flags & hidden) < 0;'],
  ]),
  ...mutantsOf('main/features/verification/verify-pdf.ts', attacks, [
    ['a signature without a field counts', 'if (!fresh.some(({ isInField }) => isInField))', 'if (fresh.length === 0)'],
    ['the end mark may be anywhere', "if (hasOtherEnd(file.bytes)) fault ??= 'xref-damaged';", ''],
    ['a time stamp may be visible', '|| stamps.some(({ places }) => places.length > 0)', ''],
    ['a later signature may cover the page', 'hasOriginal ? found : laterSignatures(file, found)', 'hasOriginal ? found : []'],
    ['a report says nothing of what later signatures show', 'notChecked: later.length === 0 ?', 'notChecked: later.length >= 0 ?'],
    ['a place that was there for the first signer is a new one', 'later.length === 0 ? []', 'true ? []'],
    ['the first signature may not cover the page', 'hasOriginal ? found : laterSignatures(file, found)', 'found'],
    ['a later signature may hide an amount', '(page) => !looks.isLegible(', '(page) => !looks && looks.isLegible('],
  ]),
  ...mutantsOf('main/features/verification/new-signature.ts', attacks, [
    ['each place is compared with the page alone', 'parts.reduce((sum, part) => sum + part, 0)', 'Math.max(0, ...parts)'],
  ]),
  ...mutantsOf('main/features/verification/changes/new-signatures.ts', attacks, [
    ['a signature may depend on zoom and paper', '(flags & unsteady) === 0', 'flags >= 0'],
    ['a signature may not turn with its page', '((flags & noTurn) === 0 || !isAnyTurned())', 'flags >= 0'],
    ['no usual signature may stay upright', '(flags & noTurn) === 0 || !isAnyTurned()', '(flags & noTurn) === 0'],
    ['a signature may be another annotation', "(nameOf(file.follow(dict.get('Subtype'))) ?? 'Widget') === 'Widget' &&", ''],
    ['a later time stamp may be visible', "? null : 'time-stamp-added'", "? 'time-stamp-added' : 'time-stamp-added'"],
  ]),
  ...mutantsOf('main/features/verification/changes/changes-after.ts', attacks, [
    ['a field is not filled by objects of its own', "allowed.add('form-filled');", ''],
    ['an empty signature may look otherwise', 'if (isEmpty || !isFillable', 'if (!isFillable'],
  ]),
  ...mutantsOf('main/features/verification/compare-original.ts', attacks, [
    ['a signature may not be drawn in its requested place', 'visible.length === 0 && place !== null ? [place] : visible', 'visible'],
    ['a page may be drawn on next to a visible signature elsewhere', 'visible.length === 0 && place', 'place'],
    ['a signature may be drawn there on any page', 'places.filter((one) => one.page === page)', 'places'],
    ['any field may have the value of a signature', "nameOf(type) === 'Sig' && values.has", 'values.has'],
  ]),
  ...mutantsOf('main/features/verification/compare/compare-pages.ts', attacks, [
    ['a new signature may have actions', "else if (other === null || !isPlainSignature(now, other)) return 'different';", ''],
    [
      'fields are compared by a picture without them',
      "if (nameOf(original.follow(one.get('Subtype'))) === 'Widget' || !hasPlainFlags(original, one)) return false;",
      '',
    ],
    [
      'what paper shows is not compared',
      'if (attempt(() => looksAlikeEverywhere({ file: original, page: dict }, { file: now, page: other.dict }, comparer.same)))',
      'if (page > 0)',
    ],
  ]),
  ...mutantsOf('main/features/verification/compare/signature-elements.ts', structure, [
    ['the element of a signature may hold shown content', 'kids.every(isOfWidget)', 'kids.some(isOfWidget)'],
    ['the element of a signature may be of any kind', "nameOf(element?.get('S')) === 'Form' &&", ''],
    ['the element of a signature may replace its content', 'Alt Lang ID', 'Alt Lang ID ActualText'],
    ['an element of another annotation is one of the signature', 'isNewSignature(widget) &&', ''],
    ['a number tree may have a key twice', "if (entries.has(key)) throw new PdfFault('object-damaged', 'a number twice in a tree');", ''],
  ]),
  ...mutantsOf('main/features/verification/compare/same-objects.ts', structure, [
    ['the parents of shown content are not compared', "key === 'ParentTreeNextKey'", "key.startsWith('ParentTree')"],
  ]),
  ...mutantsOf('main/features/verification/changes/structure.ts', structure, [
    ['any change of the structure is accepted', "same(catalog.get('StructTreeRoot'), catalogOf(now).get('StructTreeRoot')) &&", ''],
    ['elements that outlines name are not compared', "named.every((dict) => same(dict.get('SE'), dict.get('SE')))", 'true'],
    ['all changes are of the structure', 'return !others.has(number);', 'return true;'],
  ]),
  ...mutantsOf('main/features/verification/compare/other-looks.ts', attacks, [
    ['missing content is not found', '.every((part) => isInFile(file.follow(part)))', '.every(() => true)'],
    ['another picture on paper is not found', "['Alternates', 'OPI', 'Ref']", "['OPI', 'Ref']"],
    ['a program for printers is not found', "|| nameOf(file.follow(dict.get('Subtype'))) === 'PS'", ''],
    ['other device colours are not found', 'return after.every(({ key, value }) => isIn(key, value));', 'return true;'],
    ['the same device colours are others', 'return after.every(({ key, value }) => isIn(key, value));', 'return after.length === 0;'],
    ['no overprint is one', 'side.file.follow(value) === false ? []', '!dict.has(key) ? []'],
    ['curves are not found', "['TR', 'TR2']", '[]'],
    ['layers that paper shows are not found', 'if (isArray(automatic) && automatic.length > 0) return false;', ''],
  ]),
  ...mutantsOf('main/features/verification/certificates.ts', uses, [
    ['a certificate for servers is one for signatures', 'return isForSignatures && !isForOthers;', 'return isForSignatures;'],
    ['a certificate for encryption is one for signatures', 'return isForSignatures && !isForOthers;', 'return !isForOthers;'],
    ['an authority may have any below it', 'most < below', 'most < 0'],
    ['an authority with limited names issues any', "&& !extensions.some(({ extnID }) => extnID === '2.5.29.30')", ''],
  ]),
  ...mutantsOf('main/features/verification/cms.ts', uses, [
    ['a curve is never short', '/\\d{3}/.exec(namedCurve)?.[0] ?? 0) < curve', '/\\d{3}/.exec(namedCurve)?.[0] ?? 0) < 0'],
    ['a key of 512 bits is only weak', 'rsa: 1024, curve: 128', 'rsa: 512, curve: 128'],
    ['a curve of 112 bits is only weak', 'rsa: 1024, curve: 128', 'rsa: 1024, curve: 112'],
    ['a key of 1024 bits cannot be verified', 'rsa: 1024, curve: 128', 'rsa: 1025, curve: 128'],
  ]),
  ...mutantsOf('main/features/verification/check-signature.ts', uses, [
    ['a time stamp is a signature', "if ((value.subFilter === 'ETSI.RFC3161') !== (contentType === timeStampContent)) return null;", ''],
    ['the SHA-1 of the bytes is not weak', "cms.weak || value.subFilter === 'adbe.pkcs7.sha1'", 'cms.weak'],
  ]),
  ...mutantsOf('main/platform/pdf/file/page-facts.ts', attacks, [
    ['a rectangle may have more than four numbers', 'isArray(list) && list.length === 4 ?', 'isArray(list) ?'],
  ]),
  ...mutantsOf('main/platform/pdf/file/document.ts', attacks, [
    ['a field with kids is no widget', "kids.length === 0 || dict.has('Rect')", 'kids.length === 0'],
  ]),
  ...mutantsOf('main/features/verification/find-signatures.ts', attacks, [
    ['a rectangle that is none is no place', "rect === null && widget.has('Rect')", 'rect !== null && rect === null'],
    ['a hidden widget with a look is no place', ' && !looks.some((key) => dict.has(key))', ''],
    ['the background of a hidden widget is no look', "['AP', 'MK', 'BS', 'Border']", "['AP', 'BS', 'Border']"],
    ['a hidden widget with a look is visible', 'widgets.find(({ widget }) => !isHidden(file, widget.dict))', 'widgets[0]'],
  ]),
  ...mutantsOf(
    'shared/domain/verification/verification-settings.ts',
    ['test/signing/unverified.test.ts'],
    [
      ['a name without trust is the expected signer', " || (expectedSigner !== '' &&", ' || (false &&'],
      ['a certificate by its SHA-256 needs a root', '!/^[\\s:\\da-f]{64,}$/i.test(expectedSigner)', 'true'],
    ],
  ),
];
