/** The script that runs in the page before its own scripts: the preload, with replacements for the Electron modules that it may require. */

import type { ContextMenuParams, EditFlags } from 'electron';

export type PageParts = {
  /** Name of the binding, unguessable and removed from the page before its scripts run. */
  binding: string;
  preload: string;
  ownOrigin: string;
  filePrefix: string;
  /** See `body-streams.ts`. */
  streamHeader: string;
  partPath: string;
};

/** Messages from the page to the host. */
export type FromPage =
  | { kind: 'invoke'; channel: string; args: unknown[] }
  | { kind: 'accelerators' }
  | { kind: 'accelerator'; name: string }
  | { kind: 'context-menu'; place: Pick<ContextMenuParams, 'isEditable' | 'selectionText'> & { editFlags: Partial<EditFlags> } };

/** Messages from the host to the page: the detail of a DOM event with a name that only the two know. */
export type ToPage = { kind: 'event'; channel: string; args: unknown[] } | { kind: 'file'; token: string; file?: File | undefined };

/* Runs in the page: it may not use anything from outside itself. */
function script({ binding, ownOrigin, filePrefix, streamHeader, partPath }: Omit<PageParts, 'preload'>): void {
  const global = window as unknown as Record<string, unknown>;
  const post = global[binding] as (message: unknown) => Promise<unknown>;
  delete global[binding];
  // Electron runs a preload in the main frame only.
  if (window !== window.top || location.origin !== ownOrigin) return;

  const listeners = new Map<string, Set<(event: object, ...args: unknown[]) => void>>();
  const files = new Map<string, File>();

  window.addEventListener(binding, (event) => {
    event.stopImmediatePropagation();
    const message = (event as CustomEvent<ToPage>).detail;
    if (message.kind === 'file') message.file = files.get(message.token);
    else for (const listener of listeners.get(message.channel) ?? []) listener({}, ...message.args);
  });

  const electron = {
    contextBridge: {
      exposeInMainWorld(key: string, api: object) {
        const copy = (value: unknown): unknown =>
          typeof value === 'object' && value !== null
            ? Object.freeze(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, copy(member)])))
            : value;
        Object.defineProperty(window, key, { value: copy(api), enumerable: true });
      },
    },
    ipcRenderer: {
      invoke: (channel: string, ...args: unknown[]) => post({ kind: 'invoke', channel, args }),
      on(channel: string, listener: (event: object, ...args: unknown[]) => void) {
        const set = listeners.get(channel) ?? new Set();
        listeners.set(channel, set.add(listener));
      },
      off(channel: string, listener: (event: object, ...args: unknown[]) => void) {
        listeners.get(channel)?.delete(listener);
      },
    },
    webUtils: {
      // Only the host knows the path; it replaces this mark with it.
      getPathForFile(file: File) {
        const token = filePrefix + crypto.randomUUID();
        files.set(token, file);
        return token;
      },
    },
  };

  /** Reads large bodies in parts, as the page reads them; any other answer is the browser's own. */
  const browserFetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== 'GET' || new URL(request.url).origin !== ownOrigin) return browserFetch(request);
    const headers = new Headers(request.headers);
    headers.set(streamHeader, 'yes');
    const answer = await browserFetch(new Request(request, { headers }));
    const id = answer.headers.get(streamHeader);
    if (id === null) return answer;

    const address = partPath + id;
    const stop = () => void browserFetch(address, { method: 'DELETE' }).catch(() => undefined);
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) =>
          request.signal.addEventListener('abort', () => {
            controller.error(request.signal.reason);
            stop();
          }),
        async pull(controller) {
          const part = await browserFetch(address);
          if (part.status === 204) controller.close();
          else if (part.status === 200) controller.enqueue(new Uint8Array(await part.arrayBuffer()));
          else controller.error(new TypeError('network error'));
        },
        cancel: stop,
      },
      { highWaterMark: 0 },
    );
    const { status, headers: received } = answer;
    const shown = new Headers(received);
    shown.delete(streamHeader);
    const length = received.get(`${streamHeader}-length`);
    shown.delete(`${streamHeader}-length`);
    if (length !== null) shown.set('content-length', length);
    return Object.defineProperty(new Response(body, { status, headers: shown }), 'url', { value: request.url });
  };

  const requireElectron = (name: string) => {
    if (name !== 'electron') throw new Error(`module not found: ${name}`);
    return electron;
  };
  const module = { exports: {} };
  runPreload(requireElectron, module, module.exports);

  /** Electron shows no menu of its own. */
  window.addEventListener('contextmenu', (event) => {
    if (event.defaultPrevented) return;
    event.preventDefault();
    const field = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement ? event.target : null;
    const selectionText = field ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0) : String(getSelection());
    const canCopy = selectionText !== '';
    const isEditable = field !== null && !field.readOnly && !field.disabled;
    const editFlags = { canCopy, canCut: canCopy && isEditable, canPaste: isEditable, canSelectAll: true };
    void post({ kind: 'context-menu', place: { isEditable, selectionText, editFlags } });
  });

  /** Menu shortcuts, after the page could handle the key. */
  void (post({ kind: 'accelerators' }) as Promise<{ accelerators: string[]; roles: string[] }>).then(({ accelerators, roles }) => {
    const mac = navigator.platform.startsWith('Mac');
    /** Keys that macOS gives to the menu alone, each with its role. */
    const ofRoles = { x: 'cut', c: 'copy', v: 'paste', a: 'selectall', z: 'undo' } as const;
    window.addEventListener(
      'keydown',
      (event) => {
        const role =
          event.metaKey && !event.ctrlKey && !event.altKey ? ofRoles[event.key.toLowerCase() as keyof typeof ofRoles] : undefined;
        const wanted = event.shiftKey && role === 'undo' ? 'redo' : role;
        if (wanted !== undefined && !roles.some((each) => each.toLowerCase() === wanted)) event.preventDefault();
      },
      // After the page, which may handle the key itself.
      false,
    );
    window.addEventListener('keydown', (event) => {
      if (event.defaultPrevented) return;
      const pressed = accelerators.find((accelerator) => {
        const parts = accelerator.split('+');
        const key = { Plus: '+' }[parts.at(-1) ?? ''] ?? parts.at(-1)?.toLowerCase();
        return (
          event.key.toLowerCase() === key &&
          (mac ? event.metaKey : event.ctrlKey) === parts.includes('CmdOrCtrl') &&
          (key === '+' || event.shiftKey === parts.includes('Shift')) &&
          event.altKey === parts.includes('Alt')
        );
      });
      if (pressed === undefined) return;
      event.preventDefault();
      void post({ kind: 'accelerator', name: pressed });
    });
  });
}

declare function runPreload(require: (name: string) => object, module: object, exports: object): void;

/** The script as text. The preload's text goes in as a function, so that nothing is evaluated from strings in the page. */
export function pageScript({ preload, ...parts }: PageParts): string {
  const run = `function runPreload(require, module, exports) {\n${preload}\n}`;
  return `(() => {\n${run}\n(${script.toString()})(${JSON.stringify(parts)});\n})();`;
}
