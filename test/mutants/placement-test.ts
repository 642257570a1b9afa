/** Wrong rules of finding out how a provider counts coordinates. */
import { type Mutant, mutantsOf } from './mutant.ts';

export const placementTest: Mutant[] = [
  ...mutantsOf(
    'shared/domain/placement/placement-finder.ts',
    ['test/signing/placement-finder.unit.test.ts'],
    [
      ['pages from 0 are read as pages from 1', 'wire.signaturePage + 1 - convention.pageBase', 'wire.signaturePage'],
      ['a place on another page fits', 'if (one.page !== other.page || page === undefined)', 'if (page === undefined)'],
      ['any place on the page fits', 'distance(expected, place, pages) <= tolerance', 'distance(expected, place, pages) < 1e9'],
      ['one of the places is enough to fit', 'landings.every(', 'landings.some('],
      ['the media box is not tried', "(['crop', 'media', 'none'] as const)", "(['crop', 'none'] as const)"],
      ['the user unit of a page is left out', 'Math.max(...edges) * page.userUnit', 'Math.max(...edges)'],
      ['an unusual number of pixels to the inch is not measured', 'min: 24,', 'min: 1000,'],
      [
        'a rectangle that one convention has off the page is sent',
        'if (place === null || !isOnPage(place, pages)) return 0;',
        'if (place === null) return 0;',
      ],
      ['a rectangle that tells nothing apart is sent', '(one?.places ?? 1)', '(one?.places ?? 0)'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/placement-test/run-placement-test.ts',
    ['test/signing/placement-test.test.ts'],
    [
      [
        'what was found counts unconfirmed',
        'expected === null || distance(expected, found.landing.place, testPages) > tolerance',
        'expected === null',
      ],
      [
        'a place on changed pages counts',
        'one.rotation !== other.rotation || one.userUnit !== other.userUnit) return false;',
        'one.userUnit < 0) return true;',
      ],
      [
        'a test that was cancelled after it left is worded like one that did not',
        "why.code === 'cancelled' && inDoubt ?",
        'inDoubt && !inDoubt ?',
      ],
      ['a signature without an area has a place', ' && rect.left < rect.right && rect.bottom < rect.top ?', ' ?'],
      ['of several signatures the first one counts', 'another === undefined ? only', 'placed.length > 0 ? only'],
      ['several settings that fit are not distinguished', 'next = distinguishingProbe(fitting, furtherProbes, testPages);', 'next = null;'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/placement-test/send-test.ts',
    ['test/signing/placement-test.test.ts'],
    [
      ['a test document leaves without a word in the log', "log('test-sent', { account, reference, sha256: sha256(bytes) });", ''],
      ['a test document without an answer was certainly not signed', "inDoubt: move === 'doubt'", 'inDoubt: false'],
      [
        'a cancelled test document was certainly not signed',
        "failureOf(failedCall(begun, problem('cancelled')))",
        "failureOf(failedCall(false, problem('cancelled')))",
      ],
      ['an entry of another reference is the answer', 'for (const item of own) {', 'for (const item of items) {'],
    ],
  ),
  ...mutantsOf(
    'main/features/signing/placement-test/placement-test.ts',
    ['test/signing/placement-test.test.ts'],
    [
      ['a finding is saved for another agreement', ' || agreementOf(profile.signing) !== agreement', ''],
      ['a test document without an end is forgotten', "entry?.kind === 'test-sent' ? entry.at : null", 'null'],
      ['a test that has ended counts as one that runs', "if (test.step === 'done') underWay = null;", ''],
      ['a finding is saved for another connection', ' || latest.profileId !== profileId', ''],
      [
        'two tests run at once',
        "    if (underWay !== null) throw new StationError('state-changed');\n    const { signing }",
        '    const { signing }',
      ],
    ],
  ),
];
