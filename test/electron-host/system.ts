/** Facts of the operating system: languages, country and proxy, from the environment as Chromium does on Linux. */

/** Most preferred first. */
export function systemLanguages(): string[] {
  const { LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = process.env;
  const named = [...(LANGUAGE ?? '').split(':'), LC_ALL, LC_MESSAGES, LANG]
    .map((tag) => (tag ?? '').replace(/[.@].*$/, '').replaceAll('_', '-'))
    .filter((tag) => tag !== '' && tag !== 'C' && tag !== 'POSIX');
  return named.length > 0 ? [...new Set(named)] : [Intl.DateTimeFormat().resolvedOptions().locale];
}

/** Two letters, empty for none. */
export function systemCountry(): string {
  const { LC_ALL, LC_TIME, LANG } = process.env;
  return /_([A-Z]{2})(?:[.@]|$)/.exec(LC_ALL || LC_TIME || LANG || '')?.[1] ?? '';
}

/** A PAC answer, as `session.resolveProxy` gives it; `ELECTRON_HOST_PROXY` is one for every address, also for this machine. */
export function resolveProxy(url: string): string {
  if (process.env.ELECTRON_HOST_PROXY) return process.env.ELECTRON_HOST_PROXY;
  const { protocol, hostname } = new URL(url);
  const environment = (name: string) => process.env[name] ?? process.env[name.toUpperCase()] ?? '';
  const passedBy = environment('no_proxy')
    .split(',')
    .map((entry) => entry.trim().replace(/^\*?\./, ''))
    .some((entry) => entry === '*' || (entry !== '' && (hostname === entry || hostname.endsWith(`.${entry}`))));
  const local = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
  const proxy = URL.parse(environment(`${protocol.slice(0, -1)}_proxy`) || environment('all_proxy'));
  return proxy === null || passedBy || local ? 'DIRECT' : `PROXY ${proxy.host}`;
}
