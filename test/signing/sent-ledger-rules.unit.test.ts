/** Entries, chain and file of the sent ledger: every cut and every flipped bit is noticed, and no entry is read wrong. */
import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  agrees,
  type CallEntry,
  type ChainedEntry,
  chained,
  contentHash,
  type Entry,
  encryptFrame,
  evaluateLedger,
  fits,
  type Head,
  headerBytes,
  headerSize,
  isItself,
  maxFrameBytes,
  type NewEntry,
  noHead,
  readHeader,
  readLedger,
  readPieces,
  recognitionKey,
  withoutContents,
} from '../support/doors/signing.ts';
import { fc } from '../support/runner/property.ts';
import { runs } from '../support/runner/soak.ts';

const at = '2026-11-23T12:00:00.000Z';
const audit = { number: 3, hash: 'a'.repeat(64) };
const document = (id: string) => {
  const content = { salt: 's', document: { id, clientInfo: 'T-1', name: `${id}.pdf` } };
  const hash = contentHash(content.salt, content.document);
  return { id, batchId: 'b', key: recognitionKey({ account: 'x', sha256: id, clientInfo: 'T-1' }), contentHash: hash, content };
};

/** Three calls, the first with its result, and queued documents. */
function someEntries(): ChainedEntry[] {
  const call = (id: string): NewEntry => ({ kind: 'call', at, call: id, audit, documents: [document(`${id}-a`), document(`${id}-b`)] });
  const result: NewEntry = { kind: 'result', at, call: 'c1', outcomes: [{ id: 'c1-a', outcome: 'signed' }] };
  const queued: NewEntry = { kind: 'queued', at, ids: ['d1', 'd2'] };
  const said = [call('c1'), result, call('c2'), queued, call('c3')];
  let head: Head = noHead;
  return said.map((one) => {
    const entry = chained(one, head);
    head = { count: entry.number, hash: entry.hash };
    return entry;
  });
}

const entries = someEntries();
const key = createSecretKey(randomBytes(32));
const header = headerBytes({ key: '1'.repeat(32), folder: '2'.repeat(32), salt: randomBytes(32) });
const frames = entries.map((entry) => encryptFrame(entry, header, key, randomBytes(12)));
const whole = Buffer.concat([header, ...frames]);
const starts = frames.map((_, index) => headerSize + frames.slice(0, index).reduce((sum, { length }) => sum + length, 0));
const last = (): Head => ({ count: 5, hash: entries[4]?.hash ?? '' });

function read(bytes: Buffer, known: Head[] = []) {
  const source = { size: bytes.length, read: (from: number, length: number) => bytes.subarray(from, from + length) };
  const found: Entry[] = [];
  let contradicted = false;
  const pieces = readPieces(source, bytes.subarray(0, headerSize), key, headerSize);
  const reading = readLedger(pieces, { head: noHead, start: headerSize, end: headerSize }, ({ entry }) => {
    found.push(entry);
    if (known.some((head) => agrees(entry, head) === false)) contradicted = true;
  });
  return { found, reading, evaluation: evaluateLedger(reading, known, contradicted) };
}

describe('the chain', () => {
  test('fits where contents are erased, and after no other change', () => {
    const erased = entries.map((entry) => withoutContents(entry, new Set(['c1-a', 'c2-b'])));
    let head = noHead;
    for (const entry of erased) {
      expect(fits(entry, head)).toBe(true);
      head = { count: entry.number, hash: entry.hash };
    }
    expect(JSON.stringify(erased)).not.toContain('c1-a.pdf');
    expect(JSON.stringify(erased)).toContain('c1-b.pdf');
  });

  const [call, result] = entries as [CallEntry, Extract<Entry, { kind: 'result' }>];
  const queued = entries[3] as Extract<Entry, { kind: 'queued' }>;
  const [first] = call.documents;
  const changes: [string, Entry][] = [
    ['its time', { ...call, at: '2026-11-23T12:00:00.001Z' }],
    ['its number', { ...call, number: 2 }],
    ['the entry before', { ...call, previous: '1'.repeat(64) }],
    ['its call', { ...call, call: 'c9' }],
    ['the head of the audit log', { ...call, audit: { ...audit, number: 4 } }],
    ['a document less', { ...call, documents: call.documents.slice(1) }],
    ['a recognition key', { ...call, documents: [{ ...document('c1-a'), key: '0' }, ...call.documents.slice(1)] }],
    ['a content', { ...call, documents: [{ ...document('c1-a'), content: document('c1-b').content }, ...call.documents.slice(1)] }],
    [
      'the hash of a content that was erased',
      { ...call, documents: [{ ...document('c1-a'), contentHash: '0', content: null }, ...call.documents.slice(1)] },
    ],
    ['a queued document', { ...queued, ids: ['d1', 'd3'] }],
    ['an outcome', { ...result, outcomes: [{ id: 'c1-a', outcome: 'rejected' }] }],
  ];
  test.each(changes)('notices a change of %s', (_, entry) => {
    expect(first).toBeDefined();
    expect(entry.kind !== 'gap' && isItself(entry)).toBe(false);
  });

  test('recognises a document by account, bytes and client info, each separately', () => {
    const keys = [
      { account: 'a', sha256: 'b', clientInfo: 'c' },
      { account: 'ab', sha256: '', clientInfo: 'c' },
      { account: 'a', sha256: 'bc', clientInfo: '' },
    ].map(recognitionKey);
    expect(new Set(keys).size).toBe(3);
  });
});

describe('the file', () => {
  test('is read as it was written', () => {
    expect(readHeader(whole)).toEqual({ key: '1'.repeat(32), folder: '2'.repeat(32), salt: header.subarray(41) });
    expect(read(whole, [last()])).toMatchObject({
      found: entries,
      evaluation: { kind: 'whole' },
      reading: { end: whole.length, lastStart: starts[4] },
    });
  });

  test('a header of another version, and another header', () => {
    for (let byte = 0; byte < headerSize; byte += 1) {
      const flipped = Buffer.from(whole);
      flipped[byte] = (flipped[byte] ?? 0) ^ 1;
      const found = readHeader(flipped);
      expect(found && headerBytes(found).equals(header), `byte ${byte}`).not.toBe(true);
      // Under another header no frame opens, which is not a cut-off append.
      if (found) expect(read(flipped)).toMatchObject({ found: [], evaluation: { kind: 'incomplete' } });
    }
    expect(readHeader(whole.subarray(0, headerSize - 1))).toBeNull();
  });

  test('cut anywhere: the entries before the cut are read, and missing known entries are noticed', () => {
    for (let size = headerSize; size < whole.length; size += 1) {
      const count = starts.filter((start, index) => start + (frames[index]?.length ?? 0) <= size).length;
      const atBorder = starts.includes(size);
      const alone = read(whole.subarray(0, size));
      expect(alone.found, `${size}`).toEqual(entries.slice(0, count));
      expect(alone.evaluation, `${size}`).toEqual({ kind: atBorder ? 'whole' : 'torn' });
      expect(read(whole.subarray(0, size), [last()]).evaluation).toEqual({ kind: 'incomplete', fill: { from: count + 1, head: last() } });
    }
  });

  test('a flipped bit anywhere: no entry is read wrong, at most one is lost, and the loss is noticed unless it is a last entry that is not known elsewhere', () => {
    for (let byte = headerSize; byte < whole.length; byte += 1) {
      const flipped = Buffer.from(whole);
      flipped[byte] = (flipped[byte] ?? 0) ^ (1 << (byte % 8));
      const lost = starts.findLastIndex((start) => start <= byte);
      const others = entries.filter((_, index) => index !== lost);
      const alone = read(flipped);
      expect(alone.found, `byte ${byte}`).toEqual(others);
      // With another length, the rest of the last frame may look like one more frame.
      const isTorn = lost === 4 && (byte >= (starts[4] ?? 0) + 4 || alone.evaluation.kind === 'torn');
      expect(alone.evaluation.kind, `byte ${byte}`).toBe(isTorn ? 'torn' : 'incomplete');
      expect(read(flipped, [last()]).evaluation.kind, `byte ${byte}`).toBe('incomplete');
    }
  });

  test('zeros and other garbage at the end count as a cut-off append; two frames that do not open do not', () => {
    expect(read(Buffer.concat([whole, Buffer.alloc(4_096)])).evaluation.kind).toBe('torn');
    const other = createSecretKey(randomBytes(32));
    const strange = entries.slice(0, 2).map((entry) => encryptFrame(entry, header, other, randomBytes(12)));
    expect(read(Buffer.concat([whole, ...strange.slice(0, 1)])).evaluation.kind).toBe('torn');
    expect(read(Buffer.concat([whole, ...strange])).evaluation.kind).toBe('incomplete');
    expect(read(Buffer.concat([whole, Buffer.alloc(maxFrameBytes + 5)])).evaluation.kind).toBe('incomplete');
  });

  test('removed, repeated and moved frames are noticed, in any order', () => {
    const order = fc.array(fc.nat(frames.length - 1), { maxLength: 7 });
    fc.assert(
      fc.property(order, (chosen) => {
        const bytes = Buffer.concat([header, ...chosen.flatMap((index) => frames[index] ?? [])]);
        const { found, evaluation } = read(bytes, [last()]);
        const isWhole = JSON.stringify(chosen) === '[0,1,2,3,4]';
        expect(evaluation.kind === 'whole').toBe(isWhole);
        expect(found.map(({ number }) => number)).toEqual([...new Set(found.map(({ number }) => number))].sort());
        for (const entry of found) expect(entries).toContainEqual(entry);
      }),
      { numRuns: runs(300) },
    );
  });

  test('bytes removed, flipped or added anywhere: no entry is read wrong, and missing known entries are noticed', () => {
    const damage = fc.record({
      from: fc.integer({ min: headerSize, max: whole.length }),
      cut: fc.nat(400),
      added: fc.uint8Array({ maxLength: 300 }),
    });
    fc.assert(
      fc.property(damage, ({ from, cut, added }) => {
        const bytes = Buffer.concat([whole.subarray(0, from), added, whole.subarray(from + cut)]);
        const { found, evaluation } = read(bytes, [last()]);
        for (const entry of found) expect(entries).toContainEqual(entry);
        if (found.length < entries.length) expect(evaluation.kind).toBe('incomplete');
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('a head that is known elsewhere', () => {
  test('contradicts another entry of the same number', () => {
    expect(read(whole, [{ count: 2, hash: '0'.repeat(64) }]).evaluation).toEqual({
      kind: 'incomplete',
      fill: { from: 6, head: { count: 6, hash: last().hash } },
    });
  });

  test('gives the number of missing entries when it is ahead', () => {
    const ahead = [7, 9].map((count) => ({ count, hash: `${count}`.repeat(64) }));
    expect(read(whole, ahead).evaluation).toEqual({ kind: 'incomplete', fill: { from: 6, head: ahead[1] } });
  });

  test('agrees with a gap over its entry, and the entry after the gap fits', () => {
    const third = entries[2];
    const gap: Entry = { kind: 'gap', number: 2, from: 1, at, previous: noHead.hash, hash: third?.previous ?? '', quarantined: null };
    const rest = [gap, ...entries.slice(2)].map((entry) => encryptFrame(entry, header, key, randomBytes(12)));
    const { found, evaluation } = read(Buffer.concat([header, ...rest]), [last(), { count: 1, hash: '5'.repeat(64) }]);
    expect(evaluation).toEqual({ kind: 'whole' });
    expect(found.map(({ kind }) => kind)).toEqual(['gap', 'call', 'queued', 'call']);
  });
});
