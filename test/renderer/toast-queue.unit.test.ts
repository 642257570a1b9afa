import { beforeEach, describe, expect, it, vi } from 'vitest';
import { problem } from '../support/doors/errors.ts';
import { queue, toast, toastProblem } from '../support/doors/renderer/messages.ts';

describe('messages', () => {
  beforeEach(() => queue.clear());
  const shown = () => queue.visibleToasts.map(({ content }) => (content.kind === 'words' ? content.words() : content.problem.code));

  it('shows one that is repeated once, as the latest', () => {
    toast(() => 'Saved: one.');
    toast(() => 'Saved: two.');
    toast(() => 'Saved: one.');
    expect(shown()).toEqual(['Saved: one.', 'Saved: two.']);
    toastProblem(problem('reason-needed'));
    toastProblem(problem('reason-needed'));
    expect(shown()).toEqual(['reason-needed', 'Saved: one.', 'Saved: two.']);
  });

  it('shows the same words for another tone, and an action for the latest', () => {
    const [first, second] = [vi.fn(), vi.fn()];
    toast(() => 'Removed.', { undo: { label: () => 'Undo', run: first } });
    toast(() => 'Removed.', { undo: { label: () => 'Undo', run: second } });
    toast(() => 'Removed.', { tone: 'doubt' });
    expect(shown()).toEqual(['Removed.', 'Removed.']);
    const [, { content } = { content: null }] = queue.visibleToasts;
    if (content?.kind === 'words') content.actions[0]?.run();
    expect([first, second].map((run) => run.mock.calls.length)).toEqual([0, 1]);
  });
});
