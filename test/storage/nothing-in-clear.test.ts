/** At rest (issue 3): the data folder has nothing of persons or documents in clear. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findMarkers, formsOf } from '../support/storage/markers.ts';
import { buildInEveryState, marked, states } from '../support/storage/station-in-every-state.ts';
import { tempDir } from '../support/temp-dir.ts';

describe('nothing in clear', () => {
  test('the search finds each form of each marker', async () => {
    const folder = await tempDir();
    for (const [name, marker] of Object.entries(marked)) {
      for (const [form, bytes] of formsOf(marker)) {
        await writeFile(join(folder, 'control'), Buffer.concat([Buffer.from('before '), bytes, Buffer.from(' after')]));
        expect(await findMarkers(folder, marked)).toContain(`${name} as ${form} in control`);
      }
      for (const shift of ['', 'a', 'ab']) {
        await writeFile(join(folder, 'control'), Buffer.from(`${shift}${marker} and more`).toString('base64'));
        expect(await findMarkers(folder, marked)).toContain(`${name} as base64+${shift.length} in control`);
      }
    }
  });

  test('with a document in every state: during half an answer, after a kill, after a close, and after the next start', async () => {
    const station = await buildInEveryState({ halfBytes: 9 * 1024 * 1024 });
    const jobs = new Map(station.signing.jobs().map((job) => [job.documentId, job]));
    expect(states.map((state) => jobs.get(station.ids[state])?.status)).toEqual([
      'sending',
      'signed',
      'rejected',
      'failed',
      'in-doubt',
      'in-doubt',
      'in-doubt',
      'cancelled',
      'queued',
    ]);
    expect(jobs.get(station.ids.signed)?.delivery).toBe('waiting');
    expect(jobs.get(station.ids.quarantined)?.delivery).toBe('waiting');
    expect(jobs.get(station.ids.closed)?.closed?.note).toBe(marked.note);
    const secrets = {
      ...marked,
      ...Object.fromEntries(Object.entries(station.provider.secrets)),
      vaultKey: station.vaultKey,
      pdf: '%PDF-1.',
    };
    const killed = await station.killed();
    const parts = (await readdir(join(killed, 'encrypted'))).filter((name) => name.endsWith('.part'));
    expect(parts.length, 'the half answer is there').toBe(1);

    expect(await findMarkers(station.dataDir, secrets)).toEqual([]);
    expect(await findMarkers(killed, secrets)).toEqual([]);
    const after = await station.openOn(killed);
    expect(after.signing.jobs().map(({ status }) => status)).not.toContain('sending');
    expect(await findMarkers(killed, secrets)).toEqual([]);
    await after.close();
    expect(await findMarkers(killed, secrets)).toEqual([]);
    station.breakOff();
    await station.close();
    expect(await findMarkers(station.dataDir, secrets)).toEqual([]);
  });
});
