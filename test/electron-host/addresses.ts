/** The application's `app://station/…` is `https://station.localhost/…` in the browser, which knows no schemes of ours. */

export const pageOrigin = 'https://station.localhost';
const appOrigin = 'app://station';

const moved = (url: string, from: string, to: string) => (url === from || url.startsWith(`${from}/`) ? to + url.slice(from.length) : url);

export const toPageUrl = (url: string): string => moved(url, appOrigin, pageOrigin);
export const fromPageUrl = (url: string): string => moved(url, pageOrigin, appOrigin);
