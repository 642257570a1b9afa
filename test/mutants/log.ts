/** Wrong rules of the event log, the report of a problem, and the certificates that are refused. */
import { type Mutant, mutantsOf } from './mutant.ts';

const log = ['test/log/event-log.test.ts'];
const certificates = ['test/provider/certificate-rules.test.ts'];

export const logs: Mutant[] = [
  ...mutantsOf('main/platform/log/log-events.ts', log, [
    ['a member that its check refuses is logged', '    else withheld += 1;', '    else allowed[name] = value;'],
    ['a word of no list is logged', 'words.includes(value as T)', "typeof value === 'string'"],
    ['a text that only begins like a version is logged', '{0,3}$/', '{0,3}/'],
    ['a report has lines that are not allowed', 'withheld === 0 ? line : null', 'withheld >= 0 ? line : null'],
  ]),
  ...mutantsOf('main/platform/log/event-log.ts', log, [
    ['an unknown event is logged by its name', 'if (!Object.hasOwn(logEvents, event)) return;', ''],
    ['the log grows without end', 'if (file !== null && size >= fileBytes) rotate();', ''],
    ['a log that is opened again is empty', 'size = statSync(path(0)).size;', 'size = 0;'],
    ['fields are logged as they came', '...allowed, ...(withheld', '...fields, ...(withheld'],
  ]),
  ...mutantsOf('main/platform/log/fault-fields.ts', log, [
    ['the text of an error may pass for a place', 'stack.slice(textEnd + error.message.length)', 'stack.slice(0)'],
  ]),
  ...mutantsOf(
    'main/app/report/summarize-settings.ts',
    ['test/log/canary.test.ts'],
    [['a report has the texts of settings', "value === '' ? 'empty' : 'set'", "value === '' ? 'empty' : value"]],
  ),
  ...mutantsOf('main/platform/provider/certificate-rules.ts', certificates, [
    ['a certificate without digitalSignature is used', "return mayNotSign(certificate.raw) ? 'CERT_KEY_USAGE' : null;", 'return null;'],
    ['SHA-512 as PRF of a key passes', "['1.2.840.113549.2.', ['2', '5', '7', '9']]", "['1.2.840.113549.2.', ['2', '5', '7', '9', '11']]"],
    ['a root with SHA-1 is refused', 'certificate.subject !== certificate.issuer && ', ''],
  ]),
];
