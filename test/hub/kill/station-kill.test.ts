/** A station is killed between the commit of a push and its acknowledgement, and during an upload: everything is there once. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hubChunkBytes } from '../../../shared/domain/web-service/hub.ts';
import { closing } from '../../support/closing.ts';
import { paddedPdf } from '../../support/pdf/pdfs.ts';
import { rounds } from '../../support/runner/soak.ts';
import { sha256 } from '../../support/sha256.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/waiting.ts';
import { openStationOf, type StationProcess, startStationProcess } from '../support/station-process.ts';
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
  const hub = closing(await startTestHub());
  const documents: string[] = [];
  let pushes = 0;
  let running: StationProcess | null = null;

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
      if (current !== call || !isStored || running === null) return false;
      left -= 1;
      if (left > 0) return false;
      running.child.kill('SIGKILL');
      return !isAfter;
    };
    running = await startStationProcess(folder, hub.address, round === 0 ? hub.code('Sucursal Centro') : '');
    const { child } = running;
    void running.order({ document: path, key: { kind: 'identification', value: '52123456' } }).then((stored) => {
      isReady ||= stored;
    });
    // One after the other, so that there are several acknowledgements.
    while (child.exitCode === null && child.signalCode === null) {
      hub.push(JSON.stringify(record(pushes)));
      pushes += 1;
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(child.signalCode).toBe('SIGKILL');
    running = null;
  }

  hub.before = () => false;
  const last = await startStationProcess(folder, hub.address, '');
  await until(() => hub.waiting.size, 0);
  await until(
    () => [...hub.offers.values()].map(({ state }) => state),
    Array.from({ length: total }, () => 'offered'),
  );
  expect(await last.stop()).toEqual([0, null]);
  expect([...hub.offers.values()].map(({ bytes }) => sha256(bytes)).sort()).toEqual(documents.sort());

  const station = await openStationOf(folder);
  const { items } = station.inbox.page({ text: '', show: 'all' }, 0, Number.MAX_SAFE_INTEGER);
  expect(items.map(({ uid }) => uid).sort()).toEqual(Array.from({ length: pushes }, (_, n) => `U-${n}`).sort());
  expect(items.filter(({ repeats, version }) => repeats > 0 || version > 1)).toEqual([]);
});
