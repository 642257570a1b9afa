/**
 * Takes one pair of documents after the other through all steps of the outbox and prints each step when it is done:
 * `node outbox-child.js FOLDER FROM DOCUMENT_JSON`. It runs until it is killed.
 */
import { writeSync } from 'node:fs';
import { verificationSettingsSchema } from '../../support/doors/domain.ts';
import { openOutbox, openSentLedger } from '../../support/doors/signing.ts';
import { openStationDatabase } from '../../support/doors/storage.ts';
import { ledgerDeps } from '../../support/signing/ledger.ts';

const [folder = '', from = '', document = ''] = process.argv.slice(2);

const database = openStationDatabase(folder, Buffer.alloc(32, 7));
const ledger = await openSentLedger(ledgerDeps({ database, dataDir: folder }));
const outbox = openOutbox({ database, ledger, now: () => new Date(), isOneOfSeveral: false });
for (let n = Number(from); ; n += 1) {
  const ids = [`${n}a`, `${n}b`];
  const attempt = { id: `t${n}`, documents: ids.map((id) => ({ id, reference: id, sha256: '' })) };
  const done = (step: string) => writeSync(1, `${n} ${step}\n`);
  outbox.enqueue(ids.map((id) => ({ ...JSON.parse(document), id })));
  done('queued');
  outbox.begin(attempt);
  done('sending');
  outbox.storeAnswer(attempt.id, { items: [], otherTexts: [], verification: verificationSettingsSchema.parse({}), defect: null });
  done('kept');
  outbox.move('sign', ids);
  done('signed');
  outbox.end(attempt.id, 'answered', null);
  done('ended');
}
