/**
 * Takes one pair of documents after the other through all steps of the outbox and prints each step when it is done:
 * `node outbox-child.js FOLDER FROM DOCUMENT_JSON`. It runs until it is killed.
 */
import { writeSync } from 'node:fs';
import { verificationSettingsSchema } from '../../support/doors/domain.ts';
import { memoryKeychain } from '../../support/doors/keychain.ts';
import { openOutbox, openSentLedger } from '../../support/doors/signing.ts';
import { createSealer, openDatabase, openDataKeys } from '../../support/doors/storage.ts';
import { ledgerDeps } from '../../support/ledger.ts';

const [folder = '', from = '', document = ''] = process.argv.slice(2);

const database = openDatabase(folder);
const keys = await openDataKeys({ database, keychain: memoryKeychain(), given: Buffer.alloc(32, 7) });
const ledger = await openSentLedger(ledgerDeps({ database, keys, dataDir: folder }));
const outbox = openOutbox({ database, sealer: createSealer(keys), ledger, now: () => new Date() });
for (let n = Number(from); ; n += 1) {
  const ids = [`${n}a`, `${n}b`];
  const attempt = { id: `t${n}`, documents: ids.map((id) => ({ id, reference: id, sha256: '' })) };
  const done = (step: string) => writeSync(1, `${n} ${step}\n`);
  outbox.enqueue(ids.map((id) => ({ ...JSON.parse(document), id })));
  done('queued');
  outbox.begin(attempt);
  done('sending');
  outbox.keepAnswer(attempt.id, { items: [], otherTexts: [], verification: verificationSettingsSchema.parse({}), defect: null });
  done('kept');
  outbox.move('sign', ids);
  done('signed');
  outbox.end(attempt.id, 'answered', null);
  done('ended');
}
