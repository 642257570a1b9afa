import { describe, expect, test } from 'vitest';
import { exitCodeOf, exitCodeOfCount, type Outcome } from '../support/doors/cli.ts';

const signed: Outcome = { status: 'signed', waits: false, inPlace: true };
const undelivered: Outcome = { ...signed, inPlace: false };
const waiting: Outcome = { status: 'queued', waits: true, inPlace: false };
const otherAccount: Outcome = { ...waiting, waits: false };
const failed: Outcome = { status: 'failed', waits: false, inPlace: false };
const doubt: Outcome = { ...failed, status: 'in-doubt' };

describe('exit code of documents that were to be signed', () => {
  test.each([
    ['all signed', [signed, signed], 0],
    ['one failed', [signed, failed], 3],
    ['one in doubt', [signed, doubt], 3],
    ['none signed', [failed, doubt], 4],
    ['nothing to sign', [], 4],
    ['signed, not in its folder', [undelivered], 3],
    ['waiting for the connection', [waiting], 5],
    ['waiting for the connection next to every other outcome', [signed, failed, undelivered, waiting, doubt], 5],
    ['waiting for another connection', [signed, otherAccount], 3],
    ['nothing but that', [otherAccount], 3],
    ['sent before', [{ ...signed, sentBefore: true }], 3],
    ['sent before and failed', [{ ...doubt, sentBefore: true }, failed], 3],
  ] as const)('%s: %j is %i', (_name, outcomes, code) => expect(exitCodeOf(outcomes)).toBe(code));
});

test('by count', () => expect([exitCodeOfCount(2, 2), exitCodeOfCount(1, 2), exitCodeOfCount(0, 2)]).toEqual([0, 3, 4]));
