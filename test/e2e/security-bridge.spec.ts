/** Tries to break the bridge between the page and main in the running, built application: protocol, contract. */
import { expect, type PageWithStation, test } from './launch.ts';

test.use({ wholeBrowser: true });

test('the bridge between page and main enforces its protocol, contract, paths and frames', async ({ station }) => {
  const { page } = station;

  await test.step('the protocol serves its list and open documents, nothing else', async () => {
    const attempts = [
      '/../package.json',
      '/..%2f..%2fpackage.json',
      '/%2e%2e/%2e%2e/package.json',
      '/..%5c..%5cpackage.json',
      '/assets/../../main.js',
      '/main.js',
      '/preload.cjs',
      '/etc/passwd',
      '//etc/passwd',
      '/documents/unknown',
      '/documents/..%2f..%2fpackage.json',
      '/documents/%00',
      '/documents/',
      '/index.html/',
    ];
    const statuses = await page.evaluate(
      (paths) =>
        Promise.all(
          paths.map(
            async (path) => (await fetch(location.origin === 'null' ? `app://station${path}` : `https://station.localhost${path}`)).status,
          ),
        ),
      attempts,
    );
    expect(statuses).toEqual(attempts.map(() => 404));
    expect(await page.evaluate(async () => (await fetch('./index.html')).headers.get('content-security-policy'))).toContain(
      "default-src 'none'",
    );
    expect(await page.evaluate(async () => (await fetch('./index.html', { method: 'POST' })).status)).toBe(405);
  });

  await test.step('requests that break the contract are refused', async () => {
    const problems = await page.evaluate(async () => {
      const { invoke } = (window as unknown as PageWithStation).station;
      const call = async (name: keyof typeof invoke, request: unknown) => {
        const answer = await (invoke[name] as (request: unknown) => Promise<{ ok: boolean; problem?: { code: string } }>)(request);
        return answer.ok ? 'accepted' : answer.problem?.code;
      };
      return [
        await call('app.info', { anything: 1 }),
        await call('documents.remove', undefined),
        await call('documents.remove', { ids: '1' }),
        await call('documents.remove', { ids: Array.from({ length: 10_001 }, String) }),
        await call('signing.send', { documents: [{ documentId: 1 }] }),
        await call('settings.set', { language: 'xx' }),
        await call('secrets.set', { profileId: 'p', name: '__proto__', value: 'x' }),
        await call('presets.save', null),
      ];
    });
    expect(problems).toEqual(problems.map(() => 'bad-request'));
  });

  await test.step('the page cannot set the output folder or name a path', async () => {
    const folder = await page.evaluate(async () => {
      const { invoke } = (window as unknown as PageWithStation).station;
      await invoke['settings.set']({ outputFolder: '/tmp/elsewhere' } as object);
      const answer = await invoke['app.info'](undefined);
      return answer.ok ? answer.value.settings.outputFolder : 'no answer';
    });
    expect(folder).toBeNull();
    const dropped = await page.evaluate(async () => {
      const { station } = window as unknown as PageWithStation;
      return station.openDropped([new File(['%PDF-1.7'], '/etc/passwd', { type: 'application/pdf' })]);
    });
    expect(dropped).toEqual({ ok: true, value: { taken: 0 } });
  });

  await test.step('a frame inside the page gets no bridge', async () => {
    const found = await page.evaluate(async () => {
      const frame = document.createElement('iframe');
      document.body.append(frame);
      const inner = frame.contentWindow as (Window & { station?: unknown }) | null;
      const bridge = inner?.station !== undefined;
      const refused = new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
      });
      const shown = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
      frame.src = './index.html';
      const directive = await refused;
      await shown;
      let loaded = false;
      try {
        loaded = (frame.contentWindow as (Window & { station?: unknown }) | null)?.station !== undefined;
      } catch {
        // Blocked: an error page of another origin.
      }
      frame.remove();
      return { bridge, directive, loaded };
    });
    expect(found).toEqual({ bridge: false, directive: 'frame-src', loaded: false });
  });
});
