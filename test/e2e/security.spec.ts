/** Tries to break each security rule in the running, built application (docs: main/shell/README.md). */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Download } from 'playwright/test';
import { expect, type PageWithStation, test } from './launch.ts';

/** A real server outside the application, to see whether anything reaches it. */
async function outside(): Promise<{ url: string; requests: string[]; close(): Promise<void> }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.setHeader('Access-Control-Allow-Origin', '*').end('outside');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

const ownPage = /^(app:\/\/station|https:\/\/station\.localhost)\/index\.html$/;

test('the page asks for isolation, sandbox and no Node', async ({ station }) => {
  expect(await station.webPreferences()).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    spellcheck: false,
  });
});

test('the page has no Node and no Electron, only the bridge, which cannot be changed', async ({ station }) => {
  const seen = await station.page.evaluate(() => {
    const page = window as unknown as Record<string, unknown> & PageWithStation;
    let changed = true;
    try {
      page.station.invoke['app.info'] = () => Promise.reject(new Error('replaced'));
      changed = page.station.invoke['app.info'].toString().includes('replaced');
    } catch {
      changed = false;
    }
    return {
      node: ['require', 'process', 'module', 'exports', 'Buffer', 'global', '__dirname', 'ipcRenderer', 'electron'].filter(
        (name) => name in page,
      ),
      bridge: Object.keys(page.station).sort(),
      changed,
    };
  });
  expect(seen).toEqual({ node: [], bridge: ['invoke', 'on', 'openDropped'], changed: false });
});

test('the page runs without a single violation of its own policy', async ({ launch }) => {
  const { page } = await launch();
  const violations: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted ?Type/i.test(message.text())) violations.push(message.text());
  });
  await page.reload();
  await expect(page.locator('#root > *').first()).toBeVisible();
  expect(violations).toEqual([]);
});

test('navigation away is denied, by script and by link', async ({ station: { page } }) => {
  const server = await outside();
  try {
    for (const target of [server.url, 'data:text/html,<p>data</p>', 'file:///etc/passwd']) {
      await page.evaluate((url) => {
        location.href = url;
      }, target);
      await page.evaluate((url) => {
        const link = document.createElement('a');
        link.href = url;
        document.body.append(link);
        link.click();
        link.remove();
      }, target);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
      expect(page.url()).toMatch(ownPage);
    }
    expect(server.requests).toEqual([]);
  } finally {
    await server.close();
  }
});

test('form posts go nowhere', async ({ station: { page } }) => {
  const server = await outside();
  try {
    await page.evaluate((url) => {
      const form = document.createElement('form');
      form.action = url;
      form.method = 'post';
      document.body.append(form);
      form.submit();
    }, server.url);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
    expect(page.url()).toMatch(ownPage);
    expect(server.requests).toEqual([]);
  } finally {
    await server.close();
  }
});

test('new windows are denied', async ({ station: { page } }) => {
  const server = await outside();
  try {
    await page.evaluate((url) => void window.open(url), server.url);
    await page.evaluate((url) => void window.open(url, '_blank', 'noopener'), server.url);
    await expect.poll(() => page.context().pages().length).toBe(1);
    expect(server.requests).toEqual([]);
  } finally {
    await server.close();
  }
});

test('the page reaches no address outside', async ({ station: { page } }) => {
  const server = await outside();
  try {
    const outcomes = await page.evaluate(async (url) => {
      const settle = async (work: Promise<unknown>) => work.then(() => 'reached').catch(() => 'refused');
      const element = (name: 'img' | 'script' | 'link') =>
        new Promise((resolve, reject) => {
          const made = document.createElement(name);
          made.onload = resolve;
          made.onerror = reject;
          try {
            if (made instanceof HTMLLinkElement) Object.assign(made, { rel: 'stylesheet', href: url });
            else made.src = url;
          } catch (error) {
            reject(error);
          }
          document.head.append(made);
        });
      const socket = () =>
        new Promise((resolve, reject) => {
          const made = new WebSocket(url.replace('http', 'ws'));
          made.onopen = resolve;
          made.onerror = reject;
        });
      return {
        fetch: await settle(fetch(url, { mode: 'no-cors' })),
        beacon: navigator.sendBeacon(url) ? 'accepted' : 'refused',
        image: await settle(element('img')),
        script: await settle(element('script')),
        style: await settle(element('link')),
        socket: await settle(Promise.resolve().then(socket)),
      };
    }, server.url);
    expect(outcomes).toMatchObject({ fetch: 'refused', image: 'refused', script: 'refused', style: 'refused', socket: 'refused' });
    expect(server.requests).toEqual([]);
  } finally {
    await server.close();
  }
});

test('text never becomes code or markup', async ({ station: { page } }) => {
  // `evaluate` itself stands above the policy, so the attempts are made by a script that the page's own realm runs later.
  const outcomes = await page.evaluate(async () => {
    const attempt = (work: () => unknown) => {
      try {
        return work() === undefined ? 'nothing' : 'ran';
      } catch {
        return 'refused';
      }
    };
    const later = <T>(work: () => T) => new Promise<T>((resolve) => setTimeout(() => resolve(work()), 0));
    const marks = window as unknown as Record<string, unknown>;
    const result = await later(() => ({
      // biome-ignore lint/security/noGlobalEval: the attempt is the test
      eval: attempt(() => globalThis.eval('1 + 1')),
      function: attempt(() => new Function('return 1')()),
      html: attempt(() => {
        document.createElement('div').innerHTML = '<img src=x onerror="window.injected = 1">';
        return true;
      }),
      script: attempt(() => {
        const script = document.createElement('script');
        script.text = 'window.injected = 1';
        document.head.append(script);
        return marks.injected;
      }),
      handler: attempt(() => {
        const div = document.createElement('div');
        div.setAttribute('onclick', 'window.injected = 1');
        div.click();
        return marks.injected;
      }),
      worker: attempt(() => new Worker('https://outside.example/worker.js')),
      blobWorker: attempt(() => new Worker(URL.createObjectURL(new Blob(['1'], { type: 'text/javascript' })))),
    }));
    const style = document.createElement('style');
    style.textContent = 'body { outline: 7px solid red }';
    document.head.append(style);
    return { ...result, injected: marks.injected, outline: getComputedStyle(document.body).outlineWidth === '7px' };
  });
  expect(outcomes).toMatchObject({ eval: 'refused', function: 'refused', html: 'refused', worker: 'refused', outline: false });
  expect(outcomes.script).not.toBe('ran');
  expect(outcomes.handler).not.toBe('ran');
  expect(outcomes.injected).toBeUndefined();
});

test('permissions are denied', async ({ station: { page } }) => {
  const states = await page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read'];
    const asked = names.map(async (name) => [name, (await navigator.permissions.query({ name: name as PermissionName })).state] as const);
    return Object.fromEntries(await Promise.all(asked));
  });
  expect(Object.values(states)).not.toContain('granted');
  const outcomes = await page.evaluate(async () => ({
    notification: await Notification.requestPermission(),
    camera: await navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'granted',
      () => 'refused',
    ),
    place: await new Promise((resolve) =>
      navigator.geolocation.getCurrentPosition(
        () => resolve('granted'),
        () => resolve('refused'),
        { timeout: 3000 },
      ),
    ),
  }));
  expect(outcomes).toEqual({ notification: 'denied', camera: 'refused', place: 'refused' });
});

test('the protocol serves its list and open documents, nothing else', async ({ station: { page } }) => {
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

test('requests that break the contract are refused', async ({ station: { page } }) => {
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

test('the page cannot set the output folder or name a path', async ({ station: { page } }) => {
  const folder = await page.evaluate(async () => {
    const { invoke } = (window as unknown as PageWithStation).station;
    await invoke['settings.set']({ outputFolder: '/tmp/elsewhere' } as object);
    const answer = await invoke['settings.get'](undefined);
    return answer.ok ? answer.value.outputFolder : 'no answer';
  });
  expect(folder).toBeNull();
  const dropped = await page.evaluate(async () => {
    const { station } = window as unknown as PageWithStation;
    return station.openDropped([new File(['%PDF-1.7'], '/etc/passwd', { type: 'application/pdf' })]);
  });
  expect(dropped).toEqual({ ok: true, value: { taken: 0 } });
});

test('a frame inside the page gets no bridge', async ({ station: { page } }) => {
  const found = await page.evaluate(async () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const inner = frame.contentWindow as (Window & { station?: unknown }) | null;
    await new Promise((resolve) => setTimeout(resolve, 200));
    const bridge = inner?.station !== undefined;
    frame.src = './index.html';
    await new Promise((resolve) => setTimeout(resolve, 500));
    let loaded = false;
    try {
      loaded = (frame.contentWindow as (Window & { station?: unknown }) | null)?.station !== undefined;
    } catch {
      // Blocked: an error page of another origin.
    }
    frame.remove();
    return { bridge, loaded };
  });
  expect(found).toEqual({ bridge: false, loaded: false });
});

test('links outside the list are refused, listed ones open', async ({ station }) => {
  const codes = await station.page.evaluate(async () => {
    const { invoke } = (window as unknown as PageWithStation).station;
    const urls = [
      'https://example.com/',
      'http://wiki.archlinux.org/title/GNOME/Keyring',
      'https://wiki.archlinux.org/title/GNOME/Keyring?x=1',
      'https://wiki.archlinux.org/title/GNOME/Keyring/../../..',
      'javascript:alert(1)',
      'file:///etc/passwd',
      '',
    ];
    return Promise.all(
      urls.map(async (url) => {
        const answer = await invoke['app.openLink']({ url });
        return answer.ok ? 'opened' : answer.problem.code;
      }),
    );
  });
  expect(codes).toEqual(codes.map(() => 'link-refused'));
  expect(await station.opened()).toEqual([]);

  await station.page.evaluate(() =>
    (window as unknown as PageWithStation).station.invoke['app.openLink']({ url: 'https://wiki.archlinux.org/title/GNOME/Keyring' }),
  );
  expect(await station.opened()).toEqual([{ kind: 'external', target: 'https://wiki.archlinux.org/title/GNOME/Keyring' }]);
});

test('the page downloads nothing', async ({ station: { page, runtime } }) => {
  const downloads: Download[] = [];
  page.on('download', (download) => downloads.push(download));
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob(['x']));
    link.download = 'x.txt';
    link.click();
  });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(page.url()).toMatch(ownPage);
  // On the host the test's own connection to the browser takes downloads over; the rule by itself is in security-shell.test.ts.
  if (runtime === 'electron') for (const download of downloads) expect(await download.failure()).toBe('canceled');
});

test('a second start hands its files to the first and ends', async ({ station, launch }) => {
  const here = fileURLToPath(import.meta.url);
  await expect(launch({ dataDir: station.dataDir, args: [here] })).rejects.toThrow();
  const names = () =>
    station.page.evaluate(async () => {
      const answer = await (window as unknown as PageWithStation).station.invoke['documents.list'](undefined);
      return answer.ok ? answer.value.map(({ name }) => name) : [];
    });
  await expect.poll(names).toEqual(['security.spec.ts']);
});
