/** IPC at main's end: who may call, what may be said, and what may come back (Electron security checklist 17). */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dispatch, guarded, senderAllowed } from '../support/doors/desktop.ts';
import { StationError } from '../support/doors/errors.ts';
import { answerName, channelNames, contract, wireName } from '../support/doors/shared.ts';
import { frame, windowOf } from './frames.ts';

describe('sender', () => {
  const ours = frame('app://station/index.html');
  const window = windowOf(ours);

  test('the main frame of our window may call', () => {
    expect(senderAllowed({ senderFrame: ours }, window)).toBe(true);
  });

  test.each([
    ['a frame that is gone', null, window],
    ['another frame with our address', frame('app://station/index.html'), window],
    ['a frame inside our page', frame('app://station/index.html', ours), window],
    ['no window', ours, null],
    ['a window that is gone', ours, windowOf(ours, true)],
  ])('%s may not call', (_what, senderFrame, target) => {
    expect(senderAllowed({ senderFrame }, target)).toBe(false);
  });

  test.each([
    'https://station/index.html',
    'app://station.evil/index.html',
    'app://evil/index.html',
    'app://station@evil/index.html',
    'app://user:secret@station/index.html',
    'file:///index.html',
    'about:blank',
    'data:text/html,x',
    '',
  ])('our window at %s may not call', (url) => {
    const foreign = frame(url);
    expect(senderAllowed({ senderFrame: foreign }, windowOf(foreign))).toBe(false);
  });

  test('a refused sender reaches no handler', async () => {
    let reached = false;
    const sent: unknown[][] = [];
    const call = guarded(
      () => windowOf(ours, false, (...message) => sent.push(message)),
      async () => {
        reached = true;
        return { ok: true, value: 1 };
      },
    );
    expect(await call({ senderFrame: frame('https://evil.example/') }, 'a', undefined)).toMatchObject({
      ok: false,
      problem: { code: 'sender-refused' },
    });
    expect(reached).toBe(false);
    expect(sent).toEqual([]);
    expect(await call({ senderFrame: ours }, 'b', undefined)).toBeNull();
    expect(sent).toEqual([[wireName(answerName), 'b', { ok: true, value: 1 }]]);
  });
});

describe('requests', () => {
  const nonsense = [
    null,
    0,
    '',
    'x',
    [],
    [1],
    { ids: null },
    { ids: [1] },
    { documents: 'x' },
    { id: {} },
    { profileId: 1, name: 'other', value: '' },
    () => 1,
  ];

  test.each(channelNames)('%s refuses invalid requests', async (name) => {
    for (const request of nonsense) {
      if (contract[name].request.safeParse(request).success) continue; // e.g. an empty change of settings says nothing wrong
      let reached = false;
      const answer = await dispatch<unknown, unknown>(
        contract[name],
        async () => {
          reached = true;
        },
        request,
      );
      expect(answer).toMatchObject({ ok: false, problem: { code: 'bad-request' } });
      expect(reached).toBe(false);
    }
  });

  test('a refusal names fields and never repeats their values', async () => {
    const request = { profileId: 'p', name: 'clientSecret', value: 12345678901 };
    const answer = await dispatch<unknown, unknown>(contract['secrets.set'], async () => undefined, request);
    expect(JSON.stringify(answer)).toContain('value');
    expect(JSON.stringify(answer)).not.toContain('12345678901');
  });

  test('members outside the contract are removed before the handler', async () => {
    let received: unknown;
    await dispatch<unknown, unknown>(
      contract['settings.set'],
      async (request) => {
        received = request;
      },
      { language: 'es', outputFolder: '/elsewhere' },
    );
    expect(received).toEqual({ language: 'es' });
  });
});

describe('answers', () => {
  const schemas = { request: z.undefined(), response: z.object({ id: z.string() }) };

  test('a path or a secret outside the contract is not sent', async () => {
    const answer = await dispatch(schemas, async () => ({ id: '1', path: '/home/maria/contract.pdf', secret: 's' }), undefined);
    expect(answer).toEqual({ ok: true, value: { id: '1' } });
  });

  test('an answer that breaks the contract is an internal error', async () => {
    const answer = await dispatch<unknown, unknown>(schemas, async () => ({ id: 1 }), undefined);
    expect(answer).toMatchObject({ ok: false, problem: { code: 'internal' } });
  });

  test('a known problem is sent unchanged, any other error without its text', async () => {
    const known = async () => {
      throw new StationError('file-missing', { name: 'contract.pdf' });
    };
    expect(await dispatch(schemas, known, undefined)).toEqual({
      ok: false,
      problem: { code: 'file-missing', message: 'file-missing', detail: { name: 'contract.pdf' } },
    });
    const foreign = async () => {
      throw new TypeError('cannot read /home/maria/contract.pdf');
    };
    expect(await dispatch(schemas, foreign, undefined)).toEqual({
      ok: false,
      problem: { code: 'internal', message: 'internal: TypeError' },
    });
  });
});
