/** A station is killed between the commit of a push and its acknowledgement, and during an upload: everything is there once. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { hubChunkBytes } from '../../../shared/domain/hub.ts';
import { createStation } from '../../support/doors/app.ts';
import { memoryKeychain } from '../../support/doors/keychain.ts';
import { paddedPdf } from '../../support/pdfs.ts';
import { compileCache, program } from '../../support/programs.ts';
import { sha256 } from '../../support/sha256.ts';
import { rounds } from '../../support/soak.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/waiting.ts';
import { startTestHub } from '../support/test-hub.ts';

const total = rounds(2);
const record = (n: number) => ({
  Uid: `U-${n}`,
  TransactionId: `TX-${n}`,
  IdNumber: '52123456',
  FirstName: 'ROSALBA',
  ComparationFacesAproved: true,
});

test(`killed ${total} times at work with the hub, a station has every push and the hub every document, each once`, async () => {
  const folder = await tempDir();
  const hub = await startTestHub();
  onTestFinished(() => hub.close());
  const documents: string[] = [];
  let pushes = 0;
  let child: ChildProcess | null = null;
  onTestFinished(() => void child?.kill('SIGKILL'));
  const start = async (code: string, document: string): Promise<ChildProcess> => {
    const started = spawn(process.execPath, [program('hub-station-child'), folder, hub.address, code, document], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...compileCache },
    });
    child = started;
    // It may be killed before it says that it is ready.
    await Promise.race([once(started.stdout, 'data'), once(started, 'close')]);
    return started;
  };

  for (let round = 0; round < total; round += 1) {
    const bytes = await paddedPdf(4 * hubChunkBytes);
    documents.push(sha256(Buffer.from(bytes)));
    const path = join(folder, `contrato ${round}.pdf`);
    await writeFile(path, bytes);
    // In turn: before an acknowledgement arrives, after it was sent, before and after a piece of the upload.
    const [call, isAfter] = [['POST acknowledgements', 'PUT publications'][round % 2], round % 4 > 1] as const;
    let left = 1 + Math.floor(Math.random() * 2);
    let isReady = false;
    hub.before = (current) => {
      // Once this round's document is stored at the station.
      const isStored = isReady || [...hub.offers.values()].some((one) => one.sha256 === documents[round]);
      if (current !== call || !isStored || child === null) return false;
      left -= 1;
      if (left > 0) return false;
      child.kill('SIGKILL');
      return !isAfter;
    };
    const started = await start(round === 0 ? hub.code('Sucursal Centro') : '', path);
    isReady = true;
    // One after the other, so that there are several acknowledgements.
    while (started.exitCode === null && started.signalCode === null) {
      hub.push(JSON.stringify(record(pushes)));
      pushes += 1;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(started.signalCode).toBe('SIGKILL');
    child = null;
  }

  hub.before = () => false;
  const last = await start('', '');
  await until(() => hub.waiting.size, 0);
  await until(
    () => [...hub.offers.values()].map(({ state }) => state),
    Array.from({ length: total }, () => 'offered'),
  );
  const ended = once(last, 'close');
  last.stdin?.end();
  expect(await ended).toEqual([0, null]);
  expect([...hub.offers.values()].map(({ bytes }) => sha256(bytes)).sort()).toEqual(documents.sort());

  const station = await createStation({
    dataDir: join(folder, 'data'),
    vaultKey: Buffer.alloc(32, 7),
    keychain: memoryKeychain(),
    provider: { kind: 'stored' },
    sending: 'manual',
  });
  onTestFinished(() => station.close());
  const { items } = station.inbox.page({ text: '', show: 'all' }, 0, 1000);
  expect(items.map(({ uid }) => uid).sort()).toEqual(Array.from({ length: pushes }, (_, n) => `U-${n}`).sort());
  expect(items.filter(({ repeats, version }) => repeats > 0 || version > 1)).toEqual([]);
});
