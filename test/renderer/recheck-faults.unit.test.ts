import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const fault = { documentIds: ['a'], problem: { code: 'placement-missing' } };
let answers: ((faults: unknown[]) => void)[];

beforeEach(() => {
  vi.resetModules();
  answers = [];
  const invoke = {
    'signing.check': () => new Promise((resolve) => answers.push((value) => resolve({ ok: true, value }))),
  };
  vi.stubGlobal('window', { station: { invoke } });
});
afterEach(() => vi.unstubAllGlobals());

it('uses the answer of the last check, and none about a batch that was sent again', async () => {
  const { recheckFaults, useSigning } = await import('../support/doors/renderer/signing-page.ts');
  const show = () => useSigning.setState({ faults: [fault] as never, checked: ['a'] });
  show();
  const [first, second] = [recheckFaults(), recheckFaults()];
  answers[1]?.([]);
  await second;
  expect(useSigning.getState().faults).toBeNull();

  show();
  const third = recheckFaults();
  answers[0]?.([]);
  await first;
  expect(useSigning.getState().faults).toEqual([fault]);
  // Another send reports other faults.
  show();
  answers[2]?.([]);
  await third;
  expect(useSigning.getState().faults).toEqual([fault]);
});

it('shows nothing of a batch that is being sent, whose documents are queued already', async () => {
  const { recheckFaults, useSigning } = await import('../support/doors/renderer/signing-page.ts');
  useSigning.setState({ faults: [fault] as never, checked: ['a'] });
  const check = recheckFaults();
  useSigning.setState({ sending: true });
  answers[0]?.([{ documentIds: ['a'], problem: { code: 'already-sent' } }]);
  await check;
  await recheckFaults();
  expect(answers).toHaveLength(1);
  expect(useSigning.getState().faults).toEqual([fault]);
});
